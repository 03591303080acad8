//! Waveforms of a range of clocks: what changed when.
//!
//! For: keeping the values of [`Wires`], without those that stay. Not for: a file format.

use std::ops::Range;

use sst1_cycle::Cycle;
use sst1_cycle::wires::{Wire, Wires};

/// Clocks of which waveforms can be kept.
pub const MOST_WAVE_CLOCKS: u64 = 250_000;

/// A wire has a new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The clock, counted from the first that was measured.
    pub clock: u64,
    /// Number of the wire.
    pub wire: u16,
    /// The value; `None`: unknown.
    pub value: Option<u32>,
}

/// Waveforms.
#[derive(Clone, Debug)]
pub struct Waves {
    /// The wires.
    pub wires: Vec<Wire>,
    /// By clock; in the first one there is a value for each wire.
    pub changes: Vec<Change>,
    /// The clock after the last.
    pub end: u64,
}

/// Waveforms in the making.
#[derive(Debug)]
pub(super) struct Recorder {
    wires: Wires,
    start: u64,
    clocks: Range<u64>,
    due: u64,
    last: Vec<Option<u32>>,
    changes: Vec<Change>,
    end: u64,
}

impl Recorder {
    pub(super) fn new(card: &Cycle, clocks: Range<u64>) -> Self {
        let start = card.clocks();
        let end = clocks.start.saturating_add(MOST_WAVE_CLOCKS).min(clocks.end);
        Self {
            wires: Wires::new(card),
            start,
            due: start.saturating_add(clocks.start),
            end: clocks.start,
            clocks: clocks.start..end,
            last: Vec::new(),
            changes: Vec::new(),
        }
    }

    pub(super) fn due(&self) -> u64 {
        self.due
    }

    pub(super) fn look(&mut self, card: &Cycle) {
        let passed = card.clocks() - self.start;
        self.due = if passed < self.clocks.end { card.clocks() + 1 } else { u64::MAX };
        let Some(values) = self.wires.look(card) else { return };
        let clock = passed - 1;
        let first = self.last.is_empty();
        self.last.resize(values.len(), None);
        for (wire, (last, value)) in (0_u16..).zip(self.last.iter_mut().zip(values)) {
            if first || last != value {
                *last = *value;
                self.changes.push(Change { clock, wire, value: *value });
            }
        }
        self.end = passed;
    }

    pub(super) fn end(self) -> Waves {
        Waves { wires: self.wires.list(), changes: self.changes, end: self.end }
    }
}
