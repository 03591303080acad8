//! The cube operation: a direction to a cube map's face and the coordinates on it.
//!
//! For: `cube` alone. Not for: sampling the face.
//! Facts: `docs/hardware/xenos-microcode.md`, rule A30 (formulas inferred).

use crate::float::{abs, add, ge, negate};
use crate::lanes::{LANES, LaneMask, Vector, each};

/// T, S, twice the major axis with its sign, and the face, of a direction.
pub(crate) fn face(x: f32, y: f32, z: f32) -> [f32; 4] {
    let (s, t, major, face) = if ge(abs(z), abs(x)) && ge(abs(z), abs(y)) {
        let back = z < 0.0;
        (if back { negate(x) } else { x }, negate(y), z, if back { 5.0 } else { 4.0 })
    } else if ge(abs(y), abs(x)) {
        let down = y < 0.0;
        (x, if down { negate(z) } else { z }, y, if down { 3.0 } else { 2.0 })
    } else {
        let left = x < 0.0;
        (if left { z } else { negate(z) }, negate(y), x, if left { 1.0 } else { 0.0 })
    };
    [t, s, add(major, major), face]
}

/// Runs the operation. Its first operand is the direction as the assembler spreads it: zzxy.
pub(crate) fn cube(s0: &Vector, mask: u8, out: &mut Vector) {
    for lane in 0..LANES {
        let result = face(s0[2][lane], s0[3][lane], s0[0][lane]);
        for (component, value) in result.into_iter().enumerate() {
            if mask >> component & 1 != 0 {
                out[component][lane] = value;
            }
        }
    }
}

/// The lanes in which the operands' other components disagree with those that count, bit for bit.
pub(crate) fn disagree(s0: &Vector, s1: &Vector, lanes: LaneMask) -> LaneMask {
    let disagrees = |lane: &usize| {
        let pairs = [(&s0[1], &s0[0]), (&s1[0], &s0[3]), (&s1[1], &s0[2]), (&s1[2], &s0[0])];
        pairs.into_iter().any(|(a, b)| a[*lane].to_bits() != b[*lane].to_bits())
    };
    each(lanes).filter(disagrees).fold(0, |mask, lane| mask | 1 << lane)
}
