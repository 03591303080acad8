//! What is said of a fact, as JSON has it. The format is described in `docs/truth.md`.

use play::{EngineKind, Spot};
use serde::Serialize;
use sst1_facts::{Fact, Profile, doc};
use sst1_filetest::Decides;

use crate::table::plain;

/// The version of the JSON.
const VERSION: u32 = 1;

/// Everything that was asked for.
#[derive(Serialize)]
pub(super) struct Truth {
    format: &'static str,
    version: u32,
    program: &'static str,
    chip: &'static str,
    engine: &'static str,
    pub(super) against: Option<String>,
    pub(super) facts: Vec<Entry>,
    pub(super) traces: Vec<TraceRow>,
}

impl Truth {
    /// About nothing so far.
    pub(super) fn new(engine: EngineKind, against: Option<&str>) -> Self {
        Self {
            format: "afterimage truth",
            version: VERSION,
            program: env!("CARGO_PKG_VERSION"),
            chip: "sst1",
            engine: engine.name(),
            against: against.map(str::to_owned),
            facts: Vec::new(),
            traces: Vec::new(),
        }
    }
}

/// A disputed fact.
#[derive(Serialize)]
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) question: String,
    /// Section of the digest.
    pub(super) section: &'static str,
    /// How well the hardware's value is known.
    pub(super) confidence: &'static str,
    /// The hardware's value first.
    pub(super) values: Vec<ValueRow>,
    /// The cases that show it.
    pub(super) cases: Vec<CaseRow>,
}

/// One value of a fact.
#[derive(Serialize)]
pub(super) struct ValueRow {
    pub(super) name: &'static str,
    pub(super) parties: Vec<String>,
    pub(super) meaning: String,
    pub(super) hardware: bool,
    /// What is different from the hardware's value in the first case that shows words, or else in the
    /// first that shows anything.
    pub(super) decides: Option<Shown>,
    /// The same in all traces.
    pub(super) traces: Option<Words>,
}

/// Words in traces.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Words {
    pub(super) words: u64,
    /// Traces in which there are any.
    pub(super) traces: u64,
}

/// A case that shows a fact.
#[derive(Serialize)]
pub(super) struct CaseRow {
    /// The file under tests/filetests.
    pub(super) file: String,
    pub(super) case: String,
    pub(super) line: u32,
    /// What each of the other values makes different.
    pub(super) decides: Vec<Decided>,
}

/// What a value makes different in a case.
#[derive(Serialize)]
pub(super) struct Decided {
    pub(super) value: &'static str,
    #[serde(flatten)]
    pub(super) shown: Shown,
}

/// See [`Decides`].
#[derive(Clone, Copy, Serialize)]
pub(super) struct Shown {
    pub(super) words: u64,
    register_reads: u64,
    lfb_reads: u64,
    screen: u64,
    texture_bytes: u64,
    refusals: u64,
}

/// A trace.
#[derive(Serialize)]
pub(super) struct TraceRow {
    pub(super) name: String,
    pub(super) frames: u64,
    /// Words compared.
    pub(super) words: u64,
    /// Whether all of the trace was compared: no board used up its budget.
    pub(super) complete: bool,
    pub(super) decided: Vec<TraceDecided>,
}

/// What a value makes different in a trace.
#[derive(Serialize)]
pub(super) struct TraceDecided {
    pub(super) fact: &'static str,
    pub(super) value: &'static str,
    pub(super) words: u64,
    /// Frames, the end among them.
    pub(super) frames: u64,
    pub(super) first: Option<Spot>,
}

impl Entry {
    /// What the list says; nothing if `against` has the hardware's value.
    pub(super) fn of(fact: &'static Fact, against: Option<&Profile>) -> Option<Self> {
        let hardware = Profile::hardware().get(fact.name);
        let other = against.and_then(|profile| profile.get(fact.name));
        if other.is_some() && other == hardware {
            return None;
        }
        let mut values: Vec<_> = fact
            .values
            .iter()
            .map(|value| ValueRow {
                name: value.name,
                parties: value.parties.iter().map(|name| doc::party(name).to_owned()).collect(),
                meaning: plain(value.doc),
                hardware: Some(value.name) == hardware,
                decides: None,
                traces: None,
            })
            .filter(|row| row.hardware || other.is_none_or(|other| other == row.name))
            .collect();
        values.sort_by_key(|row| !row.hardware);
        Some(Self {
            name: fact.name,
            question: plain(fact.question),
            section: fact.source,
            confidence: fact.confidence.name(),
            values,
            cases: Vec::new(),
        })
    }

    /// The hardware's value.
    pub(super) fn hardware(&self) -> &'static str {
        self.values.first().map_or("", |value| value.name)
    }

    /// The other ones.
    pub(super) fn others(&self) -> impl Iterator<Item = &'static str> {
        self.values.iter().filter(|value| !value.hardware).map(|value| value.name)
    }
}

impl From<Decides> for Shown {
    fn from(decides: Decides) -> Self {
        let Decides { words, register_reads, lfb_reads, screen, texture_bytes, refusals } = decides;
        Self { words, register_reads, lfb_reads, screen, texture_bytes, refusals }
    }
}

impl Shown {
    /// What is different, in words.
    pub(super) fn text(&self) -> String {
        let parts = [
            (self.words, "word"),
            (self.register_reads, "register read"),
            (self.lfb_reads, "LFB read"),
            (self.screen, "screen pixel"),
            (self.texture_bytes, "texture byte"),
            (self.refusals, "refusal"),
        ];
        let parts: Vec<_> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }))
            .collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}
