//! A census: counts as text, mergeable.

use std::collections::BTreeMap;

use base_text::excerpt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a chip's streams count places in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Places {
    /// Records of a trace, from 0: `record` in files.
    #[default]
    Records,
    /// Addresses of packets, which live streams have too: `packet` in files, in hexadecimal.
    Packets,
}

/// Where something occurred first. Ordered by frame, then record.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "Written", into = "Written")]
pub struct First {
    /// Frame, from 0.
    pub frame: u64,
    /// Record of the stream, from 0, or the packet's address.
    pub record: u64,
    /// Which of the two.
    pub places: Places,
}

/// A first occurrence in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    frame: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packet: Option<String>,
}

impl From<First> for Written {
    fn from(first: First) -> Self {
        let (record, packet) = place_fields(first.record, first.places);
        Self { frame: first.frame, record, packet }
    }
}

impl TryFrom<Written> for First {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let (record, places) = place_of(written.record, written.packet.as_deref())?;
        Ok(Self { frame: written.frame, record, places })
    }
}

/// A place as `record` and `packet` in files.
pub(crate) fn place_fields(place: u64, places: Places) -> (Option<u64>, Option<String>) {
    match places {
        Places::Records => (Some(place), None),
        Places::Packets => (None, Some(format!("0x{place:08X}"))),
    }
}

/// The place that `record` and `packet` in files state.
pub(crate) fn place_of(record: Option<u64>, packet: Option<&str>) -> Result<(u64, Places), String> {
    match (record, packet) {
        (Some(record), None) => Ok((record, Places::Records)),
        (None, Some(packet)) => {
            let digits = packet.strip_prefix("0x").filter(|digits| (1..=8).contains(&digits.len()));
            let address = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
            let address =
                address.ok_or_else(|| format!("packet {} is no address", excerpt(packet)))?;
            Ok((u64::from(address), Places::Packets))
        }
        _ => Err("either `record` or `packet` states the place".to_owned()),
    }
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
    /// What the table sums besides, over all occurrences: vertices, dwords. 0 where it sums nothing.
    pub value: u64,
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
        self.value = self.value.saturating_add(other.value);
        for (window, count) in &other.windows {
            let own = self.windows.entry(*window).or_default();
            *own = own.saturating_add(*count);
        }
    }

    /// Makes each window `times` as large.
    fn widen(&mut self, times: u64) {
        if times <= 1 {
            return;
        }
        let mut windows = BTreeMap::new();
        for (window, count) in std::mem::take(&mut self.windows) {
            let own: &mut u64 = windows.entry(window / times).or_default();
            *own = own.saturating_add(count);
        }
        self.windows = windows;
    }
}

/// One table of a census.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCensus {
    /// It only describes the stream: contracts do not hold it.
    pub describes: bool,
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
    /// What was counted, by content: a digest of the stored stream. Two censuses with it are of the
    /// same stream if it is equal, whatever their names; without it the name decides.
    pub sha256: Option<String>,
    /// How disputed facts were decided.
    pub profile: Option<String>,
    /// Why the stream was not counted to the end of the frames that were asked for.
    pub partial: Option<String>,
    /// Frames a window.
    pub window: u64,
    /// The ranges of frames counted, ascending, none touching.
    pub ranges: Vec<Frames>,
    /// Tables by name.
    pub tables: BTreeMap<String, TableCensus>,
}

impl Census {
    /// Whether everything that was asked for was counted, and found room.
    pub fn valid(&self) -> bool {
        self.partial.is_none() && !self.overflowed()
    }

    /// Whether an occurrence found no room.
    pub fn overflowed(&self) -> bool {
        self.tables.values().any(|t| t.overflow > 0)
    }

    /// Number of frames counted.
    pub fn frames(&self) -> u64 {
        let lengths = self.ranges.iter().map(|r| r.end.saturating_sub(r.start));
        lengths.fold(0, u64::saturating_add)
    }

    /// Adds the census of other frames of the same stream. Merging the parts of a stream gives the
    /// census of the whole. Where one window is a multiple of the other, the larger one stays.
    ///
    /// # Errors
    /// When the other is no part of the same: another chip, stream or profile, windows that do not
    /// fit, or frames that both counted.
    pub fn merge(&mut self, other: &Self) -> Result<(), MergeError> {
        if self.chip != other.chip {
            return Err(MergeError::Chips(self.chip.clone(), other.chip.clone()));
        }
        match (&self.sha256, &other.sha256) {
            (Some(own), Some(theirs)) if own == theirs => {}
            (None, None) if self.source == other.source => {}
            (None, None) | (Some(_), Some(_)) => {
                return Err(MergeError::Streams(self.source.clone(), other.source.clone()));
            }
            _ => return Err(MergeError::Unidentified),
        }
        if self.profile != other.profile {
            let name = |census: &Self| census.profile.clone().unwrap_or_else(unknown);
            return Err(MergeError::Profiles(name(self), name(other)));
        }
        let window = self.window.max(other.window);
        let fits = |census: &Self| census.window > 0 && window.is_multiple_of(census.window);
        if !fits(self) || !fits(other) {
            return Err(MergeError::Windows(self.window, other.window));
        }
        self.ranges = joined(&self.ranges, &other.ranges)?;
        self.partial = self.partial.take().or_else(|| other.partial.clone());
        self.widen(window);
        for (name, table) in &other.tables {
            let own = self.tables.entry(name.clone()).or_default();
            own.describes |= table.describes;
            own.overflow = own.overflow.saturating_add(table.overflow);
            for (key, entry) in &table.entries {
                let mut entry = entry.clone();
                entry.widen(window / other.window);
                own.entries.entry(key.clone()).or_default().add(&entry);
            }
        }
        Ok(())
    }

    /// Makes the windows larger; `window` is a multiple of theirs.
    fn widen(&mut self, window: u64) {
        let entries = self.tables.values_mut().flat_map(|table| table.entries.values_mut());
        entries.for_each(|entry| entry.widen(window / self.window));
        self.window = window;
    }

    /// Whether the windows tell exactly what occurs in `frames`: none of them holds counted frames
    /// both inside and outside.
    pub fn tells(&self, frames: Frames) -> bool {
        let window = self.window.max(1);
        let before = frames.start - frames.start % window..frames.start;
        let rest = window - 1 - frames.end.saturating_sub(1) % window;
        let after = frames.end..frames.end.saturating_add(rest);
        !self.counted(before) && !self.counted(after)
    }

    /// Whether one of these frames was counted.
    pub fn counted(&self, frames: std::ops::Range<u64>) -> bool {
        touches(&self.ranges, frames)
    }

    /// Whether an entry occurs in a window that touches `frames`: as sharp as the windows are.
    pub fn occurs_in(&self, entry: &Entry, frames: Frames) -> bool {
        let window = self.window.max(1);
        let (first, last) = (frames.start / window, frames.end.saturating_sub(1) / window);
        frames.start < frames.end && entry.windows.range(first..=last).next().is_some()
    }
}

/// Whether ascending ranges that do not touch have a frame of `frames`.
pub(crate) fn touches(ranges: &[Frames], frames: std::ops::Range<u64>) -> bool {
    let behind = ranges.partition_point(|range| range.end <= frames.start);
    frames.start < frames.end && ranges.get(behind).is_some_and(|r| r.start < frames.end)
}

fn unknown() -> String {
    "an unknown one".to_owned()
}

/// Two lists of ranges as one, ascending, none touching.
pub(crate) fn joined(a: &[Frames], b: &[Frames]) -> Result<Vec<Frames>, MergeError> {
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
    #[error("a census of {} and one of {} do not merge", excerpt(.0), excerpt(.1))]
    Chips(String, String),
    /// Of different streams.
    #[error("it is of another trace: of {}, not of {}", excerpt(.1), excerpt(.0))]
    Streams(String, String),
    /// One of them does not say what was counted but by name.
    #[error("one of the two has no sha256: whether both are of the same trace is unknown")]
    Unidentified,
    /// Under different profiles.
    #[error("counted under different profiles: {} and {}", excerpt(.0), excerpt(.1))]
    Profiles(String, String),
    /// With windows of which none is a multiple of the other.
    #[error("windows of {0} and of {1} frames do not merge")]
    Windows(u64, u64),
    /// A frame was counted in both.
    #[error("frame {0} is counted in both")]
    Twice(u64),
}
