//! A census: counts as text, mergeable.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
        self.count += other.count;
        self.frames += other.frames;
        for (window, count) in &other.windows {
            *self.windows.entry(*window).or_default() += count;
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
        self.ranges.iter().map(|r| r.end.saturating_sub(r.start)).sum()
    }

    /// Adds the census of other frames of the same stream. Merging the parts of a stream gives the
    /// census of the whole.
    pub fn merge(&mut self, other: &Self) {
        self.ranges.extend(&other.ranges);
        self.ranges.sort_unstable();
        let mut joined: Vec<Frames> = Vec::new();
        for range in self.ranges.drain(..) {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        self.ranges = joined;
        for (name, table) in &other.tables {
            let own = self.tables.entry(name.clone()).or_default();
            own.overflow += table.overflow;
            for (key, entry) in &table.entries {
                own.entries.entry(key.clone()).or_default().add(entry);
            }
        }
    }

    /// The counts of a label's frames cannot be told from totals; this keeps the entries that occur
    /// in windows touching `frames`.
    pub fn occurs_in(&self, entry: &Entry, frames: Frames) -> bool {
        let window = self.window.max(1);
        let last = frames.end.saturating_sub(1) / window;
        entry.windows.range(frames.start / window..=last).next().is_some()
    }
}
