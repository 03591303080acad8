//! Level of detail.
//!
//! Facts: digest sections 5.4, 9.3 step 3, 9.5; `lod`, `lod_dither`, `lod_zero_fraction`. A LOD has
//! 8 fraction bits; all words are "int".

use sst1_facts::Lod;
use sst1_regs::words::DitherMatrix;

use crate::dither::matrix;

use crate::perspective;
use crate::reciplog::reciprocal_log;

/// floor(256 * log2(1 + i / 256)) (digest 5.4).
pub const LOG2: [u8; 256] = [
    0, 1, 2, 4, 5, 7, 8, 9, 11, 12, 14, 15, 16, 18, 19, 21, 22, 23, 25, 26, 27, 29, 30, 31, 33, 34,
    35, 37, 38, 39, 40, 42, 43, 44, 46, 47, 48, 49, 51, 52, 53, 54, 56, 57, 58, 59, 61, 62, 63, 64,
    65, 67, 68, 69, 70, 71, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 87, 88, 89, 90, 91, 92,
    93, 94, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 108, 109, 110, 111, 112, 113, 114,
    115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 131, 132, 133, 134,
    135, 136, 137, 138, 139, 140, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152,
    153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 162, 163, 164, 165, 166, 167, 168, 169, 170,
    171, 172, 173, 173, 174, 175, 176, 177, 178, 179, 180, 181, 181, 182, 183, 184, 185, 186, 187,
    188, 188, 189, 190, 191, 192, 193, 194, 194, 195, 196, 197, 198, 199, 200, 200, 201, 202, 203,
    204, 205, 205, 206, 207, 208, 209, 209, 210, 211, 212, 213, 214, 214, 215, 216, 217, 218, 218,
    219, 220, 221, 222, 222, 223, 224, 225, 225, 226, 227, 228, 229, 229, 230, 231, 232, 232, 233,
    234, 235, 235, 236, 237, 238, 239, 239, 240, 241, 242, 242, 243, 244, 245, 245, 246, 247, 247,
    248, 249, 250, 250, 251, 252, 253, 253, 254, 255,
];

/// Largest LOD that exists.
pub const LOD_8: i32 = 8 << 8;

/// A LOD below every minimum, which no bias and no perspective term can lift.
const BELOW_ALL: i32 = -(1 << 29);

/// log2 of `value`, which is not 0, with 8 fraction bits by the table; 8.8.
#[inline(always)]
pub fn log2(value: u64) -> i32 {
    let top = value.leading_zeros();
    // The 8 bits below the top one, shifted up from 0 where there are fewer.
    let below = value << (top & 63) << 1 >> 56;
    ((63 - top as i32) << 8) + i32::from(LOG2[(below & 0xFF) as usize])
}

/// The larger of the squared gradients, in 36 fraction bits. `gradients` are dS/dX, dT/dX, dS/dY,
/// dT/dY in 18.
#[inline]
pub fn squared_gradient(gradients: [i64; 4]) -> u64 {
    let [sx, tx, sy, ty] = gradients.map(|g| g.wrapping_mul(g) as u64);
    sx.wrapping_add(tx).max(sy.wrapping_add(ty))
}

/// The part of the LOD that is constant over a triangle: from the gradients, as
/// [`squared_gradient`] takes them, plus the bias (tLOD\[17:12\]).
#[inline]
pub fn base(rule: Lod, gradients: [i64; 4], bias: i32) -> i32 {
    let unbiased = match rule {
        Lod::Half30 => match squared_gradient(gradients) {
            0 => BELOW_ALL,
            squared => (log2(squared) - (36 << 8)) >> 1,
        },
        Lod::Quarter27 => match squared_gradient(gradients) {
            0 => i32::MIN >> 2,
            // 64 - 36 times 256 at most, so that the cast is exact.
            squared => ((256.0 * (squared as f64 / (1u64 << 36) as f64).log2()) as i32) >> 2,
        },
        Lod::Quarter29 | Lod::Quarter27Less => {
            // The registers have 32 bits.
            match squared_gradient(gradients.map(|g| i64::from(g as i32))) {
                0 => 0,
                squared => (log2(squared) - (36 << 8)) >> 2,
            }
        }
        Lod::Half512 => {
            let [sx, tx, sy, ty] = gradients.map(|g| g.wrapping_mul(g));
            let squared = sx.wrapping_add(tx).max(sy.wrapping_add(ty));
            ((12 << 8) - reciprocal_log(squared >> 16).1) / 2
        }
    };
    unbiased.wrapping_add(bias << 6)
}

/// The perspective term of a rule, of W in 32 fraction bits and in 30. `half-30` and `quarter-27`
/// have functions of their own for speed.
pub fn term(rule: Lod, w32: i64, w30: i64) -> i32 {
    let less = |constant: i32| if w30 > 0 { constant - log2(w30 as u64) } else { 0 };
    match rule {
        Lod::Half30 => term_half(w30),
        Lod::Quarter27 => term_quarter(perspective::quotient(w32)),
        Lod::Quarter29 => less(29 << 8),
        Lod::Quarter27Less => less((27 << 8) - 1),
        Lod::Half512 => reciprocal_log(w32).1,
    }
}

/// The perspective term of `half-30`: minus log2 of `q`, W in 30 fraction bits.
#[inline(always)]
pub fn term_half(q: i64) -> i32 {
    if q > 0 { (30 << 8) - log2(q as u64) } else { 0 }
}

/// The perspective term of `quarter-27`, of [`perspective::quotient`]'s result. Its 0 has the log
/// -2^31 and the subtraction wraps: the term is then larger than any LOD.
#[inline(always)]
pub fn term_quarter(quotient: u64) -> i32 {
    let log = if quotient == 0 { i32::MIN } else { log2(quotient) };
    log.wrapping_sub(4864)
}

/// What LOD dithering adds, by position: 0, 1/4, 1/2 or 3/4.
#[inline(always)]
pub fn dither(x: i32, y: i32) -> i32 {
    (((x ^ y) & 1) << 7) | ((y & 1) << 6)
}

/// What MAME's LOD dithering adds: sixteenths by the 4x4 matrix.
#[inline]
pub fn dither_by_matrix(x: i32, y: i32) -> i32 {
    let row = &matrix(DitherMatrix::FourByFour)[(y & 3) as usize];
    i32::from(row[(x & 3) as usize]) << 4
}

/// The limits of a triangle's LOD, from tLOD\[5:0\] and \[11:6\]: 4.2 to 8 fraction bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Below it the LOD becomes it.
    pub min: i32,
    /// Else above it the LOD becomes it.
    pub max: i32,
}

impl Limits {
    /// From the two fields.
    #[inline]
    pub fn new(lod_min: u32, lod_max: u32) -> Self {
        let widened = |field: u32| ((field & 0x3F) << 6) as i32;
        Self { min: widened(lod_min), max: widened(lod_max).min(LOD_8) }
    }

    /// The LOD within the limits.
    #[inline(always)]
    pub fn clamp(self, lod: i32) -> i32 {
        if lod < self.min { self.min } else { lod.min(self.max) }
    }

    /// The LOD of all pixels, where the limits leave only one. Limits that exclude each other leave
    /// two.
    #[inline]
    pub fn only(self) -> Option<i32> {
        (self.min == self.max).then_some(self.min)
    }

    /// Whether the range is empty or ends beyond level 8.
    #[inline]
    pub fn faulty(self) -> bool {
        self.min > self.max
    }
}

/// The level of a clamped LOD, held at 8.
#[inline(always)]
pub fn level(lod: i32) -> u32 {
    (lod >> 8).clamp(0, 8) as u32
}

/// W in the form that [`perspective::quotient`] divides by, from `w` with 30 fraction bits.
#[inline(always)]
pub fn quotient_of_30(w: i64) -> u64 {
    perspective::quotient(w << 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_logarithm() {
        for (i, log) in LOG2.iter().enumerate() {
            let exact = 256.0 * (1.0 + i as f64 / 256.0).log2();
            assert_eq!(i64::from(*log), (exact + 1e-9).floor() as i64, "{i}");
        }
    }

    #[test]
    fn logarithms() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(3), 256 + 149);
        assert_eq!(log2(1 << 48), 48 << 8);
        assert_eq!(log2(u64::MAX), (63 << 8) + 255);
        assert_eq!(term_quarter(0), i32::MAX - 4863);
        // W = 1.0: 2^48 / 2^32 = 2^16, 19 less than 16 is -3.
        assert_eq!(term_quarter(1 << 16), -3 << 8);
        assert_eq!(term_half(1 << 30), 0);
        assert_eq!(term_half(-5), 0);
    }

    #[test]
    fn one_texel_a_pixel_is_lod_0_or_half_of_it() {
        let gradients = [1 << 18, 0, 0, 1 << 17];
        assert_eq!(squared_gradient(gradients), 1 << 36);
        let of = |rule, texels: i64, bias| base(rule, [0, texels << 18, 0, 0], bias);
        assert_eq!(of(Lod::Half30, 1, 0), 0);
        assert_eq!(of(Lod::Half30, 4, 1), (2 << 8) + 64);
        assert_eq!(of(Lod::Quarter27, 4, -1), (1 << 8) - 64);
        assert_eq!(of(Lod::Quarter27, 0, 0), -0x2000_0000);
        // log2(0.5) * 256 = -256, a quarter of it; (2^17)^2 twice.
        assert_eq!(base(Lod::Quarter27, [1 << 17, 1 << 17, 0, 0], 0), -64);
        assert_eq!(of(Lod::Quarter29, 4, 0), 1 << 8);
        assert_eq!([Lod::Quarter29, Lod::Quarter27Less].map(|rule| of(rule, 0, 0)), [0; 2]);
        assert_eq!(base(Lod::Quarter29, [1 << 32, 0, 0, 0], 0), 0, "nothing is left of it");
        assert_eq!(of(Lod::Half512, 4, 0), 2 << 8);
        assert_eq!(of(Lod::Half512, 0, 0), (3072 - 256_000) / 2);
        let terms = [Lod::Quarter29, Lod::Quarter27Less, Lod::Half512, Lod::Half30, Lod::Quarter27];
        let one = terms.map(|rule| term(rule, 1 << 32, 1 << 30));
        assert_eq!(one, [-256, -769, 0, 0, -768]);
    }

    #[test]
    fn limits_prefer_the_minimum() {
        let limits = Limits::new(2 << 2, 4 << 2);
        assert_eq!([0, 600, 5000].map(|lod| limits.clamp(lod)), [512, 600, 1024]);
        assert_eq!(Limits::new(9 << 2, 63).clamp(0), 9 << 8);
        assert!(Limits::new(9 << 2, 63).faulty() && !Limits::new(8 << 2, 63).faulty());
        assert_eq!(Limits::new(9 << 2, 63).only(), None);
        assert_eq!(Limits::new(9 << 2, 63).clamp(9 << 8), 8 << 8);
        assert_eq!(Limits::new(4 << 2, 4 << 2).only(), Some(4 << 8));
        assert_eq!(level(9 << 8), 8);
        assert_eq!([dither(0, 0), dither(1, 0), dither(0, 1), dither(1, 1)], [0, 128, 192, 64]);
    }
}
