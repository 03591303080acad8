//! Register states of the scene, and its textures in memory.

use sst1_regs::words::{
    AOther, AlphaMSelect, AlphaMode, BlendFactor, CLocal, COther, ColorAdd, ColorMSelect, Compare,
    DrawBuffer, FbzColorPath, FbzMode, FogEntry, FogMode, Rgb, Rgba, TextureFormat, TextureMode,
    ZaColor,
};

use super::{art, sky};
use crate::maths::exp;
use crate::{Bound, Bus, Image, Map, Parts, Shape};

/// What textured triangles carry.
pub(super) const TEXTURED: Parts =
    Parts { color: true, alpha: true, depth: false, w: true, units: 1 };

/// How far before the floor shadows are, in steps of depth.
const SHADOW_BIAS: i32 = -24;

/// Where the maps lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Textures {
    pub(super) floor: Bound,
    pub(super) gold: Bound,
    pub(super) tiles: Bound,
    pub(super) chest: Bound,
    pub(super) jasper: Bound,
    pub(super) glass: Bound,
    pub(super) glow: Bound,
    /// Free memory behind them, for the shadows of each frame.
    pub(super) free: u32,
}

impl Textures {
    /// Makes and downloads all of them.
    pub(super) fn download(bus: &mut Bus<'_>) -> Self {
        let mut at = 0;
        let mut put = |image: &Image, format: TextureFormat| {
            let map = Map::new(image, Shape::square(image.width() as u32), format);
            let bound = bus.download(0, &map, at, false);
            at = (at + map.bytes()).next_multiple_of(16);
            bound
        };
        let floor = put(&art::floor(), TextureFormat::Rgb565);
        let gold = put(&art::gold(), TextureFormat::Rgb565);
        let tiles = put(&art::tiles(), TextureFormat::Rgb565);
        let chest = put(&art::chest(), TextureFormat::Rgb565);
        let jasper = put(&art::jasper(), TextureFormat::Rgb565);
        let glass = put(&art::glass(), TextureFormat::Argb4444);
        let glow = put(&art::glow(), TextureFormat::I8);
        Self { floor, gold, tiles, chest, jasper, glass, glow, free: at }
    }
}

/// Writes to the back buffer, dithered, clipped.
fn pixels() -> FbzMode {
    FbzMode::default()
        .with_clip(true)
        .with_dither(true)
        .with_rgb_write(true)
        .with_draw_buffer(DrawBuffer::Back)
        .with_w_buffer(true)
        .with_depth_function(Compare::LessEqual)
}

/// The first stage takes c_other and a_other as they are.
fn path() -> FbzColorPath {
    FbzColorPath::default().with_subpixel_adjust(true)
}

fn textured() -> FbzColorPath {
    path().with_texture_enable(true).with_c_other(COther::Texture)
}

/// Texture times light.
fn lit() -> FbzColorPath {
    textured().with_cc_mselect(ColorMSelect::CLocal).with_cc_reverse_blend(true)
}

/// The unit's own texel, in perspective, bilinear; the LOD dithered between levels.
fn texels() -> TextureMode {
    TextureMode::default()
        .with_perspective(true)
        .with_min_bilinear(true)
        .with_mag_bilinear(true)
        .with_lod_dither(true)
        .with_tc_zero_other(true)
        .with_tc_add_clocal(true)
        .with_tca_zero_other(true)
        .with_tca_add_clocal(true)
}

fn blend(src: BlendFactor, dst: BlendFactor) -> AlphaMode {
    AlphaMode::default().with_blend_enable(true).with_src_rgb(src).with_dst_rgb(dst)
}

fn over() -> AlphaMode {
    blend(BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha)
}

/// Clears depth; colour is covered by the sky.
pub(super) fn clear(bus: &mut Bus<'_>) {
    bus.fbz_mode(FbzMode::default().with_aux_write(true).with_draw_buffer(DrawBuffer::Back));
    bus.za_color(ZaColor::default().with_depth(0xFFFF));
    bus.fastfill();
}

/// Fog by distance: denser with its square.
pub(super) fn fog(bus: &mut Bus<'_>) {
    let [red, green, blue] = sky::HAZE.map(|c| (c * 255.0 + 0.5) as u32);
    bus.fog_color(Rgb::default().with_red(red).with_green(green).with_blue(blue));
    // Entry n begins where W depth is n << 10: at the distance 2^(n/4) * 8 / (8 - n%4).
    let amount = |n: u32| {
        let distance = f64::from(1u32 << (n / 4).min(15)) * 8.0 / f64::from(8 - n % 4);
        let thickness = (distance - 7.0).max(0.0) / 46.0;
        255.0 * (1.0 - exp(-(thickness * thickness).min(30.0)))
    };
    let entry = |n: u32| {
        let fog = (amount(n) + 0.5) as u32;
        let delta = ((amount(n + 1) - amount(n)) * 4.0 + 0.5).clamp(0.0, 255.0) as u32;
        (fog.min(255), delta)
    };
    let table = std::array::from_fn(|n| {
        let ((even, even_delta), (odd, odd_delta)) = (entry(2 * n as u32), entry(2 * n as u32 + 1));
        FogEntry::default()
            .with_even_fog(even)
            .with_even_delta(even_delta)
            .with_odd_fog(odd)
            .with_odd_delta(odd_delta)
    });
    bus.fog_table(&table);
}

fn fog_on(bus: &mut Bus<'_>) {
    bus.fog_mode(FogMode::default().with_enable(true));
}

/// Iterated colours, no depth.
pub(super) fn sky(bus: &mut Bus<'_>) {
    bus.fbz_mode(pixels());
    bus.fbz_color_path(path());
    bus.alpha_mode(AlphaMode::default());
    bus.fog_mode(FogMode::default());
}

/// Adds a texture times a colour to what is there.
pub(super) fn glow(bus: &mut Bus<'_>, textures: &Textures) {
    bus.fbz_mode(pixels().with_dither_subtract(true));
    bus.fbz_color_path(lit());
    bus.alpha_mode(blend(BlendFactor::One, BlendFactor::One));
    bus.fog_mode(FogMode::default());
    bus.bind(0, &textures.glow, texels().with_clamp_s(true).with_clamp_t(true));
}

/// Opaque solids: texture times iterated colour, iterated alpha added as a white highlight.
pub(super) fn solid(bus: &mut Bus<'_>, map: &Bound) {
    bus.fbz_mode(pixels().with_depth_test(true).with_aux_write(true));
    bus.fbz_color_path(lit().with_cc_add(ColorAdd::ALocal));
    bus.alpha_mode(AlphaMode::default());
    fog_on(bus);
    bus.bind(0, map, texels());
}

/// The floor: over what is mirrored in it, as far as iterated alpha says.
pub(super) fn floor(bus: &mut Bus<'_>, textures: &Textures) {
    bus.fbz_mode(pixels().with_aux_write(true).with_dither_subtract(true));
    bus.fbz_color_path(lit());
    bus.alpha_mode(over());
    fog_on(bus);
    bus.bind(0, &textures.floor, texels());
}

/// Shadows on the floor: a constant colour where the map says. The bias keeps them above it.
pub(super) fn shadow(bus: &mut Bus<'_>, map: &Bound) {
    bus.fbz_mode(pixels().with_depth_test(true).with_depth_bias(true).with_dither_subtract(true));
    bus.za_color(ZaColor::default().with_depth(SHADOW_BIAS as u32));
    bus.color0(Rgba::default().with_red(12).with_green(10).with_blue(26));
    bus.fbz_color_path(
        textured()
            .with_c_local(CLocal::Color0)
            .with_cc_zero_other(true)
            .with_cc_add(ColorAdd::CLocal)
            .with_a_other(AOther::Texture),
    );
    bus.alpha_mode(over());
    fog_on(bus);
    bus.bind(0, map, texels().with_clamp_s(true).with_clamp_t(true));
}

/// Coloured glass: the map's colour and alpha, lit, over what is behind.
pub(super) fn glass(bus: &mut Bus<'_>, textures: &Textures) {
    bus.fbz_mode(pixels().with_depth_test(true).with_aux_write(true).with_dither_subtract(true));
    bus.fbz_color_path(
        lit()
            .with_a_other(AOther::Texture)
            .with_cca_mselect(AlphaMSelect::ALocal)
            .with_cca_reverse_blend(true),
    );
    bus.alpha_mode(over());
    fog_on(bus);
    bus.bind(0, &textures.glass, texels().with_clamp_s(true).with_clamp_t(true));
}
