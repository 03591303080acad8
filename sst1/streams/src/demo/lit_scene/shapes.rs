//! The solids of the scene.

use crate::maths::{PI, Vec3, cos, sin};

/// A corner of a mesh.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    /// Texels of a map 256 wide.
    pub(super) st: [f64; 2],
}

/// Polygons, counter-clockwise from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Mesh {
    pub(super) faces: Vec<Vec<Corner>>,
}

impl Mesh {
    /// A grid of `across` by `along` cells over a function of two coordinates in 0..1; columns run
    /// to the right and rows upwards where seen from outside.
    fn grid(across: u32, along: u32, corner: impl Fn(f64, f64) -> Corner) -> Self {
        let at = |n: u32, of: u32| f64::from(n) / f64::from(of);
        let mut faces = Vec::new();
        for row in 0..along {
            for column in 0..across {
                let corner = |c: u32, r: u32| corner(at(column + c, across), at(row + r, along));
                faces.push(vec![corner(0, 0), corner(1, 0), corner(1, 1)]);
                faces.push(vec![corner(0, 0), corner(1, 1), corner(0, 1)]);
            }
        }
        Self { faces }
    }

    /// A (2,3) torus knot about the vertical axis, as a tube.
    pub(super) fn knot(radius: f64, tube: f64, along: u32, around: u32) -> Self {
        let centre = |t: f64| {
            let (long, short) = (2.0 * PI * 2.0 * t, 2.0 * PI * 3.0 * t);
            let ring = radius * (0.72 + 0.32 * cos(short));
            Vec3::new(ring * cos(long), radius * 0.52 * sin(short), ring * sin(long))
        };
        Self::grid(around, along, |v, u| {
            let here = centre(u);
            let ahead = (centre(u + 1e-4) - centre(u - 1e-4)).unit();
            // A frame that turns with the curve: away from the knot's axis, and across both.
            let out = Vec3::new(here.x, here.y * 0.5, here.z).unit();
            let side = out.cross(ahead).unit();
            let out = ahead.cross(side);
            let angle = 2.0 * PI * v;
            let normal = out * cos(angle) + side * sin(angle);
            Corner { position: here + normal * tube, normal, st: [v * 256.0, u * 4096.0] }
        })
    }

    /// A ball with its map once around and once from pole to pole.
    pub(super) fn ball(radius: f64, across: u32, along: u32) -> Self {
        Self::grid(across, along, |u, v| {
            let (turn, height) = (2.0 * PI * u, PI * (v - 0.5));
            let normal = Vec3::new(cos(height) * cos(turn), sin(height), cos(height) * sin(turn));
            let st = [(1.0 - u) * 512.0, (1.0 - v) * 256.0];
            Corner { position: normal * radius, normal, st }
        })
    }

    /// A cube of half side `half` whose faces are divided for lighting.
    pub(super) fn cube(half: f64, cells: u32) -> Self {
        let mut faces = Vec::new();
        for (about_x, quarter) in SIDES {
            let turn = |v: Vec3| if about_x { v.about_x(quarter) } else { v.about_y(quarter) };
            let normal = turn(Vec3::new(0.0, 0.0, -1.0));
            let face = Self::grid(cells, cells, |u, v| {
                let flat = Vec3::new(2.0 * u - 1.0, 2.0 * v - 1.0, -1.0) * half;
                Corner { position: turn(flat), normal, st: [u * 256.0, (1.0 - v) * 256.0] }
            });
            faces.extend(face.faces);
        }
        Self { faces }
    }

    /// Turned by an angle about the vertical axis after `tilt` about the axis to the right, then
    /// moved.
    pub(super) fn placed(&self, tilt: f64, turn: f64, to: Vec3) -> Self {
        let (tilt, turn) = ((sin(tilt), cos(tilt)), (sin(turn), cos(turn)));
        let turned = |v: Vec3| v.about_x(tilt).about_y(turn);
        let corner = |c: &Corner| Corner {
            position: turned(c.position) + to,
            normal: turned(c.normal),
            ..*c
        };
        let faces = self.faces.iter().map(|face| face.iter().map(corner).collect()).collect();
        Self { faces }
    }
}

/// How a cube's front turns to each of its sides: whether about the axis to the right, else about
/// the vertical one, and sine and cosine of the angle.
const SIDES: [(bool, (f64, f64)); 6] = [
    (false, (0.0, 1.0)),
    (false, (1.0, 0.0)),
    (false, (0.0, -1.0)),
    (false, (-1.0, 0.0)),
    (true, (1.0, 0.0)),
    (true, (-1.0, 0.0)),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Every face of a solid looks away from its normals' opposite: windings are outward.
    #[test]
    fn faces_are_counter_clockwise_from_outside() {
        for (name, mesh) in [
            ("knot", Mesh::knot(2.0, 0.4, 48, 8)),
            ("ball", Mesh::ball(1.0, 12, 8)),
            ("cube", Mesh::cube(1.0, 2)),
        ] {
            for face in &mesh.faces {
                let [a, b, c] = [face[0], face[1], face[2]];
                let winding = (b.position - a.position).cross(c.position - a.position);
                // Left-handed space: counter-clockwise shows the opposite of the product.
                let outward = -winding.dot(a.normal + b.normal + c.normal);
                assert!(outward > -1e-9, "{name}: {face:?}");
            }
        }
    }
}
