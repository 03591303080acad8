//! The linear frame buffer.
//!
//! For: LFB writes, through the pixel pipeline or around it, and reads.
//! Not for: formats and lane order, which are [`sst1_core::lfb`]'s.
//!
//! Facts: digest sections 4.1, 5.9, 9.7; the facts named `lfb_*`; the decisions on the LFB. Pixels
//! come one or two at a time here, so that they are computed alone, not in batches.

mod pipeline;
mod plan;
mod write;

pub use plan::LfbPlan;
pub use write::write;

use sst1_board::{State, Width};
use sst1_core::lfb;
use sst1_facts::{LfbYOrigin, YOrigin};
use sst1_regs::words::LfbReadBuffer;

/// Reads a word or a half; beyond memory every bit is 1.
pub fn read(state: &State, offset: u32, width: Width) -> u32 {
    let mode = state.fbi.lfb_mode;
    let layout = state.layout();
    let base = match mode.read_buffer() {
        LfbReadBuffer::Front | LfbReadBuffer::Reserved3 => layout.front,
        LfbReadBuffer::Back => layout.back,
        LfbReadBuffer::Aux => layout.aux,
    };
    let row = (offset >> 11 & 0x3FF) as i32;
    let flipped = mode.y_origin_bottom() && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
    let row = if flipped {
        let origin = match state.profile.y_origin {
            YOrigin::FbiInit3 => state.init.fbi_init3.y_origin_swap() as i32,
            YOrigin::VideoDimensions => state.picture_height() as i32 - 1,
        };
        origin - row
    } else {
        row
    };
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
