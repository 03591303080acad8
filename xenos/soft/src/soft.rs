//! The engine itself: what it owns, and who handles which event.

use std::collections::BTreeMap;
use std::sync::Arc;

use base_refusal::{Place, RefusalLog};
use xenos_edram::Edram;
use xenos_front::{Event, Need, Sink, State};
use xenos_memory::GuestMemory;
use xenos_renderer::{Alone, LoadError, Presented, Renderer, Resolved, Statistics, Workers};
use xenos_texture::TextureCache;

use crate::budget::Budget;
use crate::habits::Habits;
use crate::programs::Programs;
use crate::queries::Queries;
use crate::refusals::refusal;
use crate::save;

/// The reference engine.
///
/// It works at once: when an event returns, guest memory holds what it stores. Memory writes and
/// uploads are stored by whoever plays the stream (`xenos_front::Direct` does).
pub struct Soft {
    pub(crate) memory: Arc<GuestMemory>,
    pub(crate) edram: Edram,
    pub(crate) workers: Arc<dyn Workers>,
    pub(crate) textures: TextureCache,
    pub(crate) programs: Programs,
    pub(crate) queries: Queries,
    pub(crate) presented: Option<Presented>,
    pub(crate) resolved: Option<Resolved>,
    pub(crate) statistics: Statistics,
    pub(crate) refusals: RefusalLog,
    pub(crate) guessed: BTreeMap<&'static str, u64>,
    pub(crate) habits: Habits,
    pub(crate) budget: Budget,
}

impl std::fmt::Debug for Soft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Soft").field("statistics", &self.statistics).finish_non_exhaustive()
    }
}

impl Soft {
    /// An engine over a memory, EDRAM all zeros, that works alone.
    pub fn new(memory: Arc<GuestMemory>) -> Self {
        Self::with_workers(memory, Arc::new(Alone))
    }

    /// The same with threads of the caller's; the result is the same to the bit.
    pub fn with_workers(memory: Arc<GuestMemory>, workers: Arc<dyn Workers>) -> Self {
        Self {
            memory,
            edram: Edram::new(),
            workers,
            textures: TextureCache::default(),
            programs: Programs::default(),
            queries: Queries::default(),
            presented: None,
            resolved: None,
            statistics: Statistics::default(),
            refusals: RefusalLog::default(),
            guessed: BTreeMap::new(),
            habits: Habits::default(),
            budget: Budget::NONE,
        }
    }

    /// Bounds the work from now on, in units of about one quad, vertex, texel or instruction of a
    /// lane; what goes beyond is left undone, and the first time refused by name.
    pub fn limit_work(&mut self, units: u64) {
        self.budget = Budget::new(units);
    }

    /// Whether work was left undone since it was bounded. Pictures and memory are not what the stream
    /// asks for from there on.
    pub fn is_spent(&self) -> bool {
        self.budget.is_spent()
    }

    /// Draws with other habits from now on.
    pub fn set_habits(&mut self, habits: Habits) {
        self.habits = habits;
    }
}

impl Sink for Soft {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        match event {
            Event::Draw(_) | Event::Copy(_) if self.habits.idle => {}
            Event::Draw(draw) => self.draw(state, draw),
            Event::Copy(copy) => self.copy(state, copy),
            Event::SampleCounts { address } => {
                if self.queries.report(&self.memory, *address).is_err() {
                    let register = "RB_SAMPLE_COUNT_ADDR";
                    self.refusals.refuse(&refusal::MEMORY_OUTSIDE, register, *address);
                }
            }
            Event::VisibilityQuery { id, end } => self.queries.visibility(*id, *end),
            Event::Swap(swap) => self.swap(state, swap),
            Event::Edram(bytes) => {
                if self.edram.load_bytes(bytes).is_err() {
                    let length = bytes.len() as u32;
                    self.refusals.refuse(&refusal::EDRAM_RECORD, "EdramSnapshot", length);
                }
            }
            // A clear was done with its copy, whose rectangle it has.
            Event::Clear(_)
            | Event::MemoryWrite(_)
            | Event::Initiated { .. }
            | Event::Interrupt { .. }
            | Event::Wait { .. }
            | Event::Upload { .. }
            | Event::FrameMark => {}
        }
    }

    fn sync(&mut self, _: &State<'_>, need: &Need) -> Option<u32> {
        match need {
            Need::Memory(_) => None,
            Need::Register(register) => self.queries.register(*register),
        }
    }
}

impl Renderer for Soft {
    fn presented(&self) -> Option<&Presented> {
        self.presented.as_ref()
    }

    fn resolved(&self) -> Option<Resolved> {
        self.resolved
    }

    fn edram(&self) -> Vec<u8> {
        self.edram.bytes()
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn refusals(&self) -> &RefusalLog {
        &self.refusals
    }

    fn guessed(&self) -> &BTreeMap<&'static str, u64> {
        &self.guessed
    }

    fn at(&mut self, place: Place) {
        self.refusals.at(place);
    }

    fn save(&self) -> Vec<u8> {
        save::save(self)
    }

    fn load(&mut self, state: &[u8]) -> Result<(), LoadError> {
        save::load(self, state)
    }
}
