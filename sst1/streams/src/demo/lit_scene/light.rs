//! Light: what a vertex's colour is.

use crate::maths::{Vec3, power_of_two_power};

/// Towards the lamp that stands behind the eye to the left.
const LAMP: Vec3 = Vec3::new(-0.56, 0.72, -0.41);
/// Towards the low sun behind the scene.
const SUN: Vec3 = Vec3::new(-0.36, 0.13, 0.92);

const LAMP_COLOR: [f64; 3] = [0.86, 0.80, 0.72];
const SUN_COLOR: [f64; 3] = [0.75, 0.42, 0.22];
const SKY_COLOR: [f64; 3] = [0.30, 0.29, 0.44];
const FLOOR_COLOR: [f64; 3] = [0.40, 0.33, 0.29];

/// Towards the lamp, for shadows.
pub(super) fn lamp() -> Vec3 {
    LAMP.unit()
}

/// Red, green and blue of a matt white surface, about 0 to 1.
pub(super) fn diffuse(normal: Vec3) -> [f64; 3] {
    let lamp = normal.dot(LAMP.unit()).max(0.0);
    // The sun is wide: it reaches a little around.
    let sun = ((normal.dot(SUN.unit()) + 0.15) / 1.15).max(0.0);
    let up = 0.5 + 0.5 * normal.y;
    std::array::from_fn(|n| {
        LAMP_COLOR[n] * lamp + SUN_COLOR[n] * sun + SKY_COLOR[n] * up + FLOOR_COLOR[n] * (1.0 - up)
    })
}

/// The lamp's mirror image on a glossy surface, 0 to 1.
pub(super) fn highlight(normal: Vec3, to_eye: Vec3) -> f64 {
    let half = (LAMP.unit() + to_eye).unit();
    power_of_two_power(normal.dot(half).max(0.0), 5)
}

/// Towards the sun.
pub(super) fn sun() -> Vec3 {
    SUN.unit()
}
