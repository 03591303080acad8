//! Iterated values by place, and where they start.
//!
//! Facts: digest section 9.3 step 1; `start_after_adjust`; the decisions on stored parameters.

use sst1_board::{Iterants, Parameters, State};
use sst1_core::edges;
use sst1_facts::{ColorAccumulators, Profile, StartAfterAdjust, StwFormat};

/// Places of the iterated 32-bit values.
pub const R: usize = 0;
/// Green.
pub const G: usize = 1;
/// Blue.
pub const B: usize = 2;
/// Alpha.
pub const A: usize = 3;
/// Z.
pub const Z: usize = 4;
/// How many 32-bit values there are.
pub const INTS: usize = 5;

/// Place of FBI's W among the iterated 64-bit values; each unit's S, T and W follow.
pub const W: usize = 0;
/// How many 64-bit values there are.
pub const LONGS: usize = 10;

/// Place of texture unit `unit`'s S; T and W follow.
pub const fn unit_s(unit: usize) -> usize {
    1 + 3 * unit
}

/// The start values, corrected to the centre of A's pixel where the register asks for it.
/// `units` is the number of texture units there are.
pub fn base(parameters: &Parameters, subpixel: bool, units: usize) -> Iterants {
    let mut base = parameters.start;
    if !subpixel {
        return base;
    }
    let [x, y] = edges::correction(&parameters.vertices);
    let (dx, dy) = (&parameters.dx, &parameters.dy);
    let int = |start: &mut i32, dx: i32, dy: i32| {
        let sum = x.wrapping_mul(dx).wrapping_add(y.wrapping_mul(dy));
        *start = start.wrapping_add(sum >> 4);
    };
    let long = |start: &mut i64, dx: i64, dy: i64| {
        let sum = i64::from(x).wrapping_mul(dx).wrapping_add(i64::from(y).wrapping_mul(dy));
        *start = start.wrapping_add(sum >> 4);
    };
    int(&mut base.r, dx.r, dy.r);
    int(&mut base.g, dx.g, dy.g);
    int(&mut base.b, dx.b, dy.b);
    int(&mut base.a, dx.a, dy.a);
    int(&mut base.z, dx.z, dy.z);
    long(&mut base.w, dx.w, dy.w);
    let gradients = dx.tmu.iter().zip(&dy.tmu).take(units);
    for (start, (dx, dy)) in base.tmu.iter_mut().zip(gradients) {
        long(&mut start.s, dx.s, dy.s);
        long(&mut start.t, dx.t, dy.t);
        long(&mut start.w, dx.w, dy.w);
    }
    base
}

/// Leaves the corrected values in the start registers, where the chip does.
pub fn keep_adjusted(state: &mut State, base: &Iterants) {
    if state.profile.start_after_adjust == StartAfterAdjust::Adjusted {
        state.parameters.start = stored(&state.profile, base);
    }
}

/// `values` in their stored form.
fn stored(profile: &Profile, values: &Iterants) -> Iterants {
    let mut stored = *values;
    if profile.color_accumulators == ColorAccumulators::Bits24 {
        for color in [&mut stored.r, &mut stored.g, &mut stored.b, &mut stored.a] {
            *color = *color << 8 >> 8;
        }
    }
    if profile.stw_format == StwFormat::Register {
        let cut = |value: &mut i64| *value = i64::from(*value as i32);
        cut(&mut stored.w);
        for unit in &mut stored.tmu {
            cut(&mut unit.s);
            cut(&mut unit.t);
            cut(&mut unit.w);
        }
    }
    stored
}
