//! Which columns of a row a triangle covers.
//!
//! Facts: digest sections 5.1 and 9.3 steps 2, 4, 5; `edges`, `base_pixel`; the decisions on
//! coverage. A is the top vertex and C the bottom one, except under `inclusive` and `sorted-float`
//! ([`other`]).

pub mod other;

use std::ops::Range;

use sst1_facts::{BasePixel, Edges};

use other::{FloatSpans, InclusiveSpans};

/// Vertices A, B, C as x, y in 12.4.
pub type Vertices = [[i32; 2]; 3];

/// The first pixel centre at or beyond a coordinate.
#[inline]
const fn pixel(coordinate: i32) -> i32 {
    (coordinate + 7) >> 4
}

/// The rows that may hold pixels: pixel centres, top inclusive.
#[inline]
pub fn rows(rule: Edges, vertices: &Vertices) -> Range<i32> {
    let [a, b, c] = vertices.map(|[_, y]| pixel(y));
    match rule {
        Edges::Exact | Edges::Slopes => a..c,
        Edges::Inclusive => a.min(b).min(c)..a.max(b).max(c) + 1,
        Edges::SortedFloat => a.min(b).min(c)..a.max(b).max(c),
    }
}

/// Whether a row's pixels are taken from its right end; `negative` is the command's sign.
#[inline]
pub fn from_right(rule: Edges, negative: bool) -> bool {
    negative && matches!(rule, Edges::Exact | Edges::Slopes)
}

/// The pixel that start values belong to: A's.
#[inline]
pub fn base_pixel(rule: BasePixel, vertices: &Vertices) -> [i32; 2] {
    match rule {
        BasePixel::Nearest => vertices[0].map(pixel),
        BasePixel::Containing => vertices[0].map(|v| v >> 4),
    }
}

/// What the sub-pixel correction multiplies gradients with, in sixteenths (digest 9.3 step 1).
#[inline]
pub fn correction(rule: BasePixel, vertices: &Vertices) -> [i32; 2] {
    vertices[0].map(|v| {
        let fraction = v & 15;
        if fraction > 8 && rule == BasePixel::Nearest { 24 - fraction } else { 8 - fraction }
    })
}

/// The spans of consecutive rows.
#[derive(Clone, Copy, Debug)]
pub enum Spans {
    /// By exact edges.
    Exact(ExactSpans),
    /// By slopes in 16.16.
    Slopes(SlopeSpans),
    /// By edge functions.
    Inclusive(InclusiveSpans),
    /// By slopes in single precision.
    SortedFloat(FloatSpans),
}

impl Spans {
    /// Spans from `row` downwards; `row` lies in [`rows`].
    #[inline]
    pub fn new(rule: Edges, vertices: &Vertices, negative: bool, row: i32) -> Self {
        match rule {
            Edges::Exact => Self::Exact(ExactSpans::new(vertices, negative, row)),
            Edges::Slopes => Self::Slopes(SlopeSpans::new(vertices, negative, row)),
            Edges::Inclusive => Self::Inclusive(InclusiveSpans::new(vertices, negative, row)),
            Edges::SortedFloat => Self::SortedFloat(FloatSpans::new(vertices, row)),
        }
    }

    /// The columns of the next row; empty if its end does not lie behind its start.
    #[inline]
    pub fn next_row(&mut self) -> Range<i32> {
        match self {
            Self::Exact(spans) => spans.next_row(),
            Self::Slopes(spans) => spans.next_row(),
            Self::Inclusive(spans) => spans.next_row(),
            Self::SortedFloat(spans) => spans.next_row(),
        }
    }
}

/// An edge that is stepped from row to row: `column` is the first pixel centre at or right of it.
#[derive(Clone, Copy, Debug, Default)]
struct ExactEdge {
    column: i64,
    remainder: i64,
    step: i64,
    step_remainder: i64,
    divisor: i64,
}

impl ExactEdge {
    /// The edge through `from` and `to` at the centre of `row`; `to` lies below `from`.
    #[inline]
    fn new(from: [i32; 2], to: [i32; 2], row: i32) -> Self {
        let dx = i64::from(to[0]) - i64::from(from[0]);
        // At least 1 in every row that is asked for: the row's centre lies between the two.
        let dy = (i64::from(to[1]) - i64::from(from[1])).max(1);
        let below = i64::from(row) * 16 + 8 - i64::from(from[1]);
        let divisor = 16 * dy;
        // ceil((x - 8) / 16) with x = from.x + dx * below / dy.
        let numerator = (i64::from(from[0]) - 8) * dy + dx * below + divisor - 1;
        let step = 16 * dx;
        Self {
            column: numerator.div_euclid(divisor),
            remainder: numerator.rem_euclid(divisor),
            step: step.div_euclid(divisor),
            step_remainder: step.rem_euclid(divisor),
            divisor,
        }
    }

    #[inline]
    fn next(&mut self) -> i32 {
        let column = self.column as i32;
        self.column += self.step;
        self.remainder += self.step_remainder;
        if self.remainder >= self.divisor {
            self.remainder -= self.divisor;
            self.column += 1;
        }
        column
    }
}

/// Spans between exact edges, left inclusive, right exclusive.
#[derive(Clone, Copy, Debug)]
pub struct ExactSpans {
    vertices: Vertices,
    negative: bool,
    row: i32,
    long: ExactEdge,
    short: ExactEdge,
    /// Rows left on edge AB before BC takes over.
    above_b: i32,
}

impl ExactSpans {
    fn new(vertices: &Vertices, negative: bool, row: i32) -> Self {
        let [a, b, c] = *vertices;
        // Rows whose centre 16 y + 8 lies above B.
        let above_b = ((b[1] + 7) >> 4) - row;
        let short = if above_b > 0 { ExactEdge::new(a, b, row) } else { ExactEdge::new(b, c, row) };
        let long = ExactEdge::new(a, c, row);
        Self { vertices: *vertices, negative, row, long, short, above_b }
    }

    #[inline]
    fn next_row(&mut self) -> Range<i32> {
        if self.above_b == 0 {
            self.short = ExactEdge::new(self.vertices[1], self.vertices[2], self.row);
        }
        self.above_b = self.above_b.saturating_sub(1);
        self.row += 1;
        let (long, short) = (self.long.next(), self.short.next());
        if self.negative { short..long } else { long..short }
    }
}

/// Spans between edges with truncated slopes; all words are "int".
#[derive(Clone, Copy, Debug)]
pub struct SlopeSpans {
    vertices: Vertices,
    negative: bool,
    row: i32,
    /// Slopes of AC, AB, BC.
    slopes: [i32; 3],
}

impl SlopeSpans {
    fn new(vertices: &Vertices, negative: bool, row: i32) -> Self {
        let [a, b, c] = *vertices;
        let slope = |from: [i32; 2], to: [i32; 2]| {
            let dy = to[1].wrapping_sub(from[1]);
            let dx = to[0].wrapping_sub(from[0]) << 16;
            if dy == 0 { 0 } else { dx.wrapping_div(dy) }
        };
        let slopes = [slope(a, c), slope(a, b), slope(b, c)];
        Self { vertices: *vertices, negative, row, slopes }
    }

    #[inline]
    fn next_row(&mut self) -> Range<i32> {
        let [a, b, _] = self.vertices;
        let centre = self.row.wrapping_mul(16).wrapping_add(8);
        self.row += 1;
        let at = |from: [i32; 2], slope: i32| {
            let below = centre.wrapping_sub(from[1]);
            (from[0] << 12).wrapping_add(slope.wrapping_mul(below) >> 4)
        };
        let long = at(a, self.slopes[0]);
        let short = if centre < b[1] { at(a, self.slopes[1]) } else { at(b, self.slopes[2]) };
        let column = |x: i32| x.wrapping_add(0x7000) >> 16;
        // The edge that is right is moved left by a pixel, then both ends are inclusive.
        if self.negative {
            column(short)..column(long.wrapping_sub(0x1_0000)) + 1
        } else {
            column(long)..column(short.wrapping_sub(0x1_0000)) + 1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spans(rule: Edges, vertices: &Vertices, negative: bool) -> Vec<Range<i32>> {
        let rows = rows(rule, vertices);
        let mut spans = Spans::new(rule, vertices, negative, rows.start);
        rows.map(|_| spans.next_row()).collect()
    }

    #[test]
    fn a_right_angled_triangle_of_four_pixels() {
        // A (0,0), B (4,4), C (0,4): the diagonal passes through pixel centres, which lie outside.
        let vertices = [[0, 0], [64, 64], [0, 64]];
        let expected: Vec<_> = (0..4).map(|y| 0..y).collect();
        assert_eq!(spans(Edges::Exact, &vertices, false), expected);
        assert_eq!(spans(Edges::Slopes, &vertices, false), expected);
        // The same with the long edge on the right: A (4,0), B (0,4), C (4,4).
        let mirrored = [[64, 0], [0, 64], [64, 64]];
        let expected: Vec<_> = (0..4).map(|y| 3 - y..4).collect();
        assert_eq!(spans(Edges::Exact, &mirrored, true), expected);
        assert_eq!(spans(Edges::Slopes, &mirrored, true), expected);
    }

    #[test]
    fn corrections_and_base() {
        let vertices = [[16 * 3 + 9, 8], [0, 0], [0, 64]];
        assert_eq!(correction(BasePixel::Nearest, &vertices), [15, 0]);
        assert_eq!(base_pixel(BasePixel::Nearest, &vertices), [4, 0]);
        assert_eq!(correction(BasePixel::Containing, &vertices), [-1, 0]);
        assert_eq!(base_pixel(BasePixel::Containing, &vertices), [3, 0]);
    }

    proptest! {
        #[test]
        fn stepping_equals_the_formula(
            points in any::<[[i16; 2]; 3]>(), negative in any::<bool>(),
        ) {
            let vertices = points.map(|p| p.map(|v| i32::from(v) / 16));
            let [a, b, c] = vertices.map(|p| p.map(i64::from));
            let range = rows(Edges::Exact, &vertices);
            for (y, span) in range.zip(spans(Edges::Exact, &vertices, negative)) {
                let yc = i64::from(y) * 16 + 8;
                let first = |p: [i64; 2], q: [i64; 2]| {
                    let dy = q[1] - p[1];
                    prop_assert!(dy > 0);
                    let inside = |x: i64| (16 * x + 8 - p[0]) * dy >= (q[0] - p[0]) * (yc - p[1]);
                    let guess = (p[0] + (q[0] - p[0]) * (yc - p[1]) / dy) / 16 - 3;
                    Ok((guess..guess + 9).find(|x| inside(*x)).unwrap_or(0))
                };
                let long = first(a, c)?;
                let short = if yc < b[1] { first(a, b)? } else { first(b, c)? };
                let expected = if negative { short..long } else { long..short };
                prop_assert_eq!(i64::from(span.start)..i64::from(span.end), expected);
            }
        }

        #[test]
        fn any_vertices_are_taken(
            points in any::<[[i16; 2]; 3]>(), negative in any::<bool>(),
        ) {
            let vertices = points.map(|p| p.map(i32::from));
            for rule in [Edges::Exact, Edges::Slopes, Edges::Inclusive, Edges::SortedFloat] {
                let _ = spans(rule, &vertices, negative);
            }
        }
    }
}
