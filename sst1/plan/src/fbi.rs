//! FBI's registers, decoded.
//!
//! Facts: digest sections 5.7, 5.8, 9.4.

use sst1_board::State;
use sst1_core::Lane;
use sst1_core::blend::{self, Blend};
use sst1_core::combine::{Add, ColorLocal, ColorPath, Factor, LocalAlpha, Other};
use sst1_core::depth::DepthTest;
use sst1_core::dither;
use sst1_core::fog::{self, Fog};
use sst1_facts::{
    AlphaMaskCounts, AuxWrite, ColorAccumulators, Detail, DitherSubtract, Profile, StwFormat,
};
use sst1_regs::words::{Compare, DitherMatrix, DrawBuffer, FbzMode};

use sst1_board::refusal;

use crate::{A, B, Chain, G, INTS, LONGS, R, Standing, UnitPlan, W, Z, channels, unit_s};

/// What is stored in the auxiliary buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuxStore {
    #[default]
    Nothing,
    Depth,
    Alpha,
}

/// Dithering.
#[derive(Clone, Copy, Debug)]
pub struct DitherPlan {
    /// The matrix of dithering and of its subtraction.
    pub matrix: DitherMatrix,
    /// Whether colours are dithered when stored.
    pub store: bool,
    /// The limits of dither subtraction, where it is on and blending reads the destination.
    pub subtract: Option<[Lane; 2]>,
}

/// FBI's registers, decoded.
#[derive(Clone, Debug)]
pub struct FbiPlan {
    /// Iterated values that pixels need.
    pub ints: [bool; INTS],
    pub longs: [bool; LONGS],
    /// Whether colours are used as 24 bits.
    pub color24: bool,
    /// What is shifted left to bring W to 32 fraction bits.
    pub w_shift: u32,
    /// Whether S, T and W are sign-extended from 32 bits when used.
    pub stw32: bool,
    pub depth_test: Option<DepthTest>,
    pub depth_from_w: bool,
    pub bias: Option<u16>,
    pub needs_depth: bool,
    pub needs_w_depth: bool,
    pub path: ColorPath,
    /// Whether the pixel's alpha matters.
    pub needs_alpha: bool,
    pub needs_z_channel: bool,
    pub chroma_key: Option<[Lane; 3]>,
    pub alpha_mask: bool,
    pub alpha_mask_counts: bool,
    pub fog: Option<Fog>,
    pub fog_table: fog::Table,
    /// Whether blending takes the colour before fog.
    pub needs_before_fog: bool,
    pub alpha_test: Option<(Compare, Lane)>,
    pub blend: Option<Blend>,
    pub alpha_planes: bool,
    pub detail: Detail,
    pub dither: DitherPlan,
    pub rgb_write: bool,
    pub aux_store: AuxStore,
    /// Whether colour and auxiliary memory count as touched (`sst1.memory-outside`).
    pub uses: [bool; 2],
    /// Whether the texel matters.
    pub needs_texel: bool,
    pub subpixel: bool,
    pub texture_enable: bool,
    pub color_path_reserved: Option<Standing>,
    pub buffer_reserved: Option<Standing>,
}

impl Default for FbiPlan {
    fn default() -> Self {
        Self::decode(&Profile::default(), &sst1_board::Fbi::default())
    }
}

impl FbiPlan {
    pub fn new(state: &State) -> Self {
        Self::decode(&state.profile, &state.fbi)
    }

    fn decode(profile: &Profile, fbi: &sst1_board::Fbi) -> Self {
        let (fbz, mode) = (fbi.fbz_mode, fbi.alpha_mode);
        let path = ColorPath::new(profile, fbi.color_path);
        let fog = Fog::new(profile, fbi.fog_mode, fbi.fog_color);
        let blend = Blend::new(profile, mode);
        let alpha_test =
            mode.test_enable().then(|| (mode.test_function(), mode.reference() as Lane));
        let aux_store = aux_store(profile, fbz);
        let depth_test = fbz.depth_test().then(|| {
            let constant = fbi.za_color.depth() as u16;
            let from_constant = fbz.depth_source_zacolor();
            DepthTest::new(profile.depth_source, fbz.depth_function(), from_constant, constant)
        });
        let needs_depth = depth_test.is_some() || aux_store == AuxStore::Depth;
        let fog_by_table = fog.is_some_and(|fog| fog.source == fog::Source::Table);
        let [key_r, key_g, key_b, _] = channels(fbi.chroma_key.raw());
        let fog_table =
            if fog_by_table { fog::Table::new(&fbi.fog_table) } else { fog::Table([(0, 0); 64]) };
        let needs_alpha = alpha_test.is_some() || blend.is_some() || aux_store == AuxStore::Alpha;
        let subtracts = fbz.dither_subtract()
            && (fbz.dither() || profile.dither_subtract == DitherSubtract::Alone)
            && blend.is_some();
        let reserved_buffer =
            matches!(fbz.draw_buffer(), DrawBuffer::Reserved2 | DrawBuffer::Reserved3);
        let chroma_key = fbz.chroma_key().then_some([key_r, key_g, key_b]);
        Self {
            ints: [false; INTS],
            longs: [false; LONGS],
            color24: profile.color_accumulators == ColorAccumulators::Bits24,
            w_shift: if profile.stw_format == StwFormat::Fraction32 { 0 } else { 2 },
            stw32: profile.stw_format == StwFormat::Register,
            depth_test,
            depth_from_w: fbz.w_buffer(),
            bias: fbz.depth_bias().then(|| fbi.za_color.depth() as u16),
            needs_depth,
            needs_w_depth: fog_by_table || (needs_depth && fbz.w_buffer()),
            needs_texel: needs_texel(&path, chroma_key.is_some(), fbz.alpha_mask(), needs_alpha),
            needs_z_channel: false,
            path,
            needs_alpha,
            chroma_key,
            alpha_mask: fbz.alpha_mask(),
            alpha_mask_counts: profile.alpha_mask_counts == AlphaMaskCounts::Counted,
            fog,
            fog_table,
            needs_before_fog: blend
                .is_some_and(|blend| blend.destination == blend::Factor::BeforeFog),
            alpha_test,
            blend,
            alpha_planes: fbz.alpha_planes(),
            detail: profile.detail,
            dither: DitherPlan {
                matrix: fbz.dither_matrix(),
                store: fbz.dither(),
                subtract: subtracts.then(|| dither::subtract_low(profile.dither_subtract_low)),
            },
            rgb_write: fbz.rgb_write(),
            aux_store,
            uses: [
                fbz.rgb_write() || mode.blend_enable(),
                fbz.aux_write() || fbz.depth_test() || (mode.blend_enable() && fbz.alpha_planes()),
            ],
            subpixel: fbi.color_path.subpixel_adjust(),
            texture_enable: fbi.color_path.texture_enable(),
            color_path_reserved: path
                .reserved
                .then(|| (&refusal::COLOR_PATH_RESERVED, "fbzColorPath", fbi.color_path.raw())),
            buffer_reserved: reserved_buffer
                .then(|| (&refusal::BUFFER_RESERVED, "fbzMode", fbz.raw())),
        }
    }
}

/// What a draw stores in the auxiliary buffer.
pub fn aux_store(profile: &Profile, fbz: FbzMode) -> AuxStore {
    let always = profile.aux_write == AuxWrite::WheneverEnabled;
    if !fbz.aux_write() {
        AuxStore::Nothing
    } else if fbz.alpha_planes() {
        AuxStore::Alpha
    } else if always || fbz.depth_test() {
        AuxStore::Depth
    } else {
        AuxStore::Nothing
    }
}

/// Which operands a colour path asks for.
struct Operands {
    c_other: bool,
    a_other: bool,
    c_local: bool,
    a_local: bool,
}

impl Operands {
    fn of(path: &ColorPath, chroma: bool, mask: bool, alpha: bool) -> Self {
        let (color, own) = (&path.color, &path.alpha);
        Self {
            c_other: color.other || chroma,
            a_other: mask
                || color.factor == Factor::AOther
                || (alpha && (own.other || own.factor == Factor::AOther)),
            c_local: color.subtract || color.factor == Factor::CLocal || color.add == Add::CLocal,
            a_local: color.factor == Factor::ALocal
                || color.add == Add::ALocal
                || (alpha
                    && (own.subtract || own.factor == Factor::ALocal || own.add == Add::ALocal)),
        }
    }
}

/// Whether the texel matters to a pixel.
fn needs_texel(path: &ColorPath, chroma: bool, mask: bool, alpha: bool) -> bool {
    let uses = Operands::of(path, chroma, mask, alpha);
    let factor = |f: Factor| matches!(f, Factor::TextureAlpha | Factor::TextureRgb);
    (uses.c_other && path.c_other == Other::Texture)
        || (uses.a_other && path.a_other == Other::Texture)
        || (uses.c_local && path.c_local == ColorLocal::ByTexture)
        || factor(path.color.factor)
        || (alpha && factor(path.alpha.factor))
}

impl FbiPlan {
    /// Notes which values must be iterated, with the texture units that `chain` asks.
    pub(crate) fn need_iterants(&mut self, chain: &Chain, units: &[UnitPlan; 3]) {
        let path = &self.path;
        let chroma = self.chroma_key.is_some();
        let uses = Operands::of(path, chroma, self.alpha_mask, self.needs_alpha);
        let fog = self.fog.map(|fog| fog.source);
        let color = (uses.c_other && path.c_other == Other::Iterated)
            || (uses.c_local && path.c_local != ColorLocal::Color0);
        let alpha = (uses.a_other && path.a_other == Other::Iterated)
            || (uses.a_local && path.a_local == LocalAlpha::Iterated)
            || fog == Some(fog::Source::IteratedAlpha);
        self.needs_z_channel = (uses.a_local && path.a_local == LocalAlpha::IteratedZ)
            || fog == Some(fog::Source::ZClamped);
        let z = self.needs_z_channel
            || (self.needs_depth && !self.depth_from_w)
            || fog == Some(fog::Source::ZMasked);
        self.ints = [false; INTS];
        for (place, needed) in [(R, color), (G, color), (B, color), (A, alpha), (Z, z)] {
            self.ints[place] = needed;
        }
        self.longs = [false; LONGS];
        self.longs[W] = self.needs_w_depth || fog == Some(fog::Source::W);
        for step in chain.steps() {
            let first = unit_s(step.unit);
            let w = units.get(step.unit).is_some_and(|unit| unit.needs_w);
            for (place, needed) in [(first, true), (first + 1, true), (first + 2, w)] {
                if let Some(slot) = self.longs.get_mut(place) {
                    *slot = needed;
                }
            }
        }
    }
}
