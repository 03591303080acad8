//! LFB pixels that pass through the pixel pipeline (lfbMode\[8\]).
//!
//! For: clip, stipple, depth, chroma key and alpha mask of such pixels, and what fog sees of them;
//! then they go where triangles' pixels go. They skip texturing, and by most the combine units.
//! Facts: digest 5.9, 9.7; decisions page, "LFB".

use sst1_board::{Counters, Fbi, State, Width, refusal};
use sst1_facts::{
    AlphaMaskCounts, LfbClip, LfbClippedStipple, LfbCombine, LfbCounts, LfbDepthColor, LfbFogAlpha,
    LfbPipelineOrigin, LfbRow, LfbTests, LfbW, LfbYOrigin, Profile,
};
use sst1_regs::words::{
    AlphaLocal, AlphaMSelect, CLocal, ColorMSelect, LfbFormat, LfbWSource, LfbWriteBuffer,
};

use super::address::Written;
use super::pattern_row;
use super::unpack::LfbPixel;
use crate::clip::Clip;
use crate::color::Color;
use crate::depth::Depths;
use crate::fog::FogInputs;
use crate::pixel::{Pipe, Place, Rules, Shaded, used};
use crate::sources::Operands;
use crate::stipple::Stipple;
use crate::target::{LfbMemory, Target, origin};
use crate::{combine, depth, sources};

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
    let target = Target::lfb(state, mode.write_buffer() == LfbWriteBuffer::Back);
    let bottom = match state.profile.lfb_pipeline_origin {
        LfbPipelineOrigin::FbzMode => state.fbi.fbz_mode.y_origin_bottom(),
        LfbPipelineOrigin::LfbMode => mode.y_origin_bottom(),
    };
    let flips = bottom && state.profile.lfb_y_origin == LfbYOrigin::Honoured;
    let memory_row = if flips { origin(state).wrapping_sub(written.row) } else { written.row };
    let y = match state.profile.lfb_row {
        LfbRow::Address => written.row,
        LfbRow::Memory => memory_row,
    };
    let pattern_row = pattern_row(state, written.row, memory_row);

    let memory = LfbMemory::new(state);
    let State { profile, fbi, frame_buffer, .. } = state;
    let mut stipple = Stipple::new(profile, fbi);
    let clip = Clip::new(profile, fbi);
    let clips = profile.lfb_clip == LfbClip::Clipped;
    let mut pipe = Pipe { profile, fbi, memory: frame_buffer, counted: Counters::default() };
    let mut outside = false;
    for ((number, column), pixel) in (0..).zip(written.columns()).zip(pixels) {
        if clips && !(clip.keeps_row(y, memory_row) && clip.keeps_column(column)) {
            if pipe.profile.lfb_clipped_stipple == LfbClippedStipple::Rotates {
                let _unseen = stipple.lfb_pixel(written.column, number, pattern_row);
            }
            continue;
        }
        let at = target.lfb_addresses(memory, column, memory_row);
        let place = Place { column, pattern_row, at };
        outside |= used(pipe.fbi).outside(pipe.memory, place.at);
        pipe.counted.pixels_in += 1;
        if stipple.lfb_pixel(written.column, number, place.pattern_row) {
            draw_pixel(&mut pipe, &place, pixel);
        }
    }

    let register = stipple.register;
    let mut counted = pipe.counted;
    match state.profile.lfb_counts {
        LfbCounts::All => {}
        LfbCounts::AllButIn => counted.pixels_in = 0,
        LfbCounts::KillsOnly => {
            let Counters { zfunc_fail, afunc_fail, .. } = counted;
            counted = Counters { zfunc_fail, afunc_fail, ..Counters::default() };
        }
    }
    state.fbi.stipple = register;
    state.count(&counted);
    outside
}

fn draw_pixel(pipe: &mut Pipe, place: &Place, pixel: &LfbPixel) {
    let (profile, fbi) = (pipe.profile, pipe.fbi);
    let mode = fbi.fbz_mode;
    let own_depth = pixel.depth as i32;
    let (w_depth, w) = w_of(profile, fbi, pixel.depth);

    let reduced = profile.lfb_tests == LfbTests::Reduced;
    let depths = match profile.lfb_tests {
        LfbTests::AsTriangle => Depths::new(profile, fbi, own_depth, w_depth),
        LfbTests::OwnDepth => Depths::unbiased(profile, fbi, own_depth),
        LfbTests::Reduced => Depths { compared: own_depth, written: own_depth },
    };
    if mode.depth_test() {
        let stored = pipe.memory.read(place.at.aux);
        let passes = if reduced {
            depth::compares(mode.depth_function(), depths.compared, stored)
        } else {
            depth::passes(profile, mode, fbi.za_color, depths.compared, stored)
        };
        if !passes {
            pipe.count_depth_kill();
            return;
        }
    }
    let color = match profile.lfb_combine {
        LfbCombine::Skipped => pixel.color,
        LfbCombine::Units => combined(profile, fbi, pixel),
    };
    if sources::chroma_kills(profile, fbi, pixel.color, color) {
        pipe.counted.chroma_fail += 1;
        return;
    }
    if !reduced && sources::mask_kills(profile, fbi, pixel.color, color) {
        if profile.alpha_mask_counts == AlphaMaskCounts::Counted {
            pipe.counted.afunc_fail += 1;
        }
        return;
    }
    let fog_alpha = match profile.lfb_fog_alpha {
        LfbFogAlpha::Own => pixel.color.a,
        LfbFogAlpha::ZaColor => fbi.za_color.alpha() as i32,
    };
    let fog = FogInputs { w_depth, z: own_depth << 12, a: fog_alpha << 12, w };
    let tested_alpha = sources::tested_alpha(profile, pixel.color, color);
    let shaded = Shaded { color, tested_alpha, depth: depths.written, fog };
    pipe.finish(Rules::lfb(profile), place, &shaded);
}

/// W depth, and W with 32 fraction bits, of a pixel with this depth.
fn w_of(profile: &Profile, fbi: &Fbi, depth: u16) -> (i32, i64) {
    let own = depth as i64;
    let selected = match fbi.lfb_mode.w_source() {
        LfbWSource::PixelDepth => own,
        LfbWSource::ZaColor => fbi.za_color.depth() as i64,
    };
    let converted = |w| (depth::w_depth(profile.w_depth_floor, w), w);
    match profile.lfb_w {
        // The value's 16 bits are the top fraction bits of W.
        LfbW::Converted => converted(selected << 16),
        LfbW::SelectedAsW => (selected as i32, selected),
        LfbW::Shifted14 => converted(own << 14),
        LfbW::DepthAsW => (own as i32, own),
    }
}

/// What the combine units make of a pixel. It has neither texel nor iterated values: its own take
/// their place, and a_other is 0 where it is a factor.
fn combined(profile: &Profile, fbi: &Fbi, pixel: &LfbPixel) -> Color {
    let path = fbi.color_path;
    let color0 = Color::from_argb(fbi.color0.raw());
    let takes_color0 = !path.c_local_override() && path.c_local() == CLocal::Color0;
    let local = Color {
        rgb: if takes_color0 { color0.rgb } else { pixel.color.rgb },
        a: match path.a_local() {
            AlphaLocal::Iterated => pixel.color.a,
            AlphaLocal::Color0 => color0.a,
            AlphaLocal::IteratedZ => sources::z_alpha(profile, (pixel.depth as i32) << 12),
            AlphaLocal::Reserved3 => 0,
        },
    };
    let color_factor = match path.cc_mselect() {
        ColorMSelect::AOther => ColorMSelect::Zero,
        factor => factor,
    };
    let alpha_factor = match path.cca_mselect() {
        AlphaMSelect::AOther => AlphaMSelect::Zero,
        factor => factor,
    };
    let path = path.with_cc_mselect(color_factor).with_cca_mselect(alpha_factor);
    let operands = Operands { other: pixel.color, local, texel: Color::default() };
    combine::combine(profile, path, &operands)
}
