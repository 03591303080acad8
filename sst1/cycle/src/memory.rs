//! Memory models: when a request is taken and when its beats come.
//!
//! For: the shared DDR, the ideal memory, the original card's EDO and a port with one request under
//! way, behind one type.
//! Not for: bytes. Those lie behind [`Bytes`]; a model reads a beat when it puts it into its
//! response register and stores a write when it accepts it.
//!
//! In every clock: deliver [`beats`](Memory::beats); for each request that the arbiter chose, if
//! [`ready`](Memory::ready), [`accept`](Memory::accept); then [`clock`](Memory::clock).
//!
//! Facts: digest section 2 (DDR), section 3 (the measured port, the original card's paths).

use crate::{
    arbiter::Sharing,
    config::MemoryConfig,
    port::{Beat, Bytes, Request},
};

/// What a memory counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryCounts {
    /// Requests accepted.
    pub requests: u64,
    /// Of these, writes.
    pub writes: u64,
    /// Beats that reads asked for.
    pub beats_requested: u64,
    /// Beats that came.
    pub beats: u64,
    /// Last beats.
    pub lasts: u64,
    /// Bytes written.
    pub bytes_written: u64,
    /// Requests accepted, by [`slot`](crate::arbiter::slot).
    pub by_slot: [u64; crate::arbiter::SLOTS],
}

/// A memory.
#[derive(Clone, Debug)]
pub struct Memory {
    config: MemoryConfig,
    /// What it counted.
    pub counts: MemoryCounts,
}

impl Memory {
    /// An idle memory, at clock 0.
    pub fn new(config: &MemoryConfig) -> Self {
        Self { config: *config, counts: MemoryCounts::default() }
    }

    /// How its paths are shared.
    pub fn sharing(&self) -> Sharing {
        let _ = self.config;
        Sharing::One
    }

    /// The beats in the response registers. Every client takes its beats in this clock.
    pub fn beats(&self) -> &[Beat] {
        &[]
    }

    /// Whether it takes this request in this clock.
    pub fn ready(&self, request: &Request) -> bool {
        let _ = request;
        true
    }

    /// Takes a request that [`ready`](Self::ready) agreed to.
    pub fn accept<B: Bytes>(&mut self, bytes: &mut B, request: &Request) {
        let _ = (bytes, request);
    }

    /// Ends the clock: fills the response registers for the next.
    pub fn clock<B: Bytes>(&mut self, bytes: &mut B) {
        let _ = bytes;
    }

    /// Clocks ended so far.
    pub fn now(&self) -> u64 {
        0
    }

    /// Whether every write was acknowledged.
    pub fn writes_idle(&self) -> bool {
        true
    }

    /// Whether there is nothing to do and nothing to deliver.
    pub fn idle(&self) -> bool {
        true
    }

    /// How many clocks may be skipped: for so long nothing happens unless something is requested.
    /// `None`: nothing ever will.
    pub fn quiet(&self) -> Option<u64> {
        None
    }

    /// Skips clocks, at most as many as [`quiet`](Self::quiet) says.
    pub fn skip(&mut self, clocks: u64) {
        let _ = clocks;
    }
}
