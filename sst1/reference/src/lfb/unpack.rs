//! LFB formats: from written words to pixels.
//!
//! Facts: digest 5.9 (formats, lanes), 9.7; decisions page, "LFB".

use sst1_board::{Fbi, Width};
use sst1_facts::{LfbDepthColor, LfbNarrowAlpha, LfbOrder, Profile};
use sst1_regs::words::{LfbFormat, LfbLanes};

use super::address::Written;
use crate::color::{Color, Rgb, rgb, widen};

/// How many pixels a 32-bit word holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    TwoPixels,
    OnePixel,
    Reserved,
}

pub(super) fn kind(format: LfbFormat) -> Kind {
    match format {
        LfbFormat::Rgb565 | LfbFormat::Rgb555 | LfbFormat::Argb1555 | LfbFormat::Depth => {
            Kind::TwoPixels
        }
        LfbFormat::Rgb888
        | LfbFormat::Argb8888
        | LfbFormat::DepthRgb565
        | LfbFormat::DepthRgb555
        | LfbFormat::DepthArgb1555 => Kind::OnePixel,
        _ => Kind::Reserved,
    }
}

pub(super) fn carries_depth(format: LfbFormat) -> bool {
    matches!(
        format,
        LfbFormat::DepthRgb565
            | LfbFormat::DepthRgb555
            | LfbFormat::DepthArgb1555
            | LfbFormat::Depth
    )
}

pub(super) fn carries_alpha(format: LfbFormat) -> bool {
    matches!(format, LfbFormat::Argb1555 | LfbFormat::Argb8888 | LfbFormat::DepthArgb1555)
}

/// A pixel written to the LFB; what the format lacks comes from registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LfbPixel {
    pub(super) color: Color,
    pub(super) depth: u16,
}

/// The one or two pixels of a write, from the left.
pub(super) fn pixels(profile: &Profile, fbi: &Fbi, written: &Written) -> Vec<LfbPixel> {
    let format = fbi.lfb_mode.write_format();
    let two = kind(format) == Kind::TwoPixels;
    let count = if two && written.width == Width::Word { 2 } else { 1 };
    (0..count)
        .map(|number| {
            let word = if two { written.data >> (16 * number) & 0xFFFF } else { written.data };
            pixel(profile, fbi, written.width, word)
        })
        .collect()
}

fn pixel(profile: &Profile, fbi: &Fbi, width: Width, word: u32) -> LfbPixel {
    let format = fbi.lfb_mode.write_format();
    let lanes = match profile.lfb_order {
        LfbOrder::Honoured | LfbOrder::HonouredEverywhere => fbi.lfb_mode.lanes(),
        LfbOrder::Ignored => LfbLanes::Argb,
    };
    let (rgb, own_alpha) = match format {
        LfbFormat::Rgb565 | LfbFormat::DepthRgb565 => (color_565(lanes, word), 0),
        LfbFormat::Rgb888 | LfbFormat::Argb8888 => color_8888(lanes, word),
        LfbFormat::Depth => (depth_color(profile, fbi), 0),
        _ => color_1555(lanes, word),
    };
    let opaque = matches!(format, LfbFormat::Rgb565 | LfbFormat::Rgb555)
        && width == Width::Half
        && profile.lfb_narrow_alpha == LfbNarrowAlpha::Opaque;
    let a = if carries_alpha(format) {
        own_alpha
    } else if opaque {
        0xFF
    } else {
        fbi.za_color.alpha() as i32
    };
    let depth = match format {
        LfbFormat::Depth => word,
        _ if carries_depth(format) => word >> 16,
        _ => fbi.za_color.depth(),
    };
    LfbPixel { color: Color { rgb, a }, depth: depth as u16 }
}

/// Whether red and blue change places: lfbMode\[9\].
fn ordered(lanes: LfbLanes, [first, g, last]: Rgb) -> Rgb {
    match lanes {
        LfbLanes::Argb | LfbLanes::Rgba => [first, g, last],
        LfbLanes::Abgr | LfbLanes::Bgra => [last, g, first],
    }
}

/// Whether alpha is in the lowest bits instead of the highest: lfbMode\[10\].
fn alpha_is_low(lanes: LfbLanes) -> bool {
    matches!(lanes, LfbLanes::Rgba | LfbLanes::Bgra)
}

fn color_565(lanes: LfbLanes, word: u32) -> Rgb {
    let parts = [widen(word >> 11 & 0x1F, 5), widen(word >> 5 & 0x3F, 6), widen(word & 0x1F, 5)];
    ordered(lanes, parts)
}

/// Colour and alpha of a 555 pixel with one more bit.
fn color_1555(lanes: LfbLanes, word: u32) -> (Rgb, i32) {
    let (color, alpha) =
        if alpha_is_low(lanes) { (word >> 1, word & 1) } else { (word, word >> 15 & 1) };
    let parts = [color >> 10, color >> 5, color].map(|v| widen(v & 0x1F, 5));
    (ordered(lanes, parts), widen(alpha, 1))
}

fn color_8888(lanes: LfbLanes, word: u32) -> (Rgb, i32) {
    let (color, alpha) =
        if alpha_is_low(lanes) { (word >> 8, word & 0xFF) } else { (word, word >> 24) };
    (ordered(lanes, rgb(color)), alpha as i32)
}

/// Colour of a pixel that carries depth alone.
fn depth_color(profile: &Profile, fbi: &Fbi) -> Rgb {
    match profile.lfb_depth_color {
        LfbDepthColor::Color1 => rgb(fbi.color1.raw()),
        LfbDepthColor::Undefined => [0; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_regs::words::{LfbMode, Rgba, ZaColor};

    fn fbi(format: LfbFormat, lanes: LfbLanes) -> Fbi {
        Fbi {
            lfb_mode: LfbMode::default().with_write_format(format).with_lanes(lanes),
            za_color: ZaColor::default().with_depth(0xABCD).with_alpha(0x77),
            color1: Rgba::from_raw(0x0001_0203),
            ..Fbi::default()
        }
    }

    fn one(format: LfbFormat, lanes: LfbLanes, word: u32) -> (u32, u16) {
        let pixel = pixel(&Profile::hardware(), &fbi(format, lanes), Width::Word, word);
        (pixel.color.to_argb(), pixel.depth)
    }

    #[test]
    fn formats() {
        let argb = LfbLanes::Argb;
        assert_eq!(one(LfbFormat::Rgb565, argb, 0xF810), (0x77FF_0084, 0xABCD));
        assert_eq!(one(LfbFormat::Rgb555, argb, 0xFC10), (0x77FF_0084, 0xABCD));
        assert_eq!(one(LfbFormat::Argb1555, argb, 0x8010), (0xFF00_0084, 0xABCD));
        assert_eq!(one(LfbFormat::Rgb888, argb, 0x1234_5678), (0x7734_5678, 0xABCD));
        assert_eq!(one(LfbFormat::Argb8888, argb, 0x1234_5678), (0x1234_5678, 0xABCD));
        assert_eq!(one(LfbFormat::DepthRgb565, argb, 0x1234_07E0), (0x7700_FF00, 0x1234));
        assert_eq!(one(LfbFormat::DepthArgb1555, argb, 0x1234_03E0), (0x0000_FF00, 0x1234));
        assert_eq!(one(LfbFormat::Depth, argb, 0x1234), (0x7701_0203, 0x1234));
    }

    #[test]
    fn lanes() {
        assert_eq!(one(LfbFormat::Rgb565, LfbLanes::Abgr, 0xF800).0, 0x7700_00FF);
        assert_eq!(one(LfbFormat::Rgb565, LfbLanes::Rgba, 0xF800).0, 0x77FF_0000);
        assert_eq!(one(LfbFormat::Argb1555, LfbLanes::Rgba, 0xF801).0, 0xFFFF_0000);
        assert_eq!(one(LfbFormat::Argb1555, LfbLanes::Bgra, 0xF800).0, 0x0000_00FF);
        assert_eq!(one(LfbFormat::Argb8888, LfbLanes::Rgba, 0x1234_5678).0, 0x7812_3456);
        assert_eq!(one(LfbFormat::Argb8888, LfbLanes::Bgra, 0x1234_5678).0, 0x7856_3412);
        assert_eq!(one(LfbFormat::Argb8888, LfbLanes::Abgr, 0x1234_5678).0, 0x1278_5634);
    }

    #[test]
    fn two_pixels_a_word_and_86box_s_alpha() {
        let fbi = fbi(LfbFormat::Rgb565, LfbLanes::Abgr);
        let (column, row, data) = (0, 0, 0xF800_001F);
        let word = Written { column, row, data, width: Width::Word };
        let half = Written { width: Width::Half, ..word };
        let argb = |profile: &Profile, written| {
            let pixels = pixels(profile, &fbi, written);
            pixels.iter().map(|pixel| pixel.color.to_argb()).collect::<Vec<_>>()
        };
        assert_eq!(argb(&Profile::hardware(), &word), [0x77FF_0000, 0x7700_00FF]);
        assert_eq!(argb(&Profile::b86(), &word), [0x7700_00FF, 0x77FF_0000]);
        assert_eq!(argb(&Profile::hardware(), &half), [0x77FF_0000]);
        assert_eq!(argb(&Profile::b86(), &half), [0xFF00_00FF]);
    }
}
