use super::*;

fn of(format: DataFormat, bytes: &[u8], x: u32, y: u32, signs: Signs) -> [f32; 4] {
    let mut block = [0; 16];
    block[..bytes.len()].copy_from_slice(bytes);
    decode(info(format).decoder, &block, x, y, signs).expect("a decoder")
}

fn plain(format: DataFormat, bytes: &[u8]) -> [f32; 4] {
    of(format, bytes, 0, 0, Signs::PLAIN)
}

#[test]
fn the_table_is_in_order_and_agrees_with_the_registers() {
    for (code, row) in FORMATS.iter().enumerate() {
        assert_eq!(row.format.to_bits() as usize, code);
        let block = row.format.block();
        let Storage { width, height, bytes } = row.storage;
        match row.format {
            // Stored by the byte, and padded.
            DataFormat::Bit1 | DataFormat::Bit1Reverse => assert_eq!((width, bytes), (8, 1)),
            DataFormat::K323232Float => assert_eq!((block.bits, bytes), (96, 16)),
            _ => {
                let row = (width, height, bytes * 8);
                assert_eq!(row, (block.width, block.height, block.bits), "{block:?}");
            }
        }
        if row.is_copy_destination() {
            assert_ne!(row.decoder, Decoder::None, "{:?}", row.format);
        }
    }
    let without: Vec<u32> = FORMATS
        .iter()
        .filter(|row| row.decoder == Decoder::None)
        .map(|row| row.format.to_bits())
        .collect();
    assert_eq!(without, [13, 21, 41, 42, 43, 44, 45, 46, 47, 48, 57, 62, 63]);
}

#[test]
fn a_format_without_a_decoder_is_named() {
    let text = NoDecoder(DataFormat::K16Mpeg).to_string();
    assert_eq!(text, "no source tells how texels of format 41 (K16Mpeg) are decoded");
    assert_eq!(decode(Decoder::None, &[255; 16], 0, 0, Signs::PLAIN), None);
}

/// Every code of every component of every fixed format: alone in its block, and among ones.
#[test]
fn every_code_of_every_fixed_component_is_where_the_table_says() {
    for row in &FORMATS {
        let Decoder::Fixed(bits) = row.decoder else { continue };
        let mut low = 0;
        for (component, &width) in bits.iter().enumerate().filter(|(_, width)| **width > 0) {
            let width = u32::from(width);
            let step = if width > 16 { 0x0101_0101 } else { 1 };
            let mut code = 0_u64;
            while code < 1 << width {
                let alone = u128::from(code) << low;
                let among = !(u128::from((1_u64 << width) - 1) << low) | alone;
                for signed in [false, true] {
                    let sign = if signed { TextureSign::Signed } else { TextureSign::Unsigned };
                    let signs = Signs { signs: [sign; 4], integer: false };
                    let reading = Reading { signed, integer: false };
                    let expected = fixed(code as u32, width, reading);
                    for bits in [alone, among] {
                        let got = decode(row.decoder, &bits.to_le_bytes(), 0, 0, signs);
                        let got = got.map(|texel| texel[component]);
                        assert_eq!(got, Some(expected), "{:?} {component} {code:x}", row.format);
                    }
                }
                code += step;
            }
            low += width;
        }
        assert_eq!(low, row.storage.bytes * 8, "{:?}", row.format);
    }
}

#[test]
fn missing_components_repeat_the_last_by_their_own_signs() {
    let one =
        [TextureSign::Signed, TextureSign::Unsigned, TextureSign::Biased, TextureSign::Signed];
    let signs = Signs { signs: one, integer: false };
    let texel = of(DataFormat::K8, &[0x81], 0, 0, signs);
    assert_eq!(texel, [-1.0, 129.0 / 255.0, 129.0 / 255.0, -1.0]);
    let two = plain(DataFormat::K88, &[255, 51]);
    assert_eq!(two, [1.0, 0.2, 0.2, 0.2]);
    let three = plain(DataFormat::K565, &0xF800_u16.to_le_bytes());
    assert_eq!(three, [0.0, 0.0, 1.0, 1.0]);
}

#[test]
fn names_list_components_from_the_top_but_for_two() {
    let red = 0x7FF_u32;
    assert_eq!(plain(DataFormat::K101111, &red.to_le_bytes())[..3], [1.0, 0.0, 0.0]);
    let red = 0x3FF_u32;
    assert_eq!(plain(DataFormat::K111110, &red.to_le_bytes())[..3], [1.0, 0.0, 0.0]);
    let alpha = 0x8000_u16;
    assert_eq!(plain(DataFormat::K1555, &alpha.to_le_bytes()), [0.0, 0.0, 0.0, 1.0]);
    let blue = 0xFC00_u16;
    assert_eq!(plain(DataFormat::K655, &blue.to_le_bytes())[..3], [0.0, 0.0, 1.0]);
}

#[test]
fn integers() {
    let signs = Signs { signs: [TextureSign::Signed; 4], integer: true };
    let texel = of(DataFormat::K8888, &[0x80, 0x7F, 0xFF, 1], 0, 0, signs);
    assert_eq!(texel, [-128.0, 127.0, -1.0, 1.0]);
    let signs = Signs { integer: true, ..Signs::PLAIN };
    assert_eq!(
        of(DataFormat::K1616, &[0x39, 0x30, 255, 255], 0, 0, signs)[..2],
        [12345.0, 65535.0]
    );
}

#[test]
fn floats_and_depths() {
    let halves = [0x00, 0x3C, 0x00, 0xC0, 0xFF, 0x7F, 0x01, 0x00];
    let expected = [1.0, -2.0, 131_008.0, 2_f32.powi(-24)];
    assert_eq!(plain(DataFormat::K16161616Float, &halves), expected);
    assert_eq!(plain(DataFormat::K16161616Expand, &halves), expected);
    assert_eq!(plain(DataFormat::K1616Float, &halves), [1.0, -2.0, -2.0, -2.0]);
    let nan = plain(DataFormat::K32Float, &[0x45, 0x23, 0xA1, 0x7F])[0];
    assert_eq!(nan.to_bits(), 0x7FA1_2345);
    assert_eq!(plain(DataFormat::K248, &[0x55, 0xFF, 0xFF, 0xFF]), [1.0; 4]);
    assert_eq!(plain(DataFormat::K248Float, &[0x55, 0x00, 0x00, 0xF8]), [1.5; 4]);
    assert_eq!(plain(DataFormat::K32, &u32::MAX.to_le_bytes()), [1.0; 4]);
}

#[test]
fn several_texels_in_a_word() {
    let word = [10, 20, 30, 40];
    let eighths = |code: u8| f32::from(code) / 255.0;
    for x in 0..4 {
        let texel = of(DataFormat::K32As8, &word, x, 0, Signs::PLAIN);
        assert_eq!(texel, [eighths(word[x as usize]); 4]);
    }
    let texel = of(DataFormat::K32As88, &word, 1, 0, Signs::PLAIN);
    assert_eq!(texel[..2], [eighths(30), eighths(40)]);
    // Green of each, red and blue of both.
    for (x, green) in [(0, 10), (1, 30)] {
        let texel = of(DataFormat::CrY1CbY0Rep, &word, x, 0, Signs::PLAIN);
        assert_eq!(texel, [40, green, 20, 20].map(eighths));
    }
    for (x, green) in [(0, 20), (1, 40)] {
        let texel = of(DataFormat::Y1CrY0CbRep, &word, x, 0, Signs::PLAIN);
        assert_eq!(texel, [30, green, 10, 10].map(eighths));
    }
    for x in 0..8 {
        let one = of(DataFormat::Bit1, &[0b0000_0110], x, 0, Signs::PLAIN);
        assert_eq!(one, [if x == 1 || x == 2 { 1.0 } else { 0.0 }; 4]);
        let one = of(DataFormat::Bit1Reverse, &[0b0000_0110], x, 0, Signs::PLAIN);
        assert_eq!(one, [if x == 5 || x == 6 { 1.0 } else { 0.0 }; 4]);
    }
}

#[test]
fn compressed_blocks_are_put_together() {
    // Alpha 15 explicit, red.
    let red = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0xF8, 0, 0, 0, 0, 0, 0];
    assert_eq!(plain(DataFormat::Dxt23, &red), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(plain(DataFormat::Dxt23As16, &red), [1.0, 0.0, 0.0, 1.0]);
    // Interpolated: both ends 51.
    let dim = [51, 51, 0, 0, 0, 0, 0, 0, 0, 0xF8, 0, 0, 0, 0, 0, 0];
    assert_eq!(plain(DataFormat::Dxt45, &dim), [1.0, 0.0, 0.0, 0.2]);
    let two = [51, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(plain(DataFormat::Dxn, &two), [0.2, 1.0, 1.0, 1.0]);
    assert_eq!(plain(DataFormat::Dxt5A, &two), [0.2; 4]);
    assert_eq!(plain(DataFormat::Dxt3A, &[0x0F]), [1.0; 4]);
    assert_eq!(plain(DataFormat::Dxt3AAs1111, &[0b1010]), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(plain(DataFormat::Ctx1, &[51, 255]), [1.0, 0.2, 0.2, 0.2]);
    let texel = of(DataFormat::Dxt3A, &[0, 0, 0, 0, 0, 0x30], 3, 2, Signs::PLAIN);
    assert_eq!(texel, [3.0 * 17.0 / 255.0; 4]);
}
