//! What scenes of every chip's demo streams are made with: the same bits on every machine.
//!
//! For: vectors, noise, blends, from additions, multiplications, divisions and square roots alone,
//! since streams are compared byte by byte.
//! Not for: any chip's arithmetic, nor sines, which each chip's demos take as they are used to.
#![forbid(unsafe_code)]

mod noise;
mod vector;

pub use noise::fractal;
pub use vector::Vec3;

/// A circle's half.
pub const PI: f64 = std::f64::consts::PI;

/// From `a` at 0 to `b` at 1.
pub fn mix(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// From one colour at 0 to another at 1.
pub fn mix3(a: [f64; 3], b: [f64; 3], t: f64) -> [f64; 3] {
    std::array::from_fn(|n| mix(a[n], b[n], t))
}

/// 0 below `from`, 1 above `to`, smooth between.
pub fn smooth(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
