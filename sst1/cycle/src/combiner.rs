//! A write combiner: 16-bit writes on their way to memory, gathered into beats.
//!
//! For: FBI's colour and auxiliary writes, and the newest bytes that memory has not seen.
//! Not for: when a flush is due; the pixel side decides.
//!
//! In every clock the arbiter comes first ([`WriteCombiner::request`],
//! [`WriteCombiner::accept_request`]), updates come after it: a drain slot that memory empties takes
//! the active line in the same clock.
//!
//! Facts: digest 1.2 (Write combiners).

use crate::port::{Address, Client, Request};

/// What a combiner counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CombinerCounts {
    /// Updates taken.
    pub updates: u64,
    /// Updates that had to wait, in clocks.
    pub stalls: u64,
    /// Lines that moved to a drain slot.
    pub drains: u64,
    /// Reads that pending bytes overrode.
    pub forwards: u64,
}

/// A write combiner.
#[derive(Clone, Debug)]
pub struct WriteCombiner {
    client: Client,
    drains: u32,
    /// What it counted.
    pub counts: CombinerCounts,
}

impl WriteCombiner {
    /// An empty combiner with `drains` lines (1 to 8) that wait for memory.
    pub fn new(client: Client, drains: u32) -> Self {
        Self { client, drains, counts: CombinerCounts::default() }
    }

    /// Whether [`update`](Self::update) would take a word at `address` in this clock.
    pub fn ready(&self, address: Address) -> bool {
        let _ = (address, self.client, self.drains);
        true
    }

    /// Writes the bytes of `word` that `strobes` (bit 0: low byte) names to an even address.
    /// Returns whether it was taken; otherwise try again in the next clock.
    pub fn update(&mut self, address: Address, word: u16, strobes: u8) -> bool {
        let _ = (address, word, strobes);
        false
    }

    /// The request of the oldest draining line.
    pub fn request(&self) -> Option<Request> {
        None
    }

    /// Memory took it.
    pub fn accept_request(&mut self) {}

    /// Moves the active line to a drain slot if there is room. Call in every clock of a write drain.
    pub fn flush(&mut self) {}

    /// Overrides in `word`, read from memory at an even address, the bytes that are newer here.
    /// Returns whether there were any.
    pub fn forward(&mut self, address: Address, word: &mut u16) -> bool {
        let _ = (address, word);
        false
    }

    /// Whether nothing is pending.
    pub fn idle(&self) -> bool {
        true
    }
}
