//! One component: a code to a number.
//!
//! For: fixed point of every width, halves, 24-bit depths. Each quotient is one division of exact
//! operands in single precision, rounded once.
//! Not for: where in a block the code lies (`format`), nor compressed blocks (`block`).
//! Facts: digest sections 2.6, 3.5 and 4.4, `docs/hardware/xenos-microcode.md` rules V8 and V9.

/// How a fixed component's code is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Two's complement.
    pub signed: bool,
    /// The integer itself, else a fraction.
    pub integer: bool,
}

impl Reading {
    /// The usual: 0 to 1.
    pub const UNSIGNED: Self = Self { signed: false, integer: false };
    /// -1 to 1.
    pub const SIGNED: Self = Self { signed: true, integer: false };
}

/// A code of `bits` bits, 1 to 32, as the number it stands for.
///
/// A signed fraction's lowest code is -1, as its neighbour is; one bit, signed, is 0 or -1.
pub fn fixed(code: u32, bits: u32, reading: Reading) -> f32 {
    let value =
        if reading.signed { base_word::sign_extend(code, bits) as f32 } else { code as f32 };
    if reading.integer {
        return value;
    }
    // At 24 bits and above the divisor itself is rounded, to the power of two.
    let all = u32::MAX >> (32 - bits);
    if reading.signed { (value / (all >> 1).max(1) as f32).max(-1.0) } else { value / all as f32 }
}

/// A half float whose exponent 31 is an ordinary one: there is no infinity and no NaN.
pub fn half(code: u16) -> f32 {
    let (exponent, mantissa) = (u32::from(code >> 10 & 31), u32::from(code & 0x3FF));
    let magnitude = if exponent == 0 {
        mantissa as f32 / 16_777_216.0
    } else {
        f32::from_bits((exponent + 112) << 23 | mantissa << 13)
    };
    if code >> 15 != 0 { -magnitude } else { magnitude }
}

/// A 24-bit fixed depth: 0 to 1, both exact.
pub fn depth_24(code: u32) -> f32 {
    let code = code & 0xFF_FFFF;
    (code + (code >> 23)) as f32 / 16_777_216.0
}

/// A 24-bit float depth of 4 bits of exponent and 20 of mantissa: 0 to almost 2.
pub fn depth_20e4(code: u32) -> f32 {
    let (exponent, mantissa) = (code >> 20 & 15, code & 0xF_FFFF);
    if exponent == 0 {
        // 2^-20 and 2^-14.
        mantissa as f32 / 17_179_869_184.0
    } else {
        f32::from_bits((exponent + 112) << 23 | mantissa << 3)
    }
}

#[cfg(test)]
mod tests;
