//! LFB writes: from the bus to pixels, and pixels around the pipeline.
//!
//! Facts: digest sections 5.9 and 9.7; the decisions on the LFB.

use sst1_board::{Counters, State, Width, refusal};
use sst1_core::Lane;
use sst1_core::dither;
use sst1_core::lfb::{self, Pixel, Shape};
use sst1_regs::words::LfbFormat;

use super::LfbPlan;
use super::pipeline::Pipeline;
use super::place::{Pixels, Place};
use crate::Plan;

/// A pixel of a write, complete.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Complete {
    pub(crate) color: [Lane; 3],
    pub(crate) alpha: Lane,
    pub(crate) depth: u16,
}

/// Writes `data` at byte `offset` of the LFB window.
pub fn write(plan: &Plan, state: &mut State, offset: u32, data: u32, width: Width) {
    let lfb = &plan.lfb;
    let Some(pixels) = Pixels::of(lfb, &state.profile, offset, data, width) else {
        let narrow = lfb.shape == Shape::Single;
        let kind = if narrow { &refusal::LFB_NARROW } else { &refusal::LFB_FORMAT };
        return state.log.refuse(kind, "lfbMode", lfb.mode.raw());
    };
    if let Some((kind, register, value)) = lfb.buffer_reserved {
        state.log.refuse(kind, register, value);
    }
    let mut job = Job { plan, state, outside: false, counted: Counters::default() };
    if lfb.pipeline {
        let undefined = lfb.format == LfbFormat::Depth && lfb.depth_color_undefined;
        if undefined && width == Width::Word {
            job.state.log.refuse(&refusal::LFB_DEPTH_COLOR, "lfbMode", lfb.mode.raw());
        }
        let mut pipeline = Pipeline::new(plan, job.state, pixels.first());
        pixels.each(|column, data| {
            let (place, pixel) = job.prepare(column, pixels.row, data, width);
            pipeline.pixel(&mut job, &place, &pixel);
        });
        let counted = job.counted;
        job.state.count(&counted);
    } else {
        pixels.each(|column, data| {
            let place = job.place(column, pixels.row);
            job.bypass(&place, &lfb::unpack(lfb.format, lfb.lanes, data));
        });
        if job.counted.pixels_out > 0 {
            let counted = job.counted;
            job.state.count(&counted);
        }
    }
    if job.outside {
        job.state.log.refuse(&refusal::MEMORY_OUTSIDE, "lfb", offset);
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
        Place::of(self.plan, self.state.frame_buffer.bytes(), column, row)
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
            let [r, g, b] = color;
            let dithers = self.lfb().bypass_dithers;
            let word = if dithers { self.packed(place, color) } else { dither::cut(r, g, b) };
            self.store(place.color, word);
        }
        if let Some(word) = self.lfb().bypass_aux(pixel) {
            self.store(place.aux, word);
        }
        self.counted.pixels_out += u32::from(self.lfb().bypass_counts);
    }
}
