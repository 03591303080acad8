//! What a shape covers, as whole numbers.
//!
//! For: triangles, squares and lines as half-planes over the grid of steps; the top-left rule.
//! Not for: walking pixels (`quads`), nor values inside (`plane`).
//! Facts: `docs/hardware/xenos-raster.md`, rules C1, C3, L1 to L3, D1.

use crate::screen::{Place, SUBPIXELS};

/// The half-plane a·x + b·y + c >= 0 over steps. That a boundary belongs to it or not is in c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) c: i64,
}

impl Side {
    /// With the boundary inside.
    const fn closed([a, b]: [i64; 2], through: Place) -> Self {
        Self { a, b, c: -(a * through[0] + b * through[1]) }
    }

    /// With the boundary outside.
    const fn open(normal: [i64; 2], through: Place) -> Self {
        let closed = Self::closed(normal, through);
        Self { c: closed.c - 1, ..closed }
    }

    /// The boundary is inside if it is a left or a top one. Rule C3.
    pub(crate) const fn top_left([a, b]: [i64; 2], through: Place) -> Self {
        if a > 0 || a == 0 && b > 0 {
            Self::closed([a, b], through)
        } else {
            Self::open([a, b], through)
        }
    }

    pub(crate) const fn at(&self, [x, y]: Place) -> i64 {
        self.a * x + self.b * y + self.c
    }
}

/// A convex area of the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    sides: [Side; 4],
    count: usize,
    /// Least and greatest steps that may be inside, both inclusive.
    pub(crate) least: Place,
    pub(crate) most: Place,
}

/// Twice the area of a triangle, positive if its vertices go clockwise on the screen. Rule F1.
pub(crate) const fn doubled_area([a, b, c]: [Place; 3]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

impl Outline {
    pub(crate) fn sides(&self) -> &[Side] {
        &self.sides[..self.count]
    }

    /// Whether a place is inside.
    pub(crate) fn contains(&self, at: Place) -> bool {
        self.sides().iter().all(|side| side.at(at) >= 0)
    }

    /// A triangle of either winding, not of area 0.
    pub(crate) fn triangle(corners: [Place; 3]) -> Self {
        let clockwise = if doubled_area(corners) < 0 { -1 } else { 1 };
        let side = |n: usize| {
            let (from, to) = (corners[n], corners[(n + 1) % 3]);
            let normal = [from[1] - to[1], to[0] - from[0]].map(|part| part * clockwise);
            Side::top_left(normal, from)
        };
        let [first, second, third] = [side(0), side(1), side(2)];
        let [xs, ys] = [0, 1].map(|axis| corners.map(|corner| corner[axis]));
        Self {
            sides: [first, second, third, third],
            count: 3,
            least: [xs[0].min(xs[1]).min(xs[2]), ys[0].min(ys[1]).min(ys[2])],
            most: [xs[0].max(xs[1]).max(xs[2]), ys[0].max(ys[1]).max(ys[2])],
        }
    }

    /// The rectangle from `least`, inclusive, to `beyond`, exclusive.
    pub(crate) const fn rectangle(least: Place, beyond: Place) -> Self {
        let sides = [
            Side::top_left([1, 0], least),
            Side::top_left([0, 1], least),
            Side::top_left([-1, 0], beyond),
            Side::top_left([0, -1], beyond),
        ];
        Self { sides, count: 4, least, most: [beyond[0] - 1, beyond[1] - 1] }
    }

    /// A line of this half width, not of length 0: a parallelogram whose ends lie along the minor
    /// axis, the first inside and the second outside. Rules L1 to L3.
    pub(crate) fn line([from, to]: [Place; 2], half_width: i64) -> Self {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let along = if major_x([from, to]) { [dx.signum(), 0] } else { [0, dy.signum()] };
        // The axis across, and the normal whose part along it is the length along the major one.
        let (across, normal) = if along[1] == 0 {
            ([0, 1], [-dy * dx.signum(), dx.abs()])
        } else {
            ([1, 0], [dy.abs(), -dx * dy.signum()])
        };
        let moved = |sign: i64| [0, 1].map(|axis| from[axis] + sign * half_width * across[axis]);
        let back = [along, normal].map(|normal| [-normal[0], -normal[1]]);
        let sides = [
            Side::closed(along, from),
            Side::open(back[0], to),
            Side::top_left(normal, moved(-1)),
            Side::top_left(back[1], moved(1)),
        ];
        let reach = across.map(|part| part * half_width);
        Self {
            sides,
            count: 4,
            least: [0, 1].map(|axis| from[axis].min(to[axis]) - reach[axis]),
            most: [0, 1].map(|axis| from[axis].max(to[axis]) + reach[axis]),
        }
    }
}

/// Whether a line is longer in x than in y, or as long. Rule L1.
pub(crate) const fn major_x([from, to]: [Place; 2]) -> bool {
    (to[0] - from[0]).abs() >= (to[1] - from[1]).abs()
}

/// The pixel of a step.
pub(crate) const fn pixel(step: i64) -> i64 {
    step.div_euclid(SUBPIXELS)
}
