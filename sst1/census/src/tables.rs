//! The tables of an SST-1 census.

use std::collections::BTreeMap;

use base_census::{Census, First, Frames, Key, Table, TableCensus};

use crate::keys::{ColorCombineKey, LfbKey, PipelineKey, TextureCombineKey, TextureKey};

/// Keys that the tables of states hold at most.
const STATES: usize = 65_536;
/// Keys that the tables of fixed lists hold at most.
const FIXED: usize = 512;

/// All tables, and the frame that is being counted.
#[derive(Debug)]
pub struct Tables {
    pub(crate) commands: Table<&'static str>,
    pub(crate) pipelines: Table<PipelineKey>,
    pub(crate) color_combine: Table<ColorCombineKey>,
    pub(crate) texture_combine: Table<TextureCombineKey>,
    pub(crate) textures: Table<TextureKey>,
    pub(crate) lfb: Table<LfbKey>,
    pub(crate) registers: Table<&'static str>,
    pub(crate) classes: Table<&'static str>,
    pub(crate) sizes: Table<&'static str>,
    pub(crate) uploads: Table<&'static str>,
    pub(crate) swaps: Table<String>,
    pub(crate) counters: Table<&'static str>,
    pub(crate) pictures: Table<String>,
    /// Frames a window.
    window: u64,
    /// Where what is counted now occurs.
    pub(crate) place: First,
    /// Whether anything is counted.
    pub(crate) on: bool,
    ranges: Vec<Frames>,
    /// Something was counted since the last frame ended.
    pub(crate) open: bool,
}

macro_rules! each {
    ($self:ident, $table:ident => $do:expr) => {{
        macro_rules! one {
            ($field:ident) => {{
                let $table = &mut $self.$field;
                $do
            }};
        }
        one!(commands);
        one!(pipelines);
        one!(color_combine);
        one!(texture_combine);
        one!(textures);
        one!(lfb);
        one!(registers);
        one!(classes);
        one!(sizes);
        one!(uploads);
        one!(swaps);
        one!(counters);
        one!(pictures);
    }};
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            commands: Table::new("commands", FIXED),
            pipelines: Table::new("pipelines", STATES),
            color_combine: Table::new("color combine", STATES),
            texture_combine: Table::new("texture combine", STATES),
            textures: Table::new("textures", STATES),
            lfb: Table::new("lfb", FIXED),
            registers: Table::new("registers", FIXED),
            classes: Table::new("register classes", FIXED),
            sizes: Table::new("triangle sizes", FIXED),
            uploads: Table::new("bytes uploaded and read", FIXED),
            swaps: Table::new("swaps", FIXED),
            counters: Table::new("pixels", FIXED),
            pictures: Table::new("pictures", FIXED),
            window: 60,
            place: First::default(),
            on: true,
            ranges: Vec::new(),
            open: false,
        }
    }
}

impl Tables {
    /// Sets the number of frames a window; at least 1.
    pub fn set_window(&mut self, frames: u64) {
        self.window = frames.max(1);
    }

    /// The frame that is being counted.
    pub fn frame(&self) -> u64 {
        self.place.frame
    }

    /// A swap took effect, or the stream ended.
    pub(crate) fn end_frame(&mut self) {
        let frame = self.place.frame;
        if self.on {
            each!(self, table => table.end_frame(frame));
            match self.ranges.last_mut() {
                Some(last) if last.end == frame => last.end = frame + 1,
                _ => self.ranges.push(Frames { start: frame, end: frame + 1 }),
            }
        }
        if (frame + 1).is_multiple_of(self.window) {
            self.end_window();
        }
        self.place.frame = frame + 1;
        self.open = false;
    }

    fn end_window(&mut self) {
        let window = self.place.frame / self.window;
        each!(self, table => table.end_window(window));
    }

    /// Ends what is open and makes the census.
    pub fn finish(mut self, source: &str) -> Census {
        if self.open {
            self.end_frame();
        }
        self.place.frame = self.place.frame.saturating_sub(1);
        self.end_window();
        let mut tables: BTreeMap<String, TableCensus> = BTreeMap::new();
        each!(self, table => {
            tables.insert(table.name().to_owned(), table.census());
        });
        Census {
            chip: "sst1".to_owned(),
            source: source.to_owned(),
            window: self.window,
            ranges: self.ranges,
            tables,
        }
    }
}

/// A table that remembers the row of the key counted last, for keys that rarely change.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastRow(Option<usize>);

impl LastRow {
    pub(crate) fn find<K: Key>(table: &mut Table<K>, key: &K) -> Self {
        Self(table.row(key))
    }

    #[inline]
    pub(crate) fn count<K: Key>(self, table: &mut Table<K>, times: u64, place: First) {
        match self.0 {
            Some(row) => table.count_row(row, times, place),
            None => table.count_overflow(times),
        }
    }
}
