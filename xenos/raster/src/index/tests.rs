use super::*;

const OPEN: IndexRules = IndexRules { reset: None, offset: 0, least: 0, most: INDEX_MASK };

#[test]
fn bytes_are_exchanged_by_code() {
    let two = [0x11, 0x22];
    let cases = [
        (Endian::None, 0x2211, 0x4433_2211),
        (Endian::Swap8In16, 0x1122, 0x3344_1122),
        (Endian::Swap8In32, 0x1122, 0x1122_3344),
        (Endian::Swap16In32, 0x2211, 0x2211_4433),
    ];
    for (endian, narrow, wide) in cases {
        assert_eq!(index_16(two, endian), narrow, "{endian:?}");
        assert_eq!(index_32([0x11, 0x22, 0x33, 0x44], endian), wide, "{endian:?}");
    }
}

#[test]
fn only_24_bits_count_also_for_the_reset_index() {
    assert_eq!(OPEN.indexed(0xFF00_0007), Indexed::Vertex(7));
    let reset = IndexRules { reset: Some(0xFF_FFFF), ..OPEN };
    assert_eq!(reset.indexed(0xFFFF_FFFF), Indexed::Restart);
    assert_eq!(reset.indexed(0x00FF_FFFF), Indexed::Restart);
    assert_eq!(reset.indexed(0xFFFF), Indexed::Vertex(0xFFFF));
}

#[test]
fn the_reset_index_is_met_before_the_offset_and_limits_after() {
    let rules = IndexRules { reset: Some(5), offset: 0xFF_FFFE, least: 2, most: 6 };
    let results: Vec<_> = (0..12).map(|raw| rules.indexed(raw)).collect();
    let vertices = [6, 6, 2, 2, 2, 0, 4, 5, 6, 6, 6, 6];
    for (raw, (result, vertex)) in results.into_iter().zip(vertices).enumerate() {
        let expected = if raw == 5 { Indexed::Restart } else { Indexed::Vertex(vertex) };
        assert_eq!(result, expected, "{raw}");
    }
}

#[test]
fn rules_come_from_registers() {
    let read = |register: u16| match register {
        index::VGT_MULTI_PRIM_IB_RESET_INDX => 0xAB00_FFFF,
        index::VGT_INDX_OFFSET => 0x0100_0004,
        index::VGT_MIN_VTX_INDX => 1,
        index::VGT_MAX_VTX_INDX => 0xFFFF_FFFF,
        index::PA_SU_SC_MODE_CNTL => 1 << 21,
        _ => 0,
    };
    let rules = IndexRules { reset: Some(0xFFFF), offset: 4, least: 1, most: INDEX_MASK };
    assert_eq!(IndexRules::gather(read), rules);
    let off = |register| if register == index::PA_SU_SC_MODE_CNTL { 0 } else { read(register) };
    assert_eq!(IndexRules::gather(off).reset, None);
}
