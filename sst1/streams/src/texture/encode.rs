//! Pixels as texels.
//!
//! Facts: digest section 5.5: channels are expanded by repeating their bits, so the nearest value
//! is found by rounding.

use sst1_regs::words::TextureFormat;

use super::map::Tables;

/// The nearest value of `bits` bits.
fn narrow(channel: u8, bits: u32) -> u16 {
    let most = (1u32 << bits) - 1;
    ((u32::from(channel) * most + 127) / 255) as u16
}

/// Brightness, 0 to 255.
pub(super) fn luma([r, g, b]: [u8; 3]) -> u8 {
    ((77 * u32::from(r) + 150 * u32::from(g) + 29 * u32::from(b) + 128) >> 8) as u8
}

/// A pixel in a format. Reserved formats and formats whose table is missing give 0.
pub(super) fn texel([r, g, b, a]: [u8; 4], format: TextureFormat, tables: Tables<'_>) -> u16 {
    let rgb = [r, g, b];
    let alpha = u16::from(a);
    let rgb332 = narrow(r, 3) << 5 | narrow(g, 3) << 2 | narrow(b, 2);
    let yiq = || tables.ncc.map_or(0, |ncc| u16::from(ncc.nearest(rgb)));
    let index = || tables.palette.map_or(0, |palette| u16::from(palette.nearest(rgb)));
    match format {
        TextureFormat::Rgb332 => rgb332,
        TextureFormat::Yiq422 => yiq(),
        TextureFormat::A8 => alpha,
        TextureFormat::I8 => u16::from(luma(rgb)),
        TextureFormat::Ai44 => narrow(a, 4) << 4 | narrow(luma(rgb), 4),
        TextureFormat::P8 => index(),
        TextureFormat::Argb8332 => alpha << 8 | rgb332,
        TextureFormat::Ayiq8422 => alpha << 8 | yiq(),
        TextureFormat::Rgb565 => narrow(r, 5) << 11 | narrow(g, 6) << 5 | narrow(b, 5),
        TextureFormat::Argb1555 => {
            u16::from(a >= 128) << 15 | narrow(r, 5) << 10 | narrow(g, 5) << 5 | narrow(b, 5)
        }
        TextureFormat::Argb4444 => {
            narrow(a, 4) << 12 | narrow(r, 4) << 8 | narrow(g, 4) << 4 | narrow(b, 4)
        }
        TextureFormat::Ai88 => alpha << 8 | u16::from(luma(rgb)),
        TextureFormat::Ap88 => alpha << 8 | index(),
        TextureFormat::Reserved6 | TextureFormat::Reserved7 | TextureFormat::Reserved15 => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_stand_where_the_format_says() {
        let at = |pixel, format| texel(pixel, format, Tables::default());
        assert_eq!(at([255, 0, 85, 7], TextureFormat::Rgb332), 0xE1);
        assert_eq!(at([255, 255, 255, 0x37], TextureFormat::Ai44), 0x3F);
        assert_eq!(at([255, 0, 255, 0], TextureFormat::Rgb565), 0xF81F);
        assert_eq!(at([0, 255, 0, 128], TextureFormat::Argb1555), 0x83E0);
        assert_eq!(at([0x11, 0x22, 0x33, 0xFF], TextureFormat::Argb4444), 0xF123);
        assert_eq!(at([9, 9, 9, 0xAB], TextureFormat::Ai88), 0xAB09);
        assert_eq!(at([255, 255, 255, 0x12], TextureFormat::Argb8332), 0x12FF);
    }
}
