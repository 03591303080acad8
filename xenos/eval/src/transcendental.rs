//! Functions of one number beyond the four operations.
//!
//! For: exponential, logarithm, reciprocals, roots, sine and cosine, with their variants.
//! Not for: which opcode is which (`scalar`).
//! Facts: `docs/hardware/xenos-microcode.md`, rules F11 to F13. The chip's precision is not known; the
//! value nearest to the exact one is chosen. It is computed in double precision by the `libm` crate,
//! which has the same bits on every machine, and rounded once to single; where that would go wrong,
//! [`hard`] knows better.

mod hard;

use crate::float::settle;

/// The largest number below infinity.
const LARGEST: f32 = f32::MAX;

/// A double rounded to single, and settled.
#[inline]
fn round(x: f64) -> f32 {
    settle(x as f32)
}

/// Two to the power.
pub(crate) fn exp2(x: f32) -> f32 {
    hard::exp2(x).unwrap_or_else(|| round(libm::exp2(f64::from(x))))
}

/// The binary logarithm; of zeros negative infinity, of negative numbers NaN.
pub(crate) fn log2(x: f32) -> f32 {
    if x == 0.0 { f32::NEG_INFINITY } else { round(libm::log2(f64::from(x))) }
}

/// The reciprocal; of a zero the infinity of its sign.
pub(crate) fn rcp(x: f32) -> f32 {
    // A single quotient rounded by IEEE is the exact one rounded.
    settle(1.0 / x)
}

/// The reciprocal of the square root; of a zero the infinity of its sign (rule F13), of
/// negative numbers NaN.
pub(crate) fn rsq(x: f32) -> f32 {
    round(1.0 / libm::sqrt(f64::from(x)))
}

/// The square root; of negative numbers NaN.
pub(crate) fn sqrt(x: f32) -> f32 {
    round(libm::sqrt(f64::from(x)))
}

/// The sine of radians; of infinities NaN.
pub(crate) fn sin(x: f32) -> f32 {
    hard::sin(x).unwrap_or_else(|| round(libm::sin(f64::from(x))))
}

/// The cosine of radians; of infinities NaN.
pub(crate) fn cos(x: f32) -> f32 {
    hard::cos(x).unwrap_or_else(|| round(libm::cos(f64::from(x))))
}

/// Infinities become the largest numbers of their sign.
pub(crate) fn finite(x: f32) -> f32 {
    if x.is_infinite() { LARGEST.copysign(x) } else { x }
}

/// Infinities become the zeros of their sign.
pub(crate) fn vanishing(x: f32) -> f32 {
    if x.is_infinite() { 0.0_f32.copysign(x) } else { x }
}

/// Negative infinity becomes the lowest number.
pub(crate) fn raised(x: f32) -> f32 {
    if x == f32::NEG_INFINITY { -LARGEST } else { x }
}

#[cfg(test)]
mod tests;
