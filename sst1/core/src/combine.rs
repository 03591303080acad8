//! The colour and alpha combine units of FBI.
//!
//! Facts: digest sections 4.3 (fbzColorPath), 5.7, 9.4; `color_mselect_5`, `alpha_local_z`; the decisions on colour.

use sst1_facts::{AlphaLocalZ, ColorMselect5, Profile};
use sst1_regs::words::{
    AOther, AlphaAdd, AlphaLocal, AlphaMSelect, CLocal, COther, ColorAdd, ColorMSelect,
    FbzColorPath,
};

use crate::lane::{Lane, clamp8, scale};

/// One combine of one channel: `(other - local) * factor + add`, clamped, inverted. `complement` is
/// 0 or 255 and is what the factor is complemented with; `invert` likewise for the result.
#[inline(always)]
pub fn channel(
    other: Lane,
    local: Lane,
    factor: Lane,
    complement: Lane,
    add: Lane,
    invert: Lane,
) -> Lane {
    clamp8(scale(other - local, (factor ^ complement) + 1) + add) ^ invert
}

/// Where c_other and a_other come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// The iterated colour or alpha.
    Iterated,
    /// The texel.
    Texture,
    /// color1.
    Color1,
    /// Nothing: a reserved code.
    Zero,
}

/// Where c_local comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorLocal {
    /// The iterated colour.
    Iterated,
    /// color0.
    Color0,
    /// color0 where bit 7 of the texel's alpha is set, else the iterated colour.
    ByTexture,
}

/// Where a_local comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalAlpha {
    /// The iterated alpha.
    Iterated,
    /// color0's alpha.
    Color0,
    /// Iterated Z, bits 27:20.
    IteratedZ,
    /// Iterated Z, the low byte of its depth.
    LowZ,
    /// Nothing: a reserved code.
    Zero,
}

/// What a combine multiplies with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// 0, reserved codes included.
    Zero,
    /// c_local; not in the alpha unit.
    CLocal,
    /// a_other.
    AOther,
    /// a_local.
    ALocal,
    /// The texel's alpha.
    TextureAlpha,
    /// The texel's colour; not in the alpha unit.
    TextureRgb,
}

/// What a combine adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Add {
    /// Nothing.
    Nothing,
    /// c_local; not in the alpha unit.
    CLocal,
    /// a_local.
    ALocal,
}

/// A combine unit's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Whether c_other (a_other) takes part.
    pub other: bool,
    /// Whether c_local (a_local) is subtracted.
    pub subtract: bool,
    /// The factor.
    pub factor: Factor,
    /// What the factor is complemented with, 0 or 255.
    pub complement: Lane,
    /// The addend.
    pub add: Add,
    /// What the result is inverted with, 0 or 255.
    pub invert: Lane,
}

/// fbzColorPath, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorPath {
    /// c_other.
    pub c_other: Other,
    /// a_other.
    pub a_other: Other,
    /// c_local.
    pub c_local: ColorLocal,
    /// a_local.
    pub a_local: LocalAlpha,
    /// The colour unit.
    pub color: Unit,
    /// The alpha unit.
    pub alpha: Unit,
    /// Whether the register holds a reserved code.
    pub reserved: bool,
}

/// What a pixel brings to the combine units. Colours are red, green, blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The iterated colour and alpha.
    pub iterated: [Lane; 4],
    /// The texel and its alpha.
    pub texel: [Lane; 4],
    /// color0 and its alpha.
    pub color0: [Lane; 4],
    /// color1 and its alpha.
    pub color1: [Lane; 4],
    /// Iterated Z as a channel, by [`LocalAlpha::IteratedZ`] or [`LocalAlpha::LowZ`].
    pub z: Lane,
}

const fn all_ones(set: bool) -> Lane {
    if set { 255 } else { 0 }
}

impl ColorPath {
    /// Decodes the register.
    pub fn new(profile: &Profile, word: FbzColorPath) -> Self {
        let rgb_factor = profile.color_mselect_5 == ColorMselect5::TextureRgb;
        let c_other = match word.c_other() {
            COther::Iterated => Other::Iterated,
            COther::Texture => Other::Texture,
            COther::Color1 => Other::Color1,
            COther::Reserved3 => Other::Zero,
        };
        let a_other = match word.a_other() {
            AOther::Iterated => Other::Iterated,
            AOther::Texture => Other::Texture,
            AOther::Color1 => Other::Color1,
            AOther::Reserved3 => Other::Zero,
        };
        let c_local = match (word.c_local_override(), word.c_local()) {
            (true, _) => ColorLocal::ByTexture,
            (false, CLocal::Iterated) => ColorLocal::Iterated,
            (false, CLocal::Color0) => ColorLocal::Color0,
        };
        let a_local = match word.a_local() {
            AlphaLocal::Iterated => LocalAlpha::Iterated,
            AlphaLocal::Color0 => LocalAlpha::Color0,
            AlphaLocal::IteratedZ if profile.alpha_local_z == AlphaLocalZ::Low => LocalAlpha::LowZ,
            AlphaLocal::IteratedZ => LocalAlpha::IteratedZ,
            AlphaLocal::Reserved3 => LocalAlpha::Zero,
        };
        let (color_factor, color_code_reserved) = match word.cc_mselect() {
            ColorMSelect::Zero => (Factor::Zero, false),
            ColorMSelect::CLocal => (Factor::CLocal, false),
            ColorMSelect::AOther => (Factor::AOther, false),
            ColorMSelect::ALocal => (Factor::ALocal, false),
            ColorMSelect::TextureAlpha => (Factor::TextureAlpha, false),
            ColorMSelect::TextureRgb if rgb_factor => (Factor::TextureRgb, false),
            _ => (Factor::Zero, true),
        };
        let (alpha_factor, alpha_code_reserved) = match word.cca_mselect() {
            AlphaMSelect::Zero => (Factor::Zero, false),
            AlphaMSelect::ALocal | AlphaMSelect::ALocal3 => (Factor::ALocal, false),
            AlphaMSelect::AOther => (Factor::AOther, false),
            AlphaMSelect::TextureAlpha => (Factor::TextureAlpha, false),
            _ => (Factor::Zero, true),
        };
        let color = Unit {
            other: !word.cc_zero_other(),
            subtract: word.cc_sub_clocal(),
            factor: color_factor,
            complement: all_ones(!word.cc_reverse_blend()),
            add: match word.cc_add() {
                ColorAdd::Nothing | ColorAdd::Reserved3 => Add::Nothing,
                ColorAdd::CLocal => Add::CLocal,
                ColorAdd::ALocal => Add::ALocal,
            },
            invert: all_ones(word.cc_invert_output()),
        };
        let alpha = Unit {
            other: !word.cca_zero_other(),
            subtract: word.cca_sub_clocal(),
            factor: alpha_factor,
            complement: all_ones(!word.cca_reverse_blend()),
            add: if word.cca_add() == AlphaAdd::Nothing { Add::Nothing } else { Add::ALocal },
            invert: all_ones(word.cca_invert_output()),
        };
        let reserved = c_other == Other::Zero
            || a_other == Other::Zero
            || a_local == LocalAlpha::Zero
            || color_code_reserved
            || alpha_code_reserved
            || word.cc_add() == ColorAdd::Reserved3;
        Self { c_other, a_other, c_local, a_local, color, alpha, reserved }
    }

    /// The units for LFB pixels: they have neither texel nor iterated values, so that their own take
    /// their place, and a_other is 0 where it is a factor.
    #[must_use]
    pub fn for_lfb(mut self) -> Self {
        self.c_other = Other::Iterated;
        self.a_other = Other::Iterated;
        if self.c_local == ColorLocal::ByTexture {
            self.c_local = ColorLocal::Iterated;
        }
        for unit in [&mut self.color, &mut self.alpha] {
            if !matches!(unit.factor, Factor::CLocal | Factor::ALocal) {
                unit.factor = Factor::Zero;
            }
        }
        self
    }

    /// c_other and a_other.
    #[inline]
    pub fn other(&self, inputs: &Inputs) -> [Lane; 4] {
        let select = |other: Other| match other {
            Other::Iterated => inputs.iterated,
            Other::Texture => inputs.texel,
            Other::Color1 => inputs.color1,
            Other::Zero => [0; 4],
        };
        let [r, g, b, _] = select(self.c_other);
        [r, g, b, select(self.a_other)[3]]
    }

    /// c_local and a_local.
    #[inline]
    pub fn local(&self, inputs: &Inputs) -> [Lane; 4] {
        let color0 = match self.c_local {
            ColorLocal::Iterated => false,
            ColorLocal::Color0 => true,
            ColorLocal::ByTexture => inputs.texel[3] & 0x80 != 0,
        };
        let [r, g, b, _] = if color0 { inputs.color0 } else { inputs.iterated };
        let alpha = match self.a_local {
            LocalAlpha::Iterated => inputs.iterated[3],
            LocalAlpha::Color0 => inputs.color0[3],
            LocalAlpha::IteratedZ | LocalAlpha::LowZ => inputs.z,
            LocalAlpha::Zero => 0,
        };
        [r, g, b, alpha]
    }

    /// Both units' results.
    pub fn evaluate(&self, inputs: &Inputs) -> [Lane; 4] {
        let (other, local) = (self.other(inputs), self.local(inputs));
        std::array::from_fn(|c| {
            let unit = if c == 3 { &self.alpha } else { &self.color };
            let factor = match unit.factor {
                Factor::Zero => 0,
                Factor::CLocal => local[c],
                Factor::AOther => other[3],
                Factor::ALocal => local[3],
                Factor::TextureAlpha => inputs.texel[3],
                Factor::TextureRgb => inputs.texel[c],
            };
            let add = match unit.add {
                Add::Nothing => 0,
                Add::CLocal => local[c],
                Add::ALocal => local[3],
            };
            channel(
                if unit.other { other[c] } else { 0 },
                if unit.subtract { local[c] } else { 0 },
                factor,
                unit.complement,
                add,
                unit.invert,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUTS: Inputs = Inputs {
        iterated: [10, 20, 30, 40],
        texel: [100, 150, 200, 0x80],
        color0: [1, 2, 3, 4],
        color1: [5, 6, 7, 8],
        z: 99,
    };

    #[test]
    fn decal_and_modulate() {
        let chip = Profile::hardware();
        // Texture times iterated colour: c_other texture, factor c_local, reverse.
        let modulate = FbzColorPath::default()
            .with_c_other(COther::Texture)
            .with_cc_mselect(ColorMSelect::CLocal)
            .with_cc_reverse_blend(true)
            .with_cca_zero_other(true)
            .with_cca_add(AlphaAdd::ALocal);
        let path = ColorPath::new(&chip, modulate);
        assert_eq!(path.evaluate(&INPUTS), [100 * 11 / 256, 150 * 21 / 256, 200 * 31 / 256, 40]);
        assert!(!path.reserved);
        // The same with color0 selected by the texel's alpha bit, and inverted.
        let word = modulate.with_c_local_override(true).with_cc_invert_output(true);
        let path = ColorPath::new(&chip, word);
        assert_eq!(path.evaluate(&INPUTS)[..3], [255, 254, 252]);
    }

    #[test]
    fn differences_are_signed() {
        // (color1 - iterated) * (255 - 0 + 1) >> 8 + iterated = color1.
        let word = FbzColorPath::default()
            .with_c_other(COther::Color1)
            .with_cc_sub_clocal(true)
            .with_cc_add(ColorAdd::CLocal);
        let path = ColorPath::new(&Profile::hardware(), word);
        assert_eq!(path.evaluate(&INPUTS)[..3], [5, 6, 7]);
    }

    #[test]
    fn reserved_codes_are_zero() {
        let word = FbzColorPath::default().with_cc_mselect(ColorMSelect::TextureRgb);
        assert!(ColorPath::new(&Profile::hardware(), word).reserved);
        assert!(!ColorPath::new(&Profile::b86(), word).reserved);
        for code in 0..16 {
            let word = FbzColorPath::from_raw(code);
            let reserved = code & 3 == 3 || code >> 2 == 3;
            assert_eq!(ColorPath::new(&Profile::b86(), word).reserved, reserved);
        }
    }
}
