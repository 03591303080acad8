//! Commands on their way from the FIFO to the blocks that execute them.
//!
//! For: what a popped command register latches: every parameter and every decoded register, so that
//! registers may change while the command waits or is at work.
//! Not for: when it is accepted.
//!
//! Facts: digest 1.1 (Command handling).

use std::sync::Arc;

use base_refusal::Place;
use sst1_board::{Access, Iterants, Width};
use sst1_core::Lane;
use sst1_core::texel::ByteTable;
use sst1_plan::Plan;

/// Levels of a texture.
pub const LEVELS: usize = 9;

/// The registers, decoded; shared by the commands between two changes.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// What the registers ask for.
    pub plan: Plan,
    /// color0 as red, green, blue, alpha.
    pub color0: [Lane; 4],
    /// color1 likewise.
    pub color1: [Lane; 4],
    /// What each unit's low bytes decode to.
    pub tables: [Arc<ByteTable>; 3],
    /// Each unit's detail factor, by level.
    pub detail: [[Lane; LEVELS]; 3],
    /// The unit whose texel is the texture units' result as it is, if there is one.
    pub plain: Option<usize>,
    /// What texture addresses are masked with.
    pub texture_mask: u32,
    /// Bytes of frame-buffer memory.
    pub memory: u32,
}

/// What a pixel of a command has to fetch before it can be finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The destination's colour.
    pub color: bool,
    /// The destination's depth or alpha.
    pub aux: bool,
    /// Texels, a bit a unit.
    pub units: u8,
}

impl Needs {
    /// Whether it has to fetch anything.
    pub const fn any(self) -> bool {
        self.color || self.aux || self.units != 0
    }
}

/// The covered pixels of a row, clipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row before any flip.
    pub y: i32,
    /// The first column.
    pub start: i32,
    /// The column behind the last.
    pub end: i32,
    /// Pixels of the triangle in the rows before.
    pub before: u32,
}

/// The bounding box that a walker searches, all sides inclusive (digest 1.2, Walker).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Least x and y.
    pub min: [i32; 2],
    /// Largest x and y.
    pub max: [i32; 2],
}

/// Bytes of frame-buffer memory, from the first to behind the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The first byte.
    pub start: i64,
    /// The byte behind the last; `start` if there is none.
    pub end: i64,
}

impl Extent {
    /// Everywhere.
    pub const ALL: Self = Self { start: i64::MIN, end: i64::MAX };

    /// Whether both have a byte in common.
    pub const fn meets(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// So many bytes further on.
    #[must_use]
    pub const fn plus(self, bytes: i64) -> Self {
        Self { start: self.start + bytes, end: self.end + bytes }
    }

    /// Both and what lies between.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        if self.start >= self.end {
            other
        } else if other.start >= other.end {
            self
        } else {
            Self { start: self.start.min(other.start), end: self.end.max(other.end) }
        }
    }
}

/// A triangle, ready for set-up.
#[derive(Clone, Debug)]
pub struct Triangle {
    /// The registers.
    pub decoded: Arc<Decoded>,
    /// Values at A's pixel.
    pub base: Iterants,
    /// Change per pixel to the right.
    pub dx: Iterants,
    /// Change per row down.
    pub dy: Iterants,
    /// The pixel that `base` belongs to.
    pub base_pixel: [i32; 2],
    /// The part of each unit's LOD that is constant over the triangle.
    pub lod_base: [i32; 3],
    /// The stipple register at its start.
    pub stipple: u32,
    /// The sign of its area.
    pub negative: bool,
    /// Whether pixels may share words of memory: then each is finished before the next begins.
    pub alone: bool,
    /// Whether nothing is written, so that zSST takes one pixel at a time (digest 1.2).
    pub slow: bool,
    /// What its pixels fetch.
    pub needs: Needs,
    /// Rows with covered pixels, from the top.
    pub rows: Vec<Row>,
    /// Where a walker searches.
    pub bounds: Bounds,
    /// Bytes that its colours may lie in.
    pub color_extent: Extent,
    /// Bytes that its depths or alphas may lie in.
    pub aux_extent: Extent,
}

impl Triangle {
    /// Pixels covered.
    pub fn pixels(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.before + (row.end - row.start) as u32)
    }
}

/// What a command does.
#[derive(Clone, Debug)]
pub enum Work {
    /// triangleCMD, ftriangleCMD.
    Triangle(Box<Triangle>),
    /// fastfillCMD.
    Fill(Arc<Decoded>),
    /// A write to the LFB.
    Lfb {
        /// The registers.
        decoded: Arc<Decoded>,
        /// Byte offset within the window.
        offset: u32,
        /// What is written.
        data: u32,
        /// How much of it.
        width: Width,
    },
    /// A texture download.
    Upload {
        /// The registers.
        decoded: Arc<Decoded>,
        /// Offset within the aperture.
        offset: u32,
        /// What is written.
        data: u32,
    },
    /// swapbufferCMD, as it came over the bus.
    Swap(Access),
}

/// A command that waits to be accepted.
#[derive(Clone, Debug)]
pub struct Command {
    /// What it does.
    pub work: Work,
    /// Where refusals of it are reported.
    pub place: Place,
}
