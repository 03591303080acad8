//! The tables of an SST-1 census.

use std::collections::BTreeMap;
use std::ops::Range;

use base_census::{Census, First, Frames, Key, Table, TableCensus};

use crate::keys::{
    ColorCombineKey, FillKey, LfbKey, LfbPipelineKey, OVERDRAW, PipelineKey, TRIANGLE_SIZES,
    TextureCombineKey, TextureKey, overdraw,
};
use crate::words::Words;

/// Keys that the tables of states hold at most.
const STATES: usize = 65_536;
/// Keys that the tables of swaps and pictures hold at most.
const FEW: usize = 4_096;

/// Rows of the table of pixels: what the five counters count.
pub(crate) const PIXELS: [&str; 5] = ["in", "chroma fail", "depth fail", "alpha fail", "out"];
/// Rows of the table of bytes: textures by unit first.
pub(crate) const BYTES: [&str; 6] = [
    "texture, tmu0",
    "texture, tmu1",
    "texture, tmu2",
    "texture, no such unit",
    "LFB written",
    "LFB read",
];
pub(crate) const NO_SUCH_UNIT: usize = 3;
pub(crate) const LFB_WRITTEN: usize = 4;
pub(crate) const LFB_READ: usize = 5;

/// All tables, and the frame that is being counted.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// Registers, their classes, and commands.
    pub(crate) words: Words,
    pub(crate) pipelines: Table<PipelineKey>,
    pub(crate) color_combine: Table<ColorCombineKey>,
    pub(crate) texture_combine: Table<TextureCombineKey>,
    pub(crate) textures: Table<TextureKey>,
    pub(crate) fills: Table<FillKey>,
    pub(crate) lfb: Table<LfbKey>,
    pub(crate) lfb_pipelines: Table<LfbPipelineKey>,
    pub(crate) sizes: Table<&'static str>,
    pub(crate) bytes: Table<&'static str>,
    pub(crate) swaps: Table<String>,
    pub(crate) pixels: Table<&'static str>,
    pub(crate) pictures: Table<String>,
    overdraw: Table<&'static str>,
    /// Frames a window.
    window: u64,
    /// Frames that are counted.
    wanted: Range<u64>,
    /// Where what is counted now occurs.
    pub(crate) place: First,
    /// Whether the frame is one of those that are counted.
    pub(crate) on: bool,
    ranges: Vec<Frames>,
    /// Something was counted since the last frame ended.
    pub(crate) open: bool,
}

macro_rules! each {
    ($self:ident, $table:ident => $do:expr) => {{
        macro_rules! one {
            ($field:expr) => {{
                let $table = &mut $field;
                $do
            }};
        }
        one!($self.words.commands);
        one!($self.words.registers);
        one!($self.words.reads);
        one!($self.words.classes);
        one!($self.pipelines);
        one!($self.color_combine);
        one!($self.texture_combine);
        one!($self.textures);
        one!($self.fills);
        one!($self.lfb);
        one!($self.lfb_pipelines);
        one!($self.sizes);
        one!($self.bytes);
        one!($self.swaps);
        one!($self.pixels);
        one!($self.pictures);
        one!($self.overdraw);
    }};
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            words: Words::default(),
            pipelines: Table::new("pipelines", STATES),
            color_combine: Table::new("color combine", STATES),
            texture_combine: Table::new("texture combine", STATES),
            textures: Table::new("textures", STATES),
            fills: Table::new("fills", STATES),
            lfb: Table::new("lfb", STATES),
            lfb_pipelines: Table::new("lfb pipelines", STATES),
            sizes: Table::of_list("triangle sizes", &TRIANGLE_SIZES),
            bytes: Table::of_list("bytes", &BYTES),
            swaps: Table::new("swaps", FEW),
            pixels: Table::of_list("pixels", &PIXELS),
            pictures: Table::new("pictures", FEW),
            overdraw: Table::of_list("overdraw", &OVERDRAW),
            window: 60,
            wanted: 0..u64::MAX,
            place: First::default(),
            on: true,
            ranges: Vec::new(),
            open: false,
        }
    }
}

impl Tables {
    /// Sets the number of frames a window; at least 1.
    pub(crate) fn set_window(&mut self, frames: u64) {
        self.window = frames.max(1);
    }

    /// Sets the frames that are counted, before the first one begins.
    pub(crate) fn set_frames(&mut self, frames: Range<u64>) {
        self.wanted = frames;
        self.on = self.wanted.contains(&self.place.frame);
    }

    /// A swap took effect, or the stream ended; the picture has `area` pixels.
    pub(crate) fn end_frame(&mut self, area: u64) {
        let frame = self.place.frame;
        if self.on {
            let class = overdraw(self.pixels.in_frame(0), area);
            self.overdraw.count_row(class, 1, self.place);
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
        self.on = self.wanted.contains(&self.place.frame);
        self.open = false;
    }

    fn end_window(&mut self) {
        let window = self.place.frame / self.window;
        each!(self, table => table.end_window(window));
    }

    /// Ends what is open and makes the census.
    pub(crate) fn finish(mut self, source: &str, area: u64) -> Census {
        if self.open {
            self.end_frame(area);
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

/// The row of a key that rarely changes, looked up once.
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
