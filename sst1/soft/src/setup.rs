//! Iterated values of one triangle.
//!
//! Facts: digest section 9.3 steps 1, 3, 5; `start_after_adjust`; the decisions on stored
//! parameters. All of them are linear in wrapping words, so that a row's value follows from the
//! base in one multiplication.

use sst1_board::{Iterants, Parameters};
use sst1_core::edges;
use sst1_plan::{A, B, G, INTS, LONGS, R, W, Z, unit_s};

use crate::batch::{GROUP, Inputs, whole_groups};

/// Rows of up to this many pixels are stored one by one.
const FEW: usize = 4;

/// A value that is iterated, in words of type `T`.
#[derive(Clone, Copy, Debug, Default)]
struct Iterated<T> {
    place: usize,
    /// At the base column of the present row.
    row: T,
    dx: T,
    dy: T,
    /// 0 to 7 times `dx`.
    group: [T; GROUP],
}

/// The values that a triangle's pixels need; kept from triangle to triangle, so that nothing is
/// cleared or moved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    ints: [Iterated<i32>; INTS],
    int_count: usize,
    longs: [Iterated<i64>; LONGS],
    long_count: usize,
    base_column: i32,
}

macro_rules! iterated {
    ($set:ident, $Word:ty) => {
        impl Iterated<$Word> {
            #[inline]
            fn $set(&mut self, place: usize, start: $Word, dx: $Word, dy: $Word, down: i32) {
                self.place = place;
                self.row = start.wrapping_add(dy.wrapping_mul(down as $Word));
                self.dx = dx;
                self.dy = dy;
                for (i, value) in self.group.iter_mut().enumerate() {
                    *value = dx.wrapping_mul(i as $Word);
                }
            }

            /// Stores the row from `right` columns right of the base.
            #[inline(always)]
            fn store_few(&self, right: i32, lanes: &mut [$Word]) {
                let mut value = self.row.wrapping_add(self.dx.wrapping_mul(right as $Word));
                for lane in lanes {
                    *lane = value;
                    value = value.wrapping_add(self.dx);
                }
            }

            /// The same in whole groups.
            #[inline(always)]
            fn store_groups(&self, right: i32, lanes: &mut [$Word]) {
                let mut value = self.row.wrapping_add(self.dx.wrapping_mul(right as $Word));
                let step = self.dx.wrapping_mul(GROUP as $Word);
                for group in lanes.as_chunks_mut::<GROUP>().0 {
                    for (lane, offset) in group.iter_mut().zip(&self.group) {
                        *lane = value.wrapping_add(*offset);
                    }
                    value = value.wrapping_add(step);
                }
            }
        }
    };
}

iterated!(set_int, i32);
iterated!(set_long, i64);

impl Setup {
    /// Takes the values named in `ints` and `longs`, from the base at A's pixel down to `row`.
    #[inline]
    pub(crate) fn take(
        &mut self,
        parameters: &Parameters,
        base: &Iterants,
        row: i32,
        ints: [bool; INTS],
        longs: &[bool; LONGS],
    ) {
        let [base_column, base_row] = edges::base_pixel(&parameters.vertices);
        let down = row.wrapping_sub(base_row);
        let (dx, dy) = (&parameters.dx, &parameters.dy);
        self.base_column = base_column;
        self.int_count = 0;
        self.long_count = 0;
        for (place, start, dx, dy) in [
            (R, base.r, dx.r, dy.r),
            (G, base.g, dx.g, dy.g),
            (B, base.b, dx.b, dy.b),
            (A, base.a, dx.a, dy.a),
            (Z, base.z, dx.z, dy.z),
        ] {
            if let (true, Some(slot)) = (ints[place], self.ints.get_mut(self.int_count)) {
                slot.set_int(place, start, dx, dy, down);
                self.int_count += 1;
            }
        }
        if longs[W] {
            self.push_long(W, base.w, dx.w, dy.w, down);
        }
        for unit in 0..base.tmu.len() {
            let first = unit_s(unit);
            if longs[first] {
                let (base, dx, dy) = (&base.tmu[unit], &dx.tmu[unit], &dy.tmu[unit]);
                self.push_long(first, base.s, dx.s, dy.s, down);
                self.push_long(first + 1, base.t, dx.t, dy.t, down);
                if longs[first + 2] {
                    self.push_long(first + 2, base.w, dx.w, dy.w, down);
                }
            }
        }
    }

    #[inline]
    fn push_long(&mut self, place: usize, start: i64, dx: i64, dy: i64, down: i32) {
        if let Some(slot) = self.longs.get_mut(self.long_count) {
            slot.set_long(place, start, dx, dy, down);
            self.long_count += 1;
        }
    }

    /// Stores the values of `len` pixels from `column` rightwards behind those of `inputs`.
    #[inline(always)]
    pub(crate) fn store(&self, inputs: &mut Inputs, column: i32, len: usize) {
        let right = column.wrapping_sub(self.base_column);
        let first = inputs.len;
        if len <= FEW {
            for value in &self.ints[..self.int_count.min(INTS)] {
                if let Some(lanes) = inputs.ints[value.place].get_mut(first..first + len) {
                    value.store_few(right, lanes);
                }
            }
            for value in &self.longs[..self.long_count.min(LONGS)] {
                if let Some(lanes) = inputs.longs[value.place].get_mut(first..first + len) {
                    value.store_few(right, lanes);
                }
            }
            return;
        }
        let end = first + whole_groups(len);
        for value in &self.ints[..self.int_count.min(INTS)] {
            if let Some(lanes) = inputs.ints[value.place].get_mut(first..end) {
                value.store_groups(right, lanes);
            }
        }
        for value in &self.longs[..self.long_count.min(LONGS)] {
            if let Some(lanes) = inputs.longs[value.place].get_mut(first..end) {
                value.store_groups(right, lanes);
            }
        }
    }

    /// Goes on to the next row.
    #[inline(always)]
    pub(crate) fn down(&mut self) {
        for value in &mut self.ints[..self.int_count.min(INTS)] {
            value.row = value.row.wrapping_add(value.dy);
        }
        for value in &mut self.longs[..self.long_count.min(LONGS)] {
            value.row = value.row.wrapping_add(value.dy);
        }
    }
}
