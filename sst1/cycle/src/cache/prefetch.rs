//! Lines that are fetched before anybody asks.
//!
//! For: the line that a demand fill arms, and hints.
//! Not for: when: a demand goes first.
//!
//! Facts: digest 1.3: each demand allocation arms one prefetch.

use crate::port::Address;

/// Hints that wait at most.
const HINTS: usize = 4;

#[derive(Clone, Debug, Default)]
pub(super) struct Prefetch {
    armed: Option<Address>,
    hints: [Address; HINTS],
    hinted: usize,
}

impl Prefetch {
    #[inline]
    pub(super) fn arm(&mut self, line: Address) {
        self.armed = Some(line);
    }

    pub(super) fn hint(&mut self, line: Address) {
        let waiting = &self.hints[..self.hinted];
        if self.hinted < HINTS && !waiting.contains(&line) {
            self.hints[self.hinted] = line;
            self.hinted += 1;
        }
    }

    #[inline]
    pub(super) const fn none(&self) -> bool {
        self.armed.is_none() && self.hinted == 0
    }

    /// The line to fetch next: hints go first, they know more.
    pub(super) fn next(&self) -> Option<Address> {
        if self.hinted > 0 { Some(self.hints[0]) } else { self.armed }
    }

    /// It is fetched, or need not be.
    pub(super) fn done(&mut self) {
        if self.hinted > 0 {
            self.hints.copy_within(1.., 0);
            self.hinted -= 1;
        } else {
            self.armed = None;
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
