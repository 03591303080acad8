//! Depth functions, and what else decides whether and how a pixel is written.

use sst1_regs::words::{
    AlphaMode, Compare, DitherMatrix, FbzMode, LfbFormat, LfbMode, LfbWriteBuffer, Rgb,
    StippleMode, ZaColor,
};

use super::{ALL, CORNERS, Painter, Tile, color, flat, iterated, pixels, quad, textured};
use crate::Values;

/// Three stripes, nearer, equal and farther than the rectangle that is drawn over them.
fn depth(p: &mut Painter<'_, '_>, function: Compare) {
    let area = p.inside();
    p.bus.clip(area.x, area.x + area.width, area.y, area.y + area.height);
    p.bus.fbz_mode(pixels().with_aux_write(true));
    p.bus.color1(color(41, 56, 90, 255));
    p.bus.za_color(ZaColor::default().with_depth(0xFFFF));
    p.bus.fastfill();
    let flat_at = |z: f64, [r, g, b]: [f64; 3]| {
        [Values::at_distance(1.0, [r, g, b, 255.0], z, [[0.0; 2]; 3]); 4]
    };
    let test = pixels().with_depth_test(true).with_aux_write(true);
    p.bus.fbz_color_path(iterated());
    p.bus.fbz_mode(test.with_depth_function(Compare::Always));
    for (n, (z, blue)) in [(1000.0, 90.0), (2000.0, 150.0), (3000.0, 220.0)].iter().enumerate() {
        let left = 0.1 + 0.28 * n as f64;
        let stripe = area.part([left, 0.06], [left + 0.24, 0.94]);
        quad(p.bus, stripe, ALL, &flat_at(*z, [60.0, 130.0, *blue]));
    }
    p.bus.fbz_mode(test.with_depth_function(function));
    let over = area.part([0.0, 0.3], [1.0, 0.72]);
    quad(p.bus, over, ALL, &flat_at(2000.0, [245.0, 165.0, 70.0]));
}

pub(super) const DEPTH: &[Tile] = &[
    ("Z NEVER", |p| depth(p, Compare::Never)),
    ("Z <", |p| depth(p, Compare::Less)),
    ("Z =", |p| depth(p, Compare::Equal)),
    ("Z <=", |p| depth(p, Compare::LessEqual)),
    ("Z >", |p| depth(p, Compare::Greater)),
    ("Z NOT EQUAL", |p| depth(p, Compare::NotEqual)),
    ("Z >=", |p| depth(p, Compare::GreaterEqual)),
    ("Z ALWAYS", |p| depth(p, Compare::Always)),
];

/// A slow ramp, where dithering matters most.
fn dither(p: &mut Painter<'_, '_>, mode: FbzMode) {
    p.bus.fbz_mode(mode);
    p.bus.fbz_color_path(iterated());
    let ramp = |v: f64| [v, v * 0.8, v * 1.2, 255.0];
    p.whole_with(&flat([ramp(60.0), ramp(92.0), ramp(104.0), ramp(72.0)], 0.0));
}

pub(super) const TILES: &[Tile] = &[
    ("ALPHA TEST", |p| {
        p.bus.fbz_color_path(textured());
        let mode = AlphaMode::default().with_test_enable(true);
        p.bus.alpha_mode(mode.with_test_function(Compare::Greater).with_reference(128));
        p.whole();
    }),
    ("CHROMA KEY", |p| {
        // One of the four colours of the point-sampled map.
        p.bus.fbz_color_path(textured());
        p.bus.chroma_key(Rgb::default().with_red(247).with_green(219).with_blue(90));
        p.bus.fbz_mode(pixels().with_chroma_key(true));
        let mode = super::texels().with_mag_bilinear(false).with_min_bilinear(false);
        p.bind(0, p.maps.bold, mode);
        p.whole_with(&flat(CORNERS, 256.0));
    }),
    ("STIPPLE", |p| {
        p.bus.stipple(0x3C18_3C7E);
        let mode = pixels().with_stipple_enable(true);
        p.bus.fbz_mode(mode.with_stipple_mode(StippleMode::Pattern));
        p.whole();
    }),
    ("STIPPLE ROT.", |p| {
        p.bus.stipple(0xFFFF_F000);
        let mode = pixels().with_stipple_enable(true);
        p.bus.fbz_mode(mode.with_stipple_mode(StippleMode::Rotate));
        p.whole();
    }),
    ("NO DITHER", |p| dither(p, pixels().with_dither(false))),
    ("DITHER 2X2", |p| dither(p, pixels().with_dither_matrix(DitherMatrix::TwoByTwo))),
    ("DITHER 4X4", |p| dither(p, pixels().with_dither_matrix(DitherMatrix::FourByFour))),
    ("LFB PIPELINE", |p| {
        // Words of 8-8-8-8 through the alpha test, so that the corners stay away.
        let mode = AlphaMode::default().with_test_enable(true);
        p.bus.alpha_mode(mode.with_test_function(Compare::Greater).with_reference(64));
        p.bus.lfb_mode(
            LfbMode::default()
                .with_write_format(LfbFormat::Argb8888)
                .with_write_buffer(LfbWriteBuffer::Back)
                .with_pixel_pipeline(true),
        );
        let area = p.inside();
        for y in 0..area.height {
            for x in 0..area.width {
                let (dx, dy) = (x.abs_diff(area.width / 2) * 6, y.abs_diff(area.height / 2) * 8);
                let alpha = 255u32.saturating_sub(dx.max(dy) / 2 + dx.min(dy) / 3);
                let (red, green) = (60 + x * 2, 220 - y * 3);
                let pixel = alpha << 24 | red << 16 | green << 8 | 0xBE;
                p.bus.lfb_word(area.x + x, area.y + y, pixel);
            }
        }
    }),
];
