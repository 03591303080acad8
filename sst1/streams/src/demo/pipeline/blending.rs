//! Blend factors: a disc with soft alpha over a checker.

use sst1_regs::words::{AlphaMode, BlendFactor, FbzMode};

use super::{Painter, Tile, color, flat, pixels, textured};

const BACKDROP: [[u8; 3]; 2] = [[206, 203, 189], [49, 57, 82]];

fn blend(p: &mut Painter<'_, '_>, src: BlendFactor, dst: BlendFactor) {
    p.backdrop(BACKDROP);
    p.bus.fbz_color_path(textured());
    let mode = AlphaMode::default().with_blend_enable(true);
    p.bus.alpha_mode(mode.with_src_rgb(src).with_dst_rgb(dst));
    p.whole();
}

/// Alpha planes: the auxiliary buffer gets a ramp of alpha from the left, then the disc is blended
/// by it.
fn with_alpha_planes(p: &mut Painter<'_, '_>, src: BlendFactor, dst: BlendFactor) {
    p.backdrop(BACKDROP);
    let planes = pixels().with_alpha_planes(true);
    p.bus.fbz_mode(FbzMode::with_rgb_write(planes, false).with_aux_write(true));
    let ramp = |alpha: f64| [0.0, 0.0, 0.0, alpha];
    p.whole_with(&flat([ramp(0.0), ramp(255.0), ramp(255.0), ramp(0.0)], 256.0));
    p.bus.fbz_mode(planes);
    p.bus.fbz_color_path(textured());
    let mode = AlphaMode::default().with_blend_enable(true);
    p.bus.alpha_mode(mode.with_src_rgb(src).with_dst_rgb(dst));
    p.whole();
}

pub(super) const TILES: &[Tile] = &[
    ("SRC ALPHA", |p| blend(p, BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha)),
    ("ONE + ONE", |p| blend(p, BlendFactor::One, BlendFactor::One)),
    ("*DST COLOR", |p| blend(p, BlendFactor::Color, BlendFactor::Zero)),
    ("1-DST COLOR", |p| blend(p, BlendFactor::OneMinusColor, BlendFactor::One)),
    ("1-SRC COLOR", |p| blend(p, BlendFactor::Zero, BlendFactor::OneMinusColor)),
    ("DST ALPHA", |p| {
        with_alpha_planes(p, BlendFactor::DstAlpha, BlendFactor::OneMinusDstAlpha);
    }),
    ("SATURATE", |p| with_alpha_planes(p, BlendFactor::Special, BlendFactor::One)),
    ("COLOR0 ALPHA", |p| {
        p.bus.color0(color(255, 255, 255, 96));
        p.backdrop(BACKDROP);
        let path = textured().with_cca_zero_other(true);
        p.bus.fbz_color_path(
            path.with_a_local(sst1_regs::words::AlphaLocal::Color0)
                .with_cca_add(sst1_regs::words::AlphaAdd::CLocal),
        );
        let mode = AlphaMode::default().with_blend_enable(true);
        let mode = mode.with_src_rgb(BlendFactor::SrcAlpha);
        p.bus.alpha_mode(mode.with_dst_rgb(BlendFactor::OneMinusSrcAlpha));
        p.whole();
    }),
];
