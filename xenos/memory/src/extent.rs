//! Ranges of physical memory.

/// Size of the physical space.
pub const MEMORY_BYTES: u32 = 0x2000_0000;
/// Size of a page: what a write generation is kept for.
pub const PAGE_BYTES: u32 = 0x1000;
/// Size of a region: a coarser level, so that long ranges are judged in few steps.
pub const REGION_BYTES: u32 = 0x10_0000;

/// A physical address: the upper three bits choose a view of the same memory and do not count.
pub const fn physical(address: u32) -> u32 {
    address & (MEMORY_BYTES - 1)
}

/// A range that reaches over the end of memory. Nothing wraps around: the console maps nothing
/// there, and a stream that relies on it is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes at {address:#010x} reach over the end of memory")]
pub struct Outside {
    /// The physical address.
    pub address: u32,
    /// The length asked for.
    pub bytes: u64,
}

/// A range inside memory; it may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    start: u32,
    bytes: u32,
}

impl Extent {
    /// All of memory.
    pub const ALL: Self = Self { start: 0, bytes: MEMORY_BYTES };

    /// The range of `bytes` bytes at the physical address of `address`.
    pub const fn new(address: u32, bytes: u32) -> Result<Self, Outside> {
        let start = physical(address);
        if bytes > MEMORY_BYTES - start {
            return Err(Outside { address: start, bytes: bytes as u64 });
        }
        Ok(Self { start, bytes })
    }

    /// The range of `words` words at an address whose lowest two bits do not count.
    pub const fn of_words(address: u32, words: u32) -> Result<Self, Outside> {
        let start = address & !3;
        if words > MEMORY_BYTES / 4 {
            return Err(Outside { address: physical(start), bytes: words as u64 * 4 });
        }
        Self::new(start, words * 4)
    }

    /// Its first byte.
    pub const fn start(self) -> u32 {
        self.start
    }

    /// Its length.
    pub const fn bytes(self) -> u32 {
        self.bytes
    }

    /// The byte after it, [`MEMORY_BYTES`] at most.
    pub const fn end(self) -> u32 {
        self.start + self.bytes
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.bytes == 0
    }

    /// Indices of the pieces of `size` bytes that it touches.
    pub(crate) fn pieces(self, size: u32) -> std::ops::Range<u32> {
        if self.is_empty() { 0..0 } else { self.start / size..(self.end() - 1) / size + 1 }
    }
}
