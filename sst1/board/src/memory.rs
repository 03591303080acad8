//! Frame-buffer and texture memory.

use serde::{Deserialize, Serialize};

/// Frame-buffer memory in 16-bit words. Reads outside return 0 and writes outside are dropped: the
/// engines' counterpart of memory that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameBuffer {
    words: Vec<u16>,
}

impl FrameBuffer {
    /// Zeroed memory of `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self { words: vec![0; bytes / 2] }
    }

    /// The word at byte address `address`, whose bit 0 is ignored.
    #[inline]
    pub fn read(&self, address: u32) -> u16 {
        self.words.get((address / 2) as usize).copied().unwrap_or(0)
    }

    /// Stores a word at byte address `address`, whose bit 0 is ignored.
    #[inline]
    pub fn write(&mut self, address: u32, word: u16) {
        if let Some(slot) = self.words.get_mut((address / 2) as usize) {
            *slot = word;
        }
    }

    /// Size in bytes.
    #[inline]
    pub fn bytes(&self) -> u32 {
        (self.words.len() * 2) as u32
    }

    /// All words.
    #[inline]
    pub fn words(&self) -> &[u16] {
        &self.words
    }

    /// All words, to be changed.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u16] {
        &mut self.words
    }
}

/// One texture unit's memory. Addresses wrap at its size, a power of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextureMemory {
    bytes: Vec<u8>,
}

impl TextureMemory {
    /// Zeroed memory of `bytes` bytes, a power of two of at least 4.
    pub fn new(bytes: usize) -> Self {
        debug_assert!(bytes.is_power_of_two() && bytes >= 4);
        Self { bytes: vec![0; bytes] }
    }

    /// What an address is masked with.
    #[inline]
    pub fn mask(&self) -> u32 {
        (self.bytes.len() - 1) as u32
    }

    /// The byte at `address`.
    #[inline]
    pub fn read8(&self, address: u32) -> u8 {
        self.bytes[(address & self.mask()) as usize]
    }

    /// The little-endian word of two bytes at `address`, each byte's address wrapping.
    #[inline]
    pub fn read16(&self, address: u32) -> u16 {
        u16::from_le_bytes([self.read8(address), self.read8(address.wrapping_add(1))])
    }

    /// Stores a byte at `address`.
    #[inline]
    pub fn write8(&mut self, address: u32, byte: u8) {
        let mask = self.mask();
        self.bytes[(address & mask) as usize] = byte;
    }

    /// All bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All bytes, to be changed.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

impl Default for TextureMemory {
    fn default() -> Self {
        Self::new(4)
    }
}
