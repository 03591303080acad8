//! The colour combine unit: fbzColorPath's arithmetic.
//!
//! For: `(other - local) * factor + addend` for colour and alpha. Not for: where its operands come
//! from ([`crate::sources`]), nor the texture units' own combine ([`crate::texcombine`]).
//! Facts: digest 4.3 (fbzColorPath), 5.7, 9.4 step 7; decisions page, "Colour".

use sst1_facts::{ColorMselect5, Profile};
use sst1_regs::words::{AlphaAdd, AlphaMSelect, ColorAdd, ColorMSelect, FbzColorPath};

use crate::color::{Color, clamp8};
use crate::sources::Operands;

/// The combined colour and alpha.
pub(crate) fn combine(profile: &Profile, path: FbzColorPath, operands: &Operands) -> Color {
    let &Operands { other, local, texel } = operands;
    let rgb = std::array::from_fn(|channel| {
        let factor = match path.cc_mselect() {
            ColorMSelect::CLocal => local.rgb[channel],
            ColorMSelect::AOther => other.a,
            ColorMSelect::ALocal => local.a,
            ColorMSelect::TextureAlpha => texel.a,
            ColorMSelect::TextureRgb => match profile.color_mselect_5 {
                ColorMselect5::Zero => 0,
                ColorMselect5::TextureRgb => texel.rgb[channel],
            },
            ColorMSelect::Zero | ColorMSelect::Reserved6 | ColorMSelect::Reserved7 => 0,
        };
        Unit {
            other: if path.cc_zero_other() { 0 } else { other.rgb[channel] },
            subtract: if path.cc_sub_clocal() { local.rgb[channel] } else { 0 },
            factor,
            reverse: path.cc_reverse_blend(),
            add: match path.cc_add() {
                ColorAdd::CLocal => local.rgb[channel],
                ColorAdd::ALocal => local.a,
                ColorAdd::Nothing | ColorAdd::Reserved3 => 0,
            },
            invert: path.cc_invert_output(),
        }
        .result()
    });
    let a = Unit {
        other: if path.cca_zero_other() { 0 } else { other.a },
        subtract: if path.cca_sub_clocal() { local.a } else { 0 },
        factor: match path.cca_mselect() {
            AlphaMSelect::ALocal | AlphaMSelect::ALocal3 => local.a,
            AlphaMSelect::AOther => other.a,
            AlphaMSelect::TextureAlpha => texel.a,
            AlphaMSelect::Zero
            | AlphaMSelect::Reserved5
            | AlphaMSelect::Reserved6
            | AlphaMSelect::Reserved7 => 0,
        },
        reverse: path.cca_reverse_blend(),
        add: if path.cca_add() == AlphaAdd::Nothing { 0 } else { local.a },
        invert: path.cca_invert_output(),
    }
    .result();
    Color { rgb, a }
}

/// One channel's worth of the unit; every operand is 0 to 255.
struct Unit {
    other: i32,
    subtract: i32,
    factor: i32,
    reverse: bool,
    add: i32,
    invert: bool,
}

impl Unit {
    fn result(self) -> i32 {
        // Without "reverse" the factor is complemented; 0 to 255 then stands for 1/256 to 1.
        let multiplier = if self.reverse { self.factor } else { self.factor ^ 0xFF } + 1;
        let scaled = ((self.other - self.subtract) * multiplier) >> 8;
        let result = clamp8(scaled + self.add);
        if self.invert { result ^ 0xFF } else { result }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERANDS: Operands = Operands {
        other: Color { rgb: [200, 100, 0], a: 128 },
        local: Color { rgb: [100, 200, 50], a: 64 },
        texel: Color { rgb: [1, 2, 3], a: 255 },
    };

    fn rgb(path: FbzColorPath) -> [i32; 3] {
        combine(&Profile::hardware(), path, &OPERANDS).rgb
    }

    #[test]
    fn pass_through_modulate_and_interpolate() {
        let path = FbzColorPath::default();
        // Factor zero, complemented: 256 / 256.
        assert_eq!(rgb(path), [200, 100, 0]);
        let modulate = path.with_cc_mselect(ColorMSelect::CLocal).with_cc_reverse_blend(true);
        assert_eq!(rgb(modulate), [(200 * 101) >> 8, (100 * 201) >> 8, 0]);
        let blend = path
            .with_cc_sub_clocal(true)
            .with_cc_mselect(ColorMSelect::AOther)
            .with_cc_reverse_blend(true)
            .with_cc_add(ColorAdd::CLocal);
        // (other - local) * 129 >> 8 + local, rounding down: -100 * 129 >> 8 = -51.
        assert_eq!(rgb(blend), [150, 149, 24]);
    }

    #[test]
    fn results_are_clamped_then_inverted() {
        let path = FbzColorPath::default().with_cc_add(ColorAdd::CLocal);
        assert_eq!(rgb(path), [255, 255, 50]);
        assert_eq!(rgb(path.with_cc_invert_output(true)), [0, 0, 205]);
        let negative = FbzColorPath::default().with_cc_zero_other(true).with_cc_sub_clocal(true);
        assert_eq!(rgb(negative), [0, 0, 0]);
        assert_eq!(rgb(negative.with_cc_add(ColorAdd::Reserved3)), [0, 0, 0]);
    }

    #[test]
    fn alpha_and_factor_5() {
        let path = FbzColorPath::default()
            .with_cca_mselect(AlphaMSelect::ALocal3)
            .with_cca_reverse_blend(true)
            .with_cca_add(AlphaAdd::Both);
        let a = combine(&Profile::hardware(), path, &OPERANDS).a;
        assert_eq!(a, ((128 * 65) >> 8) + 64);
        let path = FbzColorPath::default()
            .with_cc_mselect(ColorMSelect::TextureRgb)
            .with_cc_reverse_blend(true);
        assert_eq!(rgb(path), [0, 0, 0]);
        assert_eq!(combine(&Profile::b86(), path, &OPERANDS).rgb, [(200 * 2) >> 8, 1, 0]);
    }
}
