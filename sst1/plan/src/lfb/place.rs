//! An LFB write taken apart: its pixels, and where each goes.
//!
//! Facts: digest sections 5.9 and 9.7; `lfb_y_origin`, `lfb_row`, `lfb_beyond`; the decisions on the
//! LFB.

use sst1_board::{State, Width};
use sst1_core::lfb::{self, Shape, Written};
use sst1_facts::Profile;

use super::LfbPlan;
use crate::Plan;

/// The pixels of a write as they came over the bus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixels {
    single: bool,
    left: i32,
    /// The row before any flip.
    pub(crate) row: i32,
    written: Written,
}

impl Pixels {
    /// Takes a write of a format that exists apart; `None` for the narrow half of a wide pixel.
    pub(crate) fn of(
        lfb: &LfbPlan,
        profile: &Profile,
        offset: u32,
        data: u32,
        width: Width,
    ) -> Option<Self> {
        let single = match (lfb.shape, width) {
            (Shape::Reserved, _) | (Shape::Single, Width::Half) => return None,
            (shape, _) => shape == Shape::Single,
        };
        let written = match width {
            Width::Word => Written::word(data),
            Width::Half => Written::half(data, offset & 2 != 0),
        };
        let written = written.ordered(profile, lfb.mode);
        // 32-bit formats have twice the bytes a pixel; a pair is addressed by its left pixel.
        let at = if single { offset >> 1 } else { offset };
        let row = (at >> 11 & 0x3FF) as i32;
        let left = if single { (at >> 1 & 0x3FF) as i32 } else { (at >> 1 & 0x3FE) as i32 };
        Some(Self { single, left, row, written })
    }

    /// The column of the first one.
    pub(crate) fn first(&self) -> i32 {
        if self.single || self.written.halves[0] { self.left } else { self.left + 1 }
    }

    /// Calls `pixel` with column and data of each that was written.
    #[inline(always)]
    pub(crate) fn each(&self, mut pixel: impl FnMut(i32, u32)) {
        if self.single {
            return pixel(self.left, self.written.word);
        }
        for (half, present) in (0..).zip(self.written.halves) {
            if present {
                pixel(self.left + half, self.written.word >> (16 * half) & 0xFFFF);
            }
        }
    }
}

/// Where a pixel goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) column: i32,
    /// The row that clipping and patterns go by, and the one in memory.
    pub(crate) row: i32,
    pub(crate) memory_row: i32,
    /// Byte addresses.
    pub(crate) color: u32,
    pub(crate) aux: u32,
}

impl Place {
    /// The place of column and row in a memory of `bytes` bytes, a power of two.
    #[inline(always)]
    pub(crate) fn of(plan: &Plan, bytes: u32, column: i32, row: i32) -> Self {
        let (lfb, geometry) = (&plan.lfb, &plan.geometry);
        let memory_row = if lfb.flip { geometry.origin - row } else { row };
        let mask = if lfb.wraps_addresses { bytes - 1 } else { u32::MAX };
        Self {
            column,
            row: if lfb.row_in_memory { memory_row } else { row },
            memory_row,
            color: geometry.address(lfb.base, memory_row, column) & mask,
            aux: geometry.address(geometry.aux, memory_row, column) & mask,
        }
    }
}

/// The bytes that a pixel of an LFB write is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Byte address of its colour.
    pub color: u32,
    /// Byte address of its depth or alpha.
    pub aux: u32,
    /// Whether a write around the pipeline stores its colour, and its depth or alpha.
    pub stored: [bool; 2],
}

/// The pixels of a write by their bytes, for who counts what a write costs; `None` where there is none.
pub fn bytes(
    plan: &Plan,
    state: &State,
    offset: u32,
    data: u32,
    width: Width,
) -> [Option<Bytes>; 2] {
    let (lfb, mut all) = (&plan.lfb, [None; 2]);
    let Some(pixels) = Pixels::of(lfb, &state.profile, offset, data, width) else { return all };
    let mut slots = all.iter_mut();
    pixels.each(|column, data| {
        let Place { color, aux, .. } =
            Place::of(plan, state.frame_buffer.bytes(), column, pixels.row);
        let pixel = lfb::unpack(lfb.format, lfb.lanes, data);
        let stored = [pixel.color.is_some(), lfb.bypass_aux(&pixel).is_some()];
        if let Some(slot) = slots.next() {
            *slot = Some(Bytes { color, aux, stored });
        }
    });
    all
}
