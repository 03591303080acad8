//! The lookups of a clock in one of FBI's caches.
//!
//! For: gathering what the lanes ask. Not for: whether there is room.

use crate::cache::{LANES, Lookup, ReadCache};
use crate::port::Address;

/// The lookups of a clock, by byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lookups {
    bytes: [u32; LANES],
    /// How many.
    pub(super) count: usize,
}

impl Lookups {
    /// One more.
    #[inline]
    pub(super) fn add(&mut self, byte: u32) {
        if let Some(place) = self.bytes.get_mut(self.count) {
            *place = byte;
            self.count += 1;
        }
    }

    /// Ends the cache's clock with these; what lies beyond memory stays beyond it.
    #[inline]
    pub(super) fn offer(&self, cache: &mut ReadCache) {
        let lookup = |byte: u32| Lookup::one(0, Address::frame(byte.min(0x0FFF_FFF0)));
        match self.count {
            0 => cache.clock_all(&[]),
            1 => cache.clock_all(&[lookup(self.bytes[0])]),
            _ => cache.clock_all(&self.bytes.map(lookup)),
        };
    }
}
