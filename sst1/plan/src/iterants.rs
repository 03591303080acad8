//! Iterated values by place, and where they start.
//!
//! Facts: digest section 9.3 step 1; `start_after_adjust`; the decisions on stored parameters.

use sst1_board::{Iterants, State};
use sst1_core::{edges, iterate};
use sst1_facts::{ColorAccumulators, Profile, StartAfterAdjust, StwFormat, Subpixel};

use crate::closed;

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

/// The start values, corrected to the centre of the base pixel where the register asks for it.
pub fn base(state: &State, subpixel: bool) -> Iterants {
    let (profile, parameters) = (&state.profile, &state.parameters);
    let mut base = parameters.start;
    if !subpixel || profile.subpixel == Subpixel::Always {
        return base;
    }
    let [x, y] = edges::correction(profile.base_pixel, &parameters.vertices);
    let (dx, dy) = (&parameters.dx, &parameters.dy);
    let apart = profile.subpixel == Subpixel::ByBitZApart;
    if profile.color_accumulators == ColorAccumulators::Bits48 || apart {
        closed::correct(profile, parameters, [x, y], &mut base);
    } else {
        let int = |start: &mut i32, dx: i32, dy: i32| {
            let sum = x.wrapping_mul(dx).wrapping_add(y.wrapping_mul(dy));
            *start = start.wrapping_add(sum >> 4);
        };
        int(&mut base.r, dx.r, dy.r);
        int(&mut base.g, dx.g, dy.g);
        int(&mut base.b, dx.b, dy.b);
        int(&mut base.a, dx.a, dy.a);
        int(&mut base.z, dx.z, dy.z);
    }
    let long = |start: &mut i64, dx: i64, dy: i64| {
        *start = iterate::moved(*start, dx, dy, [x, y]);
    };
    long(&mut base.w, dx.w, dy.w);
    let gradients = dx.tmu.iter().zip(&dy.tmu).take(state.tmus.len());
    for (start, (dx, dy)) in base.tmu.iter_mut().zip(gradients) {
        long(&mut start.s, dx.s, dy.s);
        long(&mut start.t, dx.t, dy.t);
        long(&mut start.w, dx.w, dy.w);
    }
    base
}

/// Leaves the corrected values in the start registers, where the chip does.
pub fn keep_adjusted(state: &mut State, base: &Iterants, textured: bool) {
    if state.profile.subpixel == Subpixel::Always {
        return;
    }
    let written = state.parameters.start.tmu;
    match state.profile.start_after_adjust {
        StartAfterAdjust::Kept => return,
        StartAfterAdjust::Adjusted | StartAfterAdjust::AdjustedIfTextured => {
            state.parameters.start = stored(&state.profile, base);
        }
    }
    if state.profile.start_after_adjust == StartAfterAdjust::AdjustedIfTextured && !textured {
        state.parameters.start.tmu = written;
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
