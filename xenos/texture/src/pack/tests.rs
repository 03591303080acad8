use super::*;

fn bytes(format: DataFormat, value: [f32; 4], swap: bool, endian: Endian128) -> Vec<u8> {
    pack(format, value, swap, endian).map(|packed| packed.bytes().to_vec()).unwrap_or_default()
}

#[test]
fn elements_by_format() {
    let none = Endian128::None;
    let value = [1.0, 0.5, 0.0, 1.0];
    assert_eq!(bytes(DataFormat::K8888, value, false, none), [255, 128, 0, 255]);
    assert_eq!(bytes(DataFormat::K8888, value, true, none), [0, 128, 255, 255]);
    assert_eq!(bytes(DataFormat::K8888, value, false, Endian128::Swap8In32), [255, 0, 128, 255]);
    assert_eq!(bytes(DataFormat::K8, value, true, none), [0]);
    assert_eq!(bytes(DataFormat::K8, value, false, Endian128::Swap8In32), [255]);
    // 1023, 512, 0, 3.
    let word = 1023_u32 | 512 << 10 | 3 << 30;
    assert_eq!(bytes(DataFormat::K2101010, value, false, none), word.to_le_bytes());
    // The founding game's average: alpha 1 with bias -2 is 0.75 of a code, rounded up.
    let dim = bytes(DataFormat::K2101010, [0.0, 0.0, 0.0, 0.25], false, none);
    assert_eq!(dim, (1_u32 << 30).to_le_bytes());
    assert_eq!(bytes(DataFormat::K565, value, false, none), (31_u16 | 32 << 5).to_le_bytes());
    assert_eq!(bytes(DataFormat::K16Float, [-2.0, 0.0, 0.0, 0.0], false, none), [0x00, 0xC0]);
    let swapped = bytes(DataFormat::K16Float, [-2.0; 4], false, Endian128::Swap8In16);
    assert_eq!(swapped, [0xC0, 0x00]);
    assert_eq!(bytes(DataFormat::K16Float, [1e9; 4], false, none), [0xFF, 0x7F]);
    let wide = bytes(DataFormat::K32323232Float, [1.0; 4], false, Endian128::Swap8In128);
    assert_eq!(wide, [0x3F, 0x80, 0, 0].repeat(4));
    assert_eq!(bytes(DataFormat::Dxt1, value, false, none), []);
    assert_eq!(bytes(DataFormat::K8888, [f32::NAN, -1.0, 2.0, 1e-9], false, none), [0, 0, 255, 0]);
}

#[test]
fn words_as_they_are() {
    let packed = pack_raw(0x1234_5678, 4, Endian128::Swap8In32);
    assert_eq!(packed.bytes(), [0x12, 0x34, 0x56, 0x78]);
    let packed = pack_raw(u128::MAX, 2, Endian128::None);
    assert_eq!((packed.bytes(), packed.bytes[2]), (&[0xFF, 0xFF][..], 0));
    let packed = pack_raw(0x0102_0304_0506_0708, 8, Endian128::Swap16In32);
    assert_eq!(packed.bytes(), [6, 5, 8, 7, 2, 1, 4, 3]);
}

#[test]
fn destinations() {
    let flat = Destination::new(0x1000_0000, 1270, 0, None, DataFormat::K8888);
    assert_eq!(flat.address(1279, 719), 0x1000_0000 + 0x39777C);
    assert_eq!(flat.address(0, -32), 0x1000_0000 - 163_840);
    let deep = Destination::new(0xA000_0000, 33, 20, Some(7), DataFormat::K8888);
    assert_eq!(deep.address(31, 31), tiled_3d(31, 31, 7, 64, 32, 2) as u32);
    let around = Destination::new(0, 32, 32, None, DataFormat::K8888);
    assert_eq!(around.address(-32, 0), 0x1FFF_F000);
}

#[test]
fn every_copy_destination_has_bytes_and_reads_back() {
    use crate::format::{FORMATS, Signs, decode};
    for row in FORMATS.iter().filter(|row| row.is_copy_destination()) {
        let value = [1.0, 0.0, 1.0, 1.0];
        let packed = pack(row.format, value, false, Endian128::None).unwrap_or_else(|| {
            panic!("{:?} has no elements", row.format);
        });
        assert_eq!(u32::from(packed.size), row.storage.bytes, "{:?}", row.format);
        let read = decode(row.decoder, &packed.bytes, 0, 0, Signs::PLAIN).map(|texel| texel[0]);
        assert_eq!(read, Some(1.0), "{:?}", row.format);
    }
}
