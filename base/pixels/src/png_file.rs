//! PNG files: byte-stable writing, bounded reading.
//!
//! Written files hold IHDR, IDAT and IEND alone (no time, no text, no gamma), with one fixed
//! filter and a compressor that is part of the `png` crate and pure Rust, so that the same picture
//! gives the same bytes on every machine for one version of that crate.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter, Limits, Transformations};

use crate::buffer::check_length;
use crate::{PixelsError, Rgb8, Rgba8, Words16};

/// Longest side of a PNG that is read.
pub const MAX_SIDE: u32 = 16384;
/// Most pixels of a PNG that is read (8192 x 8192).
pub const MAX_PIXELS: u64 = 1 << 26;
/// What the decoder may allocate besides the picture: a row or two, palettes, text, profiles.
const DECODER_BYTES: usize = 32 << 20;

/// The picture as the bytes of an 8-bit RGB PNG file.
pub fn encode_rgb8(picture: &Rgb8) -> Result<Vec<u8>, PixelsError> {
    check_length(picture.width, picture.height, 3, picture.data.len())?;
    encode(picture.width, picture.height, ColorType::Rgb, BitDepth::Eight, &picture.data)
}

/// The words as the bytes of a 16-bit grey PNG file, exactly: for depth and alpha buffers.
pub fn encode_gray16(picture: &Words16) -> Result<Vec<u8>, PixelsError> {
    check_length(picture.width, picture.height, 1, picture.data.len())?;
    // PNG stores 16-bit samples with the high byte first.
    let data: Vec<u8> = picture.data.iter().flat_map(|w| w.to_be_bytes()).collect();
    encode(picture.width, picture.height, ColorType::Grayscale, BitDepth::Sixteen, &data)
}

fn encode(
    width: u32,
    height: u32,
    color: ColorType,
    depth: BitDepth,
    data: &[u8],
) -> Result<Vec<u8>, PixelsError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::Paeth);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    writer.finish()?;
    Ok(bytes)
}

/// Reads a PNG of any colour type as 8-bit RGB. Alpha is dropped, 16-bit samples lose their low
/// byte, grey becomes three equal channels.
pub fn decode_rgb8(bytes: &[u8]) -> Result<Rgb8, PixelsError> {
    let raw = decode(bytes, Transformations::normalize_to_color8(), |_, _| Ok(()))?;
    let data = match raw.color {
        ColorType::Rgb => raw.data,
        ColorType::Rgba => without_fourth(raw.data),
        ColorType::GrayscaleAlpha => raw.data.chunks_exact(2).flat_map(|p| [p[0]; 3]).collect(),
        // Palettes were expanded, so what is left is grey.
        _ => raw.data.iter().flat_map(|&g| [g; 3]).collect(),
    };
    Rgb8::new(raw.width, raw.height, data)
}

/// The first three of every four bytes, in place: large pictures are there once.
fn without_fourth(mut data: Vec<u8>) -> Vec<u8> {
    let pixels = data.len() / 4;
    for pixel in 0..pixels {
        data.copy_within(4 * pixel..4 * pixel + 3, 3 * pixel);
    }
    data.truncate(3 * pixels);
    data
}

/// Reads a PNG of any colour type as 8-bit RGBA; without alpha channel it is opaque.
pub fn decode_rgba8(bytes: &[u8]) -> Result<Rgba8, PixelsError> {
    let raw = decode(bytes, Transformations::normalize_to_color8(), |_, _| Ok(()))?;
    let data = match raw.color {
        ColorType::Rgba => raw.data,
        ColorType::Rgb => raw.data.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::GrayscaleAlpha => {
            raw.data.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect()
        }
        _ => raw.data.iter().flat_map(|&g| [g, g, g, 255]).collect(),
    };
    Rgba8::new(raw.width, raw.height, data)
}

/// Reads a 16-bit grey PNG as words; any other kind is [`PixelsError::NotGray16`].
pub fn decode_gray16(bytes: &[u8]) -> Result<Words16, PixelsError> {
    let raw = decode(bytes, Transformations::IDENTITY, |color, depth| match (color, depth) {
        (ColorType::Grayscale, BitDepth::Sixteen) => Ok(()),
        _ => Err(PixelsError::NotGray16 { found: format!("{color:?} at {depth:?} bits") }),
    })?;
    let data = raw.data.chunks_exact(2).map(|w| u16::from_be_bytes([w[0], w[1]])).collect();
    Words16::new(raw.width, raw.height, data)
}

struct Raw {
    width: u32,
    height: u32,
    color: ColorType,
    data: Vec<u8>,
}

/// Decodes what `accept` does not refuse by the kind that the header states.
fn decode(
    bytes: &[u8],
    transformations: Transformations,
    accept: impl Fn(ColorType, BitDepth) -> Result<(), PixelsError>,
) -> Result<Raw, PixelsError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: DECODER_BYTES });
    decoder.set_transformations(transformations);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let info = decoder.read_header_info()?;
    let (width, height) = (info.width, info.height);
    let pixels = width as u64 * height as u64;
    let too_large =
        PixelsError::TooLarge { width, height, max_side: MAX_SIDE, max_pixels: MAX_PIXELS };
    if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS {
        return Err(too_large);
    }
    accept(info.color_type, info.bit_depth)?;
    let mut reader = decoder.read_info()?;
    let Some(length) = reader.output_buffer_size() else {
        return Err(too_large);
    };
    let mut data = vec![0; length];
    let output = reader.next_frame(&mut data)?;
    // A file whose IEND is missing is cut short even when its pixels are complete.
    reader.finish()?;
    data.truncate(output.buffer_size());
    Ok(Raw { width, height, color: output.color_type, data })
}

#[cfg(test)]
mod tests;
