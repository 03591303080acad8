//! Division of S and T by W.
//!
//! Facts: digest sections 5.3 and 9.5; `perspective`, `clamp_negative_w`. Coordinates come out with
//! 4 fraction bits of a texel of level 0.

use base_word::sign_extend64;

/// round(2^24 / (256 + k)).
const RECIPROCAL: [u32; 257] = {
    let mut table = [0; 257];
    let mut k = 0;
    while k < 257 {
        let divisor = 256 + k as u32;
        table[k] = ((1 << 24) + divisor / 2) / divisor;
        k += 1;
    }
    table
};

/// floor(2^48 / W) of W in 32 fraction bits, taken as unsigned; 0 for W = 0.
#[inline(always)]
pub fn quotient(w: i64) -> u64 {
    (1u64 << 48).checked_div(w as u64).unwrap_or(0)
}

/// A coordinate by the quotient; `value` has 32 fraction bits.
#[inline(always)]
pub fn by_quotient(value: i64, quotient: u64) -> i32 {
    let rounded = value.wrapping_add(1 << 13) >> 14;
    (rounded.wrapping_mul(quotient as i64).wrapping_add(1 << 29) >> 30) as i32
}

/// The reciprocal of |W| as a table value and a shift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reciprocal {
    factor: i64,
    shift: u32,
}

impl Reciprocal {
    /// Of W in 30 fraction bits; 0 gives a reciprocal of 0.
    #[inline(always)]
    pub fn of(w: i64) -> Self {
        let magnitude = w.unsigned_abs();
        if magnitude == 0 {
            return Self::default();
        }
        let zeros = magnitude.leading_zeros();
        let normalized = magnitude << (zeros & 63);
        let index = (normalized >> 55 & 0xFF) as usize;
        let fraction = (normalized >> 47 & 0xFF) as u32;
        let (here, next) = (RECIPROCAL[index], RECIPROCAL[index + 1]);
        let factor = here - (((here - next) * fraction) >> 8);
        Self { factor: i64::from(factor), shift: 63 - zeros }
    }

    /// A coordinate; `value` has 18 fraction bits. Products wrap in 64 bits.
    #[inline(always)]
    pub fn apply(self, value: i64) -> i32 {
        let half = 1i64 << self.shift >> 1;
        let half = if self.shift == 0 { 0 } else { half };
        narrow(value.wrapping_mul(self.factor).wrapping_add(half) >> self.shift)
    }
}

/// A coordinate by MAME's reciprocal; `value` has 32 fraction bits.
#[inline]
pub fn by_reciprocal_512(value: i64, reciprocal: i64) -> i32 {
    (value.wrapping_mul(reciprocal) >> 29) as i32 >> 14
}

/// The low 18 bits of a coordinate, sign-extended: what `reciprocal` keeps.
#[inline(always)]
pub fn narrow(value: i64) -> i32 {
    sign_extend64(value as u64, 18) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_over_one() {
        // S/W = 5.25 texels, W = 1: 4 fraction bits are kept.
        assert_eq!(by_quotient(0x5_4000_0000, quotient(1 << 32)), 0x54);
        assert_eq!(Reciprocal::of(1 << 30).apply(0x15_0000), 0x54);
        assert_eq!(Reciprocal::of(-1 << 30).apply(0x15_0000), 0x54, "|W| is used");
    }

    #[test]
    fn extremes() {
        assert_eq!(quotient(0), 0);
        assert_eq!(quotient(-1), 0);
        assert_eq!(quotient(1), 1 << 48);
        assert_eq!(quotient((1 << 48) + 1), 0);
        assert_eq!(Reciprocal::of(0).apply(12345), 0);
        let _ = (Reciprocal::of(i64::MIN).apply(i64::MIN), Reciprocal::of(1).apply(i64::MAX));
        assert_eq!(RECIPROCAL[0], 65536);
        assert_eq!(RECIPROCAL[256], 32768);
    }

    proptest! {
        #[test]
        fn both_rules_differ_by_little(w in (1i64 << 14)..1 << 30, s in 0i64..1 << 24) {
            // Where |S / W| fits into 18 bits.
            let exact = (s as f64 * 65536.0) / w as f64;
            prop_assume!(exact < 130_000.0);
            let tolerance = exact / 15_000.0 + 1.0;
            let reciprocal = f64::from(Reciprocal::of(w).apply(s));
            let quotient = f64::from(by_quotient(s << 14, quotient(w << 2)));
            prop_assert!((reciprocal - exact).abs() <= tolerance, "{reciprocal} {exact}");
            prop_assert!((quotient - exact).abs() <= tolerance, "{quotient} {exact}");
        }
    }
}
