//! Values of the iterated parameters at a pixel.
//!
//! For: sub-pixel adjustment of the start values, and start + dX * columns + dY * rows in the
//! accumulators' widths. All arithmetic wraps, so the closed form here and the chip's stepping give
//! the same values. Not for: what a value means ([`crate::sources`], [`crate::depth`]).
//! Facts: digest 5.2, 9.3 steps 1, 4 and 5; decisions page, "Stored parameters".

use base_word::{sign_extend, sign_extend64};
use sst1_board::{Coordinates, Iterants, Parameters};
use sst1_facts::{ColorAccumulators, Profile, StwFormat};

/// Combines start value, gradient to the right and gradient down, for every parameter alike.
fn each(
    parameters: &Parameters,
    narrow: impl Fn(i32, i32, i32) -> i32,
    wide: impl Fn(i64, i64, i64) -> i64,
) -> Iterants {
    let Parameters { start, dx, dy, .. } = parameters;
    let mut tmu = start.tmu;
    for ((value, dx), dy) in tmu.iter_mut().zip(&dx.tmu).zip(&dy.tmu) {
        *value = Coordinates {
            s: wide(value.s, dx.s, dy.s),
            t: wide(value.t, dx.t, dy.t),
            w: wide(value.w, dx.w, dy.w),
        };
    }
    Iterants {
        r: narrow(start.r, dx.r, dy.r),
        g: narrow(start.g, dx.g, dy.g),
        b: narrow(start.b, dx.b, dy.b),
        a: narrow(start.a, dx.a, dy.a),
        z: narrow(start.z, dx.z, dy.z),
        w: wide(start.w, dx.w, dy.w),
        tmu,
    }
}

/// 9.3 step 1: start values moved from vertex A to the centre of A's pixel.
pub(crate) fn adjusted(parameters: &Parameters) -> Iterants {
    // A's pixel is (A + 7) >> 4: where the fraction exceeds 8 it is the next one.
    let distance = |coordinate: i32| {
        let fraction = coordinate & 15;
        8 - fraction + if fraction > 8 { 16 } else { 0 }
    };
    let [ax, ay] = parameters.vertices[0];
    let (x, y) = (distance(ax), distance(ay));
    each(
        parameters,
        |start, dx, dy| {
            let sum = x.wrapping_mul(dx).wrapping_add(y.wrapping_mul(dy));
            start.wrapping_add(sum >> 4)
        },
        |start, dx, dy| {
            let sum = (x as i64).wrapping_mul(dx).wrapping_add((y as i64).wrapping_mul(dy));
            start.wrapping_add(sum >> 4)
        },
    )
}

/// Values at a pixel, `columns` to the right of A's pixel and `rows` below it, as the units use
/// them.
pub(crate) fn at(profile: &Profile, parameters: &Parameters, columns: i32, rows: i32) -> Iterants {
    let values = each(
        parameters,
        |start, dx, dy| {
            start.wrapping_add(dx.wrapping_mul(columns)).wrapping_add(dy.wrapping_mul(rows))
        },
        |start, dx, dy| {
            start
                .wrapping_add(dx.wrapping_mul(columns as i64))
                .wrapping_add(dy.wrapping_mul(rows as i64))
        },
    );
    in_register_width(profile, values)
}

/// Cuts values to the width of their accumulators. This is also their stored form.
pub(crate) fn in_register_width(profile: &Profile, mut values: Iterants) -> Iterants {
    if profile.color_accumulators == ColorAccumulators::Bits24 {
        for value in [&mut values.r, &mut values.g, &mut values.b, &mut values.a] {
            *value = sign_extend(*value as u32, 24);
        }
    }
    if profile.stw_format == StwFormat::Register {
        let narrow = |value: &mut i64| *value = sign_extend64(*value as u64, 32);
        narrow(&mut values.w);
        for unit in &mut values.tmu {
            narrow(&mut unit.s);
            narrow(&mut unit.t);
            narrow(&mut unit.w);
        }
    }
    values
}

/// S or T with 18 fraction bits, whatever the stored form.
pub(crate) fn fraction_18(profile: &Profile, stored: i64) -> i64 {
    match profile.stw_format {
        StwFormat::Register | StwFormat::Wide => stored,
        StwFormat::Fraction32 => stored >> 14,
    }
}

/// W with 30 fraction bits.
pub(crate) fn w_fraction_30(profile: &Profile, stored: i64) -> i64 {
    match profile.stw_format {
        StwFormat::Register | StwFormat::Wide => stored,
        StwFormat::Fraction32 => stored >> 2,
    }
}

/// S or T with 32 fraction bits.
pub(crate) fn fraction_32(profile: &Profile, stored: i64) -> i64 {
    match profile.stw_format {
        StwFormat::Register | StwFormat::Wide => stored << 14,
        StwFormat::Fraction32 => stored,
    }
}

/// W with 32 fraction bits.
pub(crate) fn w_fraction_32(profile: &Profile, stored: i64) -> i64 {
    match profile.stw_format {
        StwFormat::Register | StwFormat::Wide => stored << 2,
        StwFormat::Fraction32 => stored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(ax: i32, ay: i32) -> Parameters {
        let mut parameters =
            Parameters { vertices: [[ax, ay], [0; 2], [0; 2]], ..Parameters::default() };
        parameters.start.r = 0x1000;
        parameters.dx.r = 0x100;
        parameters.dy.r = 0x10;
        parameters.start.w = 0x4000_0000;
        parameters.dx.w = -0x1000;
        parameters
    }

    #[test]
    fn adjustment_goes_to_the_centre_of_the_pixel_that_rows_and_columns_begin_with() {
        // Fraction 8 is the centre already; 9 belongs to the next pixel, 15/16 further.
        assert_eq!(adjusted(&parameters(8, 8)).r, 0x1000);
        assert_eq!(adjusted(&parameters(0, 8)).r, 0x1000 + 0x80);
        assert_eq!(adjusted(&parameters(9, 8)).r, 0x1000 + 0xF0);
        assert_eq!(adjusted(&parameters(8, 9)).r, 0x1000 + 0xF);
        assert_eq!(adjusted(&parameters(9, 8)).w, 0x4000_0000 - 0xF00);
    }

    #[test]
    fn accumulators_wrap_in_their_width() {
        let mut parameters = parameters(8, 8);
        parameters.start.r = 0x7F_FFFF;
        parameters.start.w = 0x7FFF_FFFF;
        parameters.dx.w = 1;
        let hardware = at(&Profile::hardware(), &parameters, 1, 0);
        assert_eq!((hardware.r, hardware.w), (-0x80_0000 + 0xFF, -0x8000_0000));
        let b86 = at(&Profile::b86(), &parameters, 1, 0);
        assert_eq!((b86.r, b86.w), (0x80_00FF, 0x8000_0000));
        let left = at(&Profile::b86(), &parameters, -2, 3);
        assert_eq!(left.r, 0x7F_FFFF - 0x200 + 0x30);
    }
}
