//! Fog: mixing the combined colour with fogColor.
//!
//! Facts: digest 4.3 (fogMode), 5.8, 9.4 step 8; decisions page, "Colour".

use sst1_board::Fbi;
use sst1_facts::{FogBoth, FogConstant, FogZ, Profile};
use sst1_regs::words::{FogAlpha, Rgb as RgbWord};

use crate::color::{Rgb, rgb};
use crate::depth::z_depth;
use crate::sources::iterated_channel;

/// What of a pixel fog can depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FogInputs {
    /// The W depth.
    pub(crate) w_depth: i32,
    /// Iterated Z, 20.12.
    pub(crate) z: i32,
    /// Iterated alpha, 12.12.
    pub(crate) a: i32,
    /// W with 32 fraction bits.
    pub(crate) w: i64,
}

/// The fogged colour, neither clamped nor cut: what happens to sums beyond 255 differs between
/// triangles and LFB pixels (9.7).
pub(crate) fn fogged(profile: &Profile, fbi: &Fbi, color: Rgb, inputs: &FogInputs) -> Rgb {
    let mode = fbi.fog_mode;
    let fog_color = rgb(RgbWord::raw(fbi.fog_color));
    let mut out = color;
    if mode.constant() {
        let replaces = mode.zero_color() && profile.fog_constant == FogConstant::Replaces;
        for (channel, fog) in out.iter_mut().zip(fog_color) {
            *channel = fog + if replaces { 0 } else { *channel };
        }
        return out;
    }
    let multiplier = amount(profile, fbi, inputs) + 1;
    for (channel, fog) in out.iter_mut().zip(fog_color) {
        let fog = if mode.zero_fog_color() { 0 } else { fog };
        let own = if mode.zero_color() { 0 } else { *channel };
        *channel = own + (((fog - own) * multiplier) >> 8);
    }
    out
}

/// How much fog, 0 (hardly any) to 255 (all).
fn amount(profile: &Profile, fbi: &Fbi, inputs: &FogInputs) -> i32 {
    let by_z = match profile.fog_z {
        FogZ::Clamped => z_depth(profile.iterated_z, inputs.z) >> 8,
        FogZ::Masked => inputs.z >> 20 & 255,
    };
    match fbi.fog_mode.alpha_source() {
        FogAlpha::Table => by_table(fbi, inputs.w_depth),
        FogAlpha::IteratedAlpha => iterated_channel(profile, inputs.a),
        FogAlpha::IteratedZ => by_z,
        FogAlpha::Both => match profile.fog_both {
            FogBoth::Z => by_z,
            FogBoth::W => (inputs.w >> 32) as i32 & 255,
            FogBoth::WWrapped => match (inputs.w >> 32) as i32 & 0xFFFF {
                0xFFFF => 0,
                0x100 => 255,
                whole => whole & 255,
            },
        },
    }
}

/// The table's entry for the top six bits of the W depth, plus its slope (6.2) times the next eight.
fn by_table(fbi: &Fbi, w_depth: i32) -> i32 {
    let index = (w_depth >> 10 & 63) as usize;
    let fraction = w_depth >> 2 & 0xFF;
    let pair = fbi.fog_table[index / 2];
    let (fog, delta) = if index & 1 != 0 {
        (pair.odd_fog(), pair.odd_delta())
    } else {
        (pair.even_fog(), pair.even_delta())
    };
    fog as i32 + ((delta as i32 * fraction) >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_regs::words::{FogEntry, FogMode};

    fn inputs() -> FogInputs {
        FogInputs { w_depth: 0, z: 0, a: 0, w: 0 }
    }

    fn fbi(mode: FogMode) -> Fbi {
        Fbi { fog_mode: mode, fog_color: RgbWord::from_raw(0x10_80FF), ..Fbi::default() }
    }

    #[test]
    fn the_table_is_interpolated() {
        let mut fbi = fbi(FogMode::default());
        fbi.fog_table[1] =
            FogEntry::default().with_odd_fog(100).with_odd_delta(40).with_even_fog(7);
        // Entry 3; the fraction is 0x80 of 256, the slope 40 quarters: 10 a whole entry.
        assert_eq!(by_table(&fbi, 3 << 10 | 0x80 << 2), 105);
        assert_eq!(by_table(&fbi, 2 << 10 | 0x3FF), 7);
    }

    #[test]
    fn mixing_adding_and_multiplying() {
        let hardware = Profile::hardware();
        let half = FogInputs { a: 127 << 12, ..inputs() };
        let alpha = FogMode::default().with_alpha_source(FogAlpha::IteratedAlpha);
        let color = [0x20, 0x40, 0x80];
        assert_eq!(fogged(&hardware, &fbi(alpha), color, &half), [0x18, 0x60, 0xBF]);
        let multiply = fbi(alpha.with_zero_color(true));
        assert_eq!(fogged(&hardware, &multiply, color, &half), [0x08, 0x40, 0x7F]);
        let add = fbi(alpha.with_zero_fog_color(true));
        assert_eq!(fogged(&hardware, &add, color, &half), [0x10, 0x20, 0x40]);
        let constant = fbi(alpha.with_constant(true));
        assert_eq!(fogged(&hardware, &constant, color, &half), [0x30, 0xC0, 0x17F]);
    }

    #[test]
    fn z_beyond_255_is_clamped_or_masked() {
        let z = FogInputs { z: 0x101 << 20, w: 3 << 32, ..inputs() };
        let fbi = fbi(FogMode::default().with_alpha_source(FogAlpha::Both));
        assert_eq!(amount(&Profile::hardware(), &fbi, &z), 255);
        assert_eq!(amount(&Profile::b86(), &fbi, &z), 3);
    }
}
