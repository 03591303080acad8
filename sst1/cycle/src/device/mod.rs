//! The card, clocked.
//!
//! For: the blocks together, one clock at a time: memory port ([`clock`]), commands
//! ([`feed`]), clocks in which nothing happens ([`skip`]), and the host's side ([`host`]).
//! Not for: registers and swaps, which a [`Card`] keeps; nor pixels, which FBI and the texture units
//! make.
//!
//! # Time
//!
//! A host write takes clocks until the PCI FIFO has taken it; what is behind it in the pipeline goes
//! on meanwhile. [`run`](Device::run) and reads let clocks pass until nothing is left to do. Between calls
//! no time passes, so that [`state`](Device::state) shows finished work only after those.
//!
//! Facts: digest 1 (Top-level gating), 1.1.

mod cause;
mod clock;
mod counters;
mod feed;
mod host;
mod skip;
mod upload;
pub mod wires;

use std::collections::VecDeque;

use sst1_board::{Access, BoardConfig, Card, Device, Engine, Event, State, Touched, Width};
use sst1_facts::Profile;

use crate::arbiter::Arbiter;
use crate::command::Command;
use crate::config::Config;
use crate::error::BuildError;
use crate::fbi::Fbi;
use crate::front::Front;
use crate::front::fifo::{Entry, Fifo};
use crate::memory::Memory;
use crate::probe::Seat;
use crate::stall::Stalls;
use crate::tmu::Tmu;
use crate::video::Video;
use upload::Uploads;

/// What the front end counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostCounts {
    /// Writes that the FIFO took or that went around it.
    pub writes: u64,
    /// Commands handed over.
    pub commands: u64,
    /// Reads answered.
    pub reads: u64,
    /// Clocks in which a write waited because the FIFO was full.
    pub blocked: u64,
    /// Swaps that took effect.
    pub swaps: u64,
    /// Words of texture uploaded.
    pub uploads: u64,
    /// Clocks in which anything was at work.
    pub busy: u64,
    /// Of these, those in which a write of the host was taken.
    pub overlap: u64,
    /// Clocks that reads took.
    pub read_clocks: u64,
}

/// A Voodoo Graphics card in which time passes.
#[derive(Clone, Debug)]
pub struct Cycle {
    config: Config,
    card: Card<Front>,
    now: u64,
    /// Writes that the host has begun and the FIFO has not taken.
    host: VecDeque<Entry>,
    /// When the host can begin the next.
    host_at: u64,
    /// Hundredths of a clock beyond it.
    host_late: u32,
    fifo: Fifo,
    command: Option<Command>,
    uploads: Uploads,
    fbi: Fbi,
    tmus: Vec<Tmu>,
    video: Video,
    memory: Memory,
    arbiter: Arbiter,
    /// Events of reads, not reported yet.
    missed: VecDeque<Event>,
    /// Whether an event was reported and [`run`](Device::run) not called since.
    reported: bool,
    /// Whether quiet clocks are passed over at once.
    skips: bool,
    /// What the clocks went to.
    stalls: Stalls,
    counts: HostCounts,
    pub(crate) probe: Seat,
}

impl Cycle {
    /// A card at power-on.
    ///
    /// # Errors
    /// When a size of the model or of the board is out of range.
    pub fn new(config: Config, board: BoardConfig, profile: Profile) -> Result<Self, BuildError> {
        Self::from_state(config, State::new(board, profile)?)
    }

    /// A card in a given state, at clock 0.
    ///
    /// # Errors
    /// When a size of the model is out of range.
    pub fn from_state(config: Config, state: State) -> Result<Self, BuildError> {
        config.validate()?;
        Ok(Self::built(config, state))
    }

    fn built(config: Config, mut state: State) -> Self {
        let mut host = VecDeque::new();
        let place = state.log.place();
        while let Some(access) = state.next_waiting() {
            host.push_back(Entry { access, place });
        }
        let memory = Memory::new(&config.memory);
        let units = 0..state.tmus.len();
        Self {
            config,
            now: 0,
            host,
            host_at: 0,
            host_late: 0,
            fifo: Fifo::new(config.pci_fifo),
            command: None,
            uploads: Uploads::new(config.upload),
            fbi: Fbi::new(&config, state.frame_buffer.bytes()),
            tmus: units.map(|unit| Tmu::new(&config, unit, state.config.texture_bytes)).collect(),
            video: Video::new(config.scan_out, config.hertz, config.scan_out_beats),
            arbiter: Arbiter::new(memory.sharing()),
            memory,
            missed: VecDeque::new(),
            reported: false,
            skips: true,
            stalls: Stalls::default(),
            counts: HostCounts::default(),
            probe: Seat::EMPTY,
            card: Card::from_state(state),
        }
    }

    /// How it is built.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Clocks passed since power-on.
    pub fn clocks(&self) -> u64 {
        self.now
    }

    /// FBI, for its counts.
    pub fn fbi(&self) -> &Fbi {
        &self.fbi
    }

    /// The texture units, likewise.
    pub fn tmus(&self) -> &[Tmu] {
        &self.tmus
    }

    /// The memory, likewise.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The arbiter, likewise.
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// Scan-out, likewise.
    pub fn video(&self) -> &Video {
        &self.video
    }

    /// What the front end counted.
    pub fn host_counts(&self) -> &HostCounts {
        &self.counts
    }

    /// What the clocks went to.
    pub fn stalls(&self) -> &Stalls {
        &self.stalls
    }

    /// Whether quiet clocks are passed over at once (they are by default). Nothing else depends on
    /// it.
    pub fn set_skips(&mut self, skips: bool) {
        self.skips = skips;
    }

    /// Writes a word and lets clocks pass until the FIFO has taken it; the short form of
    /// [`write`](Device::write) for streams without swaps.
    pub fn put(&mut self, offset: u32, data: u32) {
        let _event = self.write(offset, data, Width::Word);
    }

    /// The host begins a write; no time passes.
    pub fn offer(&mut self, access: Access) {
        self.host.push_back(Entry { access, place: self.card.state().log.place() });
    }

    /// One clock. Whoever calls this and not [`run`](Device::run) sees swaps here.
    pub fn step(&mut self) -> Option<Event> {
        self.clock().event
    }

    /// Writes in the FIFO.
    pub fn queued(&self) -> usize {
        self.fifo.len()
    }

    /// Derived values are stale: memory or registers changed behind the pipeline.
    fn forget(&mut self) {
        let (_, front) = self.card.parts_mut();
        front.touched(Touched::All);
        self.fbi.invalidate();
        for tmu in &mut self.tmus {
            tmu.cache.invalidate_all();
        }
    }

    #[inline]
    fn tmus_idle(&self) -> bool {
        self.tmus.iter().all(Tmu::is_idle)
    }

    /// Whether nothing is at work behind the FIFO (digest 1, `pipeline_idle`, the swap aside).
    #[inline]
    fn pipeline_idle(&self) -> bool {
        self.uploads.is_empty()
            && self.fbi.is_idle()
            && self.tmus_idle()
            && self.memory.writes_idle()
    }

    /// Whether anything that was handed over is unfinished.
    pub fn busy(&self) -> bool {
        !(self.host.is_empty()
            && self.fifo.is_empty()
            && self.command.is_none()
            && self.pipeline_idle())
    }
}
