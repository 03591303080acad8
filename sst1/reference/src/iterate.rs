//! Values of the iterated parameters at a pixel.
//!
//! For: sub-pixel adjustment of the start values, and start + dX * columns + dY * rows in the
//! accumulators' widths. All arithmetic wraps, so the closed form here and the chip's stepping give
//! the same values. Not for: what a value means ([`crate::sources`], [`crate::depth`]).
//! Facts: digest 5.2, 9.3 steps 1, 4 and 5; decisions page, "Stored parameters"; `sst1-zsst.md`,
//! `sst1-mame.md`.

use base_word::{sign_extend, sign_extend64};
use sst1_board::{Coordinates, Iterants, Parameters};
use sst1_facts::{BasePixel, ColorAccumulators, Profile, StwFormat, Subpixel};

use crate::edges::pixel_of;

/// Combines start value, gradient to the right and gradient down: R, G, B and A alike, Z, and the
/// wide ones.
fn each(
    parameters: &Parameters,
    color: impl Fn(i32, i32, i32) -> i32,
    z: impl Fn(i32, i32, i32) -> i32,
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
        r: color(start.r, dx.r, dy.r),
        g: color(start.g, dx.g, dy.g),
        b: color(start.b, dx.b, dy.b),
        a: color(start.a, dx.a, dy.a),
        z: z(start.z, dx.z, dy.z),
        w: wide(start.w, dx.w, dy.w),
        tmu,
    }
}

/// The pixel that start values belong to: the nearest to A, or the one A lies in.
fn base_pixel(profile: &Profile, a: [i32; 2]) -> [i32; 2] {
    a.map(|coordinate| match profile.base_pixel {
        BasePixel::Nearest => pixel_of(coordinate),
        BasePixel::Containing => coordinate >> 4,
    })
}

/// The bits of a 48-bit word, sign-extended.
fn in_48_bits(value: i64) -> i64 {
    sign_extend64(value as u64, 48)
}

/// A 48-bit value where only 32 bits are kept: whatever looks at it clamps, far inside these limits.
fn held(value: i64) -> i32 {
    value.clamp(i32::MIN as i64, i32::MAX as i64) as i32
}

/// 9.3 step 1: start values moved from vertex A to the centre of the base pixel.
pub(crate) fn adjusted(profile: &Profile, parameters: &Parameters) -> Iterants {
    let [ax, ay] = parameters.vertices[0];
    let [base_x, base_y] = base_pixel(profile, [ax, ay]);
    let (x, y) = (base_x * 16 + 8 - ax, base_y * 16 + 8 - ay);
    let exact = |gradient: i32, distance: i32| distance as i64 * gradient as i64;
    // 5.2: 48-bit words do not wrap here, 32-bit ones do, in front of the shift as well.
    let narrow = |start: i32, dx: i32, dy: i32| {
        let sum = exact(dx, x) + exact(dy, y);
        match profile.color_accumulators {
            ColorAccumulators::Bits48 => held(start as i64 + (sum >> 4)),
            ColorAccumulators::Bits24 | ColorAccumulators::Bits32 => {
                start.wrapping_add(sum as i32 >> 4)
            }
        }
    };
    let z_apart = |start: i32, dx: i32, dy: i32| {
        let moved = (exact(dx, x) >> 4) + (exact(dy, y) >> 4);
        match profile.color_accumulators {
            ColorAccumulators::Bits48 => held(start as i64 + moved),
            ColorAccumulators::Bits24 | ColorAccumulators::Bits32 => {
                start.wrapping_add(moved as i32)
            }
        }
    };
    let wide = |start: i64, dx: i64, dy: i64| {
        let sum = (x as i64).wrapping_mul(dx).wrapping_add((y as i64).wrapping_mul(dy));
        start.wrapping_add(sum >> 4)
    };
    match profile.subpixel {
        Subpixel::ByBit | Subpixel::Always => each(parameters, narrow, narrow, wide),
        Subpixel::ByBitZApart => each(parameters, narrow, z_apart, wide),
    }
}

/// Values at the pixel in this column and row, as the units use them.
pub(crate) fn at(profile: &Profile, parameters: &Parameters, [column, row]: [i32; 2]) -> Iterants {
    let a = parameters.vertices[0];
    let values = if profile.subpixel == Subpixel::Always {
        from_vertex(profile, parameters, [16 * column + 8 - a[0], 16 * row + 8 - a[1]])
    } else {
        let [base_column, base_row] = base_pixel(profile, a);
        from_base(profile, parameters, [column - base_column, row - base_row])
    };
    in_register_width(profile, values)
}

/// Values so many whole pixels from the base pixel.
fn from_base(profile: &Profile, parameters: &Parameters, [x, y]: [i32; 2]) -> Iterants {
    let narrow = |start: i32, dx: i32, dy: i32| {
        let sum = start as i64 + dx as i64 * x as i64 + dy as i64 * y as i64;
        in_accumulator(profile, sum)
    };
    each(parameters, narrow, narrow, |start, dx, dy| {
        start.wrapping_add(dx.wrapping_mul(x as i64)).wrapping_add(dy.wrapping_mul(y as i64))
    })
}

/// 5.2: values so many sixteenths of a pixel from vertex A.
fn from_vertex(profile: &Profile, parameters: &Parameters, [x, y]: [i32; 2]) -> Iterants {
    let narrow = |start: i32, dx: i32, dy: i32| {
        let sum = dx as i64 * x as i64 + dy as i64 * y as i64;
        let sum = match profile.color_accumulators {
            ColorAccumulators::Bits48 => in_48_bits(sum),
            ColorAccumulators::Bits24 | ColorAccumulators::Bits32 => sum,
        };
        in_accumulator(profile, start as i64 + (sum >> 4))
    };
    each(parameters, narrow, narrow, |start, dx, dy| {
        let sum = dx.wrapping_mul(x as i64).wrapping_add(dy.wrapping_mul(y as i64));
        start.wrapping_add(sum >> 4)
    })
}

/// What an accumulator of R, G, B, A or Z keeps of a value.
fn in_accumulator(profile: &Profile, value: i64) -> i32 {
    match profile.color_accumulators {
        ColorAccumulators::Bits48 => held(in_48_bits(value)),
        ColorAccumulators::Bits24 | ColorAccumulators::Bits32 => value as i32,
    }
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
        let mut profile = Profile::hardware();
        let red = |profile: &Profile, x, y| adjusted(profile, &parameters(x, y)).r;
        assert_eq!(red(&profile, 8, 8), 0x1000);
        assert_eq!(red(&profile, 0, 8), 0x1000 + 0x80);
        assert_eq!(red(&profile, 9, 8), 0x1000 + 0xF0);
        assert_eq!(red(&profile, 8, 9), 0x1000 + 0xF);
        assert_eq!(adjusted(&profile, &parameters(9, 8)).w, 0x4000_0000 - 0xF00);
        profile.base_pixel = BasePixel::Containing;
        assert_eq!(red(&profile, 9, 8), 0x1000 - 0x10);
    }

    #[test]
    fn accumulators_wrap_in_their_width() {
        let mut parameters = parameters(8, 8);
        parameters.start.r = 0x7F_FFFF;
        parameters.start.w = 0x7FFF_FFFF;
        parameters.dx.w = 1;
        let hardware = at(&Profile::hardware(), &parameters, [1, 0]);
        assert_eq!((hardware.r, hardware.w), (-0x80_0000 + 0xFF, -0x8000_0000));
        let b86 = at(&Profile::b86(), &parameters, [1, 0]);
        assert_eq!((b86.r, b86.w), (0x80_00FF, 0x8000_0000));
        let left = at(&Profile::b86(), &parameters, [-2, 3]);
        assert_eq!(left.r, 0x7F_FFFF - 0x200 + 0x30);
    }

    #[test]
    fn zsst_takes_each_pixel_from_the_vertex_and_does_not_wrap() {
        let profile = Profile::zsst();
        // 16 * 2 + 8 - 3 = 37 and 16 * 1 + 8 - 5 = 19: (37 * 0x100 + 19 * 0x10) >> 4 = 611.
        assert_eq!(at(&profile, &parameters(3, 5), [2, 1]).r, 0x1000 + 611);
        let mut parameters = parameters(8, 8);
        (parameters.start.r, parameters.dx.r) = (0x7F_FFFF, 0x7F_FFFF);
        // Beyond 32 bits: held, where 32 bits wrap to a negative number.
        assert_eq!(at(&profile, &parameters, [300, 0]).r, i32::MAX);
        assert!(at(&Profile::b86(), &parameters, [300, 0]).r < 0);
    }

    #[test]
    fn mame_shifts_the_products_of_z_one_by_one() {
        let mut parameters = parameters(0, 0);
        (parameters.dx.z, parameters.dy.z) = (1, 1);
        // 8 sixteenths each: together one, apart none.
        assert_eq!(adjusted(&Profile::hardware(), &parameters).z, 1);
        assert_eq!(adjusted(&Profile::mame(), &parameters).z, 0);
    }
}
