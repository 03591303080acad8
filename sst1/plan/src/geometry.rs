//! Where pixels go: clipping, flips, addresses, patterns.
//!
//! Facts: digest sections 4.3, 9.2, 9.3; `clip_rows`, `y_origin`, `pattern_row`, `edges`; the
//! decisions on coverage.

use std::ops::Range;

use sst1_board::State;
use sst1_facts::{ClipRows, Edges, PatternRow, StippleRotation, YOrigin};
use sst1_regs::words::{DrawBuffer, StippleMode};

/// Columns and rows that exist.
pub const SIDE: i32 = 1024;

/// What stippling asks of a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StipplePlan {
    /// Nothing.
    #[default]
    Off,
    /// The pattern's bit.
    Pattern,
    /// Bit 31 of the rotating register.
    FreeRunning,
    /// 86Box's working copy.
    Sticking,
}

/// Where pixels go.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub edges: Edges,
    /// Columns and rows of the clip rectangle, whether or not clipping is on.
    pub clip_columns: Range<i32>,
    pub clip_rows: Range<i32>,
    /// Whether triangles are clipped.
    pub clip: bool,
    /// Whether the row after the flip is compared.
    pub clip_after_flip: bool,
    /// What rows are subtracted from when y = 0 is the bottom.
    pub origin: i32,
    /// Whether fbzMode\[17\] flips.
    pub flip: bool,
    /// Whether patterns go by the row in memory.
    pub pattern_in_memory: bool,
    /// Byte address of the buffer drawn to.
    pub draw: u32,
    /// Byte address of the auxiliary buffer.
    pub aux: u32,
    pub stride: u32,
    pub stipple: StipplePlan,
    /// Whether the stipple register rotates with every pixel.
    pub rotates: bool,
}

impl Default for Geometry {
    fn default() -> Self {
        Self {
            edges: Edges::Exact,
            clip_columns: 0..0,
            clip_rows: 0..0,
            clip: false,
            clip_after_flip: false,
            origin: 0,
            flip: false,
            pattern_in_memory: false,
            draw: 0,
            aux: 0,
            stride: 0,
            stipple: StipplePlan::Off,
            rotates: false,
        }
    }
}

/// What a bottom Y origin subtracts from.
fn origin(state: &State) -> i32 {
    match state.profile.y_origin {
        YOrigin::FbiInit3 => state.init.fbi_init3.y_origin_swap() as i32,
        YOrigin::VideoDimensions => state.picture_height() as i32 - 1,
    }
}

impl Geometry {
    pub fn new(state: &State) -> Self {
        let (fbz, profile) = (state.fbi.fbz_mode, &state.profile);
        let layout = state.layout();
        let columns = state.fbi.clip_left_right;
        let rows = state.fbi.clip_low_high;
        let free = profile.stipple_rotation == StippleRotation::FreeRunning;
        let rotate = fbz.stipple_mode() == StippleMode::Rotate;
        let stipple = match (fbz.stipple_enable(), rotate) {
            (false, _) => StipplePlan::Off,
            (true, false) => StipplePlan::Pattern,
            (true, true) if free => StipplePlan::FreeRunning,
            (true, true) => StipplePlan::Sticking,
        };
        Self {
            edges: profile.edges,
            clip_columns: columns.left() as i32..columns.right() as i32,
            clip_rows: rows.low() as i32..rows.high() as i32,
            clip: fbz.clip(),
            clip_after_flip: profile.clip_rows == ClipRows::AfterFlip,
            origin: origin(state),
            flip: fbz.y_origin_bottom(),
            pattern_in_memory: profile.pattern_row == PatternRow::Memory,
            draw: if fbz.draw_buffer() == DrawBuffer::Back { layout.back } else { layout.front },
            aux: layout.aux,
            stride: layout.stride,
            stipple,
            rotates: free && rotate,
        }
    }

    /// The row in memory of the raster's row `y`.
    #[inline(always)]
    pub fn memory_row(&self, y: i32) -> i32 {
        if self.flip { self.origin - y } else { y }
    }

    /// The row that patterns go by.
    #[inline(always)]
    pub fn pattern_row(&self, y: i32) -> i32 {
        if self.pattern_in_memory { self.memory_row(y) } else { y }
    }

    /// The rows of the raster that clipping leaves of `rows`.
    #[inline]
    pub fn clipped_rows(&self, rows: Range<i32>) -> Range<i32> {
        if !self.clip {
            return rows;
        }
        let Range { start, end } = self.clip_rows;
        let allowed = if self.clip_after_flip && self.flip {
            // low <= origin - y < high.
            self.origin - end + 1..self.origin - start + 1
        } else {
            start..end
        };
        rows.start.max(allowed.start)..rows.end.min(allowed.end)
    }

    /// The columns that clipping leaves of `columns`.
    #[inline(always)]
    pub fn clipped_columns(&self, columns: Range<i32>) -> Range<i32> {
        if !self.clip {
            return columns;
        }
        let Range { start, end } = self.clip_columns;
        columns.start.max(start)..columns.end.min(end)
    }

    /// Byte address of a pixel in the buffer at `base`; `row` is a row in memory.
    #[inline(always)]
    pub fn address(&self, base: u32, row: i32, column: i32) -> u32 {
        base.wrapping_add((row as u32).wrapping_mul(self.stride))
            .wrapping_add((column as u32).wrapping_mul(2))
    }
}
