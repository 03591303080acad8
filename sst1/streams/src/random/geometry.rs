//! Random triangles: where they lie.
//!
//! Most are small, sorted and have the sign of their area; some are degenerate, unsorted, of the
//! wrong sign, partly or wholly outside the frame, and a few use all 16 bits.

use super::rng::Rng;
use super::{HEIGHT, WIDTH};

/// Vertices in 12.4 and bit 31 of the command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) vertices: [[i32; 2]; 3],
    pub(super) negative: bool,
    /// A float vertex may be any float.
    pub(super) strange: bool,
}

/// A sixteenth of a pixel: every value, those around the rounding points more often.
fn fraction(rng: &mut Rng) -> i32 {
    if rng.chance(60) { rng.between(0, 15) } else { rng.pick(&[0, 7, 8, 9, 1, 15]) }
}

pub(super) fn outline(rng: &mut Rng, clipped: bool) -> Outline {
    let mut vertices = match rng.below(400) {
        0..2 if clipped => anywhere(rng),
        2..8 => far(rng, 260),
        _ => small(rng),
    };
    match rng.below(60) {
        // Lines and points.
        0 => vertices[1] = vertices[0],
        1 => vertices[2] = vertices[1],
        2 => vertices[1][1] = vertices[0][1],
        3 => vertices[2][1] = vertices[0][1],
        4 => vertices = [vertices[0]; 3],
        5 => vertices[1][0] = vertices[0][0],
        _ => {}
    }
    if !rng.one_in(16) {
        vertices.sort_by_key(|[_, y]| *y);
    }
    let [[ax, ay], [bx, by], [cx, cy]] = vertices.map(|v| v.map(i64::from));
    let area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    // What may cover millions of pixels is left to the clip rectangle.
    let strange = clipped && rng.one_in(50);
    Outline { vertices, negative: (area < 0) != rng.one_in(18), strange }
}

fn small(rng: &mut Rng) -> [[i32; 2]; 3] {
    let size = rng.pick(&[2, 6, 12, 20, 28, 36, 44, 56]);
    let left = rng.between(-size / 4, WIDTH as i32 - size * 3 / 4);
    let top = rng.between(-size / 4, HEIGHT as i32 - size * 3 / 4);
    std::array::from_fn(|_| {
        [left, top].map(|origin| (origin + rng.between(0, size)) * 16 + fraction(rng))
    })
}

fn far(rng: &mut Rng, pixels: i32) -> [[i32; 2]; 3] {
    std::array::from_fn(|_| [0; 2].map(|_: i32| rng.between(-pixels, pixels) * 16 + fraction(rng)))
}

fn anywhere(rng: &mut Rng) -> [[i32; 2]; 3] {
    std::array::from_fn(|_| [0; 2].map(|_: i32| rng.between(-0x8000, 0x7FFF)))
}
