//! Depth: the 4.12 floating W depth, bias, comparison.
//!
//! Facts: digest 5.8, 9.4 steps 1 and 3.

use sst1_facts::{DepthSource, Profile};
use sst1_regs::words::{Compare, FbzMode, ZaColor};

use crate::color::clamp16;

/// The W depth of `w`, which has 32 fraction bits: 4 bits of exponent (leading zeros) and 12 of
/// mantissa, complemented so that it grows with the distance.
pub(crate) fn w_depth(w: i64) -> i32 {
    // 1.0 and more, or negative: nearest.
    if w >> 32 & 0xFFFF != 0 {
        return 0;
    }
    let top = (w >> 16 & 0xFFFF) as u16;
    if top == 0 {
        return 0xF001;
    }
    let exponent = top.leading_zeros();
    let mantissa = (!w >> (19 - exponent)) as i32 & 0xFFF;
    (((exponent as i32) << 12 | mantissa) + 1).min(0xFFFF)
}

/// Iterated Z (20.12) as depth.
pub(crate) fn z_depth(z: i32) -> i32 {
    clamp16(z >> 12)
}

/// Adds zaColor's signed bias.
pub(crate) fn biased(depth: i32, za_color: ZaColor) -> i32 {
    clamp16(depth + za_color.depth() as u16 as i16 as i32)
}

/// The depth test with fbzMode\[20\], which a depth of zaColor can replace the pixel's by.
pub(crate) fn passes(
    profile: &Profile,
    mode: FbzMode,
    za_color: ZaColor,
    depth: i32,
    stored: u16,
) -> bool {
    let function = mode.depth_function();
    if !mode.depth_source_zacolor() {
        return compares(function, depth, stored);
    }
    match profile.depth_source {
        DepthSource::Compared => compares(function, za_color.depth() as i32, stored),
        // 9.4 step 3: no comparison is made.
        DepthSource::NonZeroPasses => match function {
            Compare::Never => false,
            Compare::Always => true,
            _ => za_color.depth() != 0,
        },
    }
}

/// The depth test without fbzMode\[20\]: a depth of 0 to 0xFFFF against the stored one.
pub(crate) fn compares(function: Compare, depth: i32, stored: u16) -> bool {
    function.passes(depth as u32, stored as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w_depths() {
        let one = 1_i64 << 32;
        assert_eq!(w_depth(one), 0);
        assert_eq!(w_depth(-1), 0);
        assert_eq!(w_depth(one - 1), 1, "exponent 0, mantissa 0");
        assert_eq!(w_depth(one / 2), 0x1000, "exponent 0, mantissa 0xFFF");
        assert_eq!(w_depth(0x8001_0000 - 1), 0x1000);
        assert_eq!(w_depth(one / 4), 0x2000);
        assert_eq!(w_depth(0x1_0000), 0xFFFF, "exponent 15, mantissa 0xFFF: 0x10000 clamped");
        assert_eq!(w_depth(0xFFFF), 0xF001);
        assert_eq!(w_depth(0), 0xF001);
        // N = 0x60000000: exponent 1, bits below the top are 10..., complemented 01...
        assert_eq!(w_depth(0x6000_0000), 0x1800);
    }

    #[test]
    fn z_and_bias_are_clamped() {
        assert_eq!(z_depth(-1), 0);
        assert_eq!(z_depth(0x1234_5678), 0xFFFF);
        assert_eq!(z_depth(0x0234_5678), 0x2345);
        let bias = ZaColor::default().with_depth(0xFFF0);
        assert_eq!((biased(0x20, bias), biased(0x8, bias)), (0x10, 0));
    }

    #[test]
    fn the_depth_source() {
        let mode =
            FbzMode::default().with_depth_source_zacolor(true).with_depth_function(Compare::Less);
        let za = ZaColor::default().with_depth(5);
        assert!(!passes(&Profile::hardware(), mode, za, 0, 5));
        assert!(passes(&Profile::hardware(), mode, za, 9, 6));
        assert!(passes(&Profile::b86(), mode, za, 9, 0));
    }
}
