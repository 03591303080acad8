//! Which rows and columns a triangle covers.
//!
//! For: a triangle's rows, and for a row the first and last pixel in the order they are taken: from
//! edge AC towards the other edge, or from the left. Not for: clipping ([`crate::clip`]).
//! Facts: digest 5.1, 9.3 steps 2, 4 and 5; decisions page, "Coverage"; `sst1-zsst.md`,
//! `sst1-mame.md`.

use std::ops::Range;

use sst1_facts::{Edges, Profile};

/// A vertex or vector in 12.4: x, y.
type Point = [i32; 2];

/// Pixels of a row, `first` to `last` inclusive, in steps of `step` (1 or -1). Nothing where `last`
/// lies behind `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: i32,
    pub(crate) last: i32,
    pub(crate) step: i32,
}

impl Span {
    pub(crate) fn is_empty(&self) -> bool {
        if self.step > 0 { self.last < self.first } else { self.last > self.first }
    }

    /// The columns in order.
    pub(crate) fn columns(self) -> impl Iterator<Item = i32> {
        let count = if self.is_empty() { 0 } else { self.first.abs_diff(self.last) + 1 };
        (0..count as i32).map(move |n| self.first + n * self.step)
    }
}

/// The pixel that a coordinate in 12.4 belongs to: centres at eight sixteenths, inclusive at the
/// left and top.
pub(crate) fn pixel_of(coordinate: i32) -> i32 {
    (coordinate + 7) >> 4
}

/// Rows from A's to before C's, A being the top vertex and C the bottom one (5.1); or from the top
/// vertex's, whichever it is.
pub(crate) fn rows(profile: &Profile, vertices: &[Point; 3]) -> Range<i32> {
    let ys = vertices.map(|[_, y]| y);
    let (top, bottom) = (ys.into_iter().min(), ys.into_iter().max());
    let (top, bottom) = (top.map_or(0, pixel_of), bottom.map_or(0, pixel_of));
    match profile.edges {
        Edges::Exact | Edges::Slopes => pixel_of(ys[0])..pixel_of(ys[2]),
        Edges::Inclusive => top..bottom + 1,
        Edges::SortedFloat => top..bottom,
    }
}

/// The pixels of row `y`, one of [`rows`]. `negative` is bit 31 of the command: AC is at the right.
pub(crate) fn span(profile: &Profile, vertices: &[Point; 3], negative: bool, y: i32) -> Span {
    match profile.edges {
        Edges::Exact => exact(vertices, negative, y),
        Edges::Slopes => slopes(vertices, negative, y),
        Edges::Inclusive => inclusive(vertices, negative, y),
        Edges::SortedFloat => sorted_float(vertices, y),
    }
}

/// Pixel centres between the exact edges: left inclusive, right exclusive.
fn exact(&[a, b, c]: &[Point; 3], negative: bool, y: i32) -> Span {
    let centre = 16 * y + 8;
    let major = first_at_or_right_of(a, c, centre);
    let minor = if centre < b[1] {
        first_at_or_right_of(a, b, centre)
    } else {
        first_at_or_right_of(b, c, centre)
    };
    if negative {
        Span { first: major - 1, last: minor, step: -1 }
    } else {
        Span { first: major, last: minor - 1, step: 1 }
    }
}

/// The first column whose centre is not left of the edge from `p` down to `q`, in the row with this
/// centre: 16 x + 8 >= p.x + (q.x - p.x) * (centre - p.y) / (q.y - p.y), multiplied out.
fn first_at_or_right_of(p: Point, q: Point, centre: i32) -> i32 {
    let [px, py, qx, qy] = [p[0], p[1], q[0], q[1]].map(i64::from);
    // The row lies between A and C, and the edge was chosen by the row, so it is at least 1.
    let height = (qy - py).max(1);
    let numerator = (px - 8) * height + (qx - px) * (centre as i64 - py);
    // Rounded up.
    -(-numerator).div_euclid(16 * height) as i32
}

/// 9.3 steps 2 and 5: x in 16.16 from slopes that were truncated to 16.16, all in 32-bit words.
fn slopes(&[a, b, c]: &[Point; 3], negative: bool, y: i32) -> Span {
    let centre = 16 * y + 8;
    let along = |p: Point, q: Point| {
        let travelled = slope(p, q).wrapping_mul(centre - p[1]);
        (p[0] << 12).wrapping_add(travelled >> 4)
    };
    let mut major = along(a, c);
    let mut minor = if centre < b[1] { along(a, b) } else { along(b, c) };
    // The pixel whose centre lies on the right edge is not covered.
    let right = if negative { &mut major } else { &mut minor };
    *right = right.wrapping_sub(0x1_0000);
    let pixel = |x: i32| x.wrapping_add(0x7000) >> 16;
    Span { first: pixel(major), last: pixel(minor), step: if negative { -1 } else { 1 } }
}

/// 9.3 step 2: pixels per pixel, 16.16; 0 for a level edge.
fn slope(p: Point, q: Point) -> i32 {
    match q[1] - p[1] {
        0 => 0,
        height => ((q[0] - p[0]) << 16).wrapping_div(height),
    }
}

/// zSST: every pixel of the rectangle around the vertices is asked. What is covered of a row has no
/// gaps.
fn inclusive(vertices: &[Point; 3], negative: bool, y: i32) -> Span {
    let xs = vertices.map(|[x, _]| pixel_of(x));
    let (left, right) = (xs.into_iter().min().unwrap_or(0), xs.into_iter().max().unwrap_or(0));
    let covered = |x: &i32| {
        (0..3).all(|from| {
            let side = beside(vertices[from], vertices[(from + 1) % 3], [16 * x + 8, 16 * y + 8]);
            if negative { side >= 0 } else { side <= 0 }
        })
    };
    match ((left..=right).find(covered), (left..=right).rfind(covered)) {
        (Some(first), Some(last)) => Span { first, last, step: 1 },
        _ => Span { first: 0, last: -1, step: 1 },
    }
}

/// The cross product of the way from `from` to `point` and the edge from `from` to `to`.
fn beside(from: Point, to: Point, point: Point) -> i64 {
    let way = [0, 1].map(|axis| (point[axis] - from[axis]) as i64);
    let edge = [0, 1].map(|axis| (to[axis] - from[axis]) as i64);
    way[0] * edge[1] - way[1] * edge[0]
}

/// MAME: vertices sorted by y, everything in pixels and single precision.
fn sorted_float(vertices: &[Point; 3], y: i32) -> Span {
    let mut sorted = vertices.map(|point| point.map(|coordinate| coordinate as f32 / 16.0));
    // The sort is stable: equal heights keep their order.
    sorted.sort_by(|p, q| p[1].total_cmp(&q[1]));
    let [top, middle, bottom] = sorted;
    let centre = y as f32 + 0.5;
    let along = |p: [f32; 2], q: [f32; 2]| {
        let slope = if q[1] > p[1] { (q[0] - p[0]) / (q[1] - p[1]) } else { 0.0 };
        round_half_down(p[0] + (centre - p[1]) * slope)
    };
    let long = along(top, bottom);
    let short = if centre < middle[1] { along(top, middle) } else { along(middle, bottom) };
    Span { first: long.min(short), last: long.max(short) - 1, step: 1 }
}

fn round_half_down(value: f32) -> i32 {
    let floor = value.floor();
    floor as i32 + i32::from(value - floor > 0.5)
}

#[cfg(test)]
mod tests;
