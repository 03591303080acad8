//! S and T over W.
//!
//! For: texture coordinates of a pixel, in texels of level 0 with 4 fraction bits. Not for: the
//! level ([`crate::lod`]).
//! Facts: digest 5.3, 9.5; decisions page, "Texture"; `sst1-mame.md`.

use base_word::sign_extend64;
use sst1_board::Coordinates;
use sst1_facts::{ClampNegativeW, Perspective, Profile};
use sst1_regs::words::TextureMode;

use crate::iterate::{fraction_18, fraction_32, w_fraction_30, w_fraction_32};
use crate::log::normalized;
use crate::reciplog::reciprocal_log;

/// S and T of a pixel, 4 fraction bits.
pub(crate) fn divided(profile: &Profile, mode: TextureMode, at: &Coordinates) -> [i32; 2] {
    if mode.clamp_negative_w() && profile.clamp_negative_w == ClampNegativeW::Honoured && at.w < 0 {
        return [0; 2];
    }
    let affine = |v: i64| fraction_18(profile, v) >> 14;
    match (profile.perspective, mode.perspective()) {
        (Perspective::Reciprocal | Perspective::Reciprocal512, false) => {
            [at.s, at.t].map(|v| in_18_bits(affine(v)))
        }
        (Perspective::Reciprocal, true) => {
            let q = w_fraction_30(profile, at.w);
            [at.s, at.t].map(|v| by_reciprocal(fraction_18(profile, v), q))
        }
        (Perspective::Reciprocal512, true) => {
            let w = reciprocal_log(w_fraction_32(profile, at.w)).reciprocal;
            [at.s, at.t].map(|v| by_reciprocal_512(fraction_32(profile, v), w))
        }
        (Perspective::Quotient, false) => [at.s, at.t].map(|v| affine(v) as i32),
        (Perspective::Quotient, true) => {
            let w = inverse(w_fraction_32(profile, at.w));
            [at.s, at.t].map(|v| by_quotient(fraction_32(profile, v), w))
        }
    }
}

/// 9.5: 2^48 / W of a W with 32 fraction bits taken as unsigned, so that a negative one gives 0; 0
/// for W = 0 as well.
pub(crate) fn inverse(w: i64) -> u64 {
    (1_u64 << 48).checked_div(w as u64).unwrap_or(0)
}

/// 9.5, in 64-bit words of which the low 32 bits stay.
fn by_quotient(s: i64, inverse: u64) -> i32 {
    let rounded = s.wrapping_add(1 << 13) >> 14;
    (rounded.wrapping_mul(inverse as i64).wrapping_add(1 << 29) >> 30) as i32
}

/// 5.3: S (18 fraction bits) times the interpolated reciprocal of |q| (30 fraction bits). A negative q
/// does not change the sign.
fn by_reciprocal(s: i64, q: i64) -> i32 {
    if q == 0 {
        return 0;
    }
    let (top, index, fraction) = normalized(q.unsigned_abs());
    let (here, next) = (reciprocal(index as i64), reciprocal(index as i64 + 1));
    let r = here - (((here - next) * fraction as i64) >> 8);
    let half = if top > 0 { 1 << (top - 1) } else { 0 };
    in_18_bits(s.wrapping_mul(r).wrapping_add(half) >> top)
}

/// MAME: a 64-bit product of which 32 bits with 18 fraction bits stay.
fn by_reciprocal_512(s: i64, reciprocal: i64) -> i32 {
    let texels = (s.wrapping_mul(reciprocal) >> 29) as i32;
    texels >> 14
}

/// 5.3: what a coordinate keeps.
fn in_18_bits(coordinate: i64) -> i32 {
    sign_extend64(coordinate as u64, 18) as i32
}

/// 2^24 / (256 + k), rounded to nearest; k is 0 to 256.
fn reciprocal(k: i64) -> i64 {
    let divisor = 256 + k;
    ((1 << 24) + divisor / 2) / divisor
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERSPECTIVE: u32 = 1;

    fn at(s: i64, w: i64) -> Coordinates {
        Coordinates { s, t: 0, w }
    }

    #[test]
    fn the_table_has_its_ends() {
        assert_eq!((reciprocal(0), reciprocal(256)), (65536, 32768));
        assert_eq!(reciprocal(1), 65281, "65280.99");
        assert_eq!(reciprocal(255), 32832, "32832.12");
    }

    #[test]
    fn whole_and_broken_quotients() {
        let mode = TextureMode::from_raw(PERSPECTIVE);
        let hardware = Profile::hardware();
        // S/W = 10 with W = 1, in 14.18 and 2.30; then W = 1/2 and S/W = 5.
        for (s, w) in [(10 << 18, 1 << 30), (5 << 18, 1 << 29)] {
            assert_eq!(divided(&hardware, mode, &at(s, w)), [160, 0]);
            let b86 = at(s << 14, w << 2);
            assert_eq!(divided(&Profile::b86(), mode, &b86), [160, 0]);
        }
        // 1 / 0.75: r = reciprocal(128) = 43691; (2^18 * 43691 + 2^28) >> 29 = 21.33 + 0.5.
        assert_eq!(divided(&hardware, mode, &at(1 << 18, 3 << 28)), [21, 0]);
        // A negative q does not flip the sign.
        assert_eq!(divided(&hardware, mode, &at(1 << 18, -3 << 28)), [21, 0]);
        assert_eq!(divided(&hardware, mode, &at(-1 << 18, -1 << 30)), [-16, 0]);
        assert_eq!(divided(&hardware, mode, &at(1 << 18, 0)), [0, 0]);
        // 86Box: W <= 0 and W > 2^48 give 0.
        for w in [0, -1, (1 << 48) + 1] {
            assert_eq!(divided(&Profile::b86(), mode, &at(1 << 40, w)), [0, 0]);
        }
    }

    #[test]
    fn mame_keeps_the_sign_of_w() {
        let mode = TextureMode::from_raw(PERSPECTIVE);
        let mame = Profile::mame();
        // S/W = 10 with W = 1, 1/2 and -1, 32 fraction bits each.
        for (s, w, expected) in [(10, 1 << 32, 160), (5, 1 << 31, 160), (10, -1 << 32, -160)] {
            assert_eq!(divided(&mame, mode, &at(s << 32, w)), [expected, 0]);
        }
        assert_eq!(divided(&mame, TextureMode::default(), &at(10 << 32, 7)), [160, 0]);
    }

    #[test]
    fn eighteen_bits_stay() {
        let mode = TextureMode::from_raw(PERSPECTIVE);
        // 8192 texels are 2^17 sixteenths: the sign bit of 18.
        let s = divided(&Profile::hardware(), mode, &at(4 << 18, (1 << 30) / 2048));
        assert_eq!(s, [-0x2_0000, 0]);
    }

    #[test]
    fn affine_and_negative_w() {
        let hardware = Profile::hardware();
        let affine = TextureMode::default();
        assert_eq!(divided(&hardware, affine, &at(-1, -5)), [-1, 0]);
        assert_eq!(divided(&hardware, affine.with_clamp_negative_w(true), &at(-1, -5)), [0, 0]);
        let b86 = divided(&Profile::b86(), affine.with_clamp_negative_w(true), &at(5 << 28, -5));
        assert_eq!(b86, [5, 0]);
    }
}
