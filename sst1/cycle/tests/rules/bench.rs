//! A small card and short ways to make it do things.

use sst1_board::{Access, BoardConfig, Device, Width};
use sst1_cycle::Cycle;
use sst1_cycle::config::{Config, MemoryConfig};
use sst1_facts::Profile;
use sst1_regs::offset;

/// fbzMode: clipping off, colours written to the back buffer.
pub(crate) const COLOR: u32 = 1 << 9 | 1 << 14;
/// fbzMode: auxiliary writes.
pub(crate) const AUX: u32 = 1 << 10;
/// fbzMode: depth test, less or equal.
pub(crate) const DEPTH: u32 = 1 << 4 | 3 << 5;
/// alphaMode: blending, source alpha and its complement.
pub(crate) const BLEND: u32 = 1 << 4 | 1 << 8 | 5 << 12;
/// fbzColorPath: the texel alone.
pub(crate) const TEXEL: u32 = 1 | 1 << 27;
/// triangleCMD: vertices run clockwise.
pub(crate) const NEGATIVE: u32 = 1 << 31;

/// A card under observation.
pub(crate) struct Bench {
    pub(crate) card: Cycle,
}

/// The preset on a memory that never lets anyone wait, so that only the pipeline's clocks show.
pub(crate) fn ideal() -> Config {
    Config { memory: MemoryConfig::Ideal, ..Config::zsst() }
}

impl Bench {
    /// 64 by 64 pixels, 8 KiB a buffer; the texture cache's tags are cleared.
    pub(crate) fn new(config: Config) -> Self {
        let board = BoardConfig { frame_buffer_bytes: 1 << 16, texture_bytes: 1 << 18, tmus: 1 };
        let mut card = Cycle::new(config, board, Profile::hardware()).expect("a board");
        card.config_write(0x40, 1, Width::Word);
        let mut bench = Self { card };
        for (at, data) in [
            (offset::FBI_INIT1, 1 << 4),
            (offset::FBI_INIT2, 2 << 11),
            (offset::VIDEO_DIMENSIONS, 64 << 16 | 63),
            (offset::CLIP_LEFT_RIGHT, 64),
            (offset::CLIP_LOWY_HIGHY, 64),
            (offset::FBZ_MODE, COLOR),
        ] {
            bench.write(at, data);
        }
        bench.settle();
        for _ in 0..64 {
            bench.card.step();
        }
        bench
    }

    pub(crate) fn write(&mut self, offset: u32, data: u32) {
        self.card.put(offset, data);
    }

    /// The host begins a write; no clock passes.
    pub(crate) fn offer(&mut self, offset: u32, data: u32) {
        self.card.offer(Access { offset, data, width: Width::Word });
    }

    pub(crate) fn settle(&mut self) {
        while self.card.run().is_some() {}
        self.card.run();
    }

    /// Sets the vertices, in pixels.
    pub(crate) fn vertices(&mut self, vertices: [[i32; 2]; 3]) {
        let words = vertices.into_iter().flatten();
        for (at, value) in (offset::VERTEX_AX..).step_by(4).zip(words) {
            self.write(at, (value * 16) as u32);
        }
        self.settle();
    }

    /// Vertices of a triangle of `n` (n - 1) / 2 pixels: row y of n covers the columns below y.
    pub(crate) fn stairs(&mut self, n: i32) {
        self.vertices([[0, 0], [n, n], [0, n]]);
    }

    /// Vertices of a triangle that covers one pixel, at column 0 of row 1.
    pub(crate) fn one_pixel(&mut self) {
        self.stairs(2);
    }

    /// Lets clocks pass until `reached`, and says how many did.
    pub(crate) fn until(&mut self, reached: impl Fn(&Cycle) -> bool) -> u64 {
        let begun = self.card.clocks();
        while !reached(&self.card) {
            self.card.step();
            assert!(self.card.clocks() - begun < 1_000_000, "never reached");
        }
        self.card.clocks() - begun
    }

    /// Clocks from now until nothing is left to do.
    pub(crate) fn until_done(&mut self) -> u64 {
        self.until(|card| !card.busy())
    }

    /// Writes a command and gives the clock in which it was handed over.
    pub(crate) fn command(&mut self, offset: u32, data: u32) -> u64 {
        let before = self.card.host_counts().commands;
        self.offer(offset, data);
        self.until(|card| card.host_counts().commands > before);
        self.card.clocks() - 1
    }

    /// The clocks, one by one until `count` is `wanted`, in which it grew.
    pub(crate) fn times(&mut self, count: impl Fn(&Cycle) -> u64, wanted: u64) -> Vec<u64> {
        let mut times = Vec::new();
        let begun = count(&self.card);
        while (times.len() as u64) < wanted {
            let before = count(&self.card);
            let clock = self.card.clocks();
            self.card.step();
            let grown = count(&self.card) - before;
            assert!(grown <= 1, "one a clock");
            if grown == 1 {
                times.push(clock);
            }
            assert!(clock < 10_000_000, "{begun} and {wanted} more are never reached");
        }
        times
    }

    /// Four texels of format I8 at the start of texture memory, and a texture of 256 by 256 there
    /// without LOD; texture registers for the texel alone.
    pub(crate) fn texture(&mut self) {
        self.write(offset::TEXTURE_MODE, 3 << 8 | 1 << 12 | 1 << 18 | 1 << 21 | 1 << 27);
        self.write(offset::T_LOD, 0);
        self.write(offset::TEX_BASE_ADDR, 0);
        self.write(offset::FBZ_COLOR_PATH, TEXEL);
        self.settle();
    }
}
