//! Random numbers: splitmix64, and the choices that generators make with it.

use base_word::Word;

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// 32 random bits.
    pub(crate) fn word(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// 0 to `n` - 1; 0 if `n` is 0.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.word()) * u64::from(n)) >> 32) as u32
    }

    /// `low` to `high`, both inclusive.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        let count = (i64::from(high) - i64::from(low) + 1).clamp(0, i64::from(u32::MAX)) as u32;
        low.wrapping_add(self.below(count) as i32)
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// True in one of `n` cases.
    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// `low` up to `high`, evenly.
    pub(crate) fn real(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// One of the items; the default value if there is none.
    pub(crate) fn pick<T: Copy + Default>(&mut self, items: &[T]) -> T {
        items.get(self.below(items.len() as u32) as usize).copied().unwrap_or_default()
    }

    /// A register word of random bits; reserved ones mostly clear.
    pub(crate) fn register<W: Word>(&mut self) -> W {
        let word = W::from_raw(self.word());
        if self.one_in(40) { word } else { word.normalized() }
    }

    /// A number that looks for trouble: all bits random, or an extreme.
    pub(crate) fn wild(&mut self) -> u32 {
        const EXTREMES: [u32; 8] =
            [0, 1, u32::MAX, 0x7FFF_FFFF, 0x8000_0000, 0x0080_0000, 0x007F_FFFF, 0xFFFF];
        if self.chance(70) { self.word() } else { self.pick(&EXTREMES) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_splitmix64() {
        let mut rng = Rng::new(1234567);
        assert_eq!(rng.next(), 6457827717110365317);
        assert_eq!(rng.next(), 3203168211198807973);
    }

    #[test]
    fn choices_stay_in_range() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            assert!((-3..=4).contains(&rng.between(-3, 4)));
            assert!(rng.below(7) < 7);
            assert!((0.25..0.5).contains(&rng.real(0.25, 0.5)));
        }
        assert_eq!((rng.below(0), rng.between(i32::MIN, i32::MIN)), (0, i32::MIN));
        assert_eq!(rng.pick::<u32>(&[]), 0);
    }
}
