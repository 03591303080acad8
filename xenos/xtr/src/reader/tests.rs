use base_trace::{Options, Source, TraceKind};

use crate::{
    Compression, Fault, Header, Memory, PacketStart, Reader, Record, TraceEvent, Writer, XtrError,
};

/// A trace of what `records` appends to a good header.
fn trace(records: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Header::new(7).to_bytes().to_vec();
    bytes.extend(records.concat());
    bytes
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn read(bytes: &[u8]) -> Result<u64, XtrError> {
    let source = Source::from_bytes(bytes.to_vec(), Options::default()).expect("opened");
    let mut reader = Reader::new(source)?;
    reader.for_each(|_| ())?;
    Ok(reader.position().index)
}

fn fault(bytes: &[u8]) -> (u64, Option<u64>, Fault) {
    match read(bytes) {
        Err(XtrError::Malformed { offset, record, fault }) => (offset, record, fault),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_first_bytes_decide() {
    let not = |bytes: &[u8]| match read(bytes) {
        Err(XtrError::NotXtr { found }) => found,
        other => panic!("{other:?}"),
    };
    assert_eq!(not(b""), TraceKind::Unknown);
    assert_eq!(not(b"DOOV and so on"), TraceKind::Vood);
    let good = trace(&[]);
    assert_eq!(read(&good).expect("no records"), 0);
    assert_eq!(fault(&good[..47]).2, Fault::Truncated { wanted: 48, found: 47 });
    let mut newer = good;
    newer[0] = 2;
    assert_eq!(fault(&newer), (0, None, Fault::Version { expected: 1, found: 2 }));
}

#[test]
fn each_fault_has_its_name_offset_and_record() {
    let end = words(&[5]);
    let after = |record: &[u32]| {
        let (offset, index, fault) = fault(&trace(&[&end, &words(record)]));
        assert_eq!((offset, index), (52, Some(1)));
        fault
    };
    assert_eq!(after(&[12]), Fault::UnknownRecord { code: 12 });
    assert_eq!(after(&[4, 0]), Fault::Truncated { wanted: 12, found: 8 });
    assert_eq!(after(&[4, 0, 0]), Fault::PacketWords { found: 0 });
    assert_eq!(after(&[4, 0, 16386]), Fault::PacketWords { found: 16386 });
    assert_eq!(after(&[4, 0, 2, 9]), Fault::Truncated { wanted: 20, found: 16 });
    assert_eq!(after(&[0, 0, u32::MAX]), Fault::BufferWords { found: u32::MAX });
    assert_eq!(after(&[2, 0, 100_000]), Fault::Truncated { wanted: 400_012, found: 12 });
    assert_eq!(after(&[6, 0, 2, 0, 0]), Fault::UnknownEncoding { code: 2 });
    assert_eq!(after(&[6, 0, 0, 4, 8]), Fault::RawLength { expected: 8, found: 4 });
    let outside = Fault::OutsideMemory { base: 0x1FFF_FFFF, bytes: 2 };
    assert_eq!(after(&[7, 0x1FFF_FFFF, 0, 2, 2]), outside);
    let implausible = Fault::ImplausibleLength { stored: 5, decoded: 0x2000_0000 };
    assert_eq!(after(&[6, 0, 1, 5, 0x2000_0000, 0, 0]), implausible);
    let implausible = Fault::ImplausibleLength { stored: 0x1000_0000, decoded: 4 };
    assert_eq!(after(&[6, 0, 1, 0x1000_0000, 4]), implausible);
    // The block says 3 bytes, the record 4.
    let decoded = Fault::DecodedLength { expected: 4, found: 3 };
    assert_eq!(after(&[6, 0, 1, 8, 4, 0x0403_0203, 0]), decoded);
    assert_eq!(after(&[6, 0, 1, 4, 4, 0xFFFF_FFFF]), Fault::Snappy);
    assert_eq!(after(&[10, 0, 0x2_0000, 0, 0, 0]), Fault::RegisterCount { found: 0x2_0000 });
    assert_eq!(after(&[8, 0, 4]), Fault::RawLength { expected: 0xA0_0000, found: 4 });
    assert_eq!(after(&[11, 0, 0, 4]), Fault::RawLength { expected: 2560, found: 4 });
    let most = Fault::Truncated { wanted: 0x2000_0014, found: 24 };
    assert_eq!(after(&[6, 0, 0, 0x2000_0000, 0x2000_0000, 0]), most);
}

#[test]
fn a_file_cut_anywhere_ends_in_a_named_error() {
    let mut bytes = Vec::new();
    let mut writer =
        Writer::new(&mut bytes, &Header::new(0), Compression::LikeXenia).expect("written");
    let memory = vec![3; 3000];
    for record in [
        Record::PacketStart(PacketStart { base: 16, words: &[0; 12] }),
        Record::MemoryRead(Memory { base: 4096, bytes: &memory }),
        Record::PacketEnd,
        Record::Event(TraceEvent::Unknown(9)),
    ] {
        writer.record(&record).expect("written");
    }
    writer.finish().expect("finished");
    let mut whole = 0;
    for end in 48..=bytes.len() {
        match read(&bytes[..end]) {
            Ok(_) => whole += 1,
            Err(XtrError::Malformed {
                fault: Fault::Truncated { wanted, found }, offset, ..
            }) => {
                assert!(found < wanted && offset + found == end as u64, "{end}: {offset} {found}");
            }
            Err(error) => panic!("{end}: {error}"),
        }
    }
    assert_eq!(whole, 5, "after the header and each of four records");
}

#[test]
fn after_an_error_there_is_nothing_more() {
    let bytes = trace(&[&words(&[5]), &words(&[99]), &words(&[5])]);
    let source = Source::from_bytes(bytes, Options::default()).expect("opened");
    let mut reader = Reader::new(source).expect("a header");
    assert!(reader.next_record().expect("a record").is_some());
    for _ in 0..3 {
        assert!(reader.next_record().is_err());
    }
    assert_eq!(reader.position().index, 1);
}

mod hostile {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(tail in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = read(&trace(&[&tail]));
        }

        #[test]
        fn nor_do_plausible_words(tail in proptest::collection::vec(0u32..40, 0..100)) {
            let _ = read(&trace(&[&words(&tail)]));
        }
    }
}
