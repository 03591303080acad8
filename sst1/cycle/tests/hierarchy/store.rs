//! The bytes behind the memory: a frame buffer and one texture memory.

use sst1_cycle::port::{Address, BEAT, Bytes, byte_mask};

pub(crate) const FRAME: u32 = 1 << 14;
pub(crate) const TEXTURE: u32 = 1 << 13;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Store {
    frame: Vec<u8>,
    texture: Vec<u8>,
}

impl Store {
    pub(crate) fn new() -> Self {
        let bytes = |n: u32, k: u32| (0..n).map(|i| ((i * k) >> 3 ^ i >> 9 ^ i) as u8).collect();
        Self { frame: bytes(FRAME, 11), texture: bytes(TEXTURE, 23) }
    }

    fn bytes(&self, address: Address) -> &[u8] {
        if address.unit().is_some() { &self.texture } else { &self.frame }
    }

    fn bytes_mut(&mut self, address: Address) -> &mut [u8] {
        if address.unit().is_some() { &mut self.texture } else { &mut self.frame }
    }

    /// What a cache answers: the word, or the byte at an odd address, or 0 beyond memory.
    pub(crate) fn answer(&self, address: Address) -> u16 {
        let at = address.byte() as usize;
        let bytes = self.bytes(address);
        match bytes.get(at..at + 2) {
            _ if at % 2 == 1 => bytes.get(at).copied().unwrap_or(0).into(),
            Some(word) => u16::from_le_bytes([word[0], word[1]]),
            None => 0,
        }
    }

    pub(crate) fn put(&mut self, address: Address, word: u16, strobes: u8) {
        let mask = byte_mask(strobes.into());
        let newer = self.answer(address) & !mask | word & mask;
        let at = address.byte() as usize;
        self.bytes_mut(address)[at..at + 2].copy_from_slice(&newer.to_le_bytes());
    }
}

impl Bytes for Store {
    fn read(&self, address: Address) -> [u8; BEAT] {
        let at = address.byte() as usize;
        let bytes = self.bytes(address);
        std::array::from_fn(|i| bytes.get(at + i).copied().unwrap_or(0))
    }

    fn write(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
        let at = address.byte() as usize;
        for (i, &byte) in data.iter().enumerate() {
            if strobes >> i & 1 != 0
                && let Some(to) = self.bytes_mut(address).get_mut(at + i)
            {
                *to = byte;
            }
        }
    }
}
