//! Addresses, bytes, and what the document says of single codes.

use super::*;

/// The check values of rule E8: width (0 for a half), number format, word, code.
const CODES: &[(u32, u8, u32, u32)] = &[
    (8, 0, 0x3F00_0000, 0x80),
    (8, 0, 0x3F80_0000, 0xFF),
    (8, 0, 0x7FC0_0000, 0),
    (8, 1, 0xBF80_0000, 0x81),
    (10, 1, 0x3F00_0000, 0x100),
    (10, 1, 0xBF00_0000, 0x300),
    (8, 2, 0x3FC0_0000, 2),
    (8, 3, 0xBFC0_0000, 0xFE),
    (8, 3, 0xC348_0000, 0x80),
    (16, 0, 0x7F80_0000, 0xFFFF),
    (0, 0, 0x3F80_0000, 0x3C00),
    (0, 0, 0x3F80_1000, 0x3C00),
    (0, 0, 0x3F80_3000, 0x3C02),
    (0, 0, 0x477F_E000, 0x7BFF),
    (0, 0, 0x4780_0000, 0x7C00),
    (0, 0, 0x47FF_F000, 0x7FFF),
    (0, 0, 0x7F80_0000, 0x7FFF),
    (0, 0, 0xFFC0_0000, 0xFFFF),
    (0, 0, 0x3300_0000, 0),
    (0, 0, 0x3300_0001, 1),
    (0, 0, 0x387F_F000, 0x400),
];

fn address(format: DataFormat, number: u8, endian: Endian128) -> ExportAddress {
    ExportAddress { base: 0x1000, index: 2, count: 8, endian, format, number, swap: false }
}

#[test]
fn codes_are_the_documents() {
    for (width, number, word, code) in CODES {
        let format = match width {
            0 => DataFormat::K16Float,
            8 => DataFormat::K8,
            10 => DataFormat::K2101010,
            _ => DataFormat::K16,
        };
        let value = [f32::from_bits(*word), 0.0, 0.0, 0.0];
        let (packed, _) = pack::pack(&address(format, *number, Endian128::None), value).unwrap();
        let bytes = u32::from_le_bytes(packed.bytes[..4].try_into().unwrap());
        assert_eq!(bytes, *code, "{width} {number} {word:08X}");
    }
}

#[test]
fn bytes_are_exchanged_within_the_element() {
    let value = [1.0_f32, 2.0, 3.0, 4.0].map(|value| value / 255.0);
    let bytes = |format, endian| {
        let (packed, odd) = pack::pack(&address(format, 0, endian), value).unwrap();
        (packed.bytes().to_vec(), odd.endian)
    };
    let format = DataFormat::K8888;
    assert_eq!(bytes(format, Endian128::None), (vec![1, 2, 3, 4], false));
    assert_eq!(bytes(format, Endian128::Swap8In16), (vec![2, 1, 4, 3], false));
    assert_eq!(bytes(format, Endian128::Swap8In32), (vec![4, 3, 2, 1], false));
    assert_eq!(bytes(format, Endian128::Swap16In32), (vec![3, 4, 1, 2], false));
    assert_eq!(bytes(format, Endian128::Swap8In64), (vec![1, 2, 3, 4], true));
    assert_eq!(bytes(DataFormat::K8, Endian128::Swap8In16), (vec![1], true));
    let (packed, odd) =
        pack::pack(&ExportAddress { swap: true, ..address(format, 7, Endian128::None) }, value)
            .unwrap();
    assert_eq!((packed.bytes(), odd.number), (&[3, 2, 1, 4][..], true));
    assert_eq!(pack::pack(&address(DataFormat::Dxt1, 0, Endian128::None), value), None);
}

#[test]
fn addresses_need_their_patterns() {
    let right = [0x4000_1000, 0x4B00_0005, 0x4B08_2602, 0x4B00_0010].map(f32::from_bits);
    let decoded = ExportAddress::decode(right).unwrap();
    assert_eq!((decoded.base, decoded.index, decoded.count), (0x1000, 5, 16));
    assert_eq!(
        (decoded.format, decoded.number, decoded.swap),
        (DataFormat::K32323232Float, 0, true)
    );
    assert_eq!(decoded.endian, Endian128::Swap8In32);
    for component in 0..4 {
        let mut wrong = right;
        wrong[component] = f32::from_bits(wrong[component].to_bits() ^ 1 << 30);
        assert_eq!(ExportAddress::decode(wrong), None);
    }
}

#[test]
fn elements_are_stored_up_to_the_count_and_closed() {
    let mut open = Open::default();
    let address = [0x4000_1000, 0x4B00_0001, 0x4B00_0600, 0x4B00_0003].map(f32::from_bits);
    for (component, value) in open.address.iter_mut().zip(address) {
        component[5] = value;
        component[9] = value;
    }
    open.address_written = 1 << 5 | 1 << 9;
    open.data_written = [1 << 5 | 1 << 6, 1 << 5 | 1 << 9, 1 << 5, 0, 0];
    open.data[0][0][5] = 1.0;
    let (mut out, mut seen) = (Vec::new(), Seen::default());
    open.flush(u64::MAX, !(1 << 9), &mut out, &mut seen);
    // Element 3 is behind the count, lane 6 has no address, lane 9 is no covered one.
    let stored: Vec<_> = out.iter().map(|e| (e.lane, e.element, e.byte_address())).collect();
    assert_eq!(stored, [(5, 1, 0x4004), (5, 2, 0x4008)]);
    assert_eq!(out[0].packed.bytes(), [255, 0, 0, 0]);
    assert_eq!(open, Open::default());
}
