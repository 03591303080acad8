//! Cubes: faces, and gradients across their edges.
//!
//! Facts: rules S7 and S11.

use super::plan::Plan;
use crate::arithmetic::{add, floor, mul, sub};

/// The face that a third coordinate names.
pub(super) fn face(coordinate: f32) -> u32 {
    if coordinate.is_nan() { 0 } else { floor(coordinate).clamp(0.0, 5.0) as u32 }
}

/// A lane's place on its face, -1 to 1.
fn on_face([sc, tc, _]: [f32; 3]) -> [f32; 2] {
    [sc, tc].map(|c| sub(mul(2.0, c), 3.0))
}

/// A lane's point on the cube with faces at distance 1.
fn point(coordinates: [f32; 3]) -> [f32; 3] {
    let [s, t] = on_face(coordinates);
    match face(coordinates[2]) {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// A gradient in texels of the lane's own face. `scale` is the constant's; of registers `given` is
/// a direction's gradient, scaled already, else the quad's lane 1 or 2 (`other`) counts.
pub(super) fn gradient(
    plan: &Plan<'_>,
    lane: usize,
    other: usize,
    given: [f32; 3],
    scale: f32,
) -> [f32; 2] {
    let direction = if plan.request.instruction.use_register_gradients {
        given
    } else {
        let (from, to) = (point(plan.coordinates(0)), point(plan.coordinates(other)));
        [0, 1, 2].map(|axis| mul(sub(to[axis], from[axis]), scale))
    };
    let coordinates = plan.coordinates(lane);
    let [dx, dy, dz] = direction;
    // The components that stand for s, t and the major axis.
    let (ds, dt, dm) = match face(coordinates[2]) {
        0 => (-dz, -dy, dx),
        1 => (dz, -dy, -dx),
        2 => (dx, dz, dy),
        3 => (dx, -dz, -dy),
        4 => (dx, -dy, dz),
        _ => (-dx, -dy, -dz),
    };
    let [s, t] = on_face(coordinates);
    let along = |d: f32, at: f32, size: u32| mul(sub(d, mul(at, dm)), size as f32 / 2.0);
    [along(ds, s, plan.size[0]), along(dt, t, plan.size[1])]
}

/// The face that is sampled, the offset counted.
pub(super) fn sampled(plan: &Plan<'_>, coordinates: [f32; 3]) -> u32 {
    face(add(coordinates[2], plan.offsets[2]))
}
