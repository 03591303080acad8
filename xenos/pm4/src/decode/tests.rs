use super::*;
use crate::{Packet, to_bytes};
use xenos_regs::words::PrimitiveType;

fn packet_of(words: &[u32], check: impl FnOnce(Result<(Packet<'_>, usize), PacketError>)) {
    let bytes = to_bytes(words);
    check(decode(Words::new(&bytes), 0));
}

#[test]
fn each_type_by_its_header() {
    packet_of(&[0x0001_2000, 5, 6, 7], |found| {
        let (packet, len) = found.expect("whole");
        assert_eq!(len, 3);
        let run = packet.run().expect("registers");
        assert_eq!(run.writes().collect::<Vec<_>>(), [(0x2000, 5), (0x2001, 6)]);
    });
    packet_of(&[0x0001_8578, 5, 6], |found| {
        let (packet, _) = found.expect("whole");
        assert_eq!(packet.kind(), Kind::TYPE0_ONE_REGISTER);
        let run = packet.run().expect("registers");
        assert_eq!(run.writes().collect::<Vec<_>>(), [(0x578, 5), (0x578, 6)]);
    });
    packet_of(&[0x4000_0000 | 3 << 11 | 2, 8, 9], |found| {
        let registers = [2, 3];
        let packet = Packet::Type1 { registers, values: [8, 9], reserved_22: 0 };
        assert_eq!(found, Ok((packet, 3)));
    });
    packet_of(&[0x8000_0000], |found| {
        assert_eq!(found, Ok((Packet::Type2 { reserved_0: 0 }, 1)));
    });
    packet_of(&[0, 1], |found| assert_eq!(found, Ok((Packet::Null, 1))));
}

#[test]
fn draws_by_their_index_source() {
    let dma =
        VgtDrawInitiator::default().with_prim_type(PrimitiveType::Triangles).with_num_indices(36);
    packet_of(&[0xC003_2201, 0x105, dma.raw(), 0x1234_5678, 0x8000_0024], |found| {
        let (Packet::Type3(command), 5) = found.expect("whole") else { panic!("type 3") };
        assert!(command.predicated);
        let Payload::DrawIndx { viz, initiator, source } = command.payload else { panic!("draw") };
        assert_eq!((viz.query_id(), viz.conditional()), (5, true));
        assert_eq!(initiator.num_indices(), 36);
        let IndexSource::Dma { base, size } = source else { panic!("from memory") };
        assert_eq!((base, size.num_words()), (0x1234_5678, 36));
    });
    let auto = dma.with_source_select(SourceSelect::Auto);
    packet_of(&[0xC000_3600, auto.raw()], |found| {
        let (packet, _) = found.expect("whole");
        let payload = Payload::DrawIndx2 { initiator: auto, source: IndexSource::Auto };
        assert_eq!(packet, Packet::Type3(Command::new(payload)));
    });
    let immediate = dma.with_source_select(SourceSelect::Immediate);
    packet_of(&[0xC002_3600, immediate.raw(), 1, 2], |found| {
        let (Packet::Type3(command), _) = found.expect("whole") else { panic!("type 3") };
        let Payload::DrawIndx2 { source, .. } = command.payload else { panic!("draw") };
        let IndexSource::Immediate { indices } = source else { panic!("from the packet") };
        assert_eq!(indices.iter().collect::<Vec<_>>(), [1, 2]);
    });
}

#[test]
fn bad_packets_say_how_much_to_skip() {
    packet_of(&[], |found| {
        assert_eq!(found, Err(PacketError::End { at: 0, len: 0 }));
    });
    packet_of(&[0xFFFF_1000, 0], |found| {
        let error = found.expect_err("16,384 dwords are not there");
        assert!(matches!(error, PacketError::Truncated { need: 16_385, have: 2, .. }));
        assert_eq!(error.skip(), 2);
    });
    packet_of(&[0xC001_3C00, 0, 0, 9], |found| {
        let error = found.expect_err("five are needed");
        let kind = Kind::of_opcode(opcode::WAIT_REG_MEM);
        assert_eq!(error, PacketError::Short { at: 0, kind, need: 5, have: 2 });
        assert_eq!(error.skip(), 3);
        assert_eq!(error.to_string(), "WAIT_REG_MEM at dword 0: 2 payload dwords, 5 are needed");
    });
    packet_of(&[0xC000_3600, 0], |found| {
        let error = found.expect_err("a draw from memory needs base and size");
        assert!(matches!(error, PacketError::Short { need: 3, have: 1, .. }));
    });
}

#[test]
fn unknown_opcodes_keep_their_payload_apart() {
    packet_of(&[0xC001_1100, 1, 2, 3], |found| {
        let (packet, len) = found.expect("whole");
        assert_eq!(len, 3);
        assert!(packet.kind().is_unknown());
        let Packet::Type3(Command { payload: Payload::Unknown { opcode, content }, .. }) = packet
        else {
            panic!("unknown")
        };
        assert_eq!((opcode, content.len()), (0x11, 2));
    });
    packet_of(&[0xC000_2500, 1], |found| {
        let (packet, _) = found.expect("whole");
        assert_eq!(packet.kind().to_string(), "SET_STATE");
    });
}

#[test]
fn recorded_buffers_have_no_length() {
    let bytes = to_bytes(&[0xC001_3F00, 0x1E00_0000]);
    let (packet, len) = decode_recorded(Words::new(&bytes)).expect("as traces record it");
    let payload = Payload::IndirectBuffer { address: 0x1E00_0000, length: None };
    assert_eq!((packet, len), (Packet::Type3(Command::new(payload)), 2));
    assert!(decode(Words::new(&bytes), 0).is_err());
}

#[test]
fn headers_alone_say_kind_and_length() {
    let header = Header::parse(0xC003_2201);
    assert_eq!(header.kind, Kind::of_opcode(opcode::DRAW_INDX));
    assert_eq!((header.len, header.predicated), (5, true));
    assert_eq!(Header::parse(0).len, 1);
    assert_eq!(Header::parse(0x8000_0001), Header { kind: Kind::TYPE2, len: 1, predicated: false });
    assert!(!Header::parse(0x0000_2001).predicated);
}
