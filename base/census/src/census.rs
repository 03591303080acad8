//! A census: counts as text, mergeable.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Where something occurred first. Ordered by frame, then record.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct First {
    /// Frame, from 0.
    pub frame: u64,
    /// Record of the stream, from 0.
    pub record: u64,
}

/// A range of frames, half open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Frames {
    /// First frame.
    pub start: u64,
    /// First frame behind.
    pub end: u64,
}

/// What is known of one key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Occurrences in all.
    pub count: u64,
    /// Frames in which it occurs.
    pub frames: u64,
    /// Most occurrences in a frame.
    pub worst: u64,
    /// The first such frame.
    pub worst_frame: u64,
    /// First occurrence.
    pub first: First,
    /// Occurrences by window of frames.
    pub windows: BTreeMap<u64, u64>,
}

impl Entry {
    /// Adds what another part of the same stream counted.
    pub fn add(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 || other.first < self.first {
            self.first = other.first;
        }
        let later = other.worst == self.worst && other.worst_frame < self.worst_frame;
        if other.worst > self.worst || later {
            (self.worst, self.worst_frame) = (other.worst, other.worst_frame);
        }
        self.count = self.count.saturating_add(other.count);
        self.frames = self.frames.saturating_add(other.frames);
        for (window, count) in &other.windows {
            let own = self.windows.entry(*window).or_default();
            *own = own.saturating_add(*count);
        }
    }
}

/// One table of a census.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCensus {
    /// Occurrences that found no room.
    pub overflow: u64,
    /// Entries by the key's text.
    pub entries: BTreeMap<String, Entry>,
}

/// What a stream, or a range of its frames, uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// The chip, for example `sst1`.
    pub chip: String,
    /// What was counted, for people: a file's name.
    pub source: String,
    /// Frames a window.
    pub window: u64,
    /// The ranges of frames counted, ascending, none touching.
    pub ranges: Vec<Frames>,
    /// Tables by name.
    pub tables: BTreeMap<String, TableCensus>,
}

impl Census {
    /// Whether every occurrence found room.
    pub fn valid(&self) -> bool {
        self.tables.values().all(|t| t.overflow == 0)
    }

    /// Number of frames counted.
    pub fn frames(&self) -> u64 {
        let lengths = self.ranges.iter().map(|r| r.end.saturating_sub(r.start));
        lengths.fold(0, u64::saturating_add)
    }

    /// Adds the census of other frames of the same stream. Merging the parts of a stream gives the
    /// census of the whole.
    ///
    /// # Errors
    /// When the other is no part of the same: another chip or window, or frames that both counted.
    pub fn merge(&mut self, other: &Self) -> Result<(), MergeError> {
        if self.chip != other.chip {
            return Err(MergeError::Chips(self.chip.clone(), other.chip.clone()));
        }
        if self.window != other.window {
            return Err(MergeError::Windows(self.window, other.window));
        }
        self.ranges = joined(&self.ranges, &other.ranges)?;
        for (name, table) in &other.tables {
            let own = self.tables.entry(name.clone()).or_default();
            own.overflow = own.overflow.saturating_add(table.overflow);
            for (key, entry) in &table.entries {
                own.entries.entry(key.clone()).or_default().add(entry);
            }
        }
        Ok(())
    }

    /// Whether an entry occurs in a window that touches `frames`: as sharp as the windows are.
    pub fn occurs_in(&self, entry: &Entry, frames: Frames) -> bool {
        let window = self.window.max(1);
        let (first, last) = (frames.start / window, frames.end.saturating_sub(1) / window);
        frames.start < frames.end && entry.windows.range(first..=last).next().is_some()
    }
}

/// Two lists of ranges as one, ascending, none touching.
fn joined(a: &[Frames], b: &[Frames]) -> Result<Vec<Frames>, MergeError> {
    let mut all: Vec<Frames> = a.iter().chain(b).filter(|r| r.start < r.end).copied().collect();
    all.sort_unstable();
    let mut joined: Vec<Frames> = Vec::new();
    for range in all {
        match joined.last_mut() {
            Some(last) if range.start < last.end => return Err(MergeError::Twice(range.start)),
            Some(last) if range.start == last.end => last.end = range.end,
            _ => joined.push(range),
        }
    }
    Ok(joined)
}

/// Two censuses that are no parts of one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// Of different chips.
    #[error("a census of {0} and one of {1} do not merge")]
    Chips(String, String),
    /// With different windows.
    #[error("windows of {0} and of {1} frames do not merge")]
    Windows(u64, u64),
    /// A frame was counted in both.
    #[error("frame {0} is counted in both")]
    Twice(u64),
}
