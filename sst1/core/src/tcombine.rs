//! The combine unit of a texture unit.
//!
//! Facts: digest sections 4.5 (textureMode), 5.6, 9.5; `tmu1_combine`, `detail`, `combine_bypass`,
//! `trilinear`, `texture_add_both`.

use base_word::sign_extend;
use sst1_facts::{Detail, Profile, TextureAddBoth, Trilinear};
use sst1_regs::words::{TDetail, TextureMSelect, TextureMode};

use crate::combine::channel;
use crate::lane::Lane;

/// The factor of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// 0.
    Zero,
    /// The unit's own colour; in the alpha half its own alpha.
    Local,
    /// The other unit's alpha.
    OtherAlpha,
    /// The unit's own alpha.
    LocalAlpha,
    /// The detail factor.
    Detail,
    /// The fraction of the LOD.
    LodFraction,
    /// A reserved code: 0, or what the unit behind carries over.
    Reserved,
}

/// What a stage adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Add {
    /// Nothing.
    Nothing,
    /// The unit's own colour; in the alpha half its own alpha.
    Local,
    /// The unit's own alpha.
    LocalAlpha,
}

/// One half of a stage: colour or alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// Whether the half combines at all; if not, the unit's own texel passes.
    pub active: bool,
    /// Whether the other unit's result takes part.
    pub other: bool,
    /// Whether the unit's own texel is subtracted.
    pub subtract: bool,
    /// The factor.
    pub factor: Factor,
    /// Whether the factor is complemented on even levels.
    pub complement: bool,
    /// Whether odd levels do the opposite.
    pub trilinear: bool,
    /// The addend.
    pub add: Add,
    /// Whether the result is inverted.
    pub invert: bool,
}

impl Half {
    /// Whether the result is the unit's own texel whatever the other unit makes.
    pub fn passes_local(&self) -> bool {
        !self.active || (!self.other && !self.subtract && self.add == Add::Local && !self.invert)
    }

    /// Whether the other unit's result matters to this half of the result.
    pub fn needs_other(&self) -> bool {
        self.active && (self.other || self.factor == Factor::OtherAlpha)
    }

    /// What the factor is complemented with at a LOD level: 0 or 255.
    #[inline(always)]
    pub fn mask(&self, level: u32) -> Lane {
        if self.complement ^ (self.trilinear && level & 1 != 0) { 255 } else { 0 }
    }
}

/// A combine unit's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its colour half.
    pub color: Half,
    /// Its alpha half.
    pub alpha: Half,
    /// Whether a factor is a reserved code.
    pub reserved: bool,
}

fn factor(select: TextureMSelect) -> Factor {
    match select {
        TextureMSelect::Zero => Factor::Zero,
        TextureMSelect::CLocal => Factor::Local,
        TextureMSelect::AOther => Factor::OtherAlpha,
        TextureMSelect::ALocal => Factor::LocalAlpha,
        TextureMSelect::Detail => Factor::Detail,
        TextureMSelect::LodFraction => Factor::LodFraction,
        TextureMSelect::Reserved6 | TextureMSelect::Reserved7 => Factor::Reserved,
    }
}

fn color_add(profile: &Profile, mode: TextureMode) -> Add {
    match (mode.tc_add_clocal(), mode.tc_add_alocal()) {
        (true, true) if profile.texture_add_both == TextureAddBoth::Nothing => Add::Nothing,
        (true, _) => Add::Local,
        (false, true) => Add::LocalAlpha,
        (false, false) => Add::Nothing,
    }
}

fn alpha_add(mode: TextureMode) -> Add {
    if mode.tca_add_clocal() || mode.tca_add_alocal() { Add::Local } else { Add::Nothing }
}

impl Stage {
    /// A unit that follows its own textureMode (digest 5.6).
    pub fn new(profile: &Profile, mode: TextureMode) -> Self {
        let trilinear = mode.trilinear() && profile.trilinear == Trilinear::Honoured;
        let (color_factor, alpha_factor) = (factor(mode.tc_mselect()), factor(mode.tca_mselect()));
        let color = Half {
            active: true,
            other: !mode.tc_zero_other(),
            subtract: mode.tc_sub_clocal(),
            factor: color_factor,
            complement: !mode.tc_reverse_blend(),
            trilinear,
            add: color_add(profile, mode),
            invert: mode.tc_invert_output(),
        };
        let alpha = Half {
            active: true,
            other: !mode.tca_zero_other(),
            subtract: mode.tca_sub_clocal(),
            factor: alpha_factor,
            complement: !mode.tca_reverse_blend(),
            trilinear,
            add: alpha_add(mode),
            invert: mode.tca_invert_output(),
        };
        let reserved = color_factor == Factor::Reserved || alpha_factor == Factor::Reserved;
        Self { color, alpha, reserved }
    }

    /// TMU 1 as 86Box combines it (digest 9.5): only where its own texel is subtracted, by the
    /// reverse bits of TMU 0, those of alpha in the opposite sense.
    pub fn slips(profile: &Profile, mode: TextureMode, mode0: TextureMode) -> Self {
        let own = Self::new(profile, mode);
        // Neither another unit's alpha nor a reserved code gives it a factor.
        let known = |factor| match factor {
            Factor::OtherAlpha | Factor::Reserved => Factor::Zero,
            factor => factor,
        };
        let color = Half {
            active: mode.tc_sub_clocal(),
            other: false,
            factor: known(own.color.factor),
            complement: !mode0.tc_reverse_blend(),
            invert: false,
            ..own.color
        };
        let alpha = Half {
            active: mode.tca_sub_clocal(),
            other: false,
            factor: known(own.alpha.factor),
            complement: mode0.tca_reverse_blend(),
            invert: false,
            ..own.alpha
        };
        Self { color, alpha, reserved: own.reserved }
    }

    /// The stage's result for one pixel.
    pub fn evaluate(&self, inputs: &Inputs) -> [Lane; 4] {
        std::array::from_fn(|c| {
            let half = if c == 3 { &self.alpha } else { &self.color };
            if !half.active {
                return inputs.local[c];
            }
            let add = match half.add {
                Add::Nothing => 0,
                Add::Local => inputs.local[c],
                Add::LocalAlpha => inputs.local[3],
            };
            channel(
                if half.other { inputs.other[c] } else { 0 },
                if half.subtract { inputs.local[c] } else { 0 },
                inputs.factor(half.factor, c),
                half.mask(inputs.level),
                add,
                if half.invert { 255 } else { 0 },
            )
        })
    }
}

/// What a pixel brings to a stage. Colours are red, green, blue, alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The unit's own texel.
    pub local: [Lane; 4],
    /// What the unit behind made.
    pub other: [Lane; 4],
    /// The LOD's level.
    pub level: u32,
    /// The LOD's fraction.
    pub fraction: Lane,
    /// The detail factor.
    pub detail: Lane,
    /// What reserved factors select: what the unit behind carries over.
    pub carried: [Lane; 4],
}

impl Inputs {
    /// A factor for channel `c`.
    #[inline]
    pub fn factor(&self, factor: Factor, c: usize) -> Lane {
        match factor {
            Factor::Zero => 0,
            Factor::Local => self.local[c & 3],
            Factor::OtherAlpha => self.other[3],
            Factor::LocalAlpha => self.local[3],
            Factor::Detail => self.detail,
            Factor::LodFraction => self.fraction,
            Factor::Reserved => self.carried[c & 3],
        }
    }
}

/// The detail factor of a LOD level, which is at most 8.
#[inline(always)]
pub fn detail(rule: Detail, word: TDetail, level: u32) -> Lane {
    let max = word.max() as i32;
    let scaled = |bias: i32| (bias - level as i32) << word.scale();
    let factor = match rule {
        Detail::SignedClamped => scaled(word.bias()).clamp(0, max),
        // bias as 6 unsigned bits: -8 << 7 at the least, no lower limit.
        Detail::UnsignedUnclamped => scaled(word.bias() & 0x3F).min(max),
        Detail::Signed13Bits => sign_extend(scaled(word.bias()) as u32, 13).clamp(0, max),
        Detail::WithFraction => return detail_with_fraction(word, level, 0),
    };
    factor as Lane
}

/// The detail factor of `with-fraction`: of a level, which is at most 8, and 256ths on the way to the
/// next one.
#[inline]
pub fn detail_with_fraction(word: TDetail, level: u32, fraction: i32) -> Lane {
    let left = (word.bias() << 8) - (level << 8) as i32 - fraction;
    let scaled = (left.max(0) << word.scale()) >> 8;
    scaled.min(word.max() as i32) as Lane
}

/// What a triangle takes from a board's units under `one-tmu` (digest 9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bypass {
    /// TMU 0's texel, uncombined.
    Unit0,
    /// TMU 1's texel, uncombined.
    Unit1,
    /// Both units combine.
    None,
}

/// 86Box's choice from TMU 0's textureMode.
#[inline]
pub fn bypass(mode0: TextureMode, units: usize) -> Bypass {
    let word = mode0.raw();
    if units < 2 || word & 0x64_3000 == 0x24_1000 {
        Bypass::Unit0
    } else if word & 0x3FFF_F000 == 0 {
        Bypass::Unit1
    } else {
        Bypass::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUTS: Inputs = Inputs {
        local: [100, 150, 200, 50],
        other: [10, 20, 30, 40],
        level: 1,
        fraction: 77,
        detail: 12,
        carried: [0; 4],
    };

    #[test]
    fn local_passes_and_sums_add() {
        let decal = TextureMode::default()
            .with_tc_zero_other(true)
            .with_tc_add_clocal(true)
            .with_tca_zero_other(true)
            .with_tca_add_clocal(true);
        let stage = Stage::new(&Profile::hardware(), decal);
        assert!(stage.color.passes_local() && stage.alpha.passes_local());
        assert_eq!(stage.evaluate(&INPUTS), INPUTS.local);
        let add = Stage::new(
            &Profile::hardware(),
            decal.with_tc_zero_other(false).with_tc_reverse_blend(false),
        );
        assert!(add.color.needs_other() && !add.alpha.needs_other());
        assert_eq!(add.evaluate(&INPUTS), [110, 170, 230, 50]);
    }

    #[test]
    fn odd_levels_reverse_under_trilinear() {
        let mode = TextureMode::default()
            .with_tc_mselect(TextureMSelect::LodFraction)
            .with_tc_zero_other(true)
            .with_tc_sub_clocal(true)
            .with_tc_add_clocal(true)
            .with_trilinear(true);
        let even = Stage::new(&Profile::hardware(), mode).evaluate(&Inputs { level: 2, ..INPUTS });
        let odd = Stage::new(&Profile::hardware(), mode).evaluate(&INPUTS);
        assert_eq!(even[0], ((-100 * (255 - 77 + 1)) >> 8) + 100);
        assert_eq!(odd[0], ((-100 * 78) >> 8) + 100);
    }

    #[test]
    fn slips_of_the_second_unit() {
        let mode = TextureMode::default()
            .with_tca_sub_clocal(true)
            .with_tca_mselect(TextureMSelect::ALocal)
            .with_tc_invert_output(true);
        let stage = Stage::slips(&Profile::b86(), mode, TextureMode::default());
        let result = stage.evaluate(&INPUTS);
        assert_eq!(result, [100, 150, 200, 0], "-50 * 51 >> 8 is negative");
        assert!(!stage.alpha.complement && stage.color.complement);
    }

    #[test]
    fn detail_factors() {
        let word = TDetail::default().with_max(100).with_bias(-2).with_scale(3);
        assert_eq!(detail(Detail::SignedClamped, word, 0), 0);
        assert_eq!(detail(Detail::UnsignedUnclamped, word, 0), 100);
        let word = word.with_bias(2);
        assert_eq!(detail(Detail::SignedClamped, word, 1), 8);
        assert_eq!(detail(Detail::UnsignedUnclamped, word, 8), -48);
        // -33 << 7 = -4224, + 8192 in 13 bits; -32 << 7 = -4096 fits.
        let word = word.with_bias(-32).with_scale(7);
        assert_eq!([0, 1].map(|level| detail(Detail::Signed13Bits, word, level)), [0, 100]);
        // 2.0 - 1.25 = 0.75: 192 << 3 >> 8 = 6.
        let word = word.with_bias(2).with_scale(3);
        assert_eq!(detail_with_fraction(word, 1, 64), 6);
        assert_eq!(detail_with_fraction(word, 2, 1), 0);
    }

    #[test]
    fn bypasses() {
        let mode = |raw| TextureMode::from_raw(raw);
        assert_eq!(bypass(mode(0x1234_5678), 1), Bypass::Unit0);
        assert_eq!(bypass(mode(0x24_1000), 2), Bypass::Unit0);
        assert_eq!(bypass(mode(0xFFF), 2), Bypass::Unit1);
        assert_eq!(bypass(mode(0x1000), 2), Bypass::None);
    }
}
