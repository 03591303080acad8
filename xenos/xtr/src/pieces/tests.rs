use base_trace::{Options, Source};

use super::PIECE_BYTES;
use crate::{
    Compression, Fault, Header, Memory, Reader, Record, RecordKind, TraceEvent, Writer, XtrError,
};

/// Bytes that compress and do not repeat from end to end.
fn content(length: usize) -> Vec<u8> {
    (0..length).map(|at| ((at / 64 * 37) ^ (at >> 13)) as u8).collect()
}

fn written(memory: &[u8], compression: Compression) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, &Header::new(0), compression).expect("written");
    let records = [
        Record::MemoryRead(Memory { base: 0x1000, bytes: memory }),
        Record::Event(TraceEvent::Swap),
    ];
    for record in &records {
        writer.record(record).expect("written");
    }
    writer.finish().expect("finished");
    bytes
}

fn reader(bytes: Vec<u8>) -> Reader {
    let source = Source::from_bytes(bytes, Options::default()).expect("opened");
    Reader::new(source).expect("a header")
}

#[test]
fn long_records_come_in_pieces() {
    let memory = content(2 * PIECE_BYTES as usize + 100);
    for compression in [Compression::LikeXenia, Compression::Raw] {
        let mut reader = reader(written(&memory, compression));
        let (mut found, mut pieces, mut end) = (Vec::new(), Vec::new(), false);
        let record = |entry: crate::Entry<'_>| {
            if let Record::MemoryRead(read) = entry.record {
                assert_eq!(read.base as usize, 0x1000 + found.len());
                assert_eq!(entry.position.index, 0);
                pieces.push((entry.continues, read.bytes.len()));
                found.extend_from_slice(read.bytes);
            } else {
                assert_eq!((entry.record.kind(), entry.position.index), (RecordKind::Event, 1));
                end = true;
            }
        };
        reader.for_each(record).expect("good");
        let piece = PIECE_BYTES as usize;
        assert_eq!(pieces, [(false, piece), (true, piece), (true, 100)]);
        assert!(found == memory && end && reader.position().index == 2);
    }
}

#[test]
fn every_cut_and_some_damage_ends_in_a_named_error() {
    let memory = content(PIECE_BYTES as usize + 5);
    let bytes = written(&memory, Compression::LikeXenia);
    let body = 48 + 20;
    for end in [body, body + 1, body + 4, body + 1000, bytes.len() / 2, bytes.len() - 13] {
        let error = reader(bytes[..end].to_vec()).for_each(|_| ()).expect_err("cut");
        let XtrError::Malformed { offset: 48, record: Some(0), fault } = error else {
            panic!("{end}: {error}")
        };
        let Fault::Truncated { wanted, found } = fault else { panic!("{end}: {fault}") };
        assert_eq!((wanted, found), (bytes.len() as u64 - 48 - 8, end as u64 - 48));
    }
    // A copy from 65,535 bytes back as the first element, a length that differs.
    for (at, new) in [(body + 4, [0xFE, 0xFF, 0xFF]), (body, [0x86, 0x80, 0x80])] {
        let mut bytes = bytes.clone();
        bytes[at..at + 3].copy_from_slice(&new);
        let mut reader = reader(bytes);
        let error = reader.for_each(|_| ()).expect_err("damaged").to_string();
        assert!(error.contains("back") || error.contains("unpacks to"), "{error}");
        assert!(reader.next_record().is_err());
    }
}
