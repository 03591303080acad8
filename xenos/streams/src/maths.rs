//! Mathematics that gives the same bits on every machine.
//!
//! For: what the demos' geometry, pictures and matrices need, from additions, multiplications,
//! divisions, square roots and `libm`. Not for: the chip's arithmetic.

mod matrix;
mod noise;
mod vector;

pub(crate) use matrix::Matrix;
pub(crate) use noise::fractal;
pub(crate) use vector::Vec3;

/// A circle's half.
pub(crate) const PI: f64 = std::f64::consts::PI;

/// Sine and cosine of an angle in turns.
pub(crate) fn turn(turns: f64) -> (f64, f64) {
    libm::sincos(turns * 2.0 * PI)
}

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
