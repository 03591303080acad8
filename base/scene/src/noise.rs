//! Smooth noise for pictures, tileable.

use crate::{mix, smooth};

/// A value in 0..1 for a point of an integer lattice.
fn lattice(x: i64, y: i64, seed: u64) -> f64 {
    let mut h = (x as u64)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add((y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
        .wrapping_add(seed.wrapping_mul(0x1656_67B1_9E37_79F9));
    h = (h ^ h >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ h >> 32).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((h ^ h >> 31) >> 11) as f64 / (1u64 << 53) as f64
}

/// Interpolated lattice values with a period of `period` cells both ways.
fn value(x: f64, y: f64, period: i64, seed: u64) -> f64 {
    let (cell_x, cell_y) = (x.floor(), y.floor());
    let (fx, fy) = (smooth(0.0, 1.0, x - cell_x), smooth(0.0, 1.0, y - cell_y));
    let at = |dx: i64, dy: i64| {
        let wrap = |cell: f64, d: i64| (cell as i64 + d).rem_euclid(period.max(1));
        lattice(wrap(cell_x, dx), wrap(cell_y, dy), seed)
    };
    mix(mix(at(0, 0), at(1, 0), fx), mix(at(0, 1), at(1, 1), fx), fy)
}

/// Noise in 0..1 over the unit square: `octaves` layers, the first with `cells` cells a side, each
/// finer and weaker than the one before. The square tiles.
pub fn fractal(u: f64, v: f64, cells: u32, octaves: u32, seed: u64) -> f64 {
    let (mut sum, mut weight, mut all) = (0.0, 1.0, 0.0);
    let mut period = i64::from(cells);
    for octave in 0..octaves {
        let scale = period as f64;
        sum += weight * value(u * scale, v * scale, period, seed.wrapping_add(u64::from(octave)));
        all += weight;
        weight *= 0.5;
        period *= 2;
    }
    sum / all
}
