//! Surface formats: stored bits to numbers and back.
//!
//! For: every format of RB_COLOR_INFO and RB_DEPTH_INFO, exactly.
//! Not for: textures and destinations of copies, which have a code space of their own.
//! Facts: `docs/hardware/xenos-edram.md`, rules F1 to F11.
//!
//! Reserved formats have no components: they unpack to zeros, pack to zeros, and mask all bits.

#[cfg(test)]
mod tests;

mod depth;
mod fixed;
mod gamma;
mod layout;
mod small_float;

pub use depth::{limit_depth, pack_depth, unpack_depth};
pub use layout::{component_mask, components, is_64, is_defined};

use fixed::{pack_fixed16, pack_unorm, unpack_fixed16, unpack_unorm};
use gamma::{pack_gamma, unpack_gamma};
use layout::{halves, join_2_10_10_10, join_halves, tenths};
use small_float::{pack_7e3, pack_half, unpack_7e3, unpack_half};
use xenos_regs::words::ColorFormat;

/// Red, green, blue, alpha of stored words; components that the format has not are 0.
#[inline]
pub fn unpack(format: ColorFormat, words: [u32; 2]) -> [f32; 4] {
    let [low, high] = words;
    match format {
        ColorFormat::Fixed8888 => low.to_le_bytes().map(|code| unpack_unorm(code.into(), 8)),
        ColorFormat::Gamma8888 => {
            let [r, g, b, a] = low.to_le_bytes();
            let [r, g, b] = [r, g, b].map(unpack_gamma);
            [r, g, b, unpack_unorm(a.into(), 8)]
        }
        ColorFormat::Fixed2101010 | ColorFormat::Fixed2101010As10 => {
            let [r, g, b] = tenths(low).map(|code| unpack_unorm(code, 10));
            [r, g, b, unpack_unorm(low >> 30, 2)]
        }
        ColorFormat::Float2101010 | ColorFormat::Float2101010As16 => {
            let [r, g, b] = tenths(low).map(unpack_7e3);
            [r, g, b, unpack_unorm(low >> 30, 2)]
        }
        ColorFormat::Fixed1616 => {
            let [r, g] = halves(low).map(unpack_fixed16);
            [r, g, 0.0, 0.0]
        }
        ColorFormat::Fixed16161616 => {
            let ([r, g], [b, a]) = (halves(low), halves(high));
            [r, g, b, a].map(unpack_fixed16)
        }
        ColorFormat::Float1616 => {
            let [r, g] = halves(low).map(unpack_half);
            [r, g, 0.0, 0.0]
        }
        ColorFormat::Float16161616 => {
            let ([r, g], [b, a]) = (halves(low), halves(high));
            [r, g, b, a].map(unpack_half)
        }
        ColorFormat::Float32 => [f32::from_bits(low), 0.0, 0.0, 0.0],
        ColorFormat::Float3232 => [f32::from_bits(low), f32::from_bits(high), 0.0, 0.0],
        _ => [0.0; 4],
    }
}

/// The words that store a colour, clamped to the format's range first; a 32-bit format's second
/// word is 0.
#[inline]
pub fn pack(format: ColorFormat, color: [f32; 4]) -> [u32; 2] {
    let [r, g, b, a] = color;
    match format {
        ColorFormat::Fixed8888 => {
            [u32::from_le_bytes(color.map(|value| pack_unorm(value, 8) as u8)), 0]
        }
        ColorFormat::Gamma8888 => {
            let [r, g, b] = [r, g, b].map(pack_gamma);
            [u32::from_le_bytes([r, g, b, pack_unorm(a, 8) as u8]), 0]
        }
        ColorFormat::Fixed2101010 | ColorFormat::Fixed2101010As10 => {
            let rgb = [r, g, b].map(|value| pack_unorm(value, 10));
            [join_2_10_10_10(rgb, pack_unorm(a, 2)), 0]
        }
        ColorFormat::Float2101010 | ColorFormat::Float2101010As16 => {
            [join_2_10_10_10([r, g, b].map(pack_7e3), pack_unorm(a, 2)), 0]
        }
        ColorFormat::Fixed1616 => [join_halves([r, g].map(pack_fixed16)), 0],
        ColorFormat::Fixed16161616 => {
            [join_halves([r, g].map(pack_fixed16)), join_halves([b, a].map(pack_fixed16))]
        }
        ColorFormat::Float1616 => [join_halves([r, g].map(pack_half)), 0],
        ColorFormat::Float16161616 => {
            [join_halves([r, g].map(pack_half)), join_halves([b, a].map(pack_half))]
        }
        ColorFormat::Float32 => [r.to_bits(), 0],
        ColorFormat::Float3232 => [r.to_bits(), g.to_bits()],
        _ => [0; 2],
    }
}

/// How far a component reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reach {
    /// A fixed component: from, to. NaN is 0.
    Fixed(f32, f32),
    /// A 7e3 component: 0 to 31.875, NaN is 0; not a fixed one (rule B5).
    Small,
    /// Whatever a float holds.
    Float,
}

impl Reach {
    /// The value within the component's range.
    #[inline]
    pub(crate) fn clamp(self, value: f32) -> f32 {
        let (low, high) = match self {
            Self::Fixed(low, high) => (low, high),
            Self::Small => (0.0, 31.875),
            Self::Float => return value,
        };
        if value.is_nan() { 0.0 } else { value.clamp(low, high) }
    }
}

/// The reach of red, green and blue, and that of alpha. A format's missing components reach as
/// far as those it has (rule B2).
pub(crate) const fn reach(format: ColorFormat) -> [Reach; 2] {
    const UNORM: Reach = Reach::Fixed(0.0, 1.0);
    const WIDE: Reach = Reach::Fixed(-32.0, 32.0);
    match format {
        ColorFormat::Fixed8888
        | ColorFormat::Gamma8888
        | ColorFormat::Fixed2101010
        | ColorFormat::Fixed2101010As10 => [UNORM, UNORM],
        ColorFormat::Float2101010 | ColorFormat::Float2101010As16 => [Reach::Small, UNORM],
        ColorFormat::Fixed1616 | ColorFormat::Fixed16161616 => [WIDE, WIDE],
        _ => [Reach::Float, Reach::Float],
    }
}

/// A colour within the format's range, as it is before blending (rule B2): NaN is 0 and values
/// are clamped in fixed and 7e3 components; half and 32-bit floats stay as they are.
#[inline]
pub fn clamp(format: ColorFormat, color: [f32; 4]) -> [f32; 4] {
    let [rgb, alpha] = reach(format);
    let [r, g, b, a] = color;
    [rgb.clamp(r), rgb.clamp(g), rgb.clamp(b), alpha.clamp(a)]
}
