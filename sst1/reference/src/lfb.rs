//! The linear frame buffer: memory as a host program sees it.
//!
//! For: accesses to the 4 MiB window, taken apart in [`address`] and [`unpack`], and carried out
//! here and in [`pipeline`]. Facts: digest 4.1, 5.9, 9.7; decisions page, "LFB".

mod address;
mod pipeline;
mod unpack;

use sst1_board::{State, Width, refusal};
use sst1_facts::{LfbBypassAlpha, LfbYOrigin, PatternRow};
use sst1_regs::words::{LfbFormat, LfbReadBuffer, LfbWriteBuffer};

use crate::dither;
use crate::target::{LfbMemory, Target, Used, origin};

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
    let target = Target::new(state, lfb_mode.write_buffer() == LfbWriteBuffer::Back);
    let flips = lfb_mode.y_origin_bottom() && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
    let memory_row = if flips { origin(state).wrapping_sub(written.row) } else { written.row };
    let pattern_row = match state.profile.pattern_row {
        PatternRow::Raster => written.row,
        PatternRow::Memory => memory_row,
    };
    // Alpha goes where depth would, if alpha is what the auxiliary buffer holds.
    let stores_alpha = state.profile.lfb_bypass_alpha == LfbBypassAlpha::WithAlphaPlanes
        && fbz_mode.alpha_planes()
        && unpack::carries_alpha(format);
    let used = Used {
        color: format != LfbFormat::Depth,
        aux: stores_alpha || unpack::carries_depth(format),
    };
    let memory = LfbMemory::new(state);
    let mut outside = false;
    for (column, pixel) in written.columns().zip(pixels) {
        let at = target.lfb_addresses(memory, column, memory_row);
        outside |= used.outside(&state.frame_buffer, at);
        if used.color {
            let word = dither::stored(fbz_mode, pixel.color.rgb, column, pattern_row);
            state.frame_buffer.write(at.color, word);
        }
        if used.aux {
            let word = if stores_alpha { pixel.color.a as u16 } else { pixel.depth };
            state.frame_buffer.write(at.aux, word);
        }
    }
    outside
}

/// A read at a byte offset in the window; a half comes back in the low half.
pub(crate) fn read(state: &State, offset: u32, width: Width) -> u32 {
    let mode = state.fbi.lfb_mode;
    let layout = state.layout();
    let base = match mode.read_buffer() {
        LfbReadBuffer::Front | LfbReadBuffer::Reserved3 => layout.front,
        LfbReadBuffer::Back => layout.back,
        LfbReadBuffer::Aux => layout.aux,
    };
    let y = (offset >> 11 & 0x3FF) as i32;
    let flips = mode.y_origin_bottom() && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
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
