//! What a write to a triangle parameter stores.
//!
//! Facts: digest sections 1.1, 5.2, 9.1; `fixed_color_start`, `float_conversion`, `stw_format`.
//! Stored forms: vertices 12.4 in 16 bits; colours and Z with 12 fraction bits; S, T, W by
//! `stw_format` (see `docs/hardware/sst1-decisions.md`).

use base_word::sign_extend;
use sst1_facts::{FixedColorStart, FloatConversion, Profile, StwFormat};

/// Fraction bits of the S and T registers.
pub const ST_FRACTION: u32 = 18;
/// Fraction bits of the W registers.
pub const W_FRACTION: u32 = 30;

/// A vertex coordinate from its fixed register.
#[inline]
pub fn vertex_fixed(word: u32) -> i32 {
    sign_extend(word, 16)
}

/// A vertex coordinate from its float register.
#[inline]
pub fn vertex_float(profile: &Profile, word: u32) -> i32 {
    let value = match profile.float_conversion {
        FloatConversion::TruncateWrap => float_truncated(word, 4) as i32,
        FloatConversion::ShiftSaturate => float_shifted32(word, 4),
        FloatConversion::MultiplyCast => float_cast32(word, 16.0),
    };
    sign_extend(value as u32, 16)
}

/// R, G, B or A from its fixed register; `start` for start values.
#[inline]
pub fn color_fixed(profile: &Profile, start: bool, word: u32) -> i32 {
    if start && profile.fixed_color_start == FixedColorStart::ZeroExtended {
        (word & 0xFF_FFFF) as i32
    } else {
        sign_extend(word, 24)
    }
}

/// R, G, B or A from its float register.
#[inline]
pub fn color_float(profile: &Profile, word: u32) -> i32 {
    match profile.float_conversion {
        FloatConversion::TruncateWrap => sign_extend(float_truncated(word, 12) as u32, 24),
        FloatConversion::ShiftSaturate => sign_extend(float_shifted32(word, 12) as u32, 24),
        FloatConversion::MultiplyCast => float_cast32(word, 4096.0),
    }
}

/// Z from its float register; the fixed one is stored as it is.
#[inline]
pub fn depth_float(profile: &Profile, word: u32) -> i32 {
    match profile.float_conversion {
        FloatConversion::TruncateWrap => float_truncated(word, 12) as i32,
        FloatConversion::ShiftSaturate => float_shifted32(word, 12),
        FloatConversion::MultiplyCast => float_cast32(word, 4096.0),
    }
}

/// S, T or W from its fixed register of `fraction` bits.
#[inline]
pub fn stw_fixed(profile: &Profile, fraction: u32, word: u32) -> i64 {
    let value = i64::from(word as i32);
    match profile.stw_format {
        StwFormat::Fraction32 => value << (32 - fraction),
        StwFormat::Register | StwFormat::Wide => value,
    }
}

/// S, T or W from its float register; `fraction` is the fixed register's.
#[inline]
pub fn stw_float(profile: &Profile, fraction: u32, word: u32) -> i64 {
    let stored = match profile.stw_format {
        StwFormat::Fraction32 => 32,
        StwFormat::Register | StwFormat::Wide => fraction,
    };
    let value = match profile.float_conversion {
        FloatConversion::TruncateWrap => float_truncated(word, stored),
        FloatConversion::ShiftSaturate => float_shifted64(word, stored),
        FloatConversion::MultiplyCast => float_cast64(word, (1u64 << stored) as f32),
    };
    if profile.stw_format == StwFormat::Register { i64::from(value as i32) } else { value }
}

/// zSST's conversion (digest 1.1): the magnitude is shifted and truncated, then the sign applied.
/// Shifts of 40 and more, infinities and NaN give 32 ones or their negative counterpart.
#[inline]
pub fn float_truncated(word: u32, fraction: u32) -> i64 {
    let exponent = (word >> 23 & 0xFF) as i32;
    let negative = word >> 31 != 0;
    if exponent == 0 {
        return 0;
    }
    let shift = exponent - 150 + fraction as i32;
    if shift >= 40 || exponent == 255 {
        return if negative { -0x1_0000_0000 } else { 0xFFFF_FFFF };
    }
    let mantissa = i64::from(word & 0x7F_FFFF | 0x80_0000);
    // At most 24 + 39 bits; a right shift by 24 or more leaves nothing.
    let magnitude = if shift >= 0 { mantissa << shift } else { mantissa >> (-shift).min(24) };
    if negative { -magnitude } else { magnitude }
}

/// MAME's conversion: a 24-bit mantissa and how far it is shifted left (right, if negative).
fn float_parts(word: u32, fraction: u32) -> (u32, i32) {
    (word & 0x7F_FFFF | 0x80_0000, (word >> 23 & 0xFF) as i32 - 150 + fraction as i32)
}

/// MAME's conversion to 32 bits (`docs/hardware/sst1-mame.md`).
pub fn float_shifted32(word: u32, fraction: u32) -> i32 {
    let (mantissa, shift) = float_parts(word, fraction);
    let magnitude = if shift < 0 {
        mantissa.checked_shr(shift.unsigned_abs()).unwrap_or(0)
    } else {
        mantissa.checked_shl(shift.unsigned_abs()).unwrap_or(0x7FFF_FFFF)
    };
    let magnitude = magnitude as i32;
    if word >> 31 != 0 { magnitude.wrapping_neg() } else { magnitude }
}

/// MAME's conversion to 64 bits.
pub fn float_shifted64(word: u32, fraction: u32) -> i64 {
    let (mantissa, shift) = float_parts(word, fraction);
    let magnitude = if shift < 0 {
        u64::from(mantissa).checked_shr(shift.unsigned_abs()).unwrap_or(0)
    } else {
        u64::from(mantissa).checked_shl(shift.unsigned_abs()).unwrap_or(u64::MAX >> 1)
    };
    let magnitude = magnitude as i64;
    if word >> 31 != 0 { magnitude.wrapping_neg() } else { magnitude }
}

/// 86Box's conversion to 32 bits (digest 9.1).
#[inline]
pub fn float_cast32(word: u32, scale: f32) -> i32 {
    let value = f32::from_bits(word) * scale;
    // 2^31 is exact in single precision; everything else, NaN included, is the cast's overflow.
    if (-2_147_483_648.0..2_147_483_648.0).contains(&value) { value as i32 } else { i32::MIN }
}

/// 86Box's conversion to 64 bits (digest 9.1).
#[inline]
pub fn float_cast64(word: u32, scale: f32) -> i64 {
    let value = f32::from_bits(word) * scale;
    let limit = 9_223_372_036_854_775_808.0;
    if (-limit..limit).contains(&value) { value as i64 } else { i64::MIN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zsst_examples() {
        let chip = Profile::hardware();
        assert_eq!(vertex_float(&chip, 786_743.44_f32.to_bits()), 0x1377, "Glide's snap bias");
        let wide = Profile { stw_format: StwFormat::Wide, ..chip.clone() };
        assert_eq!(float_truncated((-1.5f32).to_bits(), 12) as i32, 0xFFFF_E800_u32 as i32);
        assert_eq!(stw_float(&wide, W_FRACTION, 81.92f32.to_bits()), 0x14_7AE1_4000);
        assert_eq!(stw_float(&wide, ST_FRACTION, 32768f32.to_bits()), 0x2_0000_0000);
        assert_eq!(stw_float(&chip, ST_FRACTION, 32768f32.to_bits()), 0);
        assert_eq!(float_truncated(f32::NAN.to_bits(), 12), 0xFFFF_FFFF);
        assert_eq!(float_truncated(f32::NEG_INFINITY.to_bits(), 12), -0x1_0000_0000);
        assert_eq!(float_truncated(f32::MIN_POSITIVE.to_bits(), 12), 0);
        assert_eq!(float_truncated((-0.75f32 / 4096.0).to_bits(), 12), 0, "towards zero");
    }

    #[test]
    fn shift_examples() {
        assert_eq!(float_shifted32((-1.5f32).to_bits(), 12), -0x1800);
        assert_eq!(float_shifted32((-0.75f32 / 4096.0).to_bits(), 12), 0, "towards zero");
        assert_eq!(float_shifted32(0, 12), 0);
        assert_eq!(float_shifted32(3e6f32.to_bits(), 12), (3_000_000i64 << 12) as i32, "wraps");
        assert_eq!(float_shifted32(f32::NEG_INFINITY.to_bits(), 12), -0x7FFF_FFFF);
        assert_eq!(float_shifted64(f32::NAN.to_bits(), 32), i64::MAX);
        assert_eq!(float_shifted64((-1e6f32).to_bits(), 32), -1_000_000 << 32);
    }

    #[test]
    fn cast_examples() {
        let b86 = Profile::b86();
        assert_eq!(color_float(&b86, 3000.5f32.to_bits()), 0x00BB_8800);
        assert_eq!(color_float(&b86, 1e9f32.to_bits()), i32::MIN);
        assert_eq!(color_float(&b86, f32::NAN.to_bits()), i32::MIN);
        assert_eq!(stw_float(&b86, W_FRACTION, 1f32.to_bits()), 1 << 32);
        assert_eq!(stw_float(&b86, W_FRACTION, 1e30f32.to_bits()), i64::MIN);
        assert_eq!(stw_fixed(&b86, ST_FRACTION, -1i32 as u32), -1 << 14);
        assert_eq!(color_fixed(&b86, true, 0xFF80_0000), 0x80_0000);
        assert_eq!(color_fixed(&b86, false, 0xFF80_0000), -0x80_0000);
        assert_eq!(color_fixed(&Profile::hardware(), true, 0x80_0000), -0x80_0000);
    }
}
