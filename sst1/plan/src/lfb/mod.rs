//! The linear frame buffer.
//!
//! For: LFB writes, through the pixel pipeline or around it, and reads.
//! Not for: formats and lane order, which are [`sst1_core::lfb`]'s.
//!
//! Facts: digest sections 4.1, 5.9, 9.7; the facts named `lfb_*`; the decisions on the LFB. Pixels
//! come one or two at a time here, so that they are computed alone, not in batches.

mod pipeline;
mod place;
mod plan;
mod write;

pub use place::{Bytes, bytes};
pub use plan::LfbPlan;
use plan::buffer;
pub use write::write;

use sst1_board::{State, Width};
use sst1_core::lfb;
use sst1_facts::{LfbReadOrigin, LfbYOrigin};
use sst1_regs::words::LfbReadBuffer;

use crate::geometry::origin;

/// Reads a word or a half; beyond memory every bit is 1.
pub fn read(state: &State, offset: u32, width: Width) -> u32 {
    let mode = state.fbi.lfb_mode;
    let layout = state.layout();
    let base = match mode.read_buffer() {
        LfbReadBuffer::Front | LfbReadBuffer::Reserved3 => buffer(&state.profile, &layout, false),
        LfbReadBuffer::Back => buffer(&state.profile, &layout, true),
        LfbReadBuffer::Aux => layout.aux,
    };
    let row = (offset >> 11 & 0x3FF) as i32;
    let by_fbz = mode.pixel_pipeline() && state.profile.lfb_read_origin == LfbReadOrigin::ByPath;
    let bottom = if by_fbz { state.fbi.fbz_mode.y_origin_bottom() } else { mode.y_origin_bottom() };
    let flipped = bottom && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
    let row = if flipped { origin(state) - row } else { row };
    let address =
        base.wrapping_add((row as u32).wrapping_mul(layout.stride)).wrapping_add(offset & 0x7FC);
    let words = state.frame_buffer.words();
    let half =
        |address: u32| u32::from(words.get((address >> 1) as usize).copied().unwrap_or(u16::MAX));
    let word = half(address) | half(address.wrapping_add(2)) << 16;
    let word = lfb::read_ordered(&state.profile, mode, word);
    match width {
        Width::Word => word,
        Width::Half => word >> ((offset & 2) * 8) & 0xFFFF,
    }
}
