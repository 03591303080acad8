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

/// Runs the operation. Its operands are the direction as the assembler spreads it: the first zzxy,
/// the second yxzz, of which three components count.
pub(crate) fn cube(s0: &Vector, s1: &Vector, mask: u8, out: &mut Vector) {
    for lane in 0..LANES {
        let result = face(s1[1][lane], s1[0][lane], s0[0][lane]);
        for (component, value) in result.into_iter().enumerate() {
            if mask >> component & 1 != 0 {
                out[component][lane] = value;
            }
        }
    }
}

/// Whether the operands' other components disagree with those that count, in these lanes. NaN
/// agrees with NaN.
pub(crate) fn disagree(s0: &Vector, s1: &Vector, lanes: LaneMask) -> LaneMask {
    let differ = |a: f32, b: f32| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan());
    let disagrees = |lane: &usize| {
        let lane = *lane;
        let (x, y, z) = (s1[1][lane], s1[0][lane], s0[0][lane]);
        let others = [(&s0[1], z), (&s1[2], z), (&s1[3], z), (&s0[2], x), (&s0[3], y)];
        others.into_iter().any(|(lanes, value)| differ(lanes[lane], value))
    };
    each(lanes).filter(disagrees).fold(0, |mask, lane| mask | 1 << lane)
}
