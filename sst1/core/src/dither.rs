//! Dithering to 565, its subtraction, and 565 itself.
//!
//! Facts: digest section 5.8; `dither_subtract_low`.

use sst1_facts::DitherSubtractLow;
use sst1_regs::words::DitherMatrix;

use crate::lane::{Lane, clamp8};

/// The 4 by 4 matrix.
const FOUR: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
/// The 2 by 2 matrix, repeated.
const TWO: [[u8; 4]; 4] = [[2, 10, 2, 10], [14, 6, 14, 6], [2, 10, 2, 10], [14, 6, 14, 6]];

/// A matrix by row and column, each modulo 4.
#[inline]
pub fn matrix(which: DitherMatrix) -> &'static [[u8; 4]; 4] {
    match which {
        DitherMatrix::FourByFour => &FOUR,
        DitherMatrix::TwoByTwo => &TWO,
    }
}

/// The matrix value at a position.
#[inline]
pub fn at(which: DitherMatrix, x: i32, y: i32) -> Lane {
    Lane::from(matrix(which)[(y & 3) as usize][(x & 3) as usize])
}

/// Red or blue with a matrix value, to 5 bits.
#[inline(always)]
pub fn five(value: Lane, m: Lane) -> Lane {
    ((value << 1) - (value >> 4) + (value >> 7) + m) >> 4
}

/// Green with a matrix value, to 6 bits.
#[inline(always)]
pub fn six(value: Lane, m: Lane) -> Lane {
    ((value << 2) - (value >> 4) + (value >> 6) + m) >> 4
}

/// A colour without dithering: cut to 565.
#[inline(always)]
pub fn cut(r: Lane, g: Lane, b: Lane) -> u16 {
    pack(r >> 3, g >> 2, b >> 3)
}

/// A dithered colour.
#[inline(always)]
pub fn dithered(r: Lane, g: Lane, b: Lane, m: Lane) -> u16 {
    pack(five(r, m), six(g, m), five(b, m))
}

/// 5, 6 and 5 bits to a word.
#[inline(always)]
pub fn pack(r: Lane, g: Lane, b: Lane) -> u16 {
    (r << 11 | g << 5 | b) as u16
}

/// A 565 word as channels, by replication.
#[inline(always)]
pub fn expand(word: u16) -> [Lane; 3] {
    let (r, g, b) = (word >> 11, word >> 5 & 0x3F, word & 0x1F);
    [(r << 3 | r >> 2) as Lane, (g << 2 | g >> 4) as Lane, (b << 3 | b >> 2) as Lane]
}

/// Red or blue of the frame buffer without the dither that went into it. `low` is the largest value
/// that becomes 0 whatever the matrix says, -1 for none.
#[inline(always)]
pub fn subtract_five(value: Lane, m: Lane, low: Lane) -> Lane {
    // Computed in any case and then chosen: eight at once.
    let subtracted = clamp8(value + ((10 - m) >> 1));
    if value > low { subtracted } else { 0 }
}

/// Green likewise.
#[inline(always)]
pub fn subtract_six(value: Lane, m: Lane, low: Lane) -> Lane {
    let subtracted = clamp8(value + ((12 - m) >> 2));
    if value > low { subtracted } else { 0 }
}

/// The largest red or blue, and green, that dither subtraction makes 0; -1 for none.
#[inline]
pub fn subtract_low(rule: DitherSubtractLow) -> [Lane; 2] {
    match rule {
        DitherSubtractLow::Formula => [-1, -1],
        DitherSubtractLow::Zero => [3, 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_stay_in_range_and_are_monotone() {
        for m in 0..16 {
            let (mut last_five, mut last_six) = (0, 0);
            for value in 0..=255 {
                let (f, s) = (five(value, m), six(value, m));
                assert!((last_five..32).contains(&f) && (last_six..64).contains(&s));
                (last_five, last_six) = (f, s);
            }
            assert_eq!((last_five, last_six), (31, 63));
        }
        assert_eq!(dithered(8, 4, 8, 0), 0x0821);
        assert_eq!(five(7, 0), 0);
        assert_eq!(five(7, 2), 1);
    }

    #[test]
    fn subtraction_at_the_ends() {
        assert_eq!(subtract_five(0, 0, -1), 5);
        assert_eq!(subtract_five(3, 0, 3), 0);
        assert_eq!(subtract_five(255, 15, 3), 252);
        assert_eq!(subtract_six(1, 0, 1), 0);
        assert_eq!(subtract_six(1, 0, -1), 4);
        assert_eq!(subtract_low(DitherSubtractLow::Zero), [3, 1]);
    }

    #[test]
    fn packing_and_expanding() {
        for word in 0..=u16::MAX {
            let [r, g, b] = expand(word);
            assert_eq!(cut(r, g, b), word);
        }
        assert_eq!(at(DitherMatrix::FourByFour, -1, 7), 5);
        assert_eq!(at(DitherMatrix::TwoByTwo, 3, 2), 10);
    }
}
