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

mod ddr;
mod edo;
mod ideal;
mod port;
#[cfg(test)]
mod tests;

use crate::{
    arbiter::{SLOTS, Sharing, slot},
    config::MemoryConfig,
    port::{Beat, Bytes, Operation, Request},
};

pub use ddr::Ddr;
pub(crate) use ddr::MOST_SLOTS;
pub use edo::Edo;
pub(crate) use edo::MOST_BANKS;
pub use ideal::Ideal;
pub use port::Port;

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
    pub by_slot: [u64; SLOTS],
}

#[derive(Clone, Debug)]
enum Model {
    Ddr(Ddr),
    Ideal(Ideal),
    Edo(Box<Edo>),
    Port(Port),
}

/// The same call on whichever model there is.
macro_rules! each {
    ($model:expr, $it:ident => $call:expr) => {
        match $model {
            Model::Ddr($it) => $call,
            Model::Ideal($it) => $call,
            Model::Edo($it) => $call,
            Model::Port($it) => $call,
        }
    };
}

/// A memory.
#[derive(Clone, Debug)]
pub struct Memory {
    model: Model,
    now: u64,
    /// What it counted.
    pub counts: MemoryCounts,
}

impl Memory {
    /// An idle memory, at clock 0.
    pub fn new(config: &MemoryConfig) -> Self {
        let model = match config {
            MemoryConfig::Ddr(ddr) => Model::Ddr(Ddr::new(ddr)),
            MemoryConfig::Ideal => Model::Ideal(Ideal::default()),
            MemoryConfig::Edo(edo) => Model::Edo(Box::new(Edo::new(edo))),
            MemoryConfig::Port { latency, beat } => Model::Port(Port::new(*latency, *beat)),
        };
        Self { model, now: 0, counts: MemoryCounts::default() }
    }

    /// How its paths are shared.
    pub fn sharing(&self) -> Sharing {
        match self.model {
            Model::Ddr(_) | Model::Port(_) => Sharing::One,
            Model::Edo(_) | Model::Ideal(_) => Sharing::Client,
        }
    }

    /// The beats in the response registers. Every client takes its beats in this clock.
    #[inline]
    pub fn beats(&self) -> &[Beat] {
        each!(&self.model, it => it.beats())
    }

    /// Whether it takes this request in this clock.
    #[inline]
    pub fn ready(&self, request: &Request) -> bool {
        each!(&self.model, it => it.ready(request))
    }

    /// Takes a request that [`ready`](Self::ready) agreed to.
    #[inline]
    pub fn accept<B: Bytes>(&mut self, bytes: &mut B, request: &Request) {
        self.counts.requests += 1;
        self.counts.by_slot[slot(request.client)] += 1;
        match &request.operation {
            Operation::Read { beats } => self.counts.beats_requested += u64::from(*beats),
            Operation::Write { data, strobes } => {
                self.counts.writes += 1;
                self.counts.bytes_written += u64::from(strobes.count_ones());
                bytes.write(request.address, data, *strobes);
            }
            Operation::Landed { bytes } => {
                self.counts.writes += 1;
                self.counts.bytes_written += u64::from(*bytes);
            }
        }
        each!(&mut self.model, it => it.accept(self.now, request));
    }

    /// Ends the clock: fills the response registers for the next.
    #[inline]
    pub fn clock<B: Bytes>(&mut self, bytes: &mut B) {
        each!(&mut self.model, it => it.clock(self.now, bytes));
        self.now += 1;
        for beat in each!(&self.model, it => it.beats()) {
            self.counts.beats += 1;
            self.counts.lasts += u64::from(beat.last);
        }
    }

    /// Clocks ended so far.
    #[inline]
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Whether every write was acknowledged.
    #[inline]
    pub fn writes_idle(&self) -> bool {
        each!(&self.model, it => it.writes_idle())
    }

    /// Whether there is nothing to do and nothing to deliver.
    #[inline]
    pub fn idle(&self) -> bool {
        each!(&self.model, it => it.idle())
    }

    /// How many clocks may be skipped: for so long nothing happens unless something is requested.
    /// `None`: nothing ever will.
    #[inline]
    pub fn quiet(&self) -> Option<u64> {
        if self.idle() { None } else { Some(each!(&self.model, it => it.quiet(self.now))) }
    }

    /// Skips clocks, at most as many as [`quiet`](Self::quiet) says.
    #[inline]
    pub fn skip(&mut self, clocks: u64) {
        self.now += clocks;
    }
}
