//! Fixed point: unsigned fractions, and 16 bits from -32 to 32.
//!
//! For: one component. Not for: the gamma curve.
//! Facts: `docs/hardware/xenos-edram.md`, rules F3 and F4.

/// The code of a value in `bits` bits (2, 8 or 10), halves away from zero, exactly: a product
/// of 24 and 10 bits and the half added to it fit a double.
#[inline]
pub(super) fn pack_unorm(value: f32, bits: u32) -> u32 {
    let most = f64::from((1u32 << bits) - 1);
    // A NaN stays one, and is 0 as an integer.
    (f64::from(value.clamp(0.0, 1.0)) * most + 0.5) as u32
}

/// The value of a code of `bits` bits: the quotient, rounded once.
#[inline]
pub(super) fn unpack_unorm(code: u32, bits: u32) -> f32 {
    code as f32 / ((1u32 << bits) - 1) as f32
}

/// The code of a value from -32 to 32, halves away from zero, exactly.
#[inline]
pub(super) fn pack_fixed16(value: f32) -> u16 {
    let scaled = f64::from(value.clamp(-32.0, 32.0)) * 32767.0 / 32.0;
    (scaled + 0.5f64.copysign(scaled)) as i16 as u16
}

/// The value of such a code: the quotient, rounded once; the lowest code is -32 like the next.
#[inline]
pub(super) fn unpack_fixed16(code: u16) -> f32 {
    (f32::from(code as i16) * 32.0 / 32767.0).max(-32.0)
}
