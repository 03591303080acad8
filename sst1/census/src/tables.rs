//! The tables of an SST-1 census.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use base_census::{Census, Clock, First, Key, Table, TableCensus};

use crate::keys::{
    ColorCombineKey, FillKey, LfbKey, LfbPipelineKey, OVERDRAW, PipelineKey, TRIANGLE_SIZES,
    TextureCombineKey, TextureKey, overdraw,
};
use crate::reading::CHIP;
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

/// What was counted of a few things that change from frame to frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Triangle commands.
    pub triangles: u64,
    /// Pixels covered.
    pub pixels: u64,
    /// Bytes of textures and LFB writes.
    pub bytes: u64,
}

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
    clock: Clock,
    /// Where what is counted now occurs.
    pub(crate) place: First,
    /// Whether the frame is one of those that are counted.
    pub(crate) on: bool,
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
            clock: Clock::default(),
            place: First::default(),
            on: true,
            open: false,
        }
    }
}

impl Tables {
    /// Sets the number of frames a window; at least 1.
    pub(crate) fn set_window(&mut self, frames: u64) {
        self.clock.set_window(frames);
    }

    /// Lets windows begin at these frames only. The census then has windows of one frame, each of
    /// which stands for all frames up to the next cut.
    pub(crate) fn set_cuts(&mut self, cuts: BTreeSet<u64>) {
        self.clock.set_cuts(cuts);
    }

    /// What was counted so far, in finished frames and in the open one.
    pub(crate) fn sums(&self) -> Sums {
        let bytes = (0..BYTES.len()).filter(|row| *row != LFB_READ);
        Sums {
            triangles: self.words.triangles(),
            pixels: self.pixels.total(0),
            bytes: bytes.map(|row| self.bytes.total(row)).sum(),
        }
    }

    /// Sets the frames that are counted, before the first one begins.
    pub(crate) fn set_frames(&mut self, frames: Range<u64>) {
        self.clock.set_frames(frames);
        self.on = self.clock.wants(self.place.frame);
    }

    /// A swap took effect, or the stream ended; the picture has `area` pixels.
    pub(crate) fn end_frame(&mut self, area: u64) {
        if self.on {
            let class = overdraw(self.pixels.in_frame(0), area);
            self.overdraw.count_row(class, 1, self.place);
        }
        let ended = self.clock.end_frame();
        each!(self, table => table.end(&ended));
        self.place.frame = self.clock.frame();
        self.on = self.clock.wants(self.place.frame);
        self.open = false;
    }

    /// Ends what is open and makes the census.
    pub(crate) fn finish(mut self, source: &str, area: u64) -> Census {
        if self.open {
            self.end_frame(area);
        }
        let ended = self.clock.close();
        each!(self, table => table.end(&ended));
        let mut tables: BTreeMap<String, TableCensus> = BTreeMap::new();
        each!(self, table => {
            tables.insert(table.name().to_owned(), table.census());
        });
        let window = self.clock.window();
        let ranges = self.clock.into_ranges();
        let (chip, source) = (CHIP.to_owned(), source.to_owned());
        Census { chip, source, window, ranges, tables, ..Census::default() }
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
