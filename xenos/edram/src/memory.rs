//! The words themselves.
//!
//! For: 10 MiB as little-endian 32-bit words that wrap around. Not for: what they mean.
//! Facts: `docs/hardware/xenos-edram.md`, rules M1 and M2.

#[cfg(test)]
mod tests;

use thiserror::Error;

/// Tiles in the memory.
pub const TILES: u32 = 2048;
/// Words in a tile: 80 columns, 16 rows.
pub const TILE_WORDS: u32 = 1280;
/// Words in the memory.
pub const WORDS: u32 = TILES * TILE_WORDS;

/// The memory, word by word.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Edram {
    words: Box<[u32]>,
}

/// An image of the memory that has not its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("EDRAM is {expected} bytes, this image has {found}")]
pub struct WrongSize {
    /// Bytes of the memory.
    pub expected: usize,
    /// Bytes that were given.
    pub found: usize,
}

impl Edram {
    /// All zero.
    pub fn new() -> Self {
        Self { words: vec![0; WORDS as usize].into_boxed_slice() }
    }

    /// Word `index`, modulo the size.
    #[inline]
    pub fn word(&self, index: u32) -> u32 {
        self.words[(index % WORDS) as usize]
    }

    /// Stores word `index`, modulo the size.
    #[inline]
    pub fn set_word(&mut self, index: u32, word: u32) {
        self.words[(index % WORDS) as usize] = word;
    }

    /// All words in order.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// All bytes in order: little-endian words (rule M2).
    pub fn bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// The whole memory from bytes as [`Self::bytes`] gives them.
    pub fn load_bytes(&mut self, bytes: &[u8]) -> Result<(), WrongSize> {
        let expected = WORDS as usize * 4;
        if bytes.len() != expected {
            return Err(WrongSize { expected, found: bytes.len() });
        }
        let (chunks, _) = bytes.as_chunks::<4>();
        for (word, chunk) in self.words.iter_mut().zip(chunks) {
            *word = u32::from_le_bytes(*chunk);
        }
        Ok(())
    }
}

impl Default for Edram {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for Edram {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let used = self.words.iter().filter(|word| **word != 0).count();
        f.debug_struct("Edram").field("words", &WORDS).field("not_zero", &used).finish()
    }
}
