//! LFB data: order of bytes, halves and lanes, and pixel formats.
//!
//! Facts: digest sections 4.1, 5.9, 9.7; `lfb_order`; the decisions on the LFB.

use sst1_facts::{LfbOrder, Profile};
use sst1_regs::words::{LfbFormat, LfbLanes, LfbMode};

use crate::lane::Lane;

/// How a format lays out a 32-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Two pixels, the left one in the low half.
    Pair,
    /// One pixel.
    Single,
    /// A reserved format.
    Reserved,
}

/// The layout of a format.
#[inline]
pub fn shape(format: LfbFormat) -> Shape {
    match format {
        LfbFormat::Rgb565 | LfbFormat::Rgb555 | LfbFormat::Argb1555 | LfbFormat::Depth => {
            Shape::Pair
        }
        LfbFormat::Rgb888
        | LfbFormat::Argb8888
        | LfbFormat::DepthRgb565
        | LfbFormat::DepthRgb555
        | LfbFormat::DepthArgb1555 => Shape::Single,
        _ => Shape::Reserved,
    }
}

/// A written word and which of its halves were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The word; a half that was not written is 0.
    pub word: u32,
    /// Whether the low half was written, and the high one.
    pub halves: [bool; 2],
}

impl Written {
    /// A whole word.
    #[inline]
    pub fn word(data: u32) -> Self {
        Self { word: data, halves: [true; 2] }
    }

    /// A half; `high` says which.
    #[inline]
    pub fn half(data: u32, high: bool) -> Self {
        let data = data & 0xFFFF;
        Self { word: if high { data << 16 } else { data }, halves: [!high, high] }
    }

    /// Byte swizzle and word swap by `mode`, where the profile honours them.
    #[inline]
    #[must_use]
    pub fn ordered(mut self, profile: &Profile, mode: LfbMode) -> Self {
        if profile.lfb_order == LfbOrder::Ignored {
            return self;
        }
        if mode.write_byte_swizzle() {
            self.word = self.word.swap_bytes();
            self.halves.swap(0, 1);
        }
        let swaps = profile.lfb_order == LfbOrder::HonouredEverywhere
            || !matches!(mode.write_format(), LfbFormat::Rgb888 | LfbFormat::Argb8888);
        if mode.write_word_swap() && swaps {
            self.word = self.word.rotate_left(16);
            self.halves.swap(0, 1);
        }
        self
    }
}

/// A read word, reordered by `mode` where the profile honours it.
#[inline]
pub fn read_ordered(profile: &Profile, mode: LfbMode, word: u32) -> u32 {
    if profile.lfb_order == LfbOrder::Ignored {
        return word;
    }
    let word = if mode.read_byte_swizzle() { word.swap_bytes() } else { word };
    if mode.read_word_swap() { word.rotate_left(16) } else { word }
}

/// The order of lanes that counts.
#[inline]
pub fn lanes(profile: &Profile, mode: LfbMode) -> LfbLanes {
    match profile.lfb_order {
        LfbOrder::Honoured | LfbOrder::HonouredEverywhere => mode.lanes(),
        LfbOrder::Ignored => LfbLanes::Argb,
    }
}

/// A pixel as the data carries it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pixel {
    /// Red, green, blue; none in depth-only data.
    pub color: Option<[Lane; 3]>,
    /// Alpha.
    pub alpha: Option<Lane>,
    /// Depth.
    pub depth: Option<u16>,
}

/// One pixel of `format`: `data` is its half, or the whole word of [`Shape::Single`] formats.
pub fn unpack(format: LfbFormat, lanes: LfbLanes, data: u32) -> Pixel {
    let low = data & 0xFFFF;
    let depth = Some((data >> 16) as u16);
    match format {
        LfbFormat::Rgb565 => Pixel { color: Some(color565(low, lanes)), ..Pixel::default() },
        LfbFormat::Rgb555 => Pixel { color: Some(color555(low, lanes).0), ..Pixel::default() },
        LfbFormat::Argb1555 => {
            let (color, alpha) = color555(low, lanes);
            Pixel { color: Some(color), alpha: Some(alpha), depth: None }
        }
        LfbFormat::Rgb888 => Pixel { color: Some(color888(data, lanes).0), ..Pixel::default() },
        LfbFormat::Argb8888 => {
            let (color, alpha) = color888(data, lanes);
            Pixel { color: Some(color), alpha: Some(alpha), depth: None }
        }
        LfbFormat::DepthRgb565 => Pixel { color: Some(color565(low, lanes)), alpha: None, depth },
        LfbFormat::DepthRgb555 => Pixel { color: Some(color555(low, lanes).0), alpha: None, depth },
        LfbFormat::DepthArgb1555 => {
            let (color, alpha) = color555(low, lanes);
            Pixel { color: Some(color), alpha: Some(alpha), depth }
        }
        LfbFormat::Depth => Pixel { color: None, alpha: None, depth: Some(low as u16) },
        _ => Pixel::default(),
    }
}

/// Bit 9 of lfbMode: red and blue change places.
fn swapped(lanes: LfbLanes) -> bool {
    matches!(lanes, LfbLanes::Abgr | LfbLanes::Bgra)
}

/// Bit 10 of lfbMode: alpha lies below the colours.
fn alpha_low(lanes: LfbLanes) -> bool {
    matches!(lanes, LfbLanes::Rgba | LfbLanes::Bgra)
}

fn ordered([r, g, b]: [u32; 3], lanes: LfbLanes) -> [Lane; 3] {
    let [r, g, b] = [r as Lane, g as Lane, b as Lane];
    if swapped(lanes) { [b, g, r] } else { [r, g, b] }
}

fn five(bits: u32) -> u32 {
    bits << 3 | bits >> 2
}

fn color565(word: u32, lanes: LfbLanes) -> [Lane; 3] {
    let (r, g, b) = (word >> 11 & 0x1F, word >> 5 & 0x3F, word & 0x1F);
    ordered([five(r), g << 2 | g >> 4, five(b)], lanes)
}

fn color555(word: u32, lanes: LfbLanes) -> ([Lane; 3], Lane) {
    let (word, alpha) =
        if alpha_low(lanes) { (word >> 1, word & 1) } else { (word, word >> 15 & 1) };
    let (r, g, b) = (word >> 10 & 0x1F, word >> 5 & 0x1F, word & 0x1F);
    (ordered([five(r), five(g), five(b)], lanes), (alpha * 255) as Lane)
}

fn color888(word: u32, lanes: LfbLanes) -> ([Lane; 3], Lane) {
    let (word, alpha) =
        if alpha_low(lanes) { (word >> 8, word & 0xFF) } else { (word, word >> 24) };
    (ordered([word >> 16 & 0xFF, word >> 8 & 0xFF, word & 0xFF], lanes), alpha as Lane)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_and_lanes() {
        let pixel = unpack(LfbFormat::Argb8888, LfbLanes::Argb, 0x1122_3344);
        assert_eq!((pixel.color, pixel.alpha), (Some([0x22, 0x33, 0x44]), Some(0x11)));
        let pixel = unpack(LfbFormat::Argb8888, LfbLanes::Bgra, 0x1122_3344);
        assert_eq!((pixel.color, pixel.alpha), (Some([0x33, 0x22, 0x11]), Some(0x44)));
        let pixel = unpack(LfbFormat::Argb1555, LfbLanes::Argb, 0xFC00);
        assert_eq!((pixel.color, pixel.alpha), (Some([255, 0, 0]), Some(255)));
        let pixel = unpack(LfbFormat::Argb1555, LfbLanes::Rgba, 0xF801);
        assert_eq!((pixel.color, pixel.alpha), (Some([255, 0, 0]), Some(255)));
        let pixel = unpack(LfbFormat::DepthRgb565, LfbLanes::Abgr, 0x1234_001F);
        assert_eq!((pixel.color, pixel.depth), (Some([255, 0, 0]), Some(0x1234)));
        let pixel = unpack(LfbFormat::Depth, LfbLanes::Argb, 0x4321);
        assert_eq!((pixel.color, pixel.depth), (None, Some(0x4321)));
    }

    #[test]
    fn halves_change_sides() {
        let chip = Profile::hardware();
        let swizzle = LfbMode::default().with_write_byte_swizzle(true);
        let half = Written::half(0x1234, false).ordered(&chip, swizzle);
        assert_eq!(half, Written { word: 0x3412_0000, halves: [false, true] });
        let both = swizzle.with_write_word_swap(true);
        let half = Written::half(0x1234, true).ordered(&chip, both);
        assert_eq!(half, Written { word: 0x3412_0000, halves: [false, true] });
        let kept = Written::half(0x1234, true).ordered(&Profile::b86(), both);
        assert_eq!(kept, Written { word: 0x1234_0000, halves: [false, true] });
        let wide = both.with_write_format(LfbFormat::Rgb888);
        assert_eq!(Written::word(0x1122_3344).ordered(&chip, wide).word, 0x4433_2211);
        assert_eq!(Written::word(0x1122_3344).ordered(&Profile::mame(), wide).word, 0x2211_4433);
        let read = LfbMode::default().with_read_word_swap(true).with_read_byte_swizzle(true);
        assert_eq!(read_ordered(&chip, read, 0x1122_3344), 0x2211_4433);
    }
}
