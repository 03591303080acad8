//! Register words to stored numbers.
//!
//! For: what a write to a vertex, start or gradient register stores, in the forms that
//! [`sst1_board::Parameters`] describes. Not for: accumulating ([`crate::iterate`]).
//! Facts: digest 1.1 (truncate-wrap), 9.1 (multiply-cast), 4.2 (formats); `sst1-mame.md`
//! (shift-saturate); decisions page, "Stored parameters".

use base_word::{sign_extend, sign_extend64};
use sst1_board::{Number, Parameter};
use sst1_facts::{FixedColorStart, FloatConversion, Profile, StwFormat};

/// Fraction bits of a vertex coordinate.
const VERTEX_FRACTION: i32 = 4;
/// Fraction bits of R, G, B, A and Z.
const COLOR_FRACTION: i32 = 12;

/// A vertex coordinate: 12.4, sign-extended from 16 bits.
pub(crate) fn vertex(profile: &Profile, number: Number) -> i32 {
    let word = match number {
        Number::Fixed(word) => word,
        Number::Float(bits) => match profile.float_conversion {
            FloatConversion::TruncateWrap => truncate(bits, VERTEX_FRACTION) as u32,
            FloatConversion::ShiftSaturate => shift32(bits, VERTEX_FRACTION) as u32,
            FloatConversion::MultiplyCast => cast32(bits, VERTEX_FRACTION) as u32,
        },
    };
    sign_extend(word, 16)
}

/// A start value or gradient in its stored form.
pub(crate) fn parameter(
    profile: &Profile,
    parameter: Parameter,
    start: bool,
    number: Number,
) -> i64 {
    match parameter {
        Parameter::R | Parameter::G | Parameter::B | Parameter::A => color(profile, start, number),
        Parameter::Z => depth(profile, number),
        Parameter::S | Parameter::T => coordinate(profile, 18, number),
        Parameter::W => coordinate(profile, 30, number),
    }
}

/// R, G, B or A: 12.12 in 24 bits.
fn color(profile: &Profile, start: bool, number: Number) -> i64 {
    match number {
        Number::Fixed(word) => {
            // 9.1: 86Box zero-extends start values, so a negative one becomes large.
            if start && profile.fixed_color_start == FixedColorStart::ZeroExtended {
                (word & 0xFF_FFFF) as i64
            } else {
                sign_extend(word, 24) as i64
            }
        }
        Number::Float(bits) => match profile.float_conversion {
            FloatConversion::TruncateWrap => {
                sign_extend(truncate(bits, COLOR_FRACTION) as u32, 24) as i64
            }
            FloatConversion::ShiftSaturate => {
                sign_extend(shift32(bits, COLOR_FRACTION) as u32, 24) as i64
            }
            // 9.1: not cut to 24 bits.
            FloatConversion::MultiplyCast => cast32(bits, COLOR_FRACTION) as i64,
        },
    }
}

/// Z: 20.12 in 32 bits.
fn depth(profile: &Profile, number: Number) -> i64 {
    let word = match number {
        Number::Fixed(word) => word as i32,
        Number::Float(bits) => match profile.float_conversion {
            FloatConversion::TruncateWrap => truncate(bits, COLOR_FRACTION) as i32,
            FloatConversion::ShiftSaturate => shift32(bits, COLOR_FRACTION),
            FloatConversion::MultiplyCast => cast32(bits, COLOR_FRACTION),
        },
    };
    word as i64
}

/// S, T (`fraction` 18) or W (30), stored with that many fraction bits or with 32.
fn coordinate(profile: &Profile, fraction: i32, number: Number) -> i64 {
    let stored = match profile.stw_format {
        StwFormat::Register | StwFormat::Wide => fraction,
        StwFormat::Fraction32 => 32,
    };
    let value = match number {
        Number::Fixed(word) => (word as i32 as i64) << (stored - fraction),
        Number::Float(bits) => match profile.float_conversion {
            FloatConversion::TruncateWrap => truncate(bits, stored),
            FloatConversion::ShiftSaturate => shift64(bits, stored),
            FloatConversion::MultiplyCast => cast64(bits, stored),
        },
    };
    match profile.stw_format {
        StwFormat::Register => sign_extend64(value as u64, 32),
        StwFormat::Wide | StwFormat::Fraction32 => value,
    }
}

/// 1.1: the magnitude is shifted and truncated, then the sign is applied.
fn truncate(bits: u32, fraction: i32) -> i64 {
    let negative = bits >> 31 != 0;
    let exponent = (bits >> 23 & 0xFF) as i32;
    let mantissa = (bits & 0x7F_FFFF | 0x80_0000) as i64;
    let shift = exponent - 150 + fraction;
    if exponent == 0 {
        return 0;
    }
    if exponent == 255 || shift >= 40 {
        return if negative { -0x1_0000_0000 } else { 0xFFFF_FFFF };
    }
    let magnitude = match shift {
        0.. => mantissa << shift,
        -23..0 => mantissa >> -shift,
        _ => 0,
    };
    if negative { -magnitude } else { magnitude }
}

/// MAME: the mantissa shifted in a 32-bit word, the largest number from a shift by 32 on, then the
/// sign. (Its hidden bit is always set, but a number without it is far below any fraction here.)
fn shift32(bits: u32, fraction: i32) -> i32 {
    let mantissa = (bits & 0x7F_FFFF | 0x80_0000) as i32;
    let magnitude = match (bits >> 23 & 0xFF) as i32 - 150 + fraction {
        32.. => i32::MAX,
        left @ 0..32 => mantissa << left,
        right @ -31..0 => mantissa >> -right,
        _ => 0,
    };
    if bits >> 31 != 0 { magnitude.wrapping_neg() } else { magnitude }
}

/// The same in a 64-bit word.
fn shift64(bits: u32, fraction: i32) -> i64 {
    let mantissa = (bits & 0x7F_FFFF | 0x80_0000) as i64;
    let magnitude = match (bits >> 23 & 0xFF) as i32 - 150 + fraction {
        64.. => i64::MAX,
        left @ 0..64 => mantissa << left,
        right @ -63..0 => mantissa >> -right,
        _ => 0,
    };
    if bits >> 31 != 0 { magnitude.wrapping_neg() } else { magnitude }
}

/// 9.1: multiply in single precision and truncate to 32 bits. Out of range and NaN give the most
/// negative number.
fn cast32(bits: u32, fraction: i32) -> i32 {
    let value = scaled(bits, fraction);
    if (-2147483648.0..2147483648.0).contains(&value) { value as i32 } else { i32::MIN }
}

/// The same to 64 bits.
fn cast64(bits: u32, fraction: i32) -> i64 {
    let value = scaled(bits, fraction);
    if (-9223372036854775808.0..9223372036854775808.0).contains(&value) {
        value as i64
    } else {
        i64::MIN
    }
}

fn scaled(bits: u32, fraction: i32) -> f32 {
    // 2^fraction by its exponent field; `fraction` is 4 to 32.
    f32::from_bits(bits) * f32::from_bits(((127 + fraction) as u32) << 23)
}

#[cfg(test)]
mod tests;
