//! Depth: the 4.12 floating W depth, bias, comparison.
//!
//! Facts: digest 5.8, 9.4 steps 1 and 3.

use sst1_board::Fbi;
use sst1_facts::{DepthBiasW, DepthSource, IteratedZ, Profile, WDepthFloor};
use sst1_regs::words::{Compare, FbzMode, ZaColor};

use crate::color::clamp16;

/// The W depth of `w`, which has 32 fraction bits: 4 bits of exponent (leading zeros) and 12 of
/// mantissa, complemented so that it grows with the distance.
pub(crate) fn w_depth(floor: WDepthFloor, w: i64) -> i32 {
    // 1.0 and more, or negative: nearest.
    if w >> 32 & 0xFFFF != 0 {
        return 0;
    }
    let top = (w >> 16 & 0xFFFF) as u16;
    if top == 0 {
        return match floor {
            WDepthFloor::F001 => 0xF001,
            WDepthFloor::Ffff => 0xFFFF,
        };
    }
    let exponent = top.leading_zeros();
    let mantissa = (!w >> (19 - exponent)) as i32 & 0xFFF;
    (((exponent as i32) << 12 | mantissa) + 1).min(0xFFFF)
}

/// Iterated Z (20.12) as depth.
pub(crate) fn z_depth(rule: IteratedZ, z: i32) -> i32 {
    match rule {
        IteratedZ::Clamped => clamp16(z >> 12),
        IteratedZ::Wrapped => match z >> 12 & 0xF_FFFF {
            0xF_FFFF => 0,
            0x1_0000 => 0xFFFF,
            whole => whole & 0xFFFF,
        },
    }
}

/// What the depth test compares, and what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depths {
    pub(crate) compared: i32,
    pub(crate) written: i32,
}

impl Depths {
    /// Of a pixel with these Z and W depths: fbzMode\[3\], \[16\] and \[20\].
    pub(crate) fn new(profile: &Profile, fbi: &Fbi, z: i32, w: i32) -> Self {
        let mode = fbi.fbz_mode;
        let biases = mode.depth_bias()
            && match profile.depth_bias_w {
                DepthBiasW::Applied => true,
                DepthBiasW::ZOnly => !mode.w_buffer(),
            };
        let bias = |depth| if biases { biased(depth, fbi.za_color) } else { depth };
        Self::selected(profile, fbi, if mode.w_buffer() { w } else { z }, bias)
    }

    /// Of a pixel whose depth is neither biased nor a W depth.
    pub(crate) fn unbiased(profile: &Profile, fbi: &Fbi, depth: i32) -> Self {
        Self::selected(profile, fbi, depth, |depth| depth)
    }

    /// With fbzMode\[20\] zaColor takes the place of `depth`, in the comparison or altogether.
    fn selected(profile: &Profile, fbi: &Fbi, depth: i32, bias: impl Fn(i32) -> i32) -> Self {
        let constant = fbi.za_color.depth() as i32;
        let computed = bias(depth);
        if !fbi.fbz_mode.depth_source_zacolor() {
            return Self { compared: computed, written: computed };
        }
        match profile.depth_source {
            DepthSource::Compared => Self { compared: constant, written: computed },
            DepthSource::Written => Self { compared: bias(constant), written: bias(constant) },
            // No comparison is made.
            DepthSource::NonZeroPasses => Self { compared: computed, written: computed },
        }
    }
}

/// Adds zaColor's signed bias.
fn biased(depth: i32, za_color: ZaColor) -> i32 {
    clamp16(depth + za_color.depth() as u16 as i16 as i32)
}

/// The depth test of a depth that was selected by fbzMode\[20\].
pub(crate) fn passes(
    profile: &Profile,
    mode: FbzMode,
    za_color: ZaColor,
    compared: i32,
    stored: u16,
) -> bool {
    let function = mode.depth_function();
    let skips = mode.depth_source_zacolor() && profile.depth_source == DepthSource::NonZeroPasses;
    match function {
        // 9.4 step 3: no comparison is made.
        _ if !skips => compares(function, compared, stored),
        Compare::Never => false,
        Compare::Always => true,
        _ => za_color.depth() != 0,
    }
}

/// The depth test proper: a depth of 0 to 0xFFFF against the stored one.
pub(crate) fn compares(function: Compare, depth: i32, stored: u16) -> bool {
    function.passes(depth as u32, stored as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w_depths() {
        let at = |w| w_depth(WDepthFloor::F001, w);
        let one = 1_i64 << 32;
        assert_eq!(at(one), 0);
        assert_eq!(at(-1), 0);
        assert_eq!(at(one - 1), 1, "exponent 0, mantissa 0");
        assert_eq!(at(one / 2), 0x1000, "exponent 0, mantissa 0xFFF");
        assert_eq!(at(0x8001_0000 - 1), 0x1000);
        assert_eq!(at(one / 4), 0x2000);
        assert_eq!(at(0x1_0000), 0xFFFF, "exponent 15, mantissa 0xFFF: 0x10000 clamped");
        assert_eq!(at(0xFFFF), 0xF001);
        assert_eq!(at(0), 0xF001);
        assert_eq!(w_depth(WDepthFloor::Ffff, 0xFFFF), 0xFFFF);
        // N = 0x60000000: exponent 1, bits below the top are 10..., complemented 01...
        assert_eq!(at(0x6000_0000), 0x1800);
    }

    #[test]
    fn z_and_bias_are_clamped() {
        let clamped = |z| z_depth(IteratedZ::Clamped, z);
        assert_eq!(clamped(-1), 0);
        assert_eq!(clamped(0x1234_5678), 0xFFFF);
        assert_eq!(clamped(0x0234_5678), 0x2345);
        let wrapped = |z| z_depth(IteratedZ::Wrapped, z);
        assert_eq!(wrapped(-1), 0);
        assert_eq!(wrapped(-0x1001), 0xFFFE);
        assert_eq!(wrapped(0x1000_0FFF), 0xFFFF);
        assert_eq!(wrapped(0x1234_5678), 0x2345);
        let bias = ZaColor::default().with_depth(0xFFF0);
        assert_eq!((biased(0x20, bias), biased(0x8, bias)), (0x10, 0));
    }

    fn fbi(mode: FbzMode, depth: u32) -> Fbi {
        Fbi { fbz_mode: mode, za_color: ZaColor::default().with_depth(depth), ..Fbi::default() }
    }

    #[test]
    fn the_depth_source() {
        let mode =
            FbzMode::default().with_depth_source_zacolor(true).with_depth_function(Compare::Less);
        let fbi = fbi(mode.with_depth_bias(true), 5);
        let depths = |source| {
            let profile = Profile { depth_source: source, ..Profile::hardware() };
            let Depths { compared, written } = Depths::new(&profile, &fbi, 9, 0);
            (compared, written)
        };
        assert_eq!(depths(DepthSource::Compared), (5, 14));
        assert_eq!(depths(DepthSource::Written), (10, 10));
        let passes = |profile, depth, stored| passes(&profile, mode, fbi.za_color, depth, stored);
        assert!(!passes(Profile::hardware(), 5, 5));
        assert!(passes(Profile::hardware(), 5, 6));
        assert!(passes(Profile::b86(), 9, 0));
    }

    #[test]
    fn zsst_biases_z_alone() {
        let mode = FbzMode::default().with_depth_bias(true);
        let written = |profile, mode| Depths::new(&profile, &fbi(mode, 3), 10, 20).written;
        assert_eq!(written(Profile::zsst(), mode), 13);
        assert_eq!(written(Profile::zsst(), mode.with_w_buffer(true)), 20);
        assert_eq!(written(Profile::hardware(), mode.with_w_buffer(true)), 23);
    }
}
