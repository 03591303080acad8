//! Texel formats.
//!
//! Facts: digest sections 5.5 and 9.6; `format_6`. A decoded texel is 0xAARRGGBB.

use sst1_facts::{Format6, Profile};
use sst1_regs::words::{NccChroma, NccLuma, TextureFormat};

/// What every format's low byte decodes to; the high byte of 16-bit formats is handled apart.
pub type ByteTable = [u32; 256];

/// What the low byte of a texel goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Nothing beyond the bits themselves.
    Bits,
    /// An NCC table.
    Ncc,
    /// The palette.
    Palette,
}

/// What `format`'s texels depend on.
#[inline]
pub fn source(profile: &Profile, format: TextureFormat) -> Source {
    match format {
        TextureFormat::Yiq422 | TextureFormat::Ayiq8422 => Source::Ncc,
        TextureFormat::P8 | TextureFormat::Ap88 => Source::Palette,
        TextureFormat::Reserved6 if profile.format_6 == Format6::AlphaPalette => Source::Palette,
        _ => Source::Bits,
    }
}

/// Whether `format` is reserved: its texels are 0.
#[inline]
pub fn reserved(profile: &Profile, format: TextureFormat) -> bool {
    match format {
        TextureFormat::Reserved7 | TextureFormat::Reserved15 => true,
        TextureFormat::Reserved6 => profile.format_6 == Format6::Reserved,
        _ => false,
    }
}

/// The decoded low bytes of `format`: for 8-bit formats the texels; for 16-bit formats that carry
/// alpha in the high byte the colour, with alpha 0; else unused.
pub fn byte_table(
    profile: &Profile,
    format: TextureFormat,
    ncc: &[u32; 12],
    palette: &[u32],
) -> ByteTable {
    const OPAQUE: u32 = 0xFF00_0000;
    let entry = |byte: u32| palette.get(byte as usize).copied().unwrap_or(0) & 0xFF_FFFF;
    let each = |decode: &dyn Fn(u32) -> u32| std::array::from_fn(|byte| decode(byte as u32));
    match format {
        TextureFormat::Rgb332 => each(&|byte| OPAQUE | rgb332(byte)),
        TextureFormat::Argb8332 => each(&rgb332),
        TextureFormat::Yiq422 => ncc_table(ncc).map(|color| OPAQUE | color),
        TextureFormat::Ayiq8422 => ncc_table(ncc),
        TextureFormat::A8 => each(&|byte| byte * 0x0101_0101),
        TextureFormat::I8 => each(&|byte| OPAQUE | (byte * 0x01_0101)),
        TextureFormat::Ai88 => each(&|byte| byte * 0x01_0101),
        TextureFormat::Ai44 => {
            each(&|byte| ((byte >> 4) * 0x1100_0000) | ((byte & 15) * 0x11_1111))
        }
        TextureFormat::P8 => each(&|byte| OPAQUE | entry(byte)),
        TextureFormat::Ap88 => each(&entry),
        TextureFormat::Reserved6 if profile.format_6 == Format6::AlphaPalette => {
            each(&|byte| alpha_palette(entry(byte)))
        }
        _ => [0; 256],
    }
}

/// A 16-bit texel; `table` is [`byte_table`]'s of the same format.
#[inline(always)]
pub fn decode16(format: TextureFormat, texel: u16, table: &ByteTable) -> u32 {
    let word = u32::from(texel);
    match format {
        TextureFormat::Argb8332
        | TextureFormat::Ayiq8422
        | TextureFormat::Ai88
        | TextureFormat::Ap88 => (word >> 8) << 24 | table[(word & 0xFF) as usize],
        TextureFormat::Rgb565 => rgb565(word),
        TextureFormat::Argb1555 => argb1555(word),
        TextureFormat::Argb4444 => argb4444(word),
        _ => 0,
    }
}

/// 3-3-2 by replication.
fn rgb332(byte: u32) -> u32 {
    let three = |bits: u32| bits << 5 | bits << 2 | bits >> 1;
    three(byte >> 5) << 16 | three(byte >> 2 & 7) << 8 | ((byte & 3) * 0x55)
}

#[inline(always)]
fn rgb565(word: u32) -> u32 {
    let (r, g, b) = (word >> 11, word >> 5 & 0x3F, word & 0x1F);
    0xFF00_0000 | (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2)
}

#[inline(always)]
fn argb1555(word: u32) -> u32 {
    let five = |bits: u32| bits << 3 | bits >> 2;
    ((word >> 15) * 0xFF00_0000)
        | (five(word >> 10 & 0x1F) << 16)
        | five(word >> 5 & 0x1F) << 8
        | five(word & 0x1F)
}

#[inline(always)]
fn argb4444(word: u32) -> u32 {
    let spread = (word & 0xF000) << 12 | (word & 0xF00) << 8 | (word & 0xF0) << 4 | word & 0xF;
    spread * 0x11
}

/// The 6-6-6-6 palette of later chips (digest 9.6).
fn alpha_palette(entry: u32) -> u32 {
    let (r, g, b) = (entry >> 16 & 0xFF, entry >> 8 & 0xFF, entry & 0xFF);
    let alpha = (r & 0xFC) | (r >> 6);
    let red = (r & 3) << 6 | (g & 0xF0) >> 2 | (r & 3);
    let green = (g & 15) << 4 | (b & 0xC0) >> 4 | (g & 15) >> 2;
    let blue = (b & 63) << 2 | (b & 0x30) >> 4;
    alpha << 24 | red << 16 | green << 8 | blue
}

/// The 256 colours of an NCC table: Y, I and Q are added and clamped.
fn ncc_table(words: &[u32; 12]) -> ByteTable {
    let luma: [i32; 16] = std::array::from_fn(|i| {
        let word = NccLuma::from_raw(words[i / 4]);
        [word.y0(), word.y1(), word.y2(), word.y3()][i % 4] as i32
    });
    let chroma = |first: usize| -> [[i32; 3]; 4] {
        std::array::from_fn(|i| {
            let word = NccChroma::from_raw(words[first + i]);
            [word.red(), word.green(), word.blue()]
        })
    };
    let (in_phase, quadrature) = (chroma(4), chroma(8));
    std::array::from_fn(|byte| {
        let (y, i, q) = (luma[byte >> 4], in_phase[byte >> 2 & 3], quadrature[byte & 3]);
        let [r, g, b] = std::array::from_fn(|c| (y + i[c] + q[c]).clamp(0, 255) as u32);
        r << 16 | g << 8 | b
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(format: TextureFormat, texel: u16) -> u32 {
        let palette: Vec<u32> = (0..256).map(|i| i << 16 | 0x0102).collect();
        let table = byte_table(&Profile::b86(), format, &[0; 12], &palette);
        if format.texel_bytes() == 2 {
            decode16(format, texel, &table)
        } else {
            table[usize::from(texel)]
        }
    }

    #[test]
    fn formats() {
        use TextureFormat::*;
        assert_eq!(decode(Rgb332, 0b1010_1001), 0xFFB6_4955);
        assert_eq!(decode(A8, 0x12), 0x1212_1212);
        assert_eq!(decode(I8, 0x12), 0xFF12_1212);
        assert_eq!(decode(Ai44, 0xA3), 0xAA33_3333);
        assert_eq!(decode(P8, 0x7F), 0xFF7F_0102);
        assert_eq!(decode(Argb8332, 0x80FF), 0x80FF_FFFF);
        assert_eq!(decode(Rgb565, 0x8410), 0xFF84_8284);
        assert_eq!(decode(Argb1555, 0x8010), 0xFF00_0084);
        assert_eq!(decode(Argb4444, 0x1234), 0x1122_3344);
        assert_eq!(decode(Ai88, 0x1234), 0x1234_3434);
        assert_eq!(decode(Ap88, 0x1234), 0x1234_0102);
        assert_eq!(decode(Reserved7, 0xFF), 0);
        assert_eq!(decode(Reserved15, 0xFFFF), 0);
        // Palette entry 0xFF0102 as 6-6-6-6: 111111 110000 000100 000010.
        assert_eq!(decode(Reserved6, 0xFF), 0xFFC3_1008);
    }

    #[test]
    fn ncc_sums_are_clamped() {
        let mut words = [0; 12];
        words[1] = 200 << 16; // Y6
        words[5] = 100 << 18 | ((0x200 - 250) & 0x1FF) << 9; // I1: red 100, green -250
        words[11] = 5; // Q3: blue 5
        let table = byte_table(&Profile::hardware(), TextureFormat::Yiq422, &words, &[]);
        assert_eq!(table[0x6_7], 0xFFFF_00CD);
    }
}
