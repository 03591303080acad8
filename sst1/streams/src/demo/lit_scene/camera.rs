//! From the world to the screen: view, near clipping, projection, culling.

use crate::maths::Vec3;
use crate::{Bus, Form, Parts, Setup, Values, Vertex};

/// Pixels from the eye to the picture plane, in units of pixels.
const FOCUS: f64 = 640.0;
/// The middle of the picture.
const CENTRE: (f64, f64) = (320.0, 240.0);
/// Nearest distance drawn; W then fits its register.
const NEAR: f64 = 1.0;
/// Furthest that projected vertices may lie outside: well within 12.4 coordinates.
const LIMIT: f64 = 1900.0;

/// A vertex in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    pub(super) position: Vec3,
    /// Red, green, blue and alpha, 0 to 255.
    pub(super) rgba: [f64; 4],
    /// Texels of a map 256 wide.
    pub(super) st: [f64; 2],
}

impl Point {
    fn towards(&self, other: &Self, t: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * t;
        Self {
            position: self.position + (other.position - self.position) * t,
            rgba: std::array::from_fn(|n| mix(self.rgba[n], other.rgba[n])),
            st: std::array::from_fn(|n| mix(self.st[n], other.st[n])),
        }
    }
}

/// Which side of a polygon is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Both,
    /// The one that shows its vertices counter-clockwise in the world.
    Front,
    /// The other: the front of mirrored things.
    Back,
}

/// Where the scene is seen from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    pub(super) eye: Vec3,
    right: Vec3,
    up: Vec3,
    ahead: Vec3,
}

impl Camera {
    pub(super) fn new(eye: Vec3, target: Vec3) -> Self {
        let ahead = (target - eye).unit();
        let right = Vec3::new(0.0, 1.0, 0.0).cross(ahead).unit();
        Self { eye, right, up: ahead.cross(right), ahead }
    }

    /// Right, up and ahead of the eye.
    pub(super) fn view(&self, point: Vec3) -> Vec3 {
        self.direction(point - self.eye)
    }

    /// A direction as the eye sees it.
    pub(super) fn direction(&self, d: Vec3) -> Vec3 {
        Vec3::new(d.dot(self.right), d.dot(self.up), d.dot(self.ahead))
    }

    /// The direction in the world that a screen position shows.
    pub(super) fn towards(&self, x: f64, y: f64) -> Vec3 {
        let (right, up) = ((x - CENTRE.0) / FOCUS, (CENTRE.1 - y) / FOCUS);
        (self.ahead + self.right * right + self.up * up).unit()
    }

    /// Screen column and row of a point before the eye.
    pub(super) fn project(&self, point: Vec3) -> Option<(f64, f64)> {
        let view = self.view(point);
        (view.z >= NEAR).then(|| Self::screen(view))
    }

    fn screen(view: Vec3) -> (f64, f64) {
        (CENTRE.0 + FOCUS * view.x / view.z, CENTRE.1 - FOCUS * view.y / view.z)
    }

    /// The row of the horizon.
    pub(super) fn horizon(&self) -> f64 {
        CENTRE.1 + FOCUS * self.ahead.y / (1.0 - self.ahead.y * self.ahead.y).sqrt()
    }

    /// Draws a convex polygon.
    pub(super) fn polygon(&self, bus: &mut Bus<'_>, points: &[Point], side: Side, parts: Parts) {
        let viewed: Vec<Point> =
            points.iter().map(|p| Point { position: self.view(p.position), ..*p }).collect();
        let clipped = clip_near(&viewed);
        let vertices: Vec<Vertex> = clipped.iter().map(vertex).collect();
        if vertices.iter().any(|v| v.x.abs() > LIMIT || v.y.abs() > LIMIT) {
            return;
        }
        let Some((first, rest)) = vertices.split_first() else { return };
        let area = area(&vertices);
        // Rows count downwards, so counter-clockwise in the world is a negative area here.
        let seen = match side {
            Side::Both => true,
            Side::Front => area < 0.0,
            Side::Back => area > 0.0,
        };
        if !seen {
            return;
        }
        for pair in rest.windows(2) {
            if let &[second, third] = pair
                && let Some(setup) = Setup::of([*first, second, third])
            {
                bus.triangle(&setup, Form::Float, parts);
            }
        }
    }
}

/// Twice the signed area of a polygon on the screen.
fn area(vertices: &[Vertex]) -> f64 {
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

fn vertex(point: &Point) -> Vertex {
    let (x, y) = Camera::screen(point.position);
    Vertex { x, y, values: Values::at_distance(point.position.z, point.rgba, 0.0, [point.st; 3]) }
}

/// What of a polygon lies beyond the near plane.
fn clip_near(points: &[Point]) -> Vec<Point> {
    let mut kept = Vec::with_capacity(points.len() + 1);
    for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
        let (za, zb) = (a.position.z, b.position.z);
        if za >= NEAR {
            kept.push(*a);
        }
        if (za >= NEAR) != (zb >= NEAR) {
            kept.push(a.towards(b, (NEAR - za) / (zb - za)));
        }
    }
    kept
}
