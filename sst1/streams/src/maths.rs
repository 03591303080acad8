//! Mathematics that gives the same bits on every machine.
//!
//! For: what the demos' geometry and pictures need. Sine and exponential are computed here from
//! additions, multiplications and divisions alone, since a platform's own may differ in the last
//! bit and the streams are compared byte by byte. Not for: the chip's arithmetic.

mod noise;
mod trigonometry;
mod vector;

pub(crate) use noise::fractal;
pub(crate) use trigonometry::{cos, exp, sin};
pub(crate) use vector::Vec3;

/// A circle's half.
pub(crate) const PI: f64 = std::f64::consts::PI;

/// From `a` at 0 to `b` at 1.
pub(crate) fn mix(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// From one colour at 0 to another at 1.
pub(crate) fn mix3(a: [f64; 3], b: [f64; 3], t: f64) -> [f64; 3] {
    std::array::from_fn(|n| mix(a[n], b[n], t))
}

/// 0 below `from`, 1 above `to`, smooth between.
pub(crate) fn smooth(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// `x` to the power of 2^`doublings`.
pub(crate) fn power_of_two_power(x: f64, doublings: u32) -> f64 {
    (0..doublings).fold(x, |power, _| power * power)
}
