//! Maps whose keys are numbers that the stream chose: a hash of a few multiplications.
//!
//! Not against hostile keys: a stream that collides on purpose is slow, nothing else.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with a quick hash.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// Multiplies and folds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quick(u64);

impl Quick {
    #[inline]
    fn step(&mut self, value: u64) {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let product = u128::from(self.0.rotate_left(23) ^ value) * u128::from(FACTOR);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Quick {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.step(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.step(u64::from_le_bytes(last) ^ (rest.len() as u64) << 56);
        }
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.step(u64::from(value) + 1);
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.step(value ^ 1 << 63);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}
