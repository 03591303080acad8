//! Censuses and contracts from end to end: merging, files, verdicts, damage.

use base_census::{Census, Contract, First, Frames, Table, verdict};
use proptest::prelude::*;

const KEYS: [&str; 4] = ["swap", "triangle flat", "triangle textured", "upload"];

/// The census of some frames of a stream; an event is a key.
fn census(stream: &[Vec<usize>], frames: Frames, window: u64) -> Census {
    let mut table: Table<&'static str> = Table::new("commands", 64);
    let mut record = 0;
    for (frame, events) in stream.iter().enumerate() {
        let frame = frame as u64;
        let counted = (frames.start..frames.end).contains(&frame);
        for event in events {
            if counted {
                table.count(&KEYS[*event], 1, First { frame, record, ..First::default() });
            }
            record += 1;
        }
        if counted {
            table.end_frame(frame);
        }
        if (frame + 1).is_multiple_of(window) || frame + 1 == stream.len() as u64 {
            table.end_window(frame / window);
        }
    }
    Census {
        chip: "test".to_owned(),
        source: "stream".to_owned(),
        window,
        ranges: [frames].into_iter().filter(|f| f.start < f.end).collect(),
        tables: [("commands".to_owned(), table.census())].into(),
        ..Census::default()
    }
}

proptest! {
    #[test]
    fn the_parts_of_a_stream_merge_to_the_whole(
        stream in prop::collection::vec(prop::collection::vec(0..4usize, 0..6), 1..40),
        cut in 0..40usize,
        window in 1..9u64,
    ) {
        let end = stream.len() as u64;
        let cut = (cut as u64).min(end);
        let whole = census(&stream, Frames { start: 0, end }, window);
        let mut parts = census(&stream, Frames { start: cut, end }, window);
        parts.merge(&census(&stream, Frames { start: 0, end: cut }, window)).unwrap();
        // A part counts no key that only the other has.
        let used = |c: &Census| c.tables["commands"].clone();
        prop_assert_eq!(used(&parts), used(&whole));
        prop_assert_eq!(parts.frames(), whole.frames());
        let text = whole.to_lines().unwrap();
        prop_assert_eq!(Census::from_lines(&text).unwrap(), whole);
    }

    #[test]
    fn deleting_an_item_yields_exactly_that_entry(
        stream in prop::collection::vec(prop::collection::vec(0..4usize, 1..6), 1..10),
    ) {
        let frames = Frames { start: 0, end: stream.len() as u64 };
        let census = census(&stream, frames, 4);
        let whole = Contract::of(&census, &[], false).unwrap();
        prop_assert!(verdict(&census, &whole, false).unwrap().keeps());
        for place in whole.items.keys() {
            let mut less = whole.clone();
            less.items.remove(place);
            let found = verdict(&census, &less, false).unwrap();
            prop_assert_eq!(found.outside.len(), 1);
            prop_assert_eq!(&found.outside[0].key, &place.1);
            prop_assert_eq!(whole.difference(&less).removed.len(), 1);
        }
    }

    #[test]
    fn damaged_files_are_refused_or_read(at in 0..4000usize, bit in 0..7u32) {
        let census = census(&[vec![0, 1, 2], vec![3]], Frames { start: 0, end: 2 }, 1);
        let contract = Contract::of(&census, &[], false).unwrap().to_toml().unwrap();
        for text in [census.to_lines().unwrap(), contract] {
            let mut bytes = text.into_bytes();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            if let Ok(text) = String::from_utf8(bytes) {
                let _ = Census::from_lines(&text);
                let _ = Contract::from_toml(&text);
            }
        }
    }
}

#[test]
fn contracts_carry_labels_and_merge() {
    let first = census(&[vec![0], vec![1], vec![1, 3]], Frames { start: 0, end: 3 }, 1);
    let labels = [("menu".to_owned(), Frames { start: 0, end: 1 })];
    let mut contract = Contract::of(&first, &labels, false).unwrap();
    let second = Census {
        source: "a second".to_owned(),
        ..census(&[vec![2, 1]], Frames { start: 0, end: 1 }, 1)
    };
    contract.merge(&Contract::of(&second, &[], false).unwrap()).unwrap();
    let text = contract.to_toml().unwrap();
    assert_eq!(Contract::from_toml(&text).unwrap(), contract);
    let item = |key: &str| &contract.items[&("commands".to_owned(), key.to_owned())];
    assert!(item("swap").labels.contains("menu"));
    assert!(item("upload").labels.is_empty());
    assert_eq!(
        (item("triangle flat").count, item("triangle flat").source.as_str()),
        (3, "a second")
    );
    assert!(verdict(&first, &contract, false).unwrap().keeps());
    assert!(verdict(&second, &contract, false).unwrap().keeps());
}

#[test]
fn strangers_are_refused_by_name() {
    let good = census(&[vec![0]], Frames { start: 0, end: 1 }, 1);
    let lines = good.to_lines().unwrap();
    let newer = lines.replace("\"version\":1", "\"version\":7");
    assert!(Census::from_lines(&newer).unwrap_err().to_string().contains("version 7"));
    let cut = lines.lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(Census::from_lines(&cut).unwrap_err().to_string().contains("line 2"));
    let contract = Contract::of(&good, &[], false).unwrap().to_toml().unwrap();
    let newer = contract.replace("version = 1", "version = 9");
    assert!(Contract::from_toml(&newer).unwrap_err().to_string().contains("version 9"));
    let broken = contract.replace("count = 1", "count = \"many\"");
    assert!(Contract::from_toml(&broken).unwrap_err().to_string().contains("line"));
    assert!(Contract::from_toml("").is_err());
}

#[test]
fn tables_that_describe_make_no_items_and_places_are_records_or_packets() {
    let mut table: Table<String> = Table::new("polls", 4);
    let places = base_census::Places::Packets;
    table.count(&"a".to_owned(), 1, First { frame: 0, record: 0x10_0040, places });
    let mut clock = base_census::Clock::default();
    table.end(&clock.end_frame());
    table.end(&clock.close());
    let held = table.census();
    let polls = base_census::TableCensus { describes: true, ..held.clone() };
    let tables = [("waits".to_owned(), held), ("polls".to_owned(), polls)].into();
    let census = Census {
        chip: "xenos".to_owned(),
        source: "s".to_owned(),
        window: clock.window(),
        ranges: clock.into_ranges(),
        tables,
        ..Census::default()
    };
    let text = census.to_lines().expect("text");
    assert!(text.contains(r#""first":{"frame":0,"packet":"0x00100040"}"#), "{text}");
    assert!(
        text.contains(r#""describes":true"#) && Census::from_lines(&text).expect("read") == census
    );
    for wrong in
        [r#""packet":"0x1FFFFFFFF""#, r#""packet":"1""#, r#""record":1,"packet":"0x1""#, ""]
    {
        assert!(Census::from_lines(&text.replace(r#""packet":"0x00100040""#, wrong)).is_err());
    }
    let contract = Contract::of(&census, &[], false).expect("a contract");
    let toml = contract.to_toml().expect("text");
    assert!(toml.contains("packet = \"0x00100040\"") && !toml.contains("polls"), "{toml}");
    assert_eq!(Contract::from_toml(&toml).expect("read"), contract);
    let kept = verdict(&census, &contract, false).expect("of one chip");
    assert!(kept.keeps() && kept.inside == 1);
}
