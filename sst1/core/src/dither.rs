//! Dithering to 565, its subtraction, and 565 itself.
//!
//! Facts: digest section 5.8; `dither_subtract_low`, `dither_subtract_terms`, `destination_expand`.

use sst1_facts::{DitherSubtractLow, DitherSubtractTerms, Profile};
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

/// A 565 word as channels, low bits 0.
#[inline(always)]
pub fn expand_shifted(word: u16) -> [Lane; 3] {
    [(word >> 8 & 0xF8) as Lane, (word >> 3 & 0xFC) as Lane, (word << 3 & 0xF8) as Lane]
}

/// How dither is taken out of red and blue, or of green.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtract {
    /// The largest value that becomes 0 whatever the matrix says, -1 for none.
    pub low: Lane,
    /// What the matrix value is subtracted from.
    pub term: Lane,
}

impl Subtract {
    /// For red and blue, and for green.
    pub fn new(profile: &Profile) -> [Self; 2] {
        let [low_five, low_six] = match profile.dither_subtract_low {
            DitherSubtractLow::Formula => [-1, -1],
            DitherSubtractLow::Zero => [3, 1],
        };
        let [five, six] = match profile.dither_subtract_terms {
            DitherSubtractTerms::TenTwelve => [10, 12],
            DitherSubtractTerms::Fifteen => [15, 15],
        };
        [Self { low: low_five, term: five }, Self { low: low_six, term: six }]
    }

    /// Red or blue of the frame buffer without the dither that went into it.
    #[inline(always)]
    pub fn five(self, value: Lane, m: Lane) -> Lane {
        self.by(value, (self.term - m) >> 1)
    }

    /// Green likewise.
    #[inline(always)]
    pub fn six(self, value: Lane, m: Lane) -> Lane {
        self.by(value, (self.term - m) >> 2)
    }

    #[inline(always)]
    fn by(self, value: Lane, difference: Lane) -> Lane {
        // Computed in any case and then chosen: eight at once.
        let subtracted = clamp8(value + difference);
        if value > self.low { subtracted } else { 0 }
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
        let [five, six] = Subtract::new(&Profile::hardware());
        assert_eq!((five.five(0, 0), six.six(1, 0)), (5, 4));
        let [five, six] = Subtract::new(&Profile::b86());
        assert_eq!((five.five(3, 0), five.five(255, 15), six.six(1, 0)), (0, 252, 0));
        let [five, six] = Subtract::new(&Profile::mame());
        assert_eq!((five.five(100, 0), six.six(100, 2)), (107, 103));
    }

    #[test]
    fn packing_and_expanding() {
        for word in 0..=u16::MAX {
            let [r, g, b] = expand(word);
            assert_eq!(cut(r, g, b), word);
            let [r, g, b] = expand_shifted(word);
            assert_eq!((cut(r, g, b), r & 7, g & 3, b & 7), (word, 0, 0, 0));
        }
        assert_eq!(at(DitherMatrix::FourByFour, -1, 7), 5);
        assert_eq!(at(DitherMatrix::TwoByTwo, 3, 2), 10);
    }
}
