use super::*;
use proptest::prelude::*;

fn sample() -> Rgb8 {
    Rgb8::new(3, 2, (0..18).map(|n| n * 13).collect()).unwrap()
}

/// A PNG of another kind than this crate writes.
fn foreign(color: ColorType, depth: BitDepth, data: &[u8], palette: Option<&[u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette.to_vec());
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn only_the_three_needed_chunks_and_the_same_bytes_each_time() {
    let bytes = encode_rgb8(&sample()).unwrap();
    assert_eq!(bytes, encode_rgb8(&sample()).unwrap());
    let mut names = Vec::new();
    let mut at = 8;
    while at < bytes.len() {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        names.push(String::from_utf8(bytes[at + 4..at + 8].to_vec()).unwrap());
        at += 12 + length;
    }
    assert_eq!(names, ["IHDR", "IDAT", "IEND"]);
}

#[test]
fn other_colour_types_are_read() {
    let grey = foreign(ColorType::Grayscale, BitDepth::Eight, &[7, 9], None);
    assert_eq!(decode_rgb8(&grey).unwrap().data, [7, 7, 7, 9, 9, 9]);
    assert_eq!(decode_rgba8(&grey).unwrap().data, [7, 7, 7, 255, 9, 9, 9, 255]);
    let grey_alpha = foreign(ColorType::GrayscaleAlpha, BitDepth::Eight, &[7, 1, 9, 2], None);
    assert_eq!(decode_rgba8(&grey_alpha).unwrap().data, [7, 7, 7, 1, 9, 9, 9, 2]);
    let rgba = foreign(ColorType::Rgba, BitDepth::Eight, &[1, 2, 3, 4, 5, 6, 7, 8], None);
    assert_eq!(decode_rgb8(&rgba).unwrap().data, [1, 2, 3, 5, 6, 7]);
    assert_eq!(decode_rgba8(&rgba).unwrap().to_rgb8(), decode_rgb8(&rgba).unwrap());
    let indexed =
        foreign(ColorType::Indexed, BitDepth::One, &[0b0100_0000], Some(&[1, 2, 3, 4, 5, 6]));
    assert_eq!(decode_rgb8(&indexed).unwrap().data, [1, 2, 3, 4, 5, 6]);
    let deep = foreign(ColorType::Grayscale, BitDepth::Sixteen, &[0xAB, 0xCD, 0x01, 0x02], None);
    assert_eq!(decode_rgb8(&deep).unwrap().data, [0xAB, 0xAB, 0xAB, 1, 1, 1]);
    assert_eq!(decode_gray16(&deep).unwrap().data, [0xABCD, 0x0102]);
    assert!(matches!(decode_gray16(&grey), Err(PixelsError::NotGray16 { .. })));
}

#[test]
fn a_hostile_size_is_refused_before_it_is_allocated() {
    let mut bytes = encode_rgb8(&sample()).unwrap();
    bytes[16..20].copy_from_slice(&0x7FFF_FFFFu32.to_be_bytes());
    bytes[20..24].copy_from_slice(&0x7FFF_FFFFu32.to_be_bytes());
    // The header's checksum must fit, or the file would be refused for that.
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    assert!(matches!(decode_rgb8(&bytes), Err(PixelsError::TooLarge { .. })));
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ byte as u32, |c, _| c >> 1 ^ (0xEDB8_8320 & (c & 1).wrapping_neg()))
    })
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    let bytes = encode_rgb8(&sample()).unwrap();
    // The last four bytes are the checksum of an empty chunk.
    for length in 0..bytes.len() - 4 {
        assert!(decode_rgb8(&bytes[..length]).is_err(), "{length}");
    }
}

#[test]
fn an_empty_picture_is_an_error() {
    let empty = Rgb8::new(0, 0, Vec::new()).unwrap();
    assert!(matches!(encode_rgb8(&empty), Err(PixelsError::Encode(_))));
}

proptest! {
    #[test]
    fn what_is_written_is_read(width in 1u32..20, height in 1u32..20, seed in any::<u32>()) {
        let noise = |n: u32| n.wrapping_mul(2654435761).wrapping_add(seed).rotate_left(n & 31);
        let colours = (0..width * height * 3).map(|n| noise(n) as u8).collect();
        let picture = Rgb8::new(width, height, colours).unwrap();
        prop_assert_eq!(decode_rgb8(&encode_rgb8(&picture).unwrap()).unwrap(), picture);
        let words = (0..width * height).map(|n| noise(n) as u16).collect();
        let picture = Words16::new(width, height, words).unwrap();
        prop_assert_eq!(decode_gray16(&encode_gray16(&picture).unwrap()).unwrap(), picture);
    }

    #[test]
    fn noise_is_never_a_panic(at in 0usize..60, value in any::<u8>()) {
        let mut bytes = encode_rgb8(&sample()).unwrap();
        let at = at % bytes.len();
        bytes[at] = value;
        let _ = decode_rgb8(&bytes);
    }
}
