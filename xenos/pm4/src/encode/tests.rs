use super::generate::{Generator, pool};
use super::*;
use crate::{decode, decode_recorded, disassemble, to_bytes};

/// Packets of each kind, so that all together are more than 100,000.
const OF_EACH: usize = 100_000 / Kind::COUNT + 1;

#[test]
fn random_packets_of_every_kind_come_back_equal() {
    let pool = pool(0x51C3_77D2);
    let mut generator = Generator::new(0x9E37_79B9_7F4A_7C15, &pool);
    let (mut count, mut text) = (0, String::new());
    let mut words = Vec::new();
    for kind in Kind::all() {
        for n in 0..OF_EACH {
            let packet = generator.packet(kind);
            assert_eq!(packet.kind(), kind);
            words.clear();
            encode(&packet, &mut words).expect("a packet that can be");
            let bytes = to_bytes(&words);
            let (back, len) = decode_recorded(Words::new(&bytes)).expect("what was written");
            assert_eq!(back, packet);
            assert_eq!(len, words.len());
            if n % 64 == 0 {
                text.clear();
                disassemble(&packet, &mut text).expect("strings take all");
                assert!(text.ends_with('\n'));
            }
            count += 1;
        }
    }
    assert!(count >= 100_000, "{count}");
}

#[test]
fn any_words_that_are_a_packet_come_back_the_same() {
    let pool = pool(7);
    let mut generator = Generator::new(3, &pool);
    for round in 0..20_000usize {
        let kind = Kind::from_index(round % Kind::COUNT).expect("in range");
        let mut words = Vec::new();
        encode(&generator.packet(kind), &mut words).expect("a packet that can be");
        // Another header or payload word gives another packet, which must also come back.
        let place = round * 7 % words.len().min(8);
        words[place] ^= 1 << (round % 32);
        words.extend([round as u32; 9]);
        let bytes = to_bytes(&words);
        let Ok((packet, len)) = decode(Words::new(&bytes), 0) else { continue };
        let mut back = Vec::new();
        encode(&packet, &mut back).expect("decoded packets can be written");
        assert_eq!(back, words[..len], "{packet:?}");
    }
}

#[test]
fn any_dwords_decode_to_their_end() {
    let mut text = String::new();
    for seed in 1..40u64 {
        // Long counts would hide what follows: most headers are made short.
        let mut pool = pool(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for (n, dword) in pool.iter_mut().enumerate() {
            if n % 5 != 0 {
                let bits = u32::from_be_bytes(*dword) & 0xC003_FFFF;
                *dword = bits.to_be_bytes();
            }
        }
        let words = Words::from_chunks(&pool);
        let (mut at, mut back) = (0, Vec::new());
        while at < words.len() {
            match decode(words, at) {
                Ok((packet, len)) => {
                    back.clear();
                    encode(&packet, &mut back).expect("decoded packets can be written");
                    assert!(
                        words.slice(at, len).is_some_and(|w| w.iter().eq(back.iter().copied()))
                    );
                    text.clear();
                    disassemble(&packet, &mut text).expect("strings take all");
                    at += len;
                }
                Err(error) => {
                    assert!(error.skip() > 0 && at + error.skip() <= words.len(), "{error}");
                    at += error.skip();
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_a_packet_is_refused_by_name() {
    let mut out = vec![1];
    let words = [[0u8; 4]; 1];
    let values = Words::from_chunks(&words);
    let zero = Packet::Type0 { first: 0, values };
    assert_eq!(encode(&zero, &mut out), Err(EncodeError::RegisterZero));
    let none = Packet::Type0 { first: 1, values: Words::EMPTY };
    assert_eq!(encode(&none, &mut out), Err(EncodeError::Count { kind: Kind::TYPE0, count: 0 }));
    let far = Packet::Type1 { registers: [0, 0x800], values: [0; 2], reserved_22: 0 };
    assert!(matches!(
        encode(&far, &mut out),
        Err(EncodeError::Field { value: 0x800, bits: 11, .. })
    ));
    let nop = Command { surplus: values, ..Command::new(Payload::Nop { content: values }) };
    assert!(matches!(encode(&Packet::Type3(nop), &mut out), Err(EncodeError::Surplus { .. })));
    let known = Payload::Unknown { opcode: opcode::NOP, content: values };
    assert_eq!(
        encode(&Packet::Type3(Command::new(known)), &mut out),
        Err(EncodeError::Opcode { opcode: opcode::NOP })
    );
    assert_eq!(out, [1], "nothing is left of what was refused");
}
