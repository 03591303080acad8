//! FBI's registers, decoded.
//!
//! Facts: digest sections 5.7, 5.8, 9.4.

use sst1_board::State;
use sst1_core::Lane;
use sst1_core::blend::{self, Blend};
use sst1_core::combine::{Add, ColorLocal, ColorPath, Factor, LocalAlpha, Other};
use sst1_core::depth::{self, DepthTest};
use sst1_core::dither::Subtract;
use sst1_core::fog::{self, Fog};
use sst1_facts::{
    AlphaMaskCounts, AlphaMaskSource, AlphaTestSource, AuxWrite, ChromaSource, ColorAccumulators,
    DepthBiasW, DepthCounts, DepthSource, DestinationExpand, Detail, DitherSubtract, IteratedColor,
    IteratedZ, LodDither, Profile, StwFormat,
};
use sst1_regs::words::{Compare, DitherMatrix, DrawBuffer, FbzMode};

use sst1_board::refusal;

use crate::{A, B, Chain, G, INTS, LONGS, R, Standing, UnitPlan, W, Z, channels, unit_s};

/// What is stored in the auxiliary buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuxStore {
    /// Nothing.
    #[default]
    Nothing,
    /// The depth.
    Depth,
    /// The alpha.
    Alpha,
}

/// Dithering.
#[derive(Clone, Copy, Debug)]
pub struct DitherPlan {
    /// The matrix of dithering and of its subtraction.
    pub matrix: DitherMatrix,
    /// Whether colours are dithered when stored.
    pub store: bool,
    /// Dither subtraction of red and blue, and of green, where it is on and blending reads the destination.
    pub subtract: Option<[Subtract; 2]>,
}

/// FBI's registers, decoded.
#[derive(Clone, Debug)]
pub struct FbiPlan {
    /// Iterated values that pixels need.
    pub ints: [bool; INTS],
    /// The same of 64-bit values.
    pub longs: [bool; LONGS],
    /// Whether colours are used as 24 bits.
    pub color24: bool,
    /// Whether they wrap instead of being clamped.
    pub color_wraps: bool,
    /// What is shifted left to bring W to 32 fraction bits.
    pub w_shift: u32,
    /// Whether S, T and W are sign-extended from 32 bits when used.
    pub stw32: bool,
    /// The depth test, where there is one.
    pub depth_test: Option<DepthTest>,
    /// Whether the depth is the W depth.
    pub depth_from_w: bool,
    /// What is added to the depth.
    pub bias: Option<u16>,
    /// What replaces the depth altogether.
    pub depth_constant: Option<u16>,
    /// The W depth of the smallest W.
    pub w_floor: u16,
    /// Whether Z wraps instead of being clamped.
    pub z_wraps: bool,
    /// Whether pixels that fail the depth test are counted.
    pub depth_counts: bool,
    /// Whether the depth matters.
    pub needs_depth: bool,
    /// Whether the W depth matters.
    pub needs_w_depth: bool,
    /// The combine units.
    pub path: ColorPath,
    /// Whether the pixel's alpha matters.
    pub needs_alpha: bool,
    /// Whether Z as 8 bits matters.
    pub needs_z_channel: bool,
    /// Whether the low 8 bits of the depth matter.
    pub needs_z_low: bool,
    /// The colour whose pixels are not drawn.
    pub chroma_key: Option<[Lane; 3]>,
    /// Whether the chroma key is compared with what the combine unit made.
    pub chroma_combined: bool,
    /// Whether pixels of even alpha are not drawn.
    pub alpha_mask: bool,
    /// Whether the alpha mask looks at what the combine unit made.
    pub mask_combined: bool,
    /// Whether the alpha test looks at a_other.
    pub test_other: bool,
    /// Whether those are counted.
    pub alpha_mask_counts: bool,
    /// Fog, where there is any.
    pub fog: Option<Fog>,
    /// Its table, where it is used.
    pub fog_table: fog::Table,
    /// Whether blending takes the colour before fog.
    pub needs_before_fog: bool,
    /// The alpha test and its reference, where there is one.
    pub alpha_test: Option<(Compare, Lane)>,
    /// Blending, where there is any.
    pub blend: Option<Blend>,
    /// Whether the destination is widened with zeros.
    pub expand_shifted: bool,
    /// Whether the auxiliary buffer holds alpha.
    pub alpha_planes: bool,
    /// The rule of the detail factor.
    pub detail: Detail,
    /// Dithering.
    pub dither: DitherPlan,
    /// How LODs are dithered where a unit asks for it.
    pub lod_dither: LodDither,
    /// Whether colour is written.
    pub rgb_write: bool,
    /// What is written to the auxiliary buffer.
    pub aux_store: AuxStore,
    /// Whether colour and auxiliary memory count as touched (`sst1.memory-outside`).
    pub uses: [bool; 2],
    /// Whether the texel matters.
    pub needs_texel: bool,
    /// Whether start values are corrected by fbzColorPath\[26\].
    pub subpixel: bool,
    /// Whether the texture units take part.
    pub texture_enable: bool,
    /// What reserved codes of fbzColorPath count.
    pub color_path_reserved: Option<Standing>,
    /// What reserved draw buffers count.
    pub buffer_reserved: Option<Standing>,
}

impl Default for FbiPlan {
    fn default() -> Self {
        Self::decode(&Profile::default(), &sst1_board::Fbi::default())
    }
}

impl FbiPlan {
    /// FBI's registers of a state, decoded.
    pub fn new(state: &State) -> Self {
        Self::decode(&state.profile, &state.fbi)
    }

    /// The registers decoded, and whether the texel matters.
    fn decode(profile: &Profile, fbi: &sst1_board::Fbi) -> Self {
        let mut plan = Self::registers(profile, fbi);
        plan.needs_texel = plan.operands().texel(&plan.path, plan.needs_alpha);
        plan
    }

    fn registers(profile: &Profile, fbi: &sst1_board::Fbi) -> Self {
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
        let biases =
            fbz.depth_bias() && (profile.depth_bias_w == DepthBiasW::Applied || !fbz.w_buffer());
        let za_depth = fbi.za_color.depth() as u16;
        let bias = biases.then_some(za_depth);
        let depth_constant = (profile.depth_source == DepthSource::Written
            && fbz.depth_source_zacolor())
        .then(|| bias.map_or(za_depth, |bias| depth::biased(za_depth, bias)));
        let needs_depth = depth_test.is_some() || aux_store == AuxStore::Depth;
        let fog_by_table = fog.is_some_and(|fog| fog.source == fog::Source::Table);
        let [key_r, key_g, key_b, _] = channels(fbi.chroma_key.raw());
        let fog_table =
            if fog_by_table { fog::Table::new(&fbi.fog_table) } else { fog::Table([(0, 0); 64]) };
        let mask_combined =
            fbz.alpha_mask() && profile.alpha_mask_source == AlphaMaskSource::Combined;
        let needs_alpha = alpha_test.is_some()
            || blend.is_some()
            || aux_store == AuxStore::Alpha
            || mask_combined;
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
            color_wraps: profile.iterated_color == IteratedColor::Wrapped,
            w_shift: if profile.stw_format == StwFormat::Fraction32 { 0 } else { 2 },
            stw32: profile.stw_format == StwFormat::Register,
            depth_test,
            depth_from_w: fbz.w_buffer(),
            bias,
            depth_constant,
            z_wraps: profile.iterated_z == IteratedZ::Wrapped,
            w_floor: depth::w_floor(profile.w_depth_floor),
            depth_counts: profile.depth_counts == DepthCounts::Counted,
            needs_depth,
            needs_w_depth: fog_by_table || (needs_depth && fbz.w_buffer()),
            needs_texel: false,
            needs_z_channel: false,
            needs_z_low: false,
            path,
            needs_alpha,
            chroma_key,
            chroma_combined: chroma_key.is_some()
                && profile.chroma_source == ChromaSource::Combined,
            alpha_mask: fbz.alpha_mask(),
            mask_combined,
            test_other: alpha_test.is_some()
                && profile.alpha_test_source == AlphaTestSource::AOther,
            alpha_mask_counts: profile.alpha_mask_counts == AlphaMaskCounts::Counted,
            fog,
            fog_table,
            needs_before_fog: blend
                .is_some_and(|blend| blend.destination == blend::Factor::BeforeFog),
            alpha_test,
            blend,
            expand_shifted: profile.destination_expand == DestinationExpand::Shifted,
            alpha_planes: fbz.alpha_planes(),
            detail: profile.detail,
            dither: DitherPlan {
                matrix: fbz.dither_matrix(),
                store: fbz.dither(),
                subtract: subtracts.then(|| Subtract::new(profile)),
            },
            lod_dither: match profile.lod_dither {
                LodDither::Matrix if !fbz.dither() => LodDither::Ignored,
                rule => rule,
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
pub(crate) fn aux_store(profile: &Profile, fbz: FbzMode) -> AuxStore {
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
    /// Whether the texel is among them.
    fn texel(&self, path: &ColorPath, alpha: bool) -> bool {
        let factor = |f: Factor| matches!(f, Factor::TextureAlpha | Factor::TextureRgb);
        (self.c_other && path.c_other == Other::Texture)
            || (self.a_other && path.a_other == Other::Texture)
            || (self.c_local && path.c_local == ColorLocal::ByTexture)
            || factor(path.color.factor)
            || (alpha && factor(path.alpha.factor))
    }
}

impl FbiPlan {
    /// The operands that combine units and tests ask for.
    fn operands(&self) -> Operands {
        let (color, own, alpha) = (&self.path.color, &self.path.alpha, self.needs_alpha);
        Operands {
            c_other: color.other || (self.chroma_key.is_some() && !self.chroma_combined),
            a_other: (self.alpha_mask && !self.mask_combined)
                || self.test_other
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

impl FbiPlan {
    /// Notes which values must be iterated, with the texture units that `chain` asks.
    pub(crate) fn need_iterants(&mut self, chain: &Chain, units: &[UnitPlan; 3]) {
        let (path, uses) = (&self.path, self.operands());
        let fog = self.fog.map(|fog| fog.source);
        let color = (uses.c_other && path.c_other == Other::Iterated)
            || (uses.c_local && path.c_local != ColorLocal::Color0);
        let alpha = (uses.a_other && path.a_other == Other::Iterated)
            || (uses.a_local && path.a_local == LocalAlpha::Iterated)
            || fog == Some(fog::Source::IteratedAlpha);
        self.needs_z_channel = (uses.a_local && path.a_local == LocalAlpha::IteratedZ)
            || fog == Some(fog::Source::ZClamped);
        let z_low = uses.a_local && path.a_local == LocalAlpha::LowZ;
        let z = self.needs_z_channel
            || z_low
            || (self.needs_depth && !self.depth_from_w)
            || fog == Some(fog::Source::ZMasked);
        self.needs_z_low = z_low;
        self.ints = [false; INTS];
        for (place, needed) in [(R, color), (G, color), (B, color), (A, alpha), (Z, z)] {
            self.ints[place] = needed;
        }
        self.longs = [false; LONGS];
        self.longs[W] =
            self.needs_w_depth || matches!(fog, Some(fog::Source::W | fog::Source::WWrapped));
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
