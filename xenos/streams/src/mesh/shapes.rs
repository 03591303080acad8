//! Formulas of shapes.

use super::{Mesh, Vertex};
use crate::maths::{PI, Vec3, turn};

impl Mesh {
    /// A ball of radius 1; `fine` quarters around and half as many rings.
    pub(crate) fn ball(fine: u32) -> Self {
        let mut mesh = Self::default();
        for ring in 0..=fine * 2 {
            let v = f64::from(ring) / f64::from(fine * 2);
            let (y, r) = (libm::cos(v * PI), libm::sin(v * PI));
            for quarter in 0..=fine * 4 {
                let u = f64::from(quarter) / f64::from(fine * 4);
                let (sin, cos) = turn(u);
                let normal = Vec3::new(cos * r, y, sin * r);
                mesh.vertices.push(Vertex { position: normal, normal, uv: [u, v] });
            }
        }
        mesh.join(fine as usize * 4 + 1);
        mesh.turned()
    }

    /// A tube of that radius along a closed curve over 0 to 1.
    fn tube(
        curve: impl Fn(f64) -> Vec3,
        radius: f64,
        (long, round): (u32, u32),
        repeat: [f64; 2],
    ) -> Self {
        let mut mesh = Self::default();
        for step in 0..=long {
            let t = f64::from(step) / f64::from(long);
            let d = 1.0 / 4096.0;
            let (before, centre, behind) = (curve(t - d), curve(t), curve(t + d));
            let ahead = (behind - before).unit();
            // The curve's own bend would flip where it is straight; leaning on its place does not.
            let side = ahead.cross(centre.unit()).unit();
            let up = side.cross(ahead);
            for part in 0..=round {
                let u = f64::from(part) / f64::from(round);
                let (sin, cos) = turn(u);
                let normal = side * cos + up * sin;
                let position = centre + normal * radius;
                mesh.vertices.push(Vertex { position, normal, uv: [t * repeat[0], u * repeat[1]] });
            }
        }
        mesh.join(round as usize + 1);
        mesh.turned()
    }

    /// A ring of radius 1 in the plane of the floor, of a tube of that radius.
    pub(crate) fn ring(radius: f64, long: u32, round: u32) -> Self {
        let circle = |t: f64| {
            let (sin, cos) = turn(t);
            Vec3::new(cos, 0.0, sin)
        };
        Self::tube(circle, radius, (long, round), [8.0, 1.0])
    }

    /// A knot that winds `p` times around the axis and `q` times around the ring; within a ball of
    /// radius 1.5.
    pub(crate) fn knot(p: f64, q: f64, radius: f64, long: u32, round: u32) -> Self {
        let curve = |t: f64| {
            let (sin_p, cos_p) = turn(t * p);
            let (sin_q, cos_q) = turn(t * q);
            let r = 1.0 + 0.42 * cos_q;
            Vec3::new(r * cos_p, 0.42 * sin_q, r * sin_p)
        };
        Self::tube(curve, radius, (long, round), [12.0, 1.0])
    }

    /// A solid of revolution: its outline from the top down as radius and height.
    pub(crate) fn turned_on_lathe(outline: &[[f64; 2]], round: u32, repeat: [f64; 2]) -> Self {
        let mut whole = Self::default();
        let length = |a: &[f64; 2], b: &[f64; 2]| {
            ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
        };
        let total: f64 = outline.windows(2).map(|pair| length(&pair[0], &pair[1])).sum();
        let mut along = 0.0;
        // Each piece for itself: the edges between them are sharp.
        for pair in outline.windows(2) {
            let mut mesh = Self::default();
            let (dr, dy) = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
            for [radius, height] in pair {
                for part in 0..=round {
                    let u = f64::from(part) / f64::from(round);
                    let (sin, cos) = turn(u);
                    let normal = Vec3::new(cos * -dy, dr, sin * -dy).unit();
                    let position = Vec3::new(cos * radius, *height, sin * radius);
                    let uv = [u * repeat[0], along / total * repeat[1]];
                    mesh.vertices.push(Vertex { position, normal, uv });
                }
                along += length(&pair[0], &pair[1]);
            }
            along -= length(&pair[0], &pair[1]);
            mesh.join(round as usize + 1);
            whole = whole.and(&mesh.turned());
        }
        whole
    }

    /// A square floor of half a side 1 at height 0, in `cells` x `cells` cells.
    pub(crate) fn floor(cells: u32, repeat: f64) -> Self {
        let mut mesh = Self::default();
        for row in 0..=cells {
            for column in 0..=cells {
                let (u, v) =
                    (f64::from(column) / f64::from(cells), f64::from(row) / f64::from(cells));
                mesh.vertices.push(Vertex {
                    position: Vec3::new(u * 2.0 - 1.0, 0.0, v * 2.0 - 1.0),
                    normal: Vec3::UP,
                    uv: [u * repeat, v * repeat],
                });
            }
        }
        mesh.join(cells as usize + 1);
        mesh.turned()
    }

    /// A cube of half a side 1, its edges rounded to flats of width `bevel`.
    pub(crate) fn cube(bevel: f64) -> Self {
        let mut mesh = Self::default();
        let axes = [
            [Vec3::new(1.0, 0.0, 0.0), Vec3::UP, Vec3::new(0.0, 0.0, 1.0)],
            [Vec3::UP, Vec3::new(0.0, 0.0, 1.0), Vec3::new(1.0, 0.0, 0.0)],
            [Vec3::new(0.0, 0.0, 1.0), Vec3::new(1.0, 0.0, 0.0), Vec3::UP],
        ];
        // Places across a face: the outer ones lie on the flats, which bend to the neighbours.
        let inner = 1.0 - bevel;
        let places = [-1.0, -inner, inner, 1.0];
        for [out, across, up] in axes {
            for side in [-1.0, 1.0] {
                let mut face = Self::default();
                for v in places {
                    for u in places {
                        let edge = |p: f64| if p.abs() > inner { p.signum() } else { 0.0 };
                        let bent = edge(u).abs().max(edge(v).abs());
                        let normal = (out * side + across * edge(u) + up * edge(v)).unit();
                        let pull =
                            |p: f64| if p.abs() > inner { p * (1.0 - bevel * 0.3) } else { p };
                        let position = out * (side * (1.0 - bevel * 0.3 * bent))
                            + across * pull(u)
                            + up * pull(v);
                        let uv = [u * 0.5 + 0.5, 0.5 - v * 0.5];
                        face.vertices.push(Vertex { position, normal, uv });
                    }
                }
                face.join(4);
                mesh = mesh.and(&face.turned());
            }
        }
        mesh
    }
}
