//! Shared traces, and a sink that remembers every event with its state as one number.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

pub(crate) use base_corpus::name;
use base_trace::{Options, open};
use xenos_front::{Event, Shader, Sink, State, StateGroup};
use xenos_regs::FILE_WORDS;
use xenos_xtr::Reader;

pub(crate) fn traces() -> Vec<PathBuf> {
    base_corpus::xenos().expect("the shared streams")
}

pub(crate) fn reader(path: &Path) -> Reader {
    let opened = open(path, Options::default().with_sha256(false)).expect("opened");
    Reader::new(opened.trace).expect("a header")
}

/// Every event, with the state that it came with, as one number each. Events that only traces have
/// are left out.
pub(crate) struct Witness {
    pub(crate) events: Vec<u64>,
    /// The event of this number in words.
    pub(crate) look_at: usize,
    pub(crate) seen: String,
    groups: [(u64, u64); StateGroup::COUNT],
    members: Vec<Vec<usize>>,
}

impl Witness {
    pub(crate) fn new(look_at: usize) -> Self {
        let members = StateGroup::ALL.map(|group| {
            (0..FILE_WORDS).filter(|at| StateGroup::of(*at as u32) == group).collect()
        });
        let groups = [(u64::MAX, 0); StateGroup::COUNT];
        Self { events: Vec::new(), look_at, seen: String::new(), groups, members: members.into() }
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Sink for Witness {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        if event.is_of_trace() {
            return;
        }
        for (group, members) in StateGroup::ALL.into_iter().zip(&self.members) {
            let known = &mut self.groups[group as usize];
            let generation = state.registers.generation(group);
            if known.0 != generation {
                let words = state.registers.words();
                let run = members.iter().map(|at| words[*at]).collect::<Vec<_>>();
                *known = (generation, hash(run));
            }
        }
        let shader = |shader: Option<&std::sync::Arc<Shader>>| {
            shader.map(|shader| (shader.stage(), shader.hash(), shader.words().len()))
        };
        let words = format!("{event:?}");
        if self.events.len() == self.look_at {
            self.seen = format!("{words}\n{:x?}", self.groups.map(|(_, hash)| hash));
        }
        self.events.push(hash((
            words,
            self.groups.map(|(_, hash)| hash),
            (shader(state.vertex_shader), shader(state.pixel_shader)),
            (&state.gamma.table[..], &state.gamma.pieces[..], state.gamma.component),
        )));
    }
}
