//! The summary of a run, as `summary.json` shows it. Its fields are specified in `docs/summary.md`.

use std::collections::BTreeMap;

use base_refusal::{Place, Refusal};
use serde::{Deserialize, Serialize};
use sst1_board::{BoardConfig, Counters};
use sst1_vood::VoodError;
use xenos_xtr::XtrError;

use crate::{PlayError, Player};

/// Something refused, owned: see [`Refusal`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusalRow {
    /// Stable identifier.
    pub id: String,
    /// What was asked for.
    pub title: String,
    /// Name of the register or memory window concerned, first occurrence.
    pub register: String,
    /// The word that asked for it, first occurrence.
    pub value: u32,
    /// Number of occurrences.
    pub count: u64,
    /// The first occurrence.
    pub first: Place,
}

impl From<&Refusal> for RefusalRow {
    fn from(row: &Refusal) -> Self {
        Self {
            id: row.id.to_owned(),
            title: row.title.to_owned(),
            register: row.register.to_owned(),
            value: row.value,
            count: row.count,
            first: row.first,
        }
    }
}

/// The trace, as it is stored; of a folder, its stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Input {
    /// The file's or folder's name without its path; `-` for standard input.
    pub name: String,
    /// Bytes stored, if all could be read.
    pub bytes: Option<u64>,
    /// Their SHA-256 in hexadecimal digits, if all could be read.
    pub sha256: Option<String>,
    /// The SHA-256 of a folder trace's state image, as stored.
    pub state_sha256: Option<String>,
}

/// Why a replay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The trace was over.
    End,
    /// The last frame that was asked for was there.
    Frames,
    /// The budget was used up.
    Budget,
    /// The trace is malformed or could not be read on.
    Fault,
}

/// What is wrong with a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// In words, causes included.
    pub message: String,
    /// Byte offset in the decompressed trace, if known.
    pub offset: Option<u64>,
    /// Index of the record, if known.
    pub record: Option<u64>,
}

impl Failure {
    /// What an error says, with its causes, and where.
    pub fn of(error: &PlayError) -> Self {
        let Self { message, .. } = Self::of_error(error);
        let (offset, record) = match error {
            PlayError::Trace(VoodError::Malformed { offset, record, .. }) => {
                (Some(*offset), *record)
            }
            PlayError::Trace(VoodError::Source { record, .. }) => (None, *record),
            _ => (None, None),
        };
        Self { message, offset, record }
    }

    /// What an error of an `.xtr` trace says, with its causes, and where.
    pub fn of_xtr(error: &XtrError) -> Self {
        let Self { message, .. } = Self::of_error(error);
        let (offset, record) = match error {
            XtrError::Malformed { offset, record, .. } => (Some(*offset), *record),
            XtrError::Source { record, .. } => (None, *record),
            _ => (None, None),
        };
        Self { message, offset, record }
    }

    /// What an error says, with its causes; its own words name the place if it is known.
    pub fn of_error(error: &dyn std::error::Error) -> Self {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            message = format!("{message}: {error}");
            cause = error.source();
        }
        Self { message, offset: None, record: None }
    }
}

/// What a run did. The same input and settings give the same summary, byte for byte, whatever the
/// machine and however the run was cut into pieces by saved positions.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Version of this format.
    pub format: u32,
    /// Version of the program.
    pub program: &'static str,
    /// The trace.
    pub input: Input,
    /// Kind of trace.
    pub kind: &'static str,
    /// The engine that drew.
    pub engine: &'static str,
    /// The profile.
    pub profile: String,
    /// Facts set apart from it.
    pub set: BTreeMap<String, String>,
    /// The board.
    pub board: BoardConfig,
    /// Whether swaps that ask for it waited for retraces.
    pub vsync: bool,
    /// Whether everything asked for was played.
    pub complete: bool,
    /// Why the run ended.
    pub ended: Ended,
    /// What is wrong with the trace.
    pub error: Option<Failure>,
    /// Records begun, CONFIG records before them counted.
    pub records: u64,
    /// Operations executed.
    pub operations: u64,
    /// Swaps that took effect.
    pub frames: u64,
    /// Retraces that passed, with `vsync`.
    pub retraces: u64,
    /// The picture's width at the end.
    pub width: u32,
    /// The picture's height at the end.
    pub height: u32,
    /// Triangles drawn.
    pub triangles: u64,
    /// Pixels covered.
    pub pixels_in: u64,
    /// Pixels that passed.
    pub pixels_out: u64,
    /// The card's five counters, 24 bits each, as a program would read them now.
    pub counters: Counters,
    /// Frame-buffer reads executed.
    pub reads: u64,
    /// Those whose result is not the recorded one.
    pub read_mismatches: u64,
    /// What was refused, by identifier.
    pub refusals: Vec<RefusalRow>,
}

impl Player {
    /// What was refused, by identifier, from before a resumed position included.
    pub fn refusals(&self) -> Vec<RefusalRow> {
        let log = &self.state().log;
        let mut rows: BTreeMap<(String, String), RefusalRow> = BTreeMap::new();
        for row in self.earlier.iter().cloned().chain(log.rows().map(RefusalRow::from)) {
            let key = (row.id.clone(), row.register.clone());
            rows.entry(key).and_modify(|earlier| earlier.count += row.count).or_insert(row);
        }
        rows.into_values().collect()
    }

    /// The summary so far.
    pub fn summary(&self, input: Input, ended: Ended, error: Option<Failure>) -> Summary {
        let (state, tally) = (self.state(), &self.tally);
        Summary {
            format: 1,
            program: env!("CARGO_PKG_VERSION"),
            input,
            kind: "vood",
            engine: self.device.engine(),
            profile: self.setup.profile.base().to_owned(),
            set: self.setup.profile.set().iter().cloned().collect(),
            board: state.config,
            vsync: self.setup.vsync,
            complete: error.is_none() && matches!(ended, Ended::End | Ended::Frames),
            ended,
            error,
            records: self.cursor.begun(),
            operations: tally.operations,
            frames: tally.frames,
            retraces: tally.retraces,
            width: state.picture_width(),
            height: state.picture_height(),
            triangles: state.triangles,
            pixels_in: state.pixels_total[0],
            pixels_out: state.pixels_total[1],
            counters: state.counters,
            reads: tally.reads,
            read_mismatches: tally.read_mismatches,
            refusals: self.refusals(),
        }
    }
}
