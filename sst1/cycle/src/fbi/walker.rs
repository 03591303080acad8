//! The walk over a triangle's candidates, one a clock.
//!
//! For: which clock brings which pixel, and the values that are iterated for it.
//! Not for: coverage, which was found when the command was latched.
//!
//! Facts: digest 1.2 (Walker): rows of the bounding box from the top, candidates from the left; a
//! row costs its leading misses, its covered pixels, and one candidate more unless coverage reaches
//! the box's edge. [`Kind::Spans`] has neither
//! that candidate nor misses but those of the gap between two rows.

use sst1_board::Iterants;
use sst1_core::{dither, lod, stipple};
use sst1_facts::LodDither;
use sst1_plan::{A, B, Closed, G, INTS, R, StipplePlan, Z};

use super::pixel::Pixel;
use crate::command::{Row, Triangle};
use crate::config::Walker as Kind;
use crate::tmu::Iterated;

/// Values iterated over a triangle.
#[derive(Clone, Copy, Debug, Default)]
struct Values {
    ints: [i32; INTS],
    w: i64,
    units: [Iterated; 3],
}

impl Values {
    fn of(iterants: &Iterants) -> Self {
        let mut ints = [0; INTS];
        for (place, value) in
            [(R, iterants.r), (G, iterants.g), (B, iterants.b), (A, iterants.a), (Z, iterants.z)]
        {
            ints[place] = value;
        }
        let units = iterants.tmu.map(|unit| Iterated { s: unit.s, t: unit.t, w: unit.w });
        Self { ints, w: iterants.w, units }
    }

    /// The values of a pixel by their formula.
    #[cold]
    fn at(triangle: &Triangle, mut closed: Closed, column: i32, row: i32) -> Self {
        closed.row = row;
        let [start, dx, dy] = [&triangle.base, &triangle.dx, &triangle.dy].map(Self::of);
        let long = |values: [i64; 3]| closed.long(values, column);
        let units = std::array::from_fn(|unit| {
            let [start, dx, dy] = [&start, &dx, &dy].map(|values| values.units[unit]);
            Iterated {
                s: long([start.s, dx.s, dy.s]),
                t: long([start.t, dx.t, dy.t]),
                w: long([start.w, dx.w, dy.w]),
            }
        });
        let int =
            |place: usize| closed.int([start.ints[place], dx.ints[place], dy.ints[place]], column);
        Self { ints: std::array::from_fn(int), w: long([start.w, dx.w, dy.w]), units }
    }

    /// Adds `step` `times` times; all words wrap.
    #[inline]
    fn advance(&mut self, step: &Self, times: i32, units: u8) {
        let long = |value: &mut i64, step: i64| {
            *value = value.wrapping_add(step.wrapping_mul(i64::from(times)));
        };
        for (value, step) in self.ints.iter_mut().zip(&step.ints) {
            *value = value.wrapping_add(step.wrapping_mul(times));
        }
        long(&mut self.w, step.w);
        for (unit, (value, step)) in self.units.iter_mut().zip(&step.units).enumerate() {
            if units >> unit & 1 != 0 {
                long(&mut value.s, step.s);
                long(&mut value.t, step.t);
                long(&mut value.w, step.w);
            }
        }
    }
}

/// A pixel in the issue register.
#[derive(Clone, Copy, Debug, Default)]
pub struct Issued {
    /// The pixel.
    pub pixel: Pixel,
    /// Each unit's S, T and W.
    pub iterated: [Iterated; 3],
    /// What LOD dithering adds.
    pub dither: i32,
}

/// A walk in progress.
#[derive(Clone, Debug)]
pub struct Walk {
    slot: u8,
    kind: Kind,
    /// Clocks between rows that are spans.
    gap: u32,
    /// The row in work.
    y: i32,
    /// Place of the next covered row among the triangle's.
    next: usize,
    /// Candidates of this row that are not covered, before the covered ones.
    leading: u32,
    /// Covered ones left.
    covered: u32,
    /// The candidate that ends the row.
    trailing: u32,
    column: i32,
    /// 1, or -1 where pixels are taken from the right.
    step: i32,
    /// Pixels of the triangle before the next, in the order of the stipple.
    order: u32,
    order_step: i32,
    values: Values,
    dx: Values,
}

/// What a clock brought.
#[derive(Clone, Copy, Debug)]
pub enum Candidate {
    /// One that is not covered.
    Missed,
    /// A pixel.
    Covered(Issued),
}

impl Walk {
    /// The walk over the triangle in `slot`, with `gap` clocks between rows that are spans.
    pub fn new(triangle: &Triangle, slot: u8, kind: Kind, gap: u32) -> Self {
        // Pixels that may share memory come in the chip's order.
        let backwards = triangle.alone && triangle.from_right;
        let mut walk = Self {
            slot,
            kind,
            gap,
            y: triangle.bounds.min[1],
            next: 0,
            leading: 0,
            covered: 0,
            trailing: 0,
            column: 0,
            step: if backwards { -1 } else { 1 },
            order: 0,
            order_step: 1,
            values: Values::default(),
            dx: Values::of(&triangle.dx),
        };
        walk.begin(triangle);
        walk
    }

    /// The command's place.
    pub fn slot(&self) -> u8 {
        self.slot
    }

    /// The row in work.
    pub fn row(&self) -> i32 {
        self.y
    }

    /// Whether no candidate is left.
    pub fn is_over(&self) -> bool {
        self.leading | self.covered | self.trailing == 0
    }

    /// Clocks from now in which only misses come and the row does not end.
    pub fn misses(&self) -> u32 {
        if self.covered | self.trailing == 0 {
            self.leading.saturating_sub(1)
        } else {
            self.leading
        }
    }

    /// Passes over so many misses.
    pub fn skip(&mut self, misses: u32) {
        self.leading -= misses.min(self.leading);
    }

    /// Makes the row `self.y` the one in work, or the next one that has candidates.
    fn begin(&mut self, triangle: &Triangle) {
        let row = triangle.rows.get(self.next);
        match (self.kind, row) {
            (Kind::Spans, Some(row)) => {
                self.leading = if self.next > 0 { self.gap } else { 0 };
                self.enter(triangle, row);
            }
            (Kind::Spans, None) => {}
            (Kind::Box, Some(row)) if row.y == self.y => {
                let (min, max) = (triangle.bounds.min[0], triangle.bounds.max[0]);
                let (left, right) = (row.start - min, max - (row.end - 1));
                let (before, after) = if self.step > 0 { (left, right) } else { (right, left) };
                self.leading = before.max(0) as u32;
                self.trailing = u32::from(after > 0);
                self.enter(triangle, row);
            }
            (Kind::Box, _) => {
                if self.y <= triangle.bounds.max[1] {
                    let width = triangle.bounds.max[0] - triangle.bounds.min[0] + 1;
                    self.leading = width.max(1) as u32;
                }
            }
        }
    }

    /// Goes to the first pixel of a covered row.
    fn enter(&mut self, triangle: &Triangle, row: &Row) {
        self.next += 1;
        self.y = row.y;
        let len = row.end - row.start;
        self.covered = len as u32;
        let last = row.end - 1;
        self.column = if self.step > 0 { row.start } else { last };
        // The stipple counts from edge AC, whichever way the walk goes.
        let from_edge =
            if triangle.from_right { last - self.column } else { self.column - row.start };
        self.order = row.before.wrapping_add(from_edge as u32);
        self.order_step = if triangle.from_right == (self.step < 0) { 1 } else { -1 };
        let units = triangle.needs.units;
        let right = self.column.wrapping_sub(triangle.base_pixel[0]);
        let down = row.y.wrapping_sub(triangle.base_pixel[1]);
        if let Some(closed) = triangle.closed {
            self.values = Values::at(triangle, closed, self.column, row.y);
            return;
        }
        self.values = Values::of(&triangle.base);
        self.values.advance(&self.dx, right, units);
        self.values.advance(&Values::of(&triangle.dy), down, units);
    }

    /// The next candidate. Call only while the walk [is not over](Self::is_over).
    #[inline]
    pub fn candidate(&mut self, triangle: &Triangle) -> Candidate {
        let candidate = if self.leading > 0 {
            self.leading -= 1;
            Candidate::Missed
        } else if self.covered > 0 {
            self.covered -= 1;
            let issued = self.issue(triangle);
            self.column += self.step;
            match triangle.closed {
                Some(closed) => self.values = Values::at(triangle, closed, self.column, self.y),
                None => self.values.advance(&self.dx, self.step, triangle.needs.units),
            }
            self.order = self.order.wrapping_add(self.order_step as u32);
            Candidate::Covered(issued)
        } else {
            self.trailing = 0;
            Candidate::Missed
        };
        if self.is_over() {
            self.y += 1;
            self.begin(triangle);
        }
        candidate
    }

    fn issue(&self, triangle: &Triangle) -> Issued {
        let plan = &triangle.decoded.plan;
        let (geometry, column) = (&plan.geometry, self.column);
        let row = geometry.memory_row(self.y);
        let passes = match geometry.stipple {
            StipplePlan::Off => true,
            StipplePlan::Pattern => {
                stipple::pattern(triangle.stipple, column, geometry.pattern_row(self.y))
            }
            StipplePlan::FreeRunning => stipple::free_running(triangle.stipple, self.order),
            StipplePlan::RotateFirst => stipple::rotate_first(triangle.stipple, self.order),
            StipplePlan::Sticking => stipple::sticking(triangle.stipple, self.order),
        };
        let pixel = Pixel {
            slot: self.slot,
            passes,
            matrix: dither::at(plan.fbi.dither.matrix, column, geometry.pattern_row(self.y)),
            color: geometry.address(geometry.draw, row, column),
            aux: geometry.address(geometry.aux, row, column),
            ints: self.values.ints,
            w: self.values.w,
        };
        let dither = match plan.fbi.lod_dither {
            LodDither::Honoured => lod::dither(column, self.y),
            LodDither::Matrix => lod::dither_by_matrix(column, self.y),
            LodDither::Ignored => 0,
        };
        Issued { pixel, iterated: self.values.units, dither }
    }
}
