//! The tables of a Xenos census, and the frame that is being counted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use base_census::{Census, Clock, Entry, First, Places, Table, TableCensus};

use crate::reading::{CHIP, TABLES, kind_of};

/// Keys that a table of states holds at most.
const STATES: usize = 65_536;
/// Bytes that a key has at most; longer ones find no room. Census files refuse them too.
const LONGEST: usize = 1024;

/// One of the tables, in the order of [`TABLES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Which {
    Packets,
    Skipped,
    Predication,
    Registers,
    Constants,
    Primitives,
    Surfaces,
    Edram,
    PixelStates,
    RasterStates,
    VertexFormats,
    VertexLayouts,
    Textures,
    Samplers,
    Shaders,
    ShaderPairs,
    ShaderFeatures,
    Pipelines,
    Changes,
    Resolves,
    ResolveSizes,
    Clears,
    FrontBuffers,
    Gamma,
    Buffers,
    BufferDraws,
    Waits,
    Polls,
    Fences,
    Events,
    Reports,
    Interrupts,
    SideEffects,
    Unmodelled,
    Summary,
}

/// A key's place: its table and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    table: Which,
    row: u32,
}

impl Row {
    /// As numbers.
    pub(crate) fn key(self) -> (u8, u32) {
        (self.table as u8, self.row)
    }
}

/// No room was found.
const FULL: u32 = u32::MAX;

/// All tables but those of buffers, which end later than their frames; `buffers` counts them.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    all: Vec<Table<String>>,
    pub(crate) clock: Clock,
    /// Where what is counted now occurs.
    pub(crate) place: First,
    /// Whether the frame is one of those that are counted.
    pub(crate) on: bool,
    /// Something was counted since the last frame ended.
    open: bool,
}

impl Default for Tables {
    fn default() -> Self {
        let all = TABLES.iter().map(|table| Table::new(table.name, STATES)).collect();
        let clock = Clock::default();
        let place = First { places: Places::Packets, ..First::default() };
        Self { all, clock, place, on: true, open: false }
    }
}

impl Tables {
    /// Sets the frames that are counted, before the first one begins.
    pub(crate) fn set_frames(&mut self, frames: Range<u64>) {
        self.clock.set_frames(frames);
        self.on = self.clock.wants(self.clock.frame());
    }

    /// Lets windows begin at these frames only.
    pub(crate) fn set_cuts(&mut self, cuts: BTreeSet<u64>) {
        self.clock.set_cuts(cuts);
    }

    /// The row of a key.
    pub(crate) fn row(&mut self, table: Which, key: &str) -> Row {
        let found = match self.all.get_mut(table as usize) {
            Some(found) if key.len() <= LONGEST => found.row(&key.to_owned()),
            _ => None,
        };
        Row { table, row: found.map_or(FULL, |row| row as u32) }
    }

    /// Counts for the key of a row, with what its table sums besides, at a place of this frame.
    #[inline]
    pub(crate) fn add_at(&mut self, row: Row, times: u64, value: u64, packet: u32) {
        let Some(table) = self.all.get_mut(row.table as usize) else { return };
        self.open = true;
        if row.row == FULL {
            return table.count_overflow(times);
        }
        let place = First { record: u64::from(packet), ..self.place };
        if value == 0 {
            table.count_row(row.row as usize, times, place);
        } else {
            table.sum_row(row.row as usize, times, value, place);
        }
    }

    /// The same at the place of the packet that is executed now.
    #[inline]
    pub(crate) fn add(&mut self, row: Row, times: u64, value: u64) {
        self.add_at(row, times, value, self.place.record as u32);
    }

    /// Counts one of a key.
    pub(crate) fn count(&mut self, table: Which, key: &str, value: u64) {
        let row = self.row(table, key);
        self.add(row, 1, value);
    }

    /// A frame is over.
    pub(crate) fn end_frame(&mut self) {
        let ended = self.clock.end_frame();
        for table in &mut self.all {
            table.end(&ended);
        }
        self.place.frame = self.clock.frame();
        self.on = self.clock.wants(self.place.frame);
        self.open = false;
    }

    /// Makes the census of so many frames; `buffers` are the tables that were counted apart.
    pub(crate) fn finish(mut self, source: &str, frames: u64, buffers: [TableCensus; 2]) -> Census {
        while self.clock.frame() < frames {
            self.end_frame();
        }
        let ended = self.clock.close();
        let mut tables: BTreeMap<String, TableCensus> = BTreeMap::new();
        for table in &mut self.all {
            table.end(&ended);
            tables.insert(table.name().to_owned(), table.census());
        }
        let name = |which: Which| TABLES[which as usize].name.to_owned();
        for (which, table) in [Which::Buffers, Which::BufferDraws].into_iter().zip(buffers) {
            tables.insert(name(which), table);
        }
        let summary = tables.entry(name(Which::Summary)).or_default();
        for what in SUMMARY {
            let first = First { places: Places::Packets, ..First::default() };
            let nothing = || Entry { first, ..Entry::default() };
            summary.entries.entry(what.to_owned()).or_insert_with(nothing);
        }
        for (name, table) in &mut tables {
            table.describes = kind_of(name).is_none();
        }
        let window = self.clock.window();
        let ranges = self.clock.into_ranges();
        let (chip, source) = (CHIP.to_owned(), source.to_owned());
        Census { chip, source, window, ranges, tables, ..Census::default() }
    }

    /// Whether something was counted in the frame that is open.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }
}

/// Keys of the summary, which are there even if they count nothing.
pub(crate) const SUMMARY: [&str; 6] = [
    "what=frames",
    "what=unfinished-frames",
    "what=packets",
    "what=draws",
    "what=copies",
    "what=swaps",
];
