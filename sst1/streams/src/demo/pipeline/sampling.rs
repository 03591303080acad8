//! Sampling and the texture combine units.

use sst1_regs::words::{TDetail, TextureMSelect, TextureMode};

use super::{ALL, CORNERS, Painter, Tile, quad, texels, textured};
use crate::{Parts, Units, Values};

/// Corner values of a plane that recedes, `size` texels to each side.
fn receding(size: f64) -> [Values; 4] {
    let at = |distance: f64, s: f64, t: f64| {
        Values::at_distance(distance, [255.0; 4], 0.0, [[s * size, t * size]; 3])
    };
    [at(7.0, 0.0, 0.0), at(7.0, 1.0, 0.0), at(1.5, 1.0, 1.0), at(1.5, 0.0, 1.0)]
}

/// Corner values with `size` texels to each side.
fn plain(size: f64) -> [Values; 4] {
    let at = |s: f64, t: f64| Values::at_distance(1.0, [255.0; 4], 0.0, [[s * size, t * size]; 3]);
    [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)]
}

fn repeating() -> TextureMode {
    texels().with_clamp_s(false).with_clamp_t(false)
}

/// Unit 0 in a mode over unit 1's spot of light.
fn two_units(p: &mut Painter<'_, '_>, mode: TextureMode) {
    p.bus.fbz_color_path(textured());
    p.bind(1, p.maps.light, texels());
    p.bind(0, p.maps.disc, mode);
    let inside = p.inside();
    quad(p.bus, inside, Parts { units: 2, ..ALL }, &super::flat(CORNERS, 256.0));
}

pub(super) const TILES: &[Tile] = &[
    ("POINT", |p| {
        p.bus.fbz_color_path(textured());
        p.bind(0, p.maps.bold, texels().with_mag_bilinear(false).with_min_bilinear(false));
        p.whole_with(&plain(256.0));
    }),
    ("BILINEAR", |p| {
        p.bus.fbz_color_path(textured());
        p.bind(0, p.maps.bold, repeating());
        p.whole_with(&plain(256.0));
    }),
    ("CLAMP S", |p| {
        p.bus.fbz_color_path(textured());
        p.bind(0, p.maps.disc, repeating().with_clamp_s(true));
        p.whole_with(&plain(640.0));
    }),
    ("PERSPECTIVE", |p| {
        p.bus.fbz_color_path(textured());
        p.bind(0, p.maps.disc, repeating().with_perspective(true));
        p.whole_with(&receding(640.0));
    }),
    ("LOD DITHER", |p| {
        p.bus.fbz_color_path(textured());
        let mode = repeating().with_perspective(true).with_lod_dither(true);
        p.bind(0, p.maps.disc, mode);
        p.whole_with(&receding(640.0));
    }),
    ("UNIT1*UNIT0", |p| {
        let mode = TextureMode::from_raw(texels().raw() & 0xFFF);
        let factor = mode.with_tc_mselect(TextureMSelect::CLocal).with_tc_reverse_blend(true);
        two_units(p, factor);
    }),
    ("UNIT1+UNIT0", |p| {
        let mode = TextureMode::from_raw(texels().raw() & 0xFFF);
        two_units(p, mode.with_tc_add_clocal(true));
    }),
    // Unit 0 fades into unit 1 as the LOD grows.
    ("DETAIL", |p| {
        p.bus.fbz_color_path(textured());
        p.bind(1, p.maps.bold, repeating().with_perspective(true));
        let mode = TextureMode::from_raw(repeating().raw() & 0xFFF).with_perspective(true);
        let mode = mode.with_tc_sub_clocal(true).with_tc_add_clocal(true);
        let mode = mode.with_tc_mselect(TextureMSelect::Detail);
        p.bind(0, p.maps.disc, mode);
        let detail = TDetail::default().with_bias(6).with_scale(6).with_max(255);
        p.bus.t_detail(Units::One(0), detail);
        let inside = p.inside();
        quad(p.bus, inside, Parts { units: 2, ..ALL }, &receding(640.0));
    }),
];
