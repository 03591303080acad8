//! Depth values and the depth test.
//!
//! Facts: digest sections 5.2, 5.8 and 9.4; `iterated_z`, `w_depth_floor`, `depth_source`.

use sst1_facts::{DepthSource, WDepthFloor};
use sst1_regs::words::Compare;

use crate::lane::Lane;

/// The W depth, a 4.12 floating-point number, of W in 32 fraction bits. Only bits 47:32 are tested
/// for overflow.
///
/// With e the leading zeros of W's bits 31:16 and m the 12 bits below its first one, it is
/// (e << 12 | !m) + 1, at most 0xFFFF. A single-precision number of W holds the same exponent and,
/// on top, the same 12 bits; W is cut to 24 bits first, so that nothing is rounded. Where bits 31:16
/// are 0 it is `floor`.
#[inline(always)]
pub fn w_depth(floor: u16, w: i64) -> u16 {
    let (over, low) = ((w >> 32) as u16, w as u32);
    let large = low >> 24 != 0;
    let cut = if large { low >> 8 } else { low };
    let top = ((cut as i32 as f32).to_bits() >> 11) as i32;
    let bias = if large { (159 - 8) << 12 } else { 159 << 12 };
    // Only 0x10000 is too large.
    let depth = bias - top;
    let depth = depth - (depth >> 16);
    let depth = if low >> 16 == 0 { i32::from(floor) } else { depth };
    (if over == 0 { depth } else { 0 }) as u16
}

/// The W depth of the smallest W.
#[inline]
pub fn w_floor(rule: WDepthFloor) -> u16 {
    match rule {
        WDepthFloor::F001 => 0xF001,
        WDepthFloor::Ffff => 0xFFFF,
    }
}

/// The Z depth: Z without its 12 fraction bits, clamped to 16 bits.
#[inline(always)]
pub fn z_depth(z: i32) -> u16 {
    // Clamped as a signed word of 16 bits, 0x8000 lower: that exists as a vector instruction.
    let lower = ((z >> 12) - 0x8000).clamp(-0x8000, 0x7FFF) as i16;
    lower as u16 ^ 0x8000
}

/// The Z depth under `wrapped`: 20 bits without fraction, of which only the numbers just outside of
/// 16 bits are clamped.
#[inline(always)]
pub fn z_depth_wrapped(z: i32) -> u16 {
    match z >> 12 & 0xF_FFFF {
        0xF_FFFF => 0,
        0x1_0000 => 0xFFFF,
        whole => whole as u16,
    }
}

/// The high byte of a Z depth as a channel.
#[inline(always)]
pub fn high(depth: u16) -> Lane {
    Lane::from((depth >> 8) as u8)
}

/// The low byte.
#[inline(always)]
pub fn low(depth: u16) -> Lane {
    Lane::from(depth as u8)
}

/// A depth with a bias, which is signed, clamped.
#[inline(always)]
pub fn biased(depth: u16, bias: u16) -> u16 {
    let bias = bias as i16;
    if bias >= 0 {
        depth.saturating_add(bias.unsigned_abs())
    } else {
        depth.saturating_sub(bias.unsigned_abs())
    }
}

/// The depth test of a draw: which of less, equal and greater pass, and what is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthTest {
    function: Compare,
    /// What replaces the pixel's depth in the comparison.
    constant: Option<u16>,
}

impl DepthTest {
    /// From fbzMode\[7:5\], \[20\] and zaColor\[15:0\].
    pub fn new(rule: DepthSource, function: Compare, from_constant: bool, constant: u16) -> Self {
        if !from_constant {
            return Self { function, constant: None };
        }
        match rule {
            DepthSource::Compared => return Self { function, constant: Some(constant) },
            // The pixel's depth has already been replaced.
            DepthSource::Written => return Self { function, constant: None },
            DepthSource::NonZeroPasses => {}
        }
        // 86Box does not compare: a constant other than 0 passes (digest 9.4 step 3).
        let function = match function {
            Compare::Never => Compare::Never,
            Compare::Always => Compare::Always,
            _ if constant != 0 => Compare::Always,
            _ => Compare::Never,
        };
        Self { function, constant: None }
    }

    /// The function.
    pub fn function(&self) -> Compare {
        self.function
    }

    /// What is compared with the stored depth.
    #[inline(always)]
    pub fn value(&self, depth: u16) -> u16 {
        self.constant.unwrap_or(depth)
    }

    /// Whether a pixel passes.
    #[inline]
    pub fn passes(&self, depth: u16, stored: u16) -> bool {
        self.function.passes(u32::from(self.value(depth)), u32::from(stored))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn w_depths() {
        assert_eq!(w_depth(0xF001, 1 << 32), 0, "W of 1 and more");
        assert_eq!(w_depth(0xF001, -1), 0);
        assert_eq!(w_depth(0xF001, 1 << 48), 0xF001, "bit 48 is not tested");
        assert_eq!(w_depth(0xF001, 0xFFFF), 0xF001);
        assert_eq!(w_depth(0xFFFF, 0xFFFF), 0xFFFF);
        // 0.FFFF...: exponent 0, mantissa 0, plus 1.
        assert_eq!(w_depth(0xF001, 0xFFFF_FFFF), 1);
        // 0.5: exponent 0, mantissa all ones.
        assert_eq!(w_depth(0xF001, 0x8000_0000), 0x1000);
        // 2^-16: exponent 15, mantissa from bits 15:4, all ones; the sum is held.
        assert_eq!(w_depth(0xF001, 0x1_0000), 0xFFFF);
    }

    /// The digest's words.
    fn plain_w_depth(w: i64) -> u16 {
        let (over, low) = ((w >> 32) as u16, w as u32);
        let top = low >> 16;
        match (over, top) {
            (0, 0) => 0xF001,
            (0, _) => {
                let exponent = top.leading_zeros() - 16;
                let mantissa = (!low >> (19 - exponent)) & 0xFFF;
                ((exponent << 12 | mantissa) + 1).min(0xFFFF) as u16
            }
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn w_depth_equals_the_plain_rule(w in any::<i64>(), shift in 0u32..64) {
            prop_assert_eq!(w_depth(0xF001, w >> shift), plain_w_depth(w >> shift));
            prop_assert_eq!(w_depth(0xF001, (w as u64 >> shift) as i64), plain_w_depth((w as u64 >> shift) as i64));
        }
    }

    #[test]
    fn z_and_bias() {
        assert_eq!(z_depth(0x1234_5678), 0xFFFF);
        assert_eq!(z_depth(0x0234_5678), 0x2345);
        assert_eq!(z_depth(-1), 0);
        assert_eq!([-1, -0x1001].map(z_depth_wrapped), [0, 0xFFFE]);
        assert_eq!([0x1000_0FFF, 0x1234_5678].map(z_depth_wrapped), [0xFFFF, 0x2345]);
        assert_eq!((high(0x1234), low(0x1234)), (0x12, 0x34));
        for z in [-1, 0, 0x0FFF_FFFF, 0x1000_0000, i32::MIN, 0x0123_4567] {
            assert_eq!(high(z_depth(z)), crate::lane::z_channel(z));
        }
        assert_eq!(biased(5, 0xFFF0), 0);
        assert_eq!(biased(0xFFFE, 9), 0xFFFF);
    }

    #[test]
    fn the_constant_as_source() {
        let chip = DepthTest::new(DepthSource::Compared, Compare::Less, true, 5);
        assert!(chip.passes(9, 6) && !chip.passes(0, 5));
        let b86 = DepthTest::new(DepthSource::NonZeroPasses, Compare::Less, true, 5);
        assert!(b86.passes(9, 6) && b86.passes(0, 5));
        let never = DepthTest::new(DepthSource::NonZeroPasses, Compare::Equal, true, 0);
        assert!(!never.passes(1, 1));
    }
}
