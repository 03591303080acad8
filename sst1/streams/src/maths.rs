//! Mathematics that gives the same bits on every machine.
//!
//! For: what the demos' geometry and pictures need. Sine and exponential are computed here from
//! additions, multiplications and divisions alone, since a platform's own may differ in the last
//! bit and the streams are compared byte by byte. Not for: the chip's arithmetic.

mod trigonometry;

pub(crate) use base_scene::{PI, Vec3, fractal, mix, mix3, smooth};
pub(crate) use trigonometry::{cos, exp, sin};

/// `x` to the power of 2^`doublings`.
pub(crate) fn power_of_two_power(x: f64, doublings: u32) -> f64 {
    (0..doublings).fold(x, |power, _| power * power)
}
