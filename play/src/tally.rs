//! What the player counts besides the card's own counters.

use serde::{Deserialize, Serialize};

/// Counts since the start of the trace, kept across a saved position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Operations executed: a record with a count of 3 is three.
    pub operations: u64,
    /// Swaps that took effect.
    pub frames: u64,
    /// Retraces that the player or VSYNC records gave to the card.
    pub retraces: u64,
    /// Whether a VSYNC record was executed while swaps wait for retraces.
    pub vsync_records: bool,
    /// Frame-buffer reads executed.
    pub reads: u64,
    /// Frame-buffer reads whose result is not the recorded one.
    pub read_mismatches: u64,
    /// What counts against the budget.
    pub work: u64,
}
