//! Dithering to 565, and taking dither out of a stored colour again.
//!
//! Facts: digest 5.8 (matrices, formulas), 9.4 steps 10 and 11.

use sst1_facts::{DitherSubtractLow, DitherSubtractTerms, Profile};
use sst1_regs::words::{DitherMatrix, FbzMode};

use crate::color::{Rgb, clamp8, pack_565};

const FOUR_BY_FOUR: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
const TWO_BY_TWO: [[i32; 2]; 2] = [[2, 10], [14, 6]];

/// The matrix value of a pixel.
pub(crate) fn matrix(matrix: DitherMatrix, column: i32, row: i32) -> i32 {
    match matrix {
        DitherMatrix::FourByFour => FOUR_BY_FOUR[(row & 3) as usize][(column & 3) as usize],
        DitherMatrix::TwoByTwo => TWO_BY_TWO[(row & 1) as usize][(column & 1) as usize],
    }
}

/// A colour as stored: dithered by fbzMode\[8\] and \[11\], else cut.
pub(crate) fn stored(mode: FbzMode, color: Rgb, column: i32, row: i32) -> u16 {
    if mode.dither() {
        dithered(color, matrix(mode.dither_matrix(), column, row))
    } else {
        cut(color)
    }
}

/// 565 with the low bits dropped.
pub(crate) fn cut([r, g, b]: Rgb) -> u16 {
    pack_565([r >> 3, g >> 2, b >> 3])
}

/// 565 with matrix value `m` (0 to 15) added below the kept bits.
fn dithered([r, g, b]: Rgb, m: i32) -> u16 {
    let five = |v: i32| ((v << 1) - (v >> 4) + (v >> 7) + m) >> 4;
    let six = |v: i32| ((v << 2) - (v >> 4) + (v >> 6) + m) >> 4;
    pack_565([five(r), six(g), five(b)])
}

/// A stored colour, widened to 8 bits, with the dither of matrix value `m` taken out.
pub(crate) fn subtracted(profile: &Profile, [r, g, b]: Rgb, m: i32) -> Rgb {
    let zero = profile.dither_subtract_low == DitherSubtractLow::Zero;
    let (half, quarter) = match profile.dither_subtract_terms {
        DitherSubtractTerms::TenTwelve => (10, 12),
        DitherSubtractTerms::Fifteen => (15, 15),
    };
    let five = |v: i32| if zero && v <= 3 { 0 } else { clamp8(v + ((half - m) >> 1)) };
    let six = |v: i32| if zero && v <= 1 { 0 } else { clamp8(v + ((quarter - m) >> 2)) };
    [five(r), six(g), five(b)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_repeat() {
        assert_eq!(matrix(DitherMatrix::FourByFour, 5, 7), 7);
        assert_eq!(matrix(DitherMatrix::FourByFour, 3, -1), 5);
        assert_eq!(matrix(DitherMatrix::TwoByTwo, 4, 3), 14);
    }

    #[test]
    fn every_stored_value_fits_and_extremes_stay() {
        for m in 0..16 {
            assert_eq!(dithered([255; 3], m), 0xFFFF);
            assert_eq!(dithered([0; 3], m), 0);
            for v in 0..=255 {
                assert!(((v << 1) - (v >> 4) + (v >> 7) + m) >> 4 < 32);
                assert!(((v << 2) - (v >> 4) + (v >> 6) + m) >> 4 < 64);
            }
        }
        // v = 4: (8 - 0 + 0 + m) >> 4 is 0 up to m = 7; green (16 - 0 + 0 + m) >> 4 is 1.
        assert_eq!(dithered([4; 3], 7), 0x0020);
        assert_eq!(dithered([4; 3], 8), 0x0821);
    }

    #[test]
    fn subtraction() {
        let chip = Profile::hardware();
        assert_eq!(subtracted(&chip, [100, 100, 100], 0), [105, 103, 105]);
        assert_eq!(subtracted(&chip, [100, 100, 100], 15), [97, 99, 97]);
        assert_eq!(subtracted(&chip, [0, 0, 3], 0), [5, 3, 8]);
        assert_eq!(subtracted(&Profile::b86(), [0, 1, 3], 0), [0, 0, 0]);
        assert_eq!(subtracted(&Profile::mame(), [100, 100, 248], 0), [107, 103, 255]);
        assert_eq!(subtracted(&Profile::mame(), [100, 100, 248], 15), [100, 100, 248]);
    }
}
