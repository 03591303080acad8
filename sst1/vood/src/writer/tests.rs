use super::*;
use crate::{Item, Reader};
use base_trace::{Options, Source};
use proptest::prelude::*;
use std::io::Cursor;

fn items(bytes: Vec<u8>) -> Vec<Item> {
    let source = Source::from_bytes(bytes, Options::default()).unwrap();
    Reader::new(source).unwrap().entries().map(|entry| entry.unwrap().item).collect()
}

fn records(bytes: Vec<u8>) -> Vec<Record> {
    let record = |item| match item {
        Item::Record(record) => record,
        Item::Config(config) => panic!("{config:?}"),
    };
    items(bytes).into_iter().map(record).collect()
}

fn any_command() -> impl Strategy<Value = Command> {
    let ordinary = Command::ALL.iter().copied().filter(|c| *c != Command::Config);
    prop::sample::select(ordinary.collect::<Vec<_>>())
}

fn any_item() -> impl Strategy<Value = Item> {
    let record = (any_command(), any::<[u32; 4]>(), 1u32..).prop_map(|(command, words, count)| {
        let [timestamp, timestamp_end, offset, data] = words;
        let (first, last) = (*command.window().start(), *command.window().end());
        let size = (last - first).wrapping_add(1);
        let address = if size == 0 { offset } else { first + offset % size };
        Item::Record(Record { timestamp, timestamp_end, command, address, data, count })
    });
    let config = any::<(u64, [u32; 5])>().prop_map(|(timestamp, words)| {
        let [h_disp, v_disp, refresh_hz, pixel_clock_hz, reserved] = words;
        Item::Config(Config { timestamp, h_disp, v_disp, refresh_hz, pixel_clock_hz, reserved })
    });
    prop_oneof![9 => record, 1 => config]
}

#[test]
fn what_would_be_refused_is_not_written() {
    assert!(Writer::new(Vec::new(), &Header::new(3, 4, 1)).is_err());
    let mut writer = Writer::new(Vec::new(), &Header::new(4, 4, 1)).unwrap();
    let outside = writer.operation(Command::WriteTexL, 0x7FFFFC, 0);
    assert!(matches!(outside, Err(WriteError::Malformed(crate::Fault::Address { .. }))));
    assert!(writer.operation(Command::Config, 0, 0).is_err());
    let (bytes, totals) = writer.finish().unwrap();
    assert_eq!((bytes.len(), totals.records), (64, 0));
}

#[test]
fn a_swap_is_two_records() {
    let mut writer = Writer::new(Vec::new(), &Header::new(4, 4, 1)).unwrap();
    writer.swap(1, 0x128, 0x101).unwrap();
    let found = records(writer.finish().unwrap().0);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].command, found[0].address, found[0].data), (Command::Swap, 1, 0x101));
    assert_eq!((found[1].command, found[1].address), (Command::WriteRegL, 0x128));
}

#[test]
fn the_number_of_records_goes_where_the_header_is() {
    let mut output = Cursor::new(Vec::new());
    output.write_all(b"before").unwrap();
    let mut writer = Writer::new(output, &Header::new(4, 4, 1)).unwrap();
    (0..300).for_each(|n| writer.operation(Command::WriteRegL, 0x110, n).unwrap());
    let (output, totals) = writer.finish_counted().unwrap();
    assert_eq!(output.position(), totals.bytes + 6);
    assert_eq!(output.get_ref()[6 + 44..6 + 48], 300u32.to_le_bytes());
}

#[test]
fn flushing_ends_a_run_and_a_full_count_does_too() {
    let mut writer = Writer::new(Vec::new(), &Header::new(4, 4, 1)).unwrap();
    writer.operation(Command::WriteRegL, 0x120, 0).unwrap();
    writer.flush().unwrap();
    writer.operation(Command::WriteRegL, 0x120, 0).unwrap();
    writer.held = writer.held.map(|held| Record { count: u32::MAX, ..held });
    writer.operation(Command::WriteRegL, 0x120, 0).unwrap();
    let counts: Vec<_> = records(writer.finish().unwrap().0).iter().map(|r| r.count).collect();
    assert_eq!(counts, [1, u32::MAX, 1]);
}

proptest! {
    #[test]
    fn items_are_kept(written in prop::collection::vec(any_item(), 0..60)) {
        let mut writer = Writer::new(Cursor::new(Vec::new()), &Header::new(4, 2, 2)).unwrap();
        for item in &written {
            match item {
                Item::Record(record) => writer.record(record).unwrap(),
                Item::Config(config) => writer.config(config).unwrap(),
            }
        }
        let (output, totals) = writer.finish_counted().unwrap();
        prop_assert_eq!(output.get_ref().len() as u64, totals.bytes);
        prop_assert_eq!(items(output.into_inner()), written);
    }

    #[test]
    fn operations_merge_exactly_when_equal_and_adjacent(
        // Few values, so that repetitions are common.
        operations in prop::collection::vec((0u32..2, 0u32..2, 0u32..2), 0..80),
    ) {
        let mut writer = Writer::new(Cursor::new(Vec::new()), &Header::new(4, 2, 1)).unwrap();
        let operations: Vec<_> = operations
            .into_iter()
            .map(|(c, a, d)| {
                let command = if c == 0 { Command::WriteRegL } else { Command::ReadRegL };
                (command, a * 4, d)
            })
            .collect();
        for &(command, address, data) in &operations {
            writer.operation(command, address, data).unwrap();
        }
        let (output, totals) = writer.finish_counted().unwrap();
        let found = records(output.into_inner());
        prop_assert_eq!(totals.operations, operations.len() as u64);
        prop_assert_eq!(totals.records, found.len() as u64);
        let mut clock = 0;
        let mut repeated = Vec::new();
        for record in &found {
            prop_assert_eq!(record.timestamp, clock);
            prop_assert_eq!(record.timestamp_end, clock + record.count - 1);
            clock += record.count;
            let operation = (record.command, record.address, record.data);
            prop_assert_ne!(repeated.last(), Some(&operation), "not merged");
            repeated.extend(std::iter::repeat_n(operation, record.count as usize));
        }
        prop_assert_eq!(repeated, operations);
    }
}
