//! Vertex elements: dwords to components.
//!
//! For: the fifteen vertex formats, their normalisation and exponent.
//! Not for: addresses (`vertex_fetch`), nor textures.
//! Facts: `docs/hardware/xenos-microcode.md`, rules V7 to V12.

use xenos_ucode::codes::{SignedMode, VertexFormat};

use crate::float::{add, flush, settle};

/// How numbers lie in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The format.
    pub(crate) format: VertexFormat,
    /// Components are signed.
    pub(crate) signed: bool,
    /// Components are integers, not fractions.
    pub(crate) integer: bool,
    /// How signed fractions reach -1.
    pub(crate) mode: SignedMode,
    /// Results are multiplied by two to this power.
    pub(crate) exponent: i8,
}

/// Widths of a fixed format's components, first in the low bits.
fn widths(format: VertexFormat) -> &'static [u32] {
    match format {
        VertexFormat::F8_8_8_8 => &[8, 8, 8, 8],
        VertexFormat::F2_10_10_10 => &[10, 10, 10, 2],
        VertexFormat::F10_11_11 => &[11, 11, 10],
        VertexFormat::F11_11_10 => &[10, 11, 11],
        VertexFormat::F16_16 => &[16, 16],
        VertexFormat::F16_16_16_16 => &[16, 16, 16, 16],
        VertexFormat::F32 => &[32],
        VertexFormat::F32_32 => &[32, 32],
        VertexFormat::F32_32_32_32 => &[32, 32, 32, 32],
        _ => &[],
    }
}

/// An element's components; those that the format lacks are 0.
pub(crate) fn unpack(layout: Layout, words: [u32; 4]) -> [f32; 4] {
    let mut out = [0.0; 4];
    match layout.format {
        VertexFormat::F16_16Float | VertexFormat::F16_16_16_16Float => {
            for (at, out) in out.iter_mut().take(layout.format.components() as usize).enumerate() {
                *out = scaled(half((words[at / 2] >> (16 * (at % 2))) as u16), layout.exponent);
            }
        }
        VertexFormat::F32Float
        | VertexFormat::F32_32Float
        | VertexFormat::F32_32_32Float
        | VertexFormat::F32_32_32_32Float => {
            for (at, out) in out.iter_mut().take(layout.format.components() as usize).enumerate() {
                *out = scaled(f32::from_bits(words[at]), layout.exponent);
            }
        }
        _ => {
            let mut bit = 0;
            for (width, out) in widths(layout.format).iter().zip(&mut out) {
                let raw = words[bit / 32] >> (bit % 32) & (u32::MAX >> (32 - width));
                *out = scaled(fixed(layout, raw, *width), layout.exponent);
                bit += *width as usize;
            }
        }
    }
    out
}

/// A fixed component of `width` bits: one quotient of exact operands (rule V8).
fn fixed(layout: Layout, raw: u32, width: u32) -> f32 {
    let value = if layout.signed {
        i64::from((raw << (32 - width)) as i32 >> (32 - width))
    } else {
        i64::from(raw)
    };
    // Exact up to 16 bits; of 32 bits rounded here, and divided by a power of two below.
    let number = value as f32;
    let (full, half) = if width == 32 {
        (4_294_967_296.0, 2_147_483_648.0)
    } else {
        (((1_u32 << width) - 1) as f32, ((1_u32 << (width - 1)) - 1) as f32)
    };
    match (layout.integer, layout.signed, layout.mode) {
        (true, _, _) => number,
        (false, false, _) => number / full,
        (false, true, SignedMode::ClampMinusOne) => (number / half).max(-1.0),
        (false, true, SignedMode::NoZero) if width == 32 => add(number, 0.5) / half,
        (false, true, SignedMode::NoZero) => (2 * value + 1) as f32 / full,
    }
}

/// A number of 16 bits: five of exponent, of which the highest is ordinary, ten of fraction (rule V9).
fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3FF));
    let magnitude = if exponent == 0 {
        // Exact: a fraction of 2^24.
        fraction as f32 / 16_777_216.0
    } else {
        f32::from_bits((exponent + 112) << 23 | fraction << 13)
    };
    if bits >> 15 != 0 { -magnitude } else { magnitude }
}

/// Times two to a power; nothing at all for 0 (rules V10 and V11).
fn scaled(value: f32, exponent: i8) -> f32 {
    if exponent == 0 {
        return value;
    }
    settle(flush(value) * f32::from_bits(((127 + i32::from(exponent)) as u32) << 23))
}

#[cfg(test)]
mod tests;
