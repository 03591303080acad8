//! Spans as other programs and logic walk them, row by row without stepping: rare, so plain.
//!
//! For: `inclusive` (zSST) and `sorted-float` (MAME). Not for: the hardware's and 86Box's spans.
//! Facts: digest section 5.1; `docs/hardware/sst1-zsst.md`, `docs/hardware/sst1-mame.md`.

use std::ops::Range;

use super::{Vertices, pixel};

/// An edge function's zero line: `16 dy x + c >= 0` holds where a column is covered.
#[derive(Clone, Copy, Debug)]
struct HalfPlane {
    /// The function's change from a column to the next.
    across: i64,
    /// Its change from a row to the next.
    down: i64,
    /// Its value at column 0 of the present row.
    value: i64,
}

impl HalfPlane {
    fn new(from: [i32; 2], to: [i32; 2], negative: bool, row: i32) -> Self {
        let sign = if negative { 1 } else { -1 };
        let [dx, dy] = [0, 1].map(|axis| sign * (i64::from(to[axis]) - i64::from(from[axis])));
        let x = 8 - i64::from(from[0]);
        let y = 16 * i64::from(row) + 8 - i64::from(from[1]);
        Self { across: 16 * dy, down: -16 * dx, value: x * dy - y * dx }
    }

    /// What is left of `columns`, an inclusive range.
    fn narrow(&self, [least, most]: [i64; 2]) -> [i64; 2] {
        match self.across {
            // x >= -value / across, rounded up.
            across @ 1.. => [least.max(-self.value.div_euclid(across)), most],
            // x <= value / -across, rounded down.
            across @ ..=-1 => [least, most.min(self.value.div_euclid(-across))],
            0 if self.value >= 0 => [least, most],
            0 => [0, -1],
        }
    }
}

/// Spans within or on three edges, in the rectangle around the vertices.
#[derive(Clone, Copy, Debug)]
pub struct InclusiveSpans {
    columns: [i64; 2],
    sides: [HalfPlane; 3],
}

impl InclusiveSpans {
    pub(super) fn new(vertices: &Vertices, negative: bool, row: i32) -> Self {
        let [a, b, c] = *vertices;
        let [ax, bx, cx] = vertices.map(|[x, _]| i64::from(pixel(x)));
        Self {
            columns: [ax.min(bx).min(cx), ax.max(bx).max(cx)],
            sides: [[a, b], [b, c], [c, a]]
                .map(|[from, to]| HalfPlane::new(from, to, negative, row)),
        }
    }

    pub(super) fn next_row(&mut self) -> Range<i32> {
        let [least, most] = self.sides.iter().fold(self.columns, |left, side| side.narrow(left));
        for side in &mut self.sides {
            side.value += side.down;
        }
        // The rectangle's columns fit into 13 bits.
        if least <= most { least as i32..most as i32 + 1 } else { 0..0 }
    }
}

/// A line in pixels that runs from one vertex to another.
#[derive(Clone, Copy, Debug)]
struct Line {
    from: [f32; 2],
    slope: f32,
}

impl Line {
    fn new(from: [f32; 2], to: [f32; 2]) -> Self {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        // A level edge has no slope.
        Self { from, slope: if dy > 0.0 { dx / dy } else { 0.0 } }
    }

    /// The column that begins at the line, at height `y`: one half is rounded down.
    fn column(&self, y: f32) -> i32 {
        let x = self.from[0] + (y - self.from[1]) * self.slope;
        let whole = x.floor();
        if x - whole > 0.5 { whole as i32 + 1 } else { whole as i32 }
    }
}

/// Spans between edges of sorted vertices, in single precision.
#[derive(Clone, Copy, Debug)]
pub struct FloatSpans {
    row: i32,
    long: Line,
    upper: Line,
    lower: Line,
    middle: f32,
}

impl FloatSpans {
    pub(super) fn new(vertices: &Vertices, row: i32) -> Self {
        let [mut a, mut b, mut c] = *vertices;
        // Three exchanges, of neighbours only, so that equal heights keep their order.
        if b[1] < a[1] {
            (a, b) = (b, a);
        }
        if c[1] < b[1] {
            (b, c) = (c, b);
            if b[1] < a[1] {
                (a, b) = (b, a);
            }
        }
        let [a, b, c] = [a, b, c].map(|v| v.map(|v| v as f32 * 0.0625));
        Self {
            row,
            long: Line::new(a, c),
            upper: Line::new(a, b),
            lower: Line::new(b, c),
            middle: b[1],
        }
    }

    pub(super) fn next_row(&mut self) -> Range<i32> {
        let centre = self.row as f32 + 0.5;
        self.row += 1;
        let short = if centre < self.middle { self.upper } else { self.lower };
        let ends = [self.long.column(centre), short.column(centre)];
        ends[0].min(ends[1])..ends[0].max(ends[1])
    }
}

#[cfg(test)]
mod tests {
    use sst1_facts::Edges;

    use super::super::{Spans, rows};
    use super::*;

    fn spans(rule: Edges, vertices: &Vertices, negative: bool) -> Vec<Range<i32>> {
        let rows = rows(rule, vertices);
        let mut spans = Spans::new(rule, vertices, negative, rows.start);
        rows.map(|_| spans.next_row()).collect()
    }

    #[test]
    fn both_edges_belong_to_an_inclusive_triangle() {
        // A (0.5, 0.5), B (4.5, 4.5), C (0.5, 4.5): the diagonal passes through pixel centres.
        let vertices = [[8, 8], [72, 72], [8, 72]];
        let expected: Vec<_> = (0..5).map(|y| 0..y + 1).collect();
        assert_eq!(spans(Edges::Inclusive, &vertices, false), expected);
        assert_eq!(spans(Edges::Inclusive, &vertices, true), vec![0..0; 5]);
        // A level line on centres reaches to the end of its rectangle; a point is its pixel.
        let line = [[8, 8], [73, 8], [8, 8]];
        assert_eq!(spans(Edges::Inclusive, &line, false)[0], 0..6);
        assert_eq!(spans(Edges::Inclusive, &[[9, 25]; 3], true)[0], 1..2);
    }

    #[test]
    fn the_sign_means_nothing_to_sorted_vertices() {
        let vertices = [[0, 0], [64, 64], [0, 64]];
        let expected: Vec<_> = (0..4).map(|y| 0..y).collect();
        for vertices in [vertices, [vertices[2], vertices[0], vertices[1]]] {
            for negative in [false, true] {
                assert_eq!(spans(Edges::SortedFloat, &vertices, negative), expected);
            }
        }
    }
}
