//! Events on their way to another thread: recorded in batches, replayed there.
//!
//! The decoding thread drives a processor whose sink is a [`Recorder`]; the other thread owns a
//! [`Replayer`], which keeps its own register file and gives the same events, with the same state,
//! to the sink there. Values of register runs are not copied: a batch refers to the decoded buffer
//! that they lie in. Threads and queues are the host's: it gives the recorder a [`Channel`].
//!
//! Memory writes are applied by the consumer behind the replayer, in order; the recorder stores
//! nothing into the shared memory, so that nobody sees a fence early.

use std::sync::Arc;

use xenos_memory::GuestMemory;

use crate::program::Program;
use crate::{Event, Gamma, Need, RegisterRun, Shader, Sink, Stage, State, StateGroup};

mod replay;
mod slices;

pub use replay::Replayer;

/// Where batches go.
pub trait Channel {
    /// Takes a batch for the other thread.
    fn publish(&mut self, batch: Batch);

    /// An empty batch to be filled; best one that came back, which has its memory already.
    fn empty(&mut self) -> Batch {
        Batch::default()
    }

    /// Returns when everything published was replayed, with what the renderer knows of a register.
    fn drain(&mut self, need: &Need) -> Option<u32>;
}

/// What happened, in order.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// Register runs that follow refer to this program.
    Program(u32),
    /// A register run whose values lie in the program.
    Run { group: StateGroup, first: u16, count: u16, at: u32 },
    /// A register run whose values lie in the batch.
    Copied { group: StateGroup, first: u16, count: u16, at: u32 },
    /// An event.
    Event(u32),
    /// A program for a stage.
    Shader(Stage, u32),
    /// The ramps.
    Gamma(u32),
}

/// An event without its slices, and where they lie in the batch.
#[derive(Clone, Debug)]
struct StoredEvent {
    event: Event<'static>,
    words: std::ops::Range<u32>,
    bytes: std::ops::Range<u32>,
}

/// Some consecutive events with the changes of state between them.
#[derive(Debug, Default)]
pub struct Batch {
    entries: Vec<Entry>,
    events: Vec<StoredEvent>,
    programs: Vec<Arc<Program>>,
    shaders: Vec<Arc<Shader>>,
    gammas: Vec<Gamma>,
    /// No event came since the last of them, so that the next one takes its place.
    gamma_open: bool,
    words: Vec<u32>,
    bytes: Vec<u8>,
    draws: u32,
    /// What the programs weigh that it refers to, in words.
    held: usize,
}

impl Batch {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many entries it has: register runs, events, loaded programs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.events.clear();
        self.programs.clear();
        self.shaders.clear();
        self.gammas.clear();
        self.gamma_open = false;
        self.words.clear();
        self.bytes.clear();
        self.draws = 0;
        self.held = 0;
    }

    /// Whether it is to be published whatever it holds: it refers to much, or is long.
    fn is_large(&self) -> bool {
        self.held >= HELD
            || self.entries.len() >= ENTRIES
            || self.gammas.len() >= GAMMAS
            || self.words.len() >= BYTES / 4
            || self.bytes.len() >= BYTES
    }
}

/// A sink that records.
#[derive(Debug)]
pub struct Recorder<C: Channel> {
    channel: C,
    batch: Batch,
    /// Draws after which a batch is published.
    draws: u32,
    /// A memory that nobody shares, to be kept up here as well.
    own: Option<Arc<GuestMemory>>,
}

/// Draws of a batch unless said otherwise.
const DRAWS: u32 = 32;
/// Bytes of uploads after which a batch is published: a batch is to stay in a cache.
const BYTES: usize = 1 << 20;
/// Gamma ramps of 2,560 bytes, likewise.
const GAMMAS: usize = BYTES / 2560;
/// Entries after which one is published.
const ENTRIES: usize = 1 << 16;
/// Words of programs that a batch refers to, likewise: until it is replayed they cannot be forgotten.
const HELD: usize = 1 << 22;

impl<C: Channel> Recorder<C> {
    /// A recorder into a channel.
    pub fn new(mut channel: C) -> Self {
        let batch = channel.empty();
        Self { channel, batch, draws: DRAWS, own: None }
    }

    /// Publishes after so many draws.
    #[must_use]
    pub fn with_draws(mut self, draws: u32) -> Self {
        self.draws = draws;
        self
    }

    /// For a processor whose memory the consumer does not share, as in the trace feed: what events
    /// store is stored there at once too.
    #[must_use]
    pub fn with_own_memory(mut self, memory: Arc<GuestMemory>) -> Self {
        self.own = Some(memory);
        self
    }

    /// Publishes what was recorded.
    pub fn flush(&mut self) {
        if !self.batch.is_empty() {
            let empty = self.channel.empty();
            self.channel.publish(std::mem::replace(&mut self.batch, empty));
        }
    }

    /// Publishes and gives the channel back.
    pub fn finish(mut self) -> C {
        self.flush();
        self.channel
    }
}

impl<C: Channel> Sink for Recorder<C> {
    #[inline]
    fn registers(&mut self, run: &RegisterRun<'_>) {
        let RegisterRun { group, first, values, kept } = *run;
        let count = values.len() as u16;
        let is_last = |batch: &Batch, program| {
            batch.programs.last().is_some_and(|last| Arc::ptr_eq(last, program))
        };
        let mut another = kept.is_none_or(|(program, _)| !is_last(&self.batch, program));
        // Runs of one program weigh nothing but themselves.
        if self.batch.entries.len() >= ENTRIES || another && self.batch.is_large() {
            self.flush();
            another = true;
        }
        let batch = &mut self.batch;
        let entry = if let Some((program, at)) = kept {
            if another {
                batch.held += program.weight();
                batch.entries.push(Entry::Program(batch.programs.len() as u32));
                batch.programs.push(Arc::clone(program));
            }
            Entry::Run { group, first, count, at }
        } else {
            let at = batch.words.len() as u32;
            batch.words.extend_from_slice(values);
            Entry::Copied { group, first, count, at }
        };
        batch.entries.push(entry);
    }

    fn event(&mut self, _: &State<'_>, event: &Event<'_>) {
        if let Some(memory) = &self.own
            && !matches!(event, Event::Upload { .. })
        {
            // What reaches over the end was refused before it became an event.
            let _ = event.apply(memory);
        }
        let batch = &mut self.batch;
        let (stripped, words, bytes) = slices::split(event);
        let (word, byte) = (batch.words.len() as u32, batch.bytes.len() as u32);
        batch.words.extend_from_slice(words);
        batch.bytes.extend_from_slice(bytes);
        batch.gamma_open = false;
        batch.entries.push(Entry::Event(batch.events.len() as u32));
        batch.events.push(StoredEvent {
            event: stripped,
            words: word..batch.words.len() as u32,
            bytes: byte..batch.bytes.len() as u32,
        });
        batch.draws += u32::from(matches!(event, Event::Draw(_)));
        // What the guest or the screen waits for goes at once.
        let urgent = matches!(
            event,
            Event::MemoryWrite(_) | Event::Interrupt { .. } | Event::Swap(_) | Event::FrameMark
        );
        if urgent || batch.draws >= self.draws || batch.is_large() {
            self.flush();
        }
    }

    fn shader(&mut self, stage: Stage, shader: &Arc<Shader>) {
        if self.batch.is_large() {
            self.flush();
        }
        self.batch.entries.push(Entry::Shader(stage, self.batch.shaders.len() as u32));
        self.batch.shaders.push(Arc::clone(shader));
    }

    fn gamma(&mut self, state: &State<'_>) {
        if self.batch.is_large() {
            self.flush();
        }
        // Whoever fills the ramps writes them word by word, and only an event shows what is in them.
        if self.batch.gamma_open
            && let Some(last) = self.batch.gammas.last_mut()
        {
            last.clone_from(state.gamma);
            return;
        }
        self.batch.gamma_open = true;
        self.batch.entries.push(Entry::Gamma(self.batch.gammas.len() as u32));
        self.batch.gammas.push(state.gamma.clone());
    }

    fn sync(&mut self, _: &State<'_>, need: &Need) -> Option<u32> {
        self.flush();
        self.channel.drain(need)
    }
}

#[cfg(test)]
mod tests;
