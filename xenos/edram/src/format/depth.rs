//! Depth in 24 bits: whole fractions, and 20e4 floats.
//!
//! For: depth to code and back. Not for: the stencil beside it.
//! Facts: `docs/hardware/xenos-edram.md`, rules F8 to F11.

use super::small_float::nearest;
use xenos_regs::words::DepthFormat;

/// The greatest code.
const MOST: u32 = 0xFF_FFFF;

/// A depth from 0 to 1, as it is before it is packed in either format (rule F11); NaN is 0.
#[inline]
pub fn limit_depth(depth: f64) -> f64 {
    if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) }
}

/// The 24-bit code nearest to a depth, ties to the even one. What is below the format's range,
/// and NaN, is the lowest code, what is above it the greatest.
#[inline]
pub fn pack_depth(format: DepthFormat, depth: f64) -> u32 {
    if depth.is_nan() || depth <= 0.0 {
        return 0;
    }
    match format {
        DepthFormat::D24S8 if depth >= 1.0 => MOST,
        DepthFormat::D24S8 => nearest_fraction(depth),
        DepthFormat::D24FS8 => nearest(depth.min(2.0), 20, 15).min(MOST.into()) as u32,
    }
}

/// The depth of a 24-bit code; bits above are ignored. Exact for the float; for the fraction the
/// value that rule F9 gives.
#[inline]
pub fn unpack_depth(format: DepthFormat, code: u32) -> f32 {
    let code = code & MOST;
    match format {
        DepthFormat::D24S8 => (code + (code >> 23)) as f32 / 16_777_216.0,
        DepthFormat::D24FS8 => {
            let (exponent, mantissa) = (code >> 20, code & 0xF_FFFF);
            if exponent == 0 {
                // 2^-34: twenty places below 2^-14.
                mantissa as f32 / 17_179_869_184.0
            } else {
                f32::from_bits((exponent + 112) << 23 | mantissa << 3)
            }
        }
    }
}

/// Rounds depth x (2^24 - 1) in whole numbers: a product of 53 and 24 bits does not fit a double.
#[inline]
fn nearest_fraction(depth: f64) -> u32 {
    let bits = depth.to_bits();
    let cut = 1075 - (bits >> 52) as u32;
    // The product is below 2^77: cut by more, it is less than a quarter.
    if cut > 78 {
        return 0;
    }
    let product = u128::from(bits & ((1 << 52) - 1) | 1 << 52) * u128::from(MOST);
    let kept = (product >> cut) as u32;
    let lost = product & ((1 << cut) - 1);
    let half = 1 << (cut - 1);
    kept + u32::from(lost > half || (lost == half && kept & 1 == 1))
}
