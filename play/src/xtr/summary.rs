//! The summary of a rendered `.xtr` trace, as `summary.json` shows it: `docs/summary.md`.

use std::collections::BTreeMap;

use serde::Serialize;
use xenos_renderer::{Renderer, Statistics};

use crate::xtr::Rendering;
use crate::{Ended, Failure, Input, RefusalRow};

/// What a run did. The same input gives the same summary, byte for byte, whatever the machine and the
/// number of threads, and however the run was cut into pieces by saved positions.
#[derive(Clone, Debug, Serialize)]
pub struct XtrSummary {
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
    /// Whether everything asked for was played.
    pub complete: bool,
    /// Why the run ended.
    pub ended: Ended,
    /// What is wrong with the trace.
    pub error: Option<Failure>,
    /// Records played.
    pub records: u64,
    /// Packets, by the records that begin them.
    pub packets: u64,
    /// Frames that ended.
    pub frames: u64,
    /// Draws executed, drawn or refused.
    pub draws: u64,
    /// Copies executed, done or refused.
    pub copies: u64,
    /// The last picture's width; 0 if nothing was shown.
    pub width: u32,
    /// The last picture's height.
    pub height: u32,
    /// Samples covered.
    pub samples: u64,
    /// What the renderer counted.
    pub statistics: Statistics,
    /// What processor and renderer refused, by identifier.
    pub refusals: Vec<RefusalRow>,
    /// What was answered by a rule that is guessed, by name, with how often.
    pub guessed: BTreeMap<String, u64>,
}

impl<R: Renderer> Rendering<R> {
    /// The summary so far.
    pub fn summary(&self, input: Input, ended: Ended, error: Option<Failure>) -> XtrSummary {
        let counts = self.player().processor().counts();
        let statistics = self.statistics();
        let [width, height] = self.size();
        XtrSummary {
            format: 1,
            program: env!("CARGO_PKG_VERSION"),
            input,
            kind: "xtr",
            engine: "reference",
            complete: error.is_none() && matches!(ended, Ended::End | Ended::Frames),
            ended,
            error,
            records: self.player().place().record,
            packets: counts.packets(),
            frames: counts.frames(),
            draws: counts.draws,
            copies: counts.copies,
            width,
            height,
            samples: statistics.samples,
            statistics,
            refusals: self.refusals(),
            guessed: self.guessed(),
        }
    }
}
