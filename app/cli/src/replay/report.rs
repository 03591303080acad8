//! `summary.json` and what is printed after a replay.

use play::{Ended, RefusalRow, Summary};
use serde::Serialize;

use crate::numbered::counted;

/// The summary with the only part that differs from run to run.
#[derive(Serialize)]
pub(crate) struct Report<'a> {
    #[serde(flatten)]
    pub(crate) summary: &'a Summary,
    pub(crate) timing: Timing,
}

/// How long it took.
#[derive(Serialize)]
pub(crate) struct Timing {
    seconds: f64,
    mpixels_per_second: f64,
    /// What was covered in this run.
    #[serde(skip)]
    pixels: u64,
}

impl Timing {
    /// `pixels` covered in `seconds`.
    pub(crate) fn of(seconds: f64, pixels: u64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a rate for people; counts are below 2^53")]
        let mpixels = pixels as f64 / 1e6;
        let mpixels_per_second = if seconds > 0.0 { mpixels / seconds } else { 0.0 };
        Self { seconds, mpixels_per_second, pixels }
    }
}

impl Report<'_> {
    /// A line on the replay, in which pictures of `written` frames were written, and one for each
    /// reason of refusal if wanted.
    pub(crate) fn human(&self, written: u64, refusals: bool) -> String {
        let Self { summary, timing } = self;
        let ended = ended(summary.ended);
        let line = format!(
            "{} of {} x {} played, {written} written; {}, {}{} in {:.2} s ({:.1} Mpixel/s){ended}\n",
            counted(summary.frames, "frame", "frames"),
            summary.width,
            summary.height,
            counted(summary.triangles, "triangle", "triangles"),
            counted(summary.pixels_in, "pixel", "pixels"),
            here(timing.pixels, summary.pixels_in),
            timing.seconds,
            timing.mpixels_per_second,
        );
        if refusals { line + &refused(&summary.refusals) } else { line }
    }
}

/// What is said of how many of `all` belong to this run, where others were before a saved position.
pub(super) fn here(here: u64, all: u64) -> String {
    if here == all { String::new() } else { format!(", {here} of them here") }
}

/// What is said of why a replay ended.
pub(super) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::End => "",
        Ended::Frames => "; stopped after the last frame wanted",
        Ended::Budget => "; stopped at the budget",
        Ended::Fault => "; stopped at a fault",
    }
}

/// A line for each reason and register.
pub(crate) fn refused(rows: &[RefusalRow]) -> String {
    let line = |row: &RefusalRow| {
        let place = row.first.record.map_or(String::new(), |record| {
            format!(", first at record {record} (byte {})", row.first.offset.unwrap_or_default())
        });
        let RefusalRow { id, register, value, count, .. } = row;
        format!(
            "refused: {id} {register} {value:#010x}, {}{place}\n",
            counted(*count, "time", "times")
        )
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_tells_its_own_from_what_was_before_it() {
        assert_eq!(here(7, 7), "");
        assert_eq!(here(3, 7), ", 3 of them here");
    }
}
