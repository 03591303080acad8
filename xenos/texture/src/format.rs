//! The 64 formats: how a block is stored, and a texel of it as four numbers.
//!
//! For: one table of all codes, and the decoding that it names.
//! Not for: addresses, byte order (undone before), swizzles, or anything behind a filter.
//! Facts: digest sections 3.5 and 3.7; the table says how well each is known.

mod table;

#[cfg(test)]
mod tests;

use base_word::{Confidence, FieldValue};
use xenos_regs::fetch::TextureSign;
use xenos_regs::words::DataFormat;

use crate::block;
use crate::component::{Reading, depth_20e4, depth_24, fixed, half};

pub use table::{FORMATS, info};

/// The smallest part of a texture that is stored alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Storage {
    /// Texels across.
    pub width: u32,
    /// Texels down.
    pub height: u32,
    /// Bytes, a power of two.
    pub bytes: u32,
}

impl Storage {
    /// Bytes as a power of two.
    pub const fn log2_bytes(self) -> u32 {
        self.bytes.ilog2()
    }
}

/// What a texel is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decoder {
    /// Fixed components of so many bits, from the lowest bit up; 0 is none.
    Fixed([u8; 4]),
    /// So many half floats.
    Halves(u8),
    /// So many floats, as they are.
    Singles(u8),
    /// A 24-bit fixed depth above 8 bits of stencil.
    Depth24,
    /// A 24-bit float depth above 8 bits of stencil.
    Depth20e4,
    /// One bit a texel, the leftmost texel in the highest bit of a byte, else in the lowest.
    Bits {
        /// The highest bit is the leftmost texel.
        highest_first: bool,
    },
    /// Several texels of one or two 8-bit components in a word, from the lowest bit up.
    Words {
        /// Components a texel.
        components: u8,
    },
    /// Two texels that share red and blue: the places of both greens, red and blue in bytes.
    Shared {
        /// Green of each texel.
        green: [u8; 2],
        /// Red.
        red: u8,
        /// Blue.
        blue: u8,
    },
    /// DXT1.
    Dxt1,
    /// Explicit alpha, then colour.
    Dxt23,
    /// Interpolated alpha, then colour.
    Dxt45,
    /// Two interpolated blocks: red, green.
    Dxn,
    /// Red and green.
    Ctx1,
    /// Explicit alpha alone.
    Dxt3A,
    /// Interpolated alpha alone.
    Dxt5A,
    /// Explicit alpha's four bits as components: red is the highest.
    Dxt3A1111,
    /// No source tells how: sampling answers zeros and says so.
    None,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// Its code.
    pub format: DataFormat,
    /// Its block.
    pub storage: Storage,
    /// What a texel is made of.
    pub decoder: Decoder,
    /// How well the decoding is known.
    pub confidence: Confidence,
}

impl FormatInfo {
    /// Whether a copy out of EDRAM can store it, depths and stencils apart.
    pub const fn is_copy_destination(&self) -> bool {
        self.format.is_copy_destination()
    }
}

/// A format that no source tells how to decode (rule S15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no source tells how texels of format {} ({:?}) are decoded", .0.to_bits(), .0)]
pub struct NoDecoder(pub DataFormat);

/// How the four components are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signs {
    /// By the stored component.
    pub signs: [TextureSign; 4],
    /// Fixed components as integers.
    pub integer: bool,
}

impl Signs {
    /// All unsigned fractions.
    pub const PLAIN: Self = Self { signs: [TextureSign::Unsigned; 4], integer: false };

    fn reading(self, component: usize) -> Reading {
        let signed = self.signs[component] == TextureSign::Signed;
        Reading { signed, integer: self.integer }
    }

    /// Fixed codes as numbers, missing components repeating the last.
    fn read<const N: usize>(self, codes: [u32; N], bits: [u32; N]) -> [f32; 4] {
        [0, 1, 2, 3].map(|component| {
            let from = component.min(N - 1);
            fixed(codes[from], bits[from], self.reading(component))
        })
    }
}

/// The stored components of texel (`x`, `y`) of a block, missing ones repeating the last, those
/// whose sign says so read as signed (rule S12, steps 1 and 2). `None` without a decoder.
pub fn decode(
    decoder: Decoder,
    bytes: &[u8; 16],
    x: u32,
    y: u32,
    signs: Signs,
) -> Option<[f32; 4]> {
    let texel = (y * 4 + x) as usize & 15;
    let x = x as usize;
    let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let (first, second) = bytes.split_at(8);
    let fraction = |code: u32| fixed(code, 8, Reading::UNSIGNED);
    Some(match decoder {
        Decoder::None => return None,
        Decoder::Fixed(bits) => components(bytes, bits, signs),
        Decoder::Halves(count) => repeat(count, |at| {
            half(u16::from_le_bytes([bytes[(2 * at) & 15], bytes[(2 * at + 1) & 15]]))
        }),
        Decoder::Singles(count) => repeat(count, |at| {
            f32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[(4 * at + byte) & 15]))
        }),
        Decoder::Depth24 => [depth_24(word >> 8); 4],
        Decoder::Depth20e4 => [depth_20e4(word >> 8); 4],
        Decoder::Bits { highest_first } => {
            let bit = if highest_first { 7 - (x & 7) } else { x & 7 };
            signs.read([u32::from(bytes[0] >> bit & 1)], [1])
        }
        Decoder::Words { components: 1 } => signs.read([u32::from(bytes[x & 3])], [8]),
        Decoder::Words { .. } => {
            let at = 2 * (x & 1);
            signs.read([bytes[at], bytes[at + 1]].map(u32::from), [8; 2])
        }
        Decoder::Shared { green, red, blue } => {
            let codes = [red, green[x & 1], blue].map(|at| u32::from(bytes[usize::from(at & 3)]));
            signs.read(codes, [8; 3])
        }
        Decoder::Dxt1 => block::dxt1(first, texel).map(fraction),
        Decoder::Dxt23 => {
            let [r, g, b] = block::color(second, texel).map(fraction);
            [r, g, b, fraction(block::explicit(first, texel) * 17)]
        }
        Decoder::Dxt45 => {
            let [r, g, b] = block::color(second, texel).map(fraction);
            [r, g, b, fraction(block::interpolated(first, texel))]
        }
        Decoder::Dxn => {
            let [r, g] = [first, second].map(|half| fraction(block::interpolated(half, texel)));
            [r, g, g, g]
        }
        Decoder::Ctx1 => {
            let [r, g] = block::ctx1(first, texel).map(fraction);
            [r, g, g, g]
        }
        Decoder::Dxt3A => [fraction(block::explicit(first, texel) * 17); 4],
        Decoder::Dxt5A => [fraction(block::interpolated(first, texel)); 4],
        Decoder::Dxt3A1111 => {
            let code = block::explicit(first, texel);
            [3, 2, 1, 0].map(|bit| (code >> bit & 1) as f32)
        }
    })
}

/// Fixed components from the lowest bit up.
fn components(bytes: &[u8; 16], bits: [u8; 4], signs: Signs) -> [f32; 4] {
    let (mut value, mut width) = (0.0, 1);
    let (mut at, mut code) = (0, 0);
    [0, 1, 2, 3].map(|component: usize| {
        if bits[component] > 0 {
            width = u32::from(bits[component]);
            // Components of 16 and 32 bits do not straddle a word, narrower ones lie in the first.
            let word = [0, 1, 2, 3].map(|byte| bytes[(at / 32 * 4 + byte) & 15]);
            code = u32::from_le_bytes(word) >> (at % 32) & (u32::MAX >> (32 - width));
            at += width as usize;
        } else if component > 0 && signs.reading(component) == signs.reading(component - 1) {
            return value;
        }
        value = fixed(code, width, signs.reading(component));
        value
    })
}

/// As many components as there are, the last repeated.
fn repeat(count: u8, of: impl Fn(usize) -> f32) -> [f32; 4] {
    [0, 1, 2, 3].map(|component: usize| of(component.min(usize::from(count.max(1)) - 1)))
}
