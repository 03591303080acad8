//! LFB pixels that pass through the pixel pipeline (lfbMode\[8\]).
//!
//! For: clip, stipple, depth, chroma key and alpha mask of such pixels, and what fog sees of them;
//! then they go where triangles' pixels go. They skip texturing and the combine units.
//! Facts: digest 5.9, 9.7; decisions page, "LFB".

use sst1_board::{Counters, State, Width, refusal};
use sst1_facts::{
    AlphaMaskCounts, LfbClip, LfbCounts, LfbDepthColor, LfbTests, LfbW, LfbYOrigin, PatternRow,
};
use sst1_regs::words::{LfbFormat, LfbWSource, LfbWriteBuffer};

use super::address::Written;
use super::unpack::LfbPixel;
use crate::clip::Clip;
use crate::depth::Depths;
use crate::fog::FogInputs;
use crate::pixel::{Pipe, Place, Rules, Shaded, used};
use crate::stipple::Stipple;
use crate::target::{LfbMemory, Target, origin};
use crate::{depth, sources};

/// Draws the pixels of a write. Says whether memory ended before.
pub(super) fn draw(state: &mut State, written: &Written, pixels: &[LfbPixel]) -> bool {
    let mode = state.fbi.lfb_mode;
    // 9.8: 86Box's colour is not initialised there.
    if mode.write_format() == LfbFormat::Depth
        && written.width == Width::Word
        && state.profile.lfb_depth_color == LfbDepthColor::Undefined
    {
        state.log.refuse(&refusal::LFB_DEPTH_COLOR, "lfbMode", mode.raw());
    }
    let target = Target::new(state, mode.write_buffer() == LfbWriteBuffer::Back);
    let y = written.row;
    let flips =
        state.fbi.fbz_mode.y_origin_bottom() && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
    let memory_row = if flips { origin(state).wrapping_sub(y) } else { y };

    let memory = LfbMemory::new(state);
    let State { profile, fbi, frame_buffer, .. } = state;
    let mut stipple = Stipple::new(profile, fbi);
    let clip = Clip::new(profile, fbi);
    let clips = profile.lfb_clip == LfbClip::Clipped;
    let mut pipe = Pipe { profile, fbi, memory: frame_buffer, counted: Counters::default() };
    let mut outside = false;
    for ((number, column), pixel) in (0..).zip(written.columns()).zip(pixels) {
        if clips && !(clip.keeps_row(y, memory_row) && clip.keeps_column(column)) {
            continue;
        }
        let place = Place {
            column,
            pattern_row: match pipe.profile.pattern_row {
                PatternRow::Raster => y,
                PatternRow::Memory => memory_row,
            },
            at: target.lfb_addresses(memory, column, memory_row),
        };
        outside |= used(pipe.fbi).outside(pipe.memory, place.at);
        pipe.counted.pixels_in += 1;
        if stipple.lfb_pixel(written.column, number, place.pattern_row) {
            draw_pixel(&mut pipe, &place, pixel);
        }
    }

    let register = stipple.register;
    let mut counted = pipe.counted;
    if state.profile.lfb_counts == LfbCounts::KillsOnly {
        let Counters { zfunc_fail, afunc_fail, .. } = counted;
        counted = Counters { zfunc_fail, afunc_fail, ..Counters::default() };
    }
    state.fbi.stipple = register;
    state.count(&counted);
    outside
}

fn draw_pixel(pipe: &mut Pipe, place: &Place, pixel: &LfbPixel) {
    let (profile, fbi) = (pipe.profile, pipe.fbi);
    let mode = fbi.fbz_mode;
    let own_depth = pixel.depth as i32;
    let (w_depth, w) = match profile.lfb_w {
        LfbW::Converted => {
            // The value's 16 bits are the top fraction bits of W.
            let value = match fbi.lfb_mode.w_source() {
                LfbWSource::PixelDepth => pixel.depth as i64,
                LfbWSource::ZaColor => fbi.za_color.depth() as i64,
            };
            (depth::w_depth(profile.w_depth_floor, value << 16), value << 16)
        }
        LfbW::DepthAsW => (own_depth, own_depth as i64),
    };

    let as_triangle = profile.lfb_tests == LfbTests::AsTriangle;
    let depths = if as_triangle {
        Depths::new(profile, fbi, own_depth, w_depth)
    } else {
        Depths { compared: own_depth, written: own_depth }
    };
    if mode.depth_test() {
        let stored = pipe.memory.read(place.at.aux);
        let passes = if as_triangle {
            depth::passes(profile, mode, fbi.za_color, depths.compared, stored)
        } else {
            depth::compares(mode.depth_function(), depths.compared, stored)
        };
        if !passes {
            pipe.count_depth_kill();
            return;
        }
    }
    let color = pixel.color;
    if sources::chroma_kills(profile, fbi, pixel.color, color) {
        pipe.counted.chroma_fail += 1;
        return;
    }
    if as_triangle && sources::mask_kills(profile, fbi, pixel.color, color) {
        if profile.alpha_mask_counts == AlphaMaskCounts::Counted {
            pipe.counted.afunc_fail += 1;
        }
        return;
    }
    let fog = FogInputs { w_depth, z: own_depth << 12, a: pixel.color.a << 12, w };
    let tested_alpha = sources::tested_alpha(profile, pixel.color, color);
    let shaded = Shaded { color, tested_alpha, depth: depths.written, fog };
    pipe.finish(Rules::lfb(profile), place, &shaded);
}
