//! Floats of few bits: 7e3, half, 20e4.
//!
//! For: one component. Not for: the range a caller wants.
//! Facts: `docs/hardware/xenos-edram.md`, rules F6, F7 and F10.

/// The code nearest to a finite value of at least 0, ties to the even code, for a float of
/// `mantissa` bits whose exponent has this bias and no top: the caller saturates.
#[inline]
pub(super) fn nearest(value: f64, mantissa: u32, bias: i32) -> u64 {
    let bits = value.to_bits();
    // No format here reaches down to a double's subnormals: their implicit bit does not matter.
    let exponent = (bits >> 52) as i32 - 1023;
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    // The exponent of the code: that of the value, or the lowest, where codes are evenly spaced.
    let lowest = 1 - bias;
    let binade = exponent.max(lowest);
    let cut = 52 - mantissa + (binade - exponent) as u32;
    if cut > 53 {
        return 0;
    }
    let kept = significand >> cut;
    let lost = significand & ((1 << cut) - 1);
    let half = 1 << (cut - 1);
    let rounded = kept + u64::from(lost > half || (lost == half && kept & 1 == 1));
    // The leading bit, where there is one, counts the exponent up by one; so does a carry.
    (((binade - lowest) as u64) << mantissa) + rounded
}

/// The 7e3 code of a value; below 0 and NaN are 0, beyond 31.875 is 31.875.
#[inline]
pub(super) fn pack_7e3(value: f32) -> u32 {
    if value > 0.0 { nearest(f64::from(value.min(31.875)), 7, 3) as u32 } else { 0 }
}

/// The value of a 7e3 code, exactly.
#[inline]
pub(super) fn unpack_7e3(code: u32) -> f32 {
    let (exponent, mantissa) = (code >> 7 & 7, code & 0x7F);
    if exponent == 0 {
        mantissa as f32 / 512.0
    } else {
        f32::from_bits((exponent + 124) << 23 | mantissa << 16)
    }
}

/// The half of a value. There is no infinity: what is too large, and NaN, is the largest.
#[inline]
pub(super) fn pack_half(value: f32) -> u16 {
    let sign = (value.to_bits() >> 16 & 0x8000) as u16;
    let magnitude = value.abs();
    let code =
        if magnitude < 131008.0 { nearest(f64::from(magnitude), 10, 15) as u16 } else { 0x7FFF };
    sign | code
}

/// The value of a half, exactly; exponent 31 is one like the others.
#[inline]
pub(super) fn unpack_half(code: u16) -> f32 {
    let code = u32::from(code);
    let (sign, exponent, mantissa) = (code >> 15 << 31, code >> 10 & 31, code & 0x3FF);
    let magnitude = if exponent == 0 {
        (mantissa as f32 / 16_777_216.0).to_bits()
    } else {
        (exponent + 112) << 23 | mantissa << 13
    };
    f32::from_bits(sign | magnitude)
}
