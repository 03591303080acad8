//! Which bits of a sample are which component.
//!
//! For: fields of words, and masks over words. Not for: what a field's code means.
//! Facts: `docs/hardware/xenos-edram.md`, rules F1 and F2.

use xenos_regs::words::ColorFormat;

/// Whether the code is a format.
pub const fn is_defined(format: ColorFormat) -> bool {
    components(format) != 0
}

/// Whether a sample is two words.
#[inline]
pub const fn is_64(format: ColorFormat) -> bool {
    matches!(
        format,
        ColorFormat::Fixed16161616 | ColorFormat::Float16161616 | ColorFormat::Float3232
    )
}

/// The components of the format: red is bit 0, green 1, blue 2, alpha 3.
pub const fn components(format: ColorFormat) -> u32 {
    match format {
        ColorFormat::Fixed8888
        | ColorFormat::Gamma8888
        | ColorFormat::Fixed2101010
        | ColorFormat::Float2101010
        | ColorFormat::Fixed16161616
        | ColorFormat::Float16161616
        | ColorFormat::Fixed2101010As10
        | ColorFormat::Float2101010As16 => 0xF,
        ColorFormat::Fixed1616 | ColorFormat::Float1616 | ColorFormat::Float3232 => 0x3,
        ColorFormat::Float32 => 0x1,
        ColorFormat::Reserved8
        | ColorFormat::Reserved9
        | ColorFormat::Reserved11
        | ColorFormat::Reserved13 => 0,
    }
}

/// Bits of a sample's words that the components of `rgba` occupy (red is bit 0).
pub const fn component_mask(format: ColorFormat, rgba: u32) -> [u32; 2] {
    let fields: [[u32; 2]; 4] = match format {
        ColorFormat::Fixed8888 | ColorFormat::Gamma8888 => {
            [[0xFF, 0], [0xFF00, 0], [0xFF_0000, 0], [0xFF00_0000, 0]]
        }
        ColorFormat::Fixed2101010
        | ColorFormat::Float2101010
        | ColorFormat::Fixed2101010As10
        | ColorFormat::Float2101010As16 => {
            [[0x3FF, 0], [0xF_FC00, 0], [0x3FF0_0000, 0], [0xC000_0000, 0]]
        }
        ColorFormat::Fixed1616 | ColorFormat::Float1616 => {
            [[0xFFFF, 0], [0xFFFF_0000, 0], [0; 2], [0; 2]]
        }
        ColorFormat::Fixed16161616 | ColorFormat::Float16161616 => {
            [[0xFFFF, 0], [0xFFFF_0000, 0], [0, 0xFFFF], [0, 0xFFFF_0000]]
        }
        ColorFormat::Float32 => [[u32::MAX, 0], [0; 2], [0; 2], [0; 2]],
        ColorFormat::Float3232 => [[u32::MAX, 0], [0, u32::MAX], [0; 2], [0; 2]],
        ColorFormat::Reserved8
        | ColorFormat::Reserved9
        | ColorFormat::Reserved11
        | ColorFormat::Reserved13 => [[0; 2]; 4],
    };
    let mut mask = [0; 2];
    let mut component = 0;
    while component < 4 {
        if rgba >> component & 1 != 0 {
            mask[0] |= fields[component][0];
            mask[1] |= fields[component][1];
        }
        component += 1;
    }
    mask
}

/// The two halves of a word, low half first.
#[inline]
pub(super) const fn halves(word: u32) -> [u16; 2] {
    [word as u16, (word >> 16) as u16]
}

/// A word of two halves, low half first.
#[inline]
pub(super) const fn join_halves([low, high]: [u16; 2]) -> u32 {
    low as u32 | (high as u32) << 16
}

/// The three fields of 10 bits, low bits first.
#[inline]
pub(super) const fn tenths(word: u32) -> [u32; 3] {
    [word & 0x3FF, word >> 10 & 0x3FF, word >> 20 & 0x3FF]
}

/// A word of three fields of 10 bits and one of 2.
#[inline]
pub(super) const fn join_2_10_10_10([r, g, b]: [u32; 3], a: u32) -> u32 {
    r | g << 10 | b << 20 | a << 30
}
