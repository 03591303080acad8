//! Lookups and the words that were found for them so far.
//!
//! For: a lookup that waits keeps each word from the clock in which its line was there. So a lookup
//! whose lines cannot be resident together (more of them in a set than there are ways) is still
//! answered.
//! Not for: the order of answers.

use super::{Found, Lookup, lines::Lines};
use crate::port::{Address, BEAT, byte_mask};

#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) lookup: Lookup,
    pub(super) words: [u16; 4],
    /// Bit `n`: the word of port `n` is still missing.
    pub(super) missing: u8,
    error: bool,
    /// A line was missing when it came.
    pub(super) missed: bool,
    /// It was answered ahead of the queue's head.
    pub(super) answered: bool,
}

impl Waiting {
    /// A lookup; ports beyond a memory of `limit` bytes are done, with an error.
    #[inline]
    pub(super) fn new(lookup: &Lookup, limit: u32) -> Self {
        let ports = usize::from(lookup.ports).min(4);
        let mut missing = (1u8 << ports) - 1;
        for (port, address) in lookup.addresses.iter().enumerate().take(ports) {
            if address.byte() >= limit {
                missing &= !(1 << port);
            }
        }
        let error = missing.count_ones() as usize != ports;
        Self { lookup: *lookup, words: [0; 4], missing, error, missed: false, answered: false }
    }

    /// Takes the words whose lines are there.
    #[inline]
    pub(super) fn gather(&mut self, lines: &Lines) {
        let mut left = self.missing;
        while left != 0 {
            let port = left.trailing_zeros() as usize;
            left &= left - 1;
            let address = self.lookup.addresses[port];
            if let Some(at) = lines.find(address) {
                self.words[port] = lines.word(at, address);
                self.missing &= !(1 << port);
            }
        }
    }

    #[inline]
    pub(super) const fn complete(&self) -> bool {
        self.missing == 0
    }

    /// Addresses whose words are missing, the first port's first.
    #[inline]
    pub(super) fn wants(&self) -> impl Iterator<Item = Address> {
        let (mut left, addresses) = (self.missing, self.lookup.addresses);
        std::iter::from_fn(move || {
            let address = addresses.get(left.trailing_zeros() as usize).copied()?;
            left &= left - 1;
            Some(address)
        })
    }

    #[inline]
    pub(super) const fn error(&self) -> bool {
        self.error
    }

    #[inline]
    pub(super) const fn found(&self) -> Found {
        Found { id: self.lookup.id, words: self.words, error: self.error }
    }

    /// Overrides words that were gathered with the strobed bytes of a beat.
    pub(super) fn patch(&mut self, beat: Address, data: &[u8; BEAT], strobes: u16) {
        patch(&mut self.words, &self.lookup, !self.missing, beat, data, strobes);
    }
}

/// Overrides the words of ports in the set `ports` that lie in a beat.
pub(super) fn patch(
    words: &mut [u16; 4],
    lookup: &Lookup,
    ports: u8,
    beat: Address,
    data: &[u8; BEAT],
    strobes: u16,
) {
    for (port, address) in lookup.addresses.iter().enumerate().take(lookup.ports.into()) {
        if ports >> port & 1 == 0 || address.align(BEAT as u32) != beat {
            continue;
        }
        let lane = (address.byte() as usize % BEAT) & !1;
        let newer = u16::from_le_bytes([data[lane], data[lane + 1]]);
        let mask = byte_mask(strobes >> lane);
        let odd = 8 * (address.byte() & 1);
        // A byte at an odd address stands in the low half.
        words[port] = words[port] & !(mask >> odd) | (newer & mask) >> odd;
    }
}
