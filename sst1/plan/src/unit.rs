//! A texture unit's registers, decoded.
//!
//! Facts: digest sections 5.3 to 5.5, 9.5, 9.6.

use sst1_board::{CacheKey, State};
use sst1_core::level::{self, Level, LevelTable};
use sst1_core::lod::Limits;
use sst1_facts::{ClampNegativeW, Filter, Lod, LodDither, LodZeroFraction, Mirror, Perspective};
use sst1_regs::words::{TLod, TextureFormat, TextureMode};

/// How S and T are divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// Not at all; coordinates keep 32 bits, or 18.
    #[default]
    None,
    None18,
    /// By 86Box's quotient.
    Quotient,
    /// By the reciprocal table.
    Reciprocal,
}

/// How the LOD of a pixel is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LodRule {
    /// All pixels have this clamped one.
    Fixed(i32),
    /// From the triangle's base; with a perspective term or without.
    Half(bool),
    Quarter(bool),
}

/// Which filter applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bilinear {
    #[default]
    Never,
    Always,
    /// Where magnified.
    Magnified,
    /// Where not.
    Minified,
}

/// A unit's registers, decoded.
#[derive(Clone, Debug)]
pub struct UnitPlan {
    pub division: Division,
    /// Whether S and T are 0 where W is negative.
    pub clamp_negative: bool,
    pub needs_w: bool,
    pub lod_rule: LodRule,
    /// The rule as the profile names it, and tLOD's bias.
    pub lod: Lod,
    pub bias: i32,
    pub limits: Limits,
    pub lod_dither: bool,
    /// What a LOD's fraction is masked with.
    pub fraction_mask: i32,
    pub filter: Bilinear,
    pub mirror: [bool; 2],
    pub clamp: [bool; 2],
    pub format: TextureFormat,
    pub levels: LevelTable,
    /// What 86Box's cache knows the texture by.
    pub key: CacheKey,
    /// Levels as downloads address them.
    pub addressed: [Level; 9],
    pub lod_word: TLod,
    pub sequential: bool,
}

impl Default for UnitPlan {
    fn default() -> Self {
        Self {
            division: Division::None,
            clamp_negative: false,
            needs_w: false,
            lod_rule: LodRule::Fixed(0),
            lod: Lod::Half30,
            bias: 0,
            limits: Limits::default(),
            lod_dither: false,
            fraction_mask: -1,
            filter: Bilinear::Never,
            mirror: [false; 2],
            clamp: [false; 2],
            format: TextureFormat::Rgb332,
            levels: LevelTable::default(),
            key: CacheKey::default(),
            addressed: [Level::default(); 9],
            lod_word: TLod::default(),
            sequential: false,
        }
    }
}

impl UnitPlan {
    /// Unit `unit`'s registers, decoded.
    pub fn new(state: &State, unit: usize) -> Self {
        let Some(tmu) = state.tmus.get(unit) else {
            return Self::default();
        };
        let (profile, mode, lod_word) = (&state.profile, tmu.mode, tmu.lod);
        let perspective = mode.perspective();
        let division = match (perspective, profile.perspective) {
            (false, Perspective::Quotient) => Division::None,
            (false, Perspective::Reciprocal) => Division::None18,
            (true, Perspective::Quotient) => Division::Quotient,
            (true, Perspective::Reciprocal) => Division::Reciprocal,
        };
        let limits = Limits::new(lod_word.lod_min(), lod_word.lod_max());
        let filter = filter(profile.filter, mode);
        let by_pixel = matches!(filter, Bilinear::Magnified | Bilinear::Minified);
        let lod_rule = match (limits.only(), profile.lod) {
            (Some(only), _) if !by_pixel => LodRule::Fixed(only),
            (_, Lod::Half30) => LodRule::Half(perspective),
            (_, Lod::Quarter27) => LodRule::Quarter(perspective),
        };
        let clamp_negative =
            mode.clamp_negative_w() && profile.clamp_negative_w == ClampNegativeW::Honoured;
        let format = mode.format();
        let texel_bytes = format.texel_bytes();
        let levels = level::table(profile, lod_word, &tmu.base, texel_bytes);
        let mirrors = profile.mirror == Mirror::Voodoo2;
        let no_fraction =
            lod_word.lod_zero_fraction() && profile.lod_zero_fraction == LodZeroFraction::Honoured;
        Self {
            division,
            clamp_negative,
            needs_w: clamp_negative || perspective,
            lod_rule,
            lod: profile.lod,
            bias: lod_word.lod_bias(),
            limits,
            lod_dither: mode.lod_dither() && profile.lod_dither == LodDither::Honoured,
            fraction_mask: if no_fraction { !0xFF } else { -1 },
            filter,
            mirror: [
                mirrors && lod_word.reserved_28() != 0,
                mirrors && lod_word.reserved_29() != 0,
            ],
            clamp: [mode.clamp_s(), mode.clamp_t()],
            format,
            levels,
            key: key(lod_word, &tmu.base, format, tmu.palette_checksum),
            addressed: std::array::from_fn(|number| {
                level::addressed(profile, lod_word, &tmu.base, texel_bytes, number as u32)
            }),
            lod_word,
            sequential: mode.seq_8_download(),
        }
    }
}

fn filter(rule: Filter, mode: TextureMode) -> Bilinear {
    match (mode.min_bilinear(), mode.mag_bilinear()) {
        (false, false) => Bilinear::Never,
        (true, true) => Bilinear::Always,
        _ if rule == Filter::Either => Bilinear::Always,
        (false, true) => Bilinear::Magnified,
        (true, false) => Bilinear::Minified,
    }
}

/// The key of 86Box's cache (digest 9.6).
fn key(lod: TLod, base: &[u32; 4], format: TextureFormat, checksum: u32) -> CacheKey {
    let second = lod.lod_split() && lod.lod_odd() && lod.multi_base();
    let palettes =
        matches!(format, TextureFormat::P8 | TextureFormat::Reserved6 | TextureFormat::Ap88);
    CacheKey {
        base: base[usize::from(second)].wrapping_mul(8),
        lod: lod.raw() & 0x00F0_0FFF,
        palette: if palettes { checksum } else { 0 },
    }
}
