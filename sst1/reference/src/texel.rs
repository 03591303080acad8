//! Texel formats: from 8 or 16 bits to colour and alpha.
//!
//! Facts: digest 5.5 (formats), 9.6 ("Decode"), 4.5 (NCC tables, palette).

use sst1_board::Tmu;
use sst1_facts::{Format6, Profile};
use sst1_regs::words::{NccChroma, NccLuma, TextureFormat};

use crate::color::{Color, Rgb, clamp8, rgb, widen};

/// Whether the format means nothing.
pub(crate) fn is_reserved(profile: &Profile, format: TextureFormat) -> bool {
    match format {
        TextureFormat::Reserved7 | TextureFormat::Reserved15 => true,
        TextureFormat::Reserved6 => profile.format_6 == Format6::Reserved,
        _ => false,
    }
}

/// The colour of the texel `word` (8 or 16 bits by format) in this unit. Reserved formats: 0.
pub(crate) fn decode(profile: &Profile, tmu: &Tmu, word: u16) -> Color {
    let word = word as u32;
    let (high, low) = (word >> 8, word & 0xFF);
    let opaque = |rgb| Color { rgb, a: 0xFF };
    let grey = |value, a| Color { rgb: [value; 3], a };
    match tmu.mode.format() {
        TextureFormat::Rgb332 => opaque(rgb332(low)),
        TextureFormat::Yiq422 => opaque(yiq422(tmu, low)),
        TextureFormat::A8 => grey(low as i32, low as i32),
        TextureFormat::I8 => grey(low as i32, 0xFF),
        TextureFormat::Ai44 => grey(widen(low & 15, 4), widen(low >> 4, 4)),
        TextureFormat::P8 => opaque(rgb(palette(tmu, low))),
        TextureFormat::Reserved6 => match profile.format_6 {
            Format6::Reserved => Color::default(),
            Format6::AlphaPalette => alpha_palette(palette(tmu, low)),
        },
        TextureFormat::Argb8332 => Color { rgb: rgb332(low), a: high as i32 },
        TextureFormat::Ayiq8422 => Color { rgb: yiq422(tmu, low), a: high as i32 },
        TextureFormat::Rgb565 => {
            opaque([widen(word >> 11, 5), widen(word >> 5 & 0x3F, 6), widen(word & 0x1F, 5)])
        }
        TextureFormat::Argb1555 => Color {
            rgb: [widen(word >> 10 & 0x1F, 5), widen(word >> 5 & 0x1F, 5), widen(word & 0x1F, 5)],
            a: widen(word >> 15, 1),
        },
        TextureFormat::Argb4444 => Color {
            rgb: [widen(word >> 8 & 15, 4), widen(word >> 4 & 15, 4), widen(word & 15, 4)],
            a: widen(word >> 12, 4),
        },
        TextureFormat::Ai88 => grey(low as i32, high as i32),
        TextureFormat::Ap88 => Color { rgb: rgb(palette(tmu, low)), a: high as i32 },
        TextureFormat::Reserved7 | TextureFormat::Reserved15 => Color::default(),
    }
}

fn rgb332(byte: u32) -> Rgb {
    [widen(byte >> 5, 3), widen(byte >> 2 & 7, 3), widen(byte & 3, 2)]
}

/// Y in bits 7:4, I in 3:2, Q in 1:0, each an index into the NCC table that textureMode\[5\] selects.
fn yiq422(tmu: &Tmu, byte: u32) -> Rgb {
    let table = &tmu.ncc[(tmu.mode.ncc_table() & 1) as usize];
    let [y, i, q] = [byte >> 4 & 15, byte >> 2 & 3, byte & 3].map(|v| v as usize);
    let luma = NccLuma::from_raw(table[y / 4]);
    let luma = [luma.y0(), luma.y1(), luma.y2(), luma.y3()][y % 4] as i32;
    let chroma = |word: u32| {
        let word = NccChroma::from_raw(word);
        [word.red(), word.green(), word.blue()]
    };
    let (i, q) = (chroma(table[4 + i]), chroma(table[8 + q]));
    std::array::from_fn(|channel| clamp8(luma + i[channel] + q[channel]))
}

/// 0x00RRGGBB.
fn palette(tmu: &Tmu, index: u32) -> u32 {
    tmu.palette.get(index as usize).copied().unwrap_or(0)
}

/// 9.6, format 6: a palette entry read as four times six bits.
fn alpha_palette(entry: u32) -> Color {
    let [r, g, b] = rgb(entry);
    Color {
        a: (r & 0xFC) | (r >> 6),
        rgb: [
            (r & 3) << 6 | (g & 0xF0) >> 2 | (r & 3),
            (g & 15) << 4 | (b & 0xC0) >> 4 | (g & 15) >> 2,
            (b & 63) << 2 | (b & 0x30) >> 4,
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::{BoardConfig, State};
    use sst1_regs::words::TextureMode;

    fn unit(profile: &Profile, format: TextureFormat) -> Tmu {
        let state = State::new(BoardConfig::default(), profile.clone());
        let mut unit = state.expect("a board").tmus.remove(0);
        unit.mode = TextureMode::default().with_format(format);
        unit.palette[7] = 0x80_C3F1;
        unit.ncc[0][1] = 0x40_30_20_10;
        unit.ncc[0][4 + 2] = 0x1FF << 18 | 0x100 << 9 | 5;
        unit.ncc[0][8 + 3] = 0xFF;
        unit
    }

    fn texel(format: TextureFormat, word: u16) -> u32 {
        let hardware = Profile::hardware();
        decode(&hardware, &unit(&hardware, format), word).to_argb()
    }

    #[test]
    fn eight_bits() {
        assert_eq!(texel(TextureFormat::Rgb332, 0b1010_1010), 0xFFB6_49AA);
        // Y 5 is byte 1 of word 1; I 2 adds -1, -256, 5; Q 3 adds 0, 0, 255.
        assert_eq!(texel(TextureFormat::Yiq422, 0x5B), 0xFF1F_00FF);
        assert_eq!(texel(TextureFormat::A8, 0x42), 0x4242_4242);
        assert_eq!(texel(TextureFormat::I8, 0x42), 0xFF42_4242);
        assert_eq!(texel(TextureFormat::Ai44, 0xA5), 0xAA55_5555);
        assert_eq!(texel(TextureFormat::P8, 7), 0xFF80_C3F1);
        assert_eq!(texel(TextureFormat::Reserved6, 7), 0);
        assert_eq!(texel(TextureFormat::Reserved7, 7), 0);
    }

    #[test]
    fn sixteen_bits() {
        assert_eq!(texel(TextureFormat::Argb8332, 0x12FF), 0x12FF_FFFF);
        assert_eq!(texel(TextureFormat::Ayiq8422, 0x1250), 0x1220_2020);
        assert_eq!(texel(TextureFormat::Rgb565, 0x8410), 0xFF84_8284);
        assert_eq!(texel(TextureFormat::Argb1555, 0x8001), 0xFF00_0008);
        assert_eq!(texel(TextureFormat::Argb4444, 0x1234), 0x1122_3344);
        assert_eq!(texel(TextureFormat::Ai88, 0x1234), 0x1234_3434);
        assert_eq!(texel(TextureFormat::Ap88, 0x1207), 0x1280_C3F1);
    }

    #[test]
    fn format_6_of_later_chips() {
        let b86 = Profile::b86();
        // 0x80C3F1 is 100000 001100 001111 110001.
        let color = decode(&b86, &unit(&b86, TextureFormat::Reserved6), 7);
        assert_eq!(color.to_argb(), 0x8230_3CC7);
        assert!(is_reserved(&Profile::hardware(), TextureFormat::Reserved6));
        assert!(!is_reserved(&b86, TextureFormat::Reserved6));
    }
}
