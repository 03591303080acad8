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

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Quick {
    #[inline]
    fn step(&mut self, value: u64) {
        self.0 = fold(self.0.rotate_left(23) ^ value, FACTOR);
    }
}

impl Hasher for Quick {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        // Words do not wait for one another: each is multiplied with a factor of its own.
        let (words, rest) = bytes.as_chunks::<8>();
        let (mut sum, mut factor) = (rest.len() as u64, FACTOR);
        for word in words {
            sum ^= fold(u64::from_le_bytes(*word) ^ factor, factor);
            factor = factor.wrapping_add(FACTOR << 1);
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            sum ^= fold(u64::from_le_bytes(last) ^ factor, factor);
        }
        self.step(sum);
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.step(u64::from(value) + 1);
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.step(value ^ 1 << 63);
    }

    /// Lengths of arrays, as a rule: the same for all keys of a map.
    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.0 ^= value as u64;
    }
}

/// What was found last, by key: looked at before a map is.
#[derive(Clone, Debug)]
pub(crate) struct Recent<K, V> {
    entries: Vec<(K, V)>,
    next: usize,
}

/// Keys that are remembered.
const REMEMBERED: usize = 4;

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { entries: Vec::with_capacity(REMEMBERED), next: 0 }
    }
}

impl<K, V: Copy> Recent<K, V> {
    /// What was found for the key of which `is` says that it is meant.
    #[inline]
    pub(crate) fn find(&self, is: impl Fn(&K) -> bool) -> Option<V> {
        self.entries.iter().find(|(key, _)| is(key)).map(|(_, value)| *value)
    }

    /// Remembers what was found.
    pub(crate) fn remember(&mut self, key: K, value: V) {
        if let Some(entry) = self.entries.get_mut(self.next) {
            *entry = (key, value);
        } else {
            self.entries.push((key, value));
        }
        self.next = (self.next + 1) % REMEMBERED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault};

    #[test]
    fn hashes_differ_where_keys_do() {
        let build = BuildHasherDefault::<Quick>::default();
        let mut seen = std::collections::BTreeSet::new();
        for a in 0..40u32 {
            for b in 0..40u32 {
                assert!(seen.insert(build.hash_one([a, 0, b, 0, 0, 0])));
                assert!(seen.insert(build.hash_one([0, a + 40, 0, 0, b + 40, 1, 2])));
            }
        }
    }

    #[test]
    fn the_last_ones_are_remembered() {
        let mut recent = Recent::default();
        (0..6).for_each(|key| recent.remember(key, key * 10));
        assert_eq!(
            [0, 1, 2, 5].map(|key| recent.find(|k| *k == key)),
            [None, None, Some(20), Some(50)]
        );
    }
}
