//! LFB writes: from the bus to pixels, and pixels around the pipeline.
//!
//! Facts: digest sections 5.9 and 9.7; the decisions on the LFB.

use sst1_board::{Counters, State, Width, refusal};
use sst1_core::Lane;
use sst1_core::dither;
use sst1_core::lfb::{self, Pixel, Shape, Written};
use sst1_regs::words::LfbFormat;

use super::LfbPlan;
use super::pipeline::Pipeline;
use crate::Plan;

/// A pixel of a write, complete.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Complete {
    pub(crate) color: [Lane; 3],
    pub(crate) alpha: Lane,
    pub(crate) depth: u16,
}

/// Where a pixel goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) column: i32,
    /// The row before any flip, and the one in memory.
    pub(crate) row: i32,
    pub(crate) memory_row: i32,
    /// Byte addresses.
    pub(crate) color: u32,
    pub(crate) aux: u32,
}

/// Writes `data` at byte `offset` of the LFB window.
pub fn write(plan: &Plan, state: &mut State, offset: u32, data: u32, width: Width) {
    let lfb = &plan.lfb;
    let single = match (lfb.shape, width) {
        (Shape::Reserved, _) => {
            return state.log.refuse(&refusal::LFB_FORMAT, "lfbMode", lfb.mode.raw());
        }
        (Shape::Single, Width::Half) => {
            return state.log.refuse(&refusal::LFB_NARROW, "lfbMode", lfb.mode.raw());
        }
        (shape, _) => shape == Shape::Single,
    };
    if let Some((kind, register, value)) = lfb.buffer_reserved {
        state.log.refuse(kind, register, value);
    }
    let written = match width {
        Width::Word => Written::word(data),
        Width::Half => Written::half(data, offset & 2 != 0),
    };
    let written = written.ordered(&state.profile, lfb.mode);
    // 32-bit formats have twice the bytes a pixel; a pair is addressed by its left pixel.
    let at = if single { offset >> 1 } else { offset };
    let row = (at >> 11 & 0x3FF) as i32;
    let left = if single { (at >> 1 & 0x3FF) as i32 } else { (at >> 1 & 0x3FE) as i32 };
    let mut job = Job { plan, state, outside: false, counted: Counters::default() };
    if lfb.pipeline {
        let undefined = lfb.format == LfbFormat::Depth && lfb.depth_color_undefined;
        if undefined && width == Width::Word {
            job.state.log.refuse(&refusal::LFB_DEPTH_COLOR, "lfbMode", lfb.mode.raw());
        }
        let first = if single || written.halves[0] { left } else { left + 1 };
        let mut pipeline = Pipeline::new(plan, job.state, first);
        each_pixel(single, left, written, |column, data| {
            let (place, pixel) = job.prepare(column, row, data, width);
            pipeline.pixel(&mut job, &place, &pixel);
        });
        let counted = job.counted;
        job.state.count(&counted);
    } else {
        each_pixel(single, left, written, |column, data| {
            let place = job.place(column, row);
            job.bypass(&place, &lfb::unpack(lfb.format, lfb.lanes, data));
        });
    }
    if job.outside {
        job.state.log.refuse(&refusal::MEMORY_OUTSIDE, "lfb", offset);
    }
}

/// Calls `pixel` with column and data of each pixel that was written.
#[inline(always)]
fn each_pixel(single: bool, left: i32, written: Written, mut pixel: impl FnMut(i32, u32)) {
    if single {
        return pixel(left, written.word);
    }
    for (half, present) in (0..).zip(written.halves) {
        if present {
            pixel(left + half, written.word >> (16 * half) & 0xFFFF);
        }
    }
}

/// A write in progress.
pub(crate) struct Job<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) state: &'a mut State,
    pub(crate) outside: bool,
    pub(crate) counted: Counters,
}

impl Job<'_> {
    fn lfb(&self) -> &LfbPlan {
        &self.plan.lfb
    }

    fn place(&self, column: i32, row: i32) -> Place {
        let geometry = &self.plan.geometry;
        let memory_row = if self.lfb().flip { geometry.origin - row } else { row };
        // The size is a power of two.
        let last = self.state.frame_buffer.bytes() - 1;
        let mask = if self.lfb().wraps_addresses { last } else { u32::MAX };
        Place {
            column,
            row,
            memory_row,
            color: geometry.address(self.lfb().base, memory_row, column) & mask,
            aux: geometry.address(geometry.aux, memory_row, column) & mask,
        }
    }

    /// A pixel with what its data lacks.
    fn prepare(&self, column: i32, row: i32, data: u32, width: Width) -> (Place, Complete) {
        let lfb = self.lfb();
        let Pixel { color, alpha, depth } = lfb::unpack(lfb.format, lfb.lanes, data);
        let narrow =
            width == Width::Half && matches!(lfb.format, LfbFormat::Rgb565 | LfbFormat::Rgb555);
        let lacking = if narrow { lfb.narrow_alpha.unwrap_or(lfb.alpha) } else { lfb.alpha };
        let complete = Complete {
            color: color.unwrap_or(lfb.depth_color),
            alpha: alpha.unwrap_or(lacking),
            depth: depth.unwrap_or(lfb.depth),
        };
        (self.place(column, row), complete)
    }

    /// The row that patterns go by.
    pub(crate) fn pattern_row(&self, place: &Place) -> i32 {
        if self.plan.geometry.pattern_in_memory { place.memory_row } else { place.row }
    }

    /// A colour as memory takes it.
    pub(crate) fn packed(&self, place: &Place, [r, g, b]: [Lane; 3]) -> u16 {
        let dither = &self.plan.fbi.dither;
        if dither.store {
            let m = dither::at(dither.matrix, place.column, self.pattern_row(place));
            dither::dithered(r, g, b, m)
        } else {
            dither::cut(r, g, b)
        }
    }

    /// Notes whether an address that is used lies outside memory.
    pub(crate) fn note(&mut self, address: u32) {
        let words = self.state.frame_buffer.words().len();
        self.outside |= (address >> 1) as usize >= words;
    }

    fn store(&mut self, address: u32, word: u16) {
        self.note(address);
        self.state.frame_buffer.write(address, word);
    }

    /// A pixel around the pipeline: only dithering applies.
    fn bypass(&mut self, place: &Place, pixel: &Pixel) {
        if let Some(color) = pixel.color {
            let word = self.packed(place, color);
            self.store(place.color, word);
        }
        match (pixel.alpha, pixel.depth) {
            (Some(alpha), _) if self.lfb().bypass_alpha => self.store(place.aux, alpha as u16),
            (_, Some(depth)) => self.store(place.aux, depth),
            (_, None) => {}
        }
    }
}
