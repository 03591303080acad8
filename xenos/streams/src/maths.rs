//! Mathematics that gives the same bits on every machine.
//!
//! For: what the demos' geometry, pictures and matrices need, from additions, multiplications,
//! divisions, square roots and `libm`. Not for: the chip's arithmetic.

mod matrix;

pub(crate) use base_scene::{PI, Vec3, fractal, mix, mix3, smooth};
pub(crate) use matrix::Matrix;

/// Sine and cosine of an angle in turns.
pub(crate) fn turn(turns: f64) -> (f64, f64) {
    libm::sincos(turns * 2.0 * PI)
}
