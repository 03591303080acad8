//! Numbers that look random and are the same every time.

use base_word::FieldValue;

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        // Neighbouring seeds shall not have neighbouring streams; zero has none.
        Self((seed ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1)
    }

    /// The next 32 bits.
    pub const fn word(&mut self) -> u32 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    /// A number below `bound`, which counts as 1 if it is 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        let bound = if bound == 0 { 1 } else { bound };
        self.word() % bound
    }

    /// Whether one of `count` equal chances happens.
    pub const fn chance(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    /// A value of a code of `width` bits.
    pub fn code<T: FieldValue>(&mut self, width: u32) -> T {
        T::from_bits(self.below(1 << width))
    }

    /// One of some values.
    pub fn pick<T: Copy>(&mut self, first: T, others: &[T]) -> T {
        let index = self.below(others.len() as u32 + 1) as usize;
        others.get(index).copied().unwrap_or(first)
    }
}
