//! The linear frame buffer: memory as a host program sees it.
//!
//! For: accesses to the 4 MiB window, taken apart in [`address`] and [`unpack`], and carried out
//! here and in [`pipeline`]. Facts: digest 4.1, 5.9, 9.7; decisions page, "LFB".

mod address;
mod pipeline;
mod unpack;

use sst1_board::{Counters, State, Width, refusal};
use sst1_facts::{
    LfbBypassAlpha, LfbBypassCounts, LfbBypassDither, LfbReadOrigin, LfbRow, LfbYOrigin, PatternRow,
};
use sst1_regs::words::{LfbFormat, LfbReadBuffer, LfbWriteBuffer};

use crate::dither;
use crate::target::{LfbMemory, Target, Used, lfb_buffer, origin};

use self::address::{Written, read_order};
use self::unpack::{LfbPixel, pixels};

/// A write at a byte offset in the window.
pub(crate) fn write(state: &mut State, offset: u32, data: u32, width: Width) {
    let mode = state.fbi.lfb_mode;
    let format = mode.write_format();
    let dropped = match (unpack::kind(format), width) {
        (unpack::Kind::Reserved, _) => Some(&refusal::LFB_FORMAT),
        (unpack::Kind::OnePixel, Width::Half) => Some(&refusal::LFB_NARROW),
        _ => None,
    };
    if let Some(reason) = dropped {
        return state.log.refuse(reason, "lfbMode", mode.raw());
    }
    if matches!(mode.write_buffer(), LfbWriteBuffer::Reserved2 | LfbWriteBuffer::Reserved3) {
        state.log.refuse(&refusal::BUFFER_RESERVED, "lfbMode", mode.raw());
    }
    let written = Written::new(&state.profile, mode, offset, data, width);
    let pixels = pixels(&state.profile, &state.fbi, &written);
    let outside = if mode.pixel_pipeline() {
        pipeline::draw(state, &written, &pixels)
    } else {
        bypass(state, &written, &pixels)
    };
    if outside {
        state.log.refuse(&refusal::MEMORY_OUTSIDE, "lfb", offset);
    }
}

/// Stores pixels without the pipeline: only dithering applies. Says whether memory ended before.
fn bypass(state: &mut State, written: &Written, pixels: &[LfbPixel]) -> bool {
    let (lfb_mode, fbz_mode) = (state.fbi.lfb_mode, state.fbi.fbz_mode);
    let format = lfb_mode.write_format();
    let target = Target::lfb(state, lfb_mode.write_buffer() == LfbWriteBuffer::Back);
    let flips = lfb_mode.y_origin_bottom() && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
    let memory_row = if flips { origin(state).wrapping_sub(written.row) } else { written.row };
    let pattern_row = pattern_row(state, written.row, memory_row);
    // Alpha goes where depth would, if alpha is what the auxiliary buffer holds.
    let rule = state.profile.lfb_bypass_alpha;
    let planes = fbz_mode.alpha_planes() && rule != LfbBypassAlpha::Never;
    let stores_alpha = planes && unpack::carries_alpha(format);
    let keeps_depth_out = planes && rule == LfbBypassAlpha::AlphaOrDepth;
    let used = Used {
        color: format != LfbFormat::Depth,
        aux: stores_alpha || (unpack::carries_depth(format) && !keeps_depth_out),
    };
    let memory = LfbMemory::new(state);
    let mut outside = false;
    for (column, pixel) in written.columns().zip(pixels) {
        let at = target.lfb_addresses(memory, column, memory_row);
        outside |= used.outside(&state.frame_buffer, at);
        if used.color {
            let word = match state.profile.lfb_bypass_dither {
                LfbBypassDither::Dithered => {
                    dither::stored(fbz_mode, pixel.color.rgb, column, pattern_row)
                }
                LfbBypassDither::Truncated => dither::cut(pixel.color.rgb),
            };
            state.frame_buffer.write(at.color, word);
        }
        if used.aux {
            let word = if stores_alpha { pixel.color.a as u16 } else { pixel.depth };
            state.frame_buffer.write(at.aux, word);
        }
    }
    if state.profile.lfb_bypass_counts == LfbBypassCounts::Counted {
        state.count(&Counters { pixels_out: pixels.len() as u32, ..Counters::default() });
    }
    outside
}

/// The row that selects stipple and dither rows of an LFB pixel.
fn pattern_row(state: &State, row: i32, memory_row: i32) -> i32 {
    match (state.profile.lfb_row, state.profile.pattern_row) {
        (LfbRow::Address, PatternRow::Raster) => row,
        (LfbRow::Memory, _) | (_, PatternRow::Memory) => memory_row,
    }
}

/// A read at a byte offset in the window; a half comes back in the low half.
pub(crate) fn read(state: &State, offset: u32, width: Width) -> u32 {
    let mode = state.fbi.lfb_mode;
    let layout = state.layout();
    let base = match mode.read_buffer() {
        LfbReadBuffer::Front | LfbReadBuffer::Reserved3 => lfb_buffer(state, false),
        LfbReadBuffer::Back => lfb_buffer(state, true),
        LfbReadBuffer::Aux => layout.aux,
    };
    let y = (offset >> 11 & 0x3FF) as i32;
    let bottom = match state.profile.lfb_read_origin {
        LfbReadOrigin::ByPath if mode.pixel_pipeline() => state.fbi.fbz_mode.y_origin_bottom(),
        _ => mode.y_origin_bottom(),
    };
    let flips = bottom && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
    let row = if flips { origin(state).wrapping_sub(y) } else { y };
    let address =
        base.wrapping_add((row as u32).wrapping_mul(layout.stride)).wrapping_add(offset & 0x7FC);
    let half = |address: u32| {
        if address < state.frame_buffer.bytes() {
            state.frame_buffer.read(address) as u32
        } else {
            0xFFFF
        }
    };
    let word =
        read_order(&state.profile, mode, half(address) | half(address.wrapping_add(2)) << 16);
    match width {
        Width::Word => word,
        Width::Half => word >> (8 * (offset & 2)) & 0xFFFF,
    }
}

#[cfg(test)]
mod tests;
