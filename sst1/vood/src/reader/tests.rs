use super::*;
use crate::{Command, Writer};
use base_trace::Options;
use proptest::prelude::*;

fn reader(bytes: &[u8]) -> Result<Reader, VoodError> {
    Reader::new(Source::from_bytes(bytes.to_vec(), Options::default()).unwrap())
}

fn record(timestamp: u32) -> Record {
    let command = Command::WriteRegL;
    Record { timestamp, timestamp_end: timestamp, command, address: 0x128, data: 1, count: 1 }
}

/// A small trace: three records, a CONFIG, a record.
fn small() -> Vec<u8> {
    let mut writer = Writer::new(std::io::Cursor::new(Vec::new()), &Header::new(2, 2, 1)).unwrap();
    (0..3).for_each(|n| writer.record(&record(n)).unwrap());
    writer.config(&Config { timestamp: 3, h_disp: 640, ..Config::default() }).unwrap();
    writer.record(&record(4)).unwrap();
    writer.finish_counted().unwrap().0.into_inner()
}

#[test]
fn batches_and_entries_have_places() {
    let mut by_batch = reader(&small()).unwrap();
    let batch = by_batch.next_batch().unwrap().unwrap();
    assert_eq!((batch.records.len(), batch.first), (3, Position { index: 0, offset: 64 }));
    assert_eq!(batch.position(2), Position { index: 2, offset: 112 });
    let batch = by_batch.next_batch().unwrap().unwrap();
    assert_eq!((batch.records.len(), batch.first), (0, Position { index: 3, offset: 136 }));
    assert_eq!(batch.config.unwrap().h_disp, 640);
    let batch = by_batch.next_batch().unwrap().unwrap();
    assert_eq!(
        (batch.records, batch.first),
        (&[record(4)][..], Position { index: 4, offset: 168 })
    );
    assert!(by_batch.next_batch().unwrap().is_none());
    assert!(by_batch.next_batch().unwrap().is_none());

    let mut one_by_one = reader(&small()).unwrap();
    let places: Vec<_> = one_by_one.entries().map(|e| e.unwrap().position.offset).collect();
    assert_eq!(places, [64, 88, 112, 136, 168]);
}

#[test]
fn every_cut_is_an_error_after_the_records_before_it() {
    let whole = small();
    for length in 0..whole.len() {
        let Ok(mut reader) = reader(&whole[..length]) else {
            assert!(length < HEADER_BYTES);
            continue;
        };
        let mut entries = reader.entries();
        let good = entries.by_ref().take_while(Result::is_ok).count();
        assert!(entries.next().is_none(), "ends after an error");
        let complete = [88, 112, 136, 168, 192].iter().filter(|end| **end <= length).count();
        assert_eq!(good, complete, "{length}");
        let error = reader.next_batch().unwrap_err();
        let VoodError::Malformed { record: Some(index), fault, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(index, complete as u64);
        let at_boundary = [64, 88, 112, 136, 168].contains(&length);
        assert_eq!(at_boundary, matches!(fault, Fault::EntryCount { .. }), "{length}: {fault}");
    }
}

#[test]
fn a_killed_run_has_no_number_and_reads_to_its_last_whole_record() {
    let mut bytes = small();
    bytes[44..48].fill(0);
    assert_eq!(reader(&bytes[..112]).unwrap().entries().flatten().count(), 2);
    assert!(reader(&bytes[..112]).unwrap().entries().all(|entry| entry.is_ok()));
}

#[test]
fn a_malformed_record_is_named_after_the_good_ones_and_again() {
    let mut bytes = small();
    bytes[64 + 24 + 20] = 0;
    let mut reader = reader(&bytes).unwrap();
    assert_eq!(reader.next_batch().unwrap().unwrap().records.len(), 1);
    for _ in 0..2 {
        let error = reader.next_batch().unwrap_err();
        assert!(matches!(
            error,
            VoodError::Malformed { offset: 88, record: Some(1), fault: Fault::ZeroCount }
        ));
    }
}

#[test]
fn either_way_of_counting_config_is_accepted() {
    let mut bytes = small();
    for (stated, good) in [(0u8, true), (3, false), (4, true), (5, true), (6, false)] {
        bytes[44] = stated;
        let mut reader = reader(&bytes).unwrap();
        assert_eq!(reader.entries().all(|entry| entry.is_ok()), good, "{stated}");
    }
}

#[test]
fn more_records_than_one_buffer() {
    let count = (base_trace::BUFFER_BYTES / RECORD_BYTES * 3 + 5) as u32;
    let mut writer = Writer::new(Vec::new(), &Header::new(2, 2, 1)).unwrap();
    (0..count).for_each(|n| writer.record(&record(n)).unwrap());
    let (bytes, totals) = writer.finish().unwrap();
    assert_eq!(totals.records, count as u64);
    let mut reader = reader(&bytes).unwrap();
    for (n, entry) in reader.entries().enumerate() {
        let Entry { position, item } = entry.unwrap();
        let offset = 64 + 24 * n as u64;
        assert_eq!(position, Position { index: n as u64, offset });
        assert_eq!(item, Item::Record(record(n as u32)));
    }
    assert_eq!(reader.position().index, count as u64);
}

proptest! {
    #[test]
    fn a_changed_byte_is_an_error_or_a_trace(at in 0usize..192, value in any::<u8>()) {
        let mut bytes = small();
        bytes[at] = value;
        if let Ok(mut reader) = reader(&bytes) {
            prop_assert!(reader.entries().count() <= 6);
        }
    }

    #[test]
    fn noise_never_panics(noise in prop::collection::vec(any::<u8>(), 0..400)) {
        let bytes = [&Header::new(4, 4, 1).to_bytes()[..], &noise].concat();
        let mut reader = reader(&bytes).unwrap();
        let entries = reader.entries().count();
        prop_assert!(entries <= noise.len() / 24 + 1);
    }
}
