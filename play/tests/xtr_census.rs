//! The census of every shared trace: whole, the same from both feeds, and what contracts make of it.
//!
//! `AFTERIMAGE_TRACES` names the folder that holds `xenos/` and `xenos-d3d/`; without it nothing is
//! tested.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base_census::{Census, Contract, Table, verdict};
use base_corpus::name;
use base_trace::{Options, open};
use play::CensusPlan;
use play::xtr::{XtrCensus, census};
use xenos_census::{Counting, TABLES, is_table, kind_of};
use xenos_front::{Direct, Ignore, LiveFeed, Pace, RebuiltFeed};
use xenos_memory::GuestMemory;
use xenos_pm4::Kind;
use xenos_xtr::Reader;

fn traces() -> Vec<PathBuf> {
    base_corpus::xenos().expect("the shared streams")
}

fn reader(path: &Path) -> Reader {
    let opened = open(path, Options::default().with_sha256(false)).expect("opened");
    Reader::new(opened.trace).expect("a header")
}

fn count(census: &Census, table: &str, key: &str) -> u64 {
    let entry = census.tables.get(table).and_then(|table| table.entries.get(key));
    entry.map_or(0, |entry| entry.count)
}

fn sum(census: &Census, table: &str) -> u64 {
    census.tables[table].entries.values().map(|entry| entry.count).sum()
}

fn counted(path: &Path, plan: &CensusPlan) -> XtrCensus {
    let counted = census(reader(path), &name(path), plan, |_, _, _| ());
    assert!(counted.fault.is_none());
    counted
}

fn of_trace(path: &Path) -> Census {
    counted(path, &CensusPlan::default()).census
}

fn of_live(path: &Path) -> Census {
    let memory = Arc::new(GuestMemory::new());
    let counting = Counting::new(Arc::clone(&memory), Ignore);
    let mut feed = RebuiltFeed::new(LiveFeed::new(Arc::clone(&memory)), Pace::Far);
    let mut sink = Direct { memory: &memory, inner: counting };
    feed.play(&mut reader(path), &mut sink).expect("read to the end");
    sink.inner.finish(&name(path)).0
}

#[test]
fn sums_are_those_of_the_processor() {
    for path in traces() {
        let mut seen = Vec::new();
        let plan = CensusPlan::default();
        let counted = census(reader(&path), &name(&path), &plan, |counts, frame, _| {
            assert_eq!(counts.frames(), frame + 1);
            seen.push(frame);
        });
        let (census, counts) = (counted.census, counted.player.processor().counts());
        assert!(seen.into_iter().eq(0..counts.frames()));
        let name = name(&path);
        assert!(census.valid(), "{name}");
        assert!(census.tables.keys().all(|table| is_table(table)));
        assert_eq!(census.tables.len(), TABLES.len());
        let summary = |what: &str| count(&census, "summary", &format!("what={what}"));
        assert_eq!(summary("packets"), counts.packets(), "{name}");
        assert_eq!(sum(&census, "packets"), counts.packets(), "{name}");
        assert_eq!(sum(&census, "skipped"), counts.predicated_off, "{name}");
        assert_eq!(summary("draws"), counts.draws, "{name}");
        assert_eq!(summary("copies"), counts.copies, "{name}");
        assert_eq!(summary("swaps"), counts.swaps, "{name}");
        assert_eq!(summary("frames"), counts.frames(), "{name}");
        assert_eq!(summary("frames") + summary("unfinished-frames"), census.frames(), "{name}");
        let draws =
            ["primitives", "surfaces", "pixel-states", "raster-states", "pipelines", "changes"];
        for table in draws {
            assert_eq!(sum(&census, table), counts.draws, "{name}: {table}");
        }
        for table in ["shader-pairs", "edram"] {
            assert_eq!(sum(&census, table), counts.draws + counts.copies, "{name}: {table}");
        }
        for table in ["resolves", "resolve-sizes"] {
            assert_eq!(sum(&census, table), counts.copies, "{name}: {table}");
        }
        for table in ["front-buffers", "gamma"] {
            assert_eq!(sum(&census, table), counts.swaps, "{name}: {table}");
        }
        for kind in [Kind::TYPE0, Kind::TYPE2] {
            assert_eq!(
                count(&census, "packets", &format!("kind={kind} predicated=no")),
                counts.of(kind)
            );
        }
        let text = census.to_lines().expect("as text");
        assert_eq!(
            Census::read(&text, &|_, table| is_table(table)).expect("read"),
            census,
            "{name}"
        );
        eprintln!(
            "{name}: {} entries",
            census.tables.values().map(|t| t.entries.len()).sum::<usize>()
        );
    }
}

#[test]
fn raw_twins_count_the_same() {
    for raw in traces() {
        let Some(twin) = name(&raw).strip_suffix("_raw").map(str::to_owned) else { continue };
        let mut packed = of_trace(&raw.with_file_name(format!("{twin}.xtr.zst")));
        packed.source = name(&raw);
        assert_eq!(of_trace(&raw), packed, "{twin}");
    }
}

/// Where textures come from needs records that a live feed does not get.
fn without_origins(census: &Census) -> Census {
    let mut census = census.clone();
    let textures = census.tables.remove("textures").unwrap_or_default();
    let mut table: Table<String> = Table::new("textures", usize::MAX);
    for (key, entry) in &textures.entries {
        let key = key.split(" from=").next().unwrap_or(key).to_owned();
        table.count(&key, entry.count, base_census::First::default());
    }
    census.tables.insert("textures".to_owned(), table.census());
    census
}

#[test]
fn both_feeds_count_the_same() {
    for path in traces() {
        let (trace, live) = (without_origins(&of_trace(&path)), without_origins(&of_live(&path)));
        let name = name(&path);
        for (table, rows) in &trace.tables {
            let other = &live.tables[table];
            for (key, entry) in &rows.entries {
                let found = other.entries.get(key);
                let same = found.is_some_and(|found| {
                    // A buffer's place is its own, not that of a packet in it.
                    let places = table.starts_with("buffer") || found.first == entry.first;
                    let numbers = |entry: &base_census::Entry| {
                        (entry.count, entry.value, entry.frames, entry.worst, entry.worst_frame)
                    };
                    places && numbers(found) == numbers(entry) && found.windows == entry.windows
                });
                assert!(same, "{name}: {table}: {key}\n{entry:?}\n{found:?}");
            }
            assert_eq!(rows.entries.len(), other.entries.len(), "{name}: {table}");
        }
    }
}

#[test]
fn windows_of_frames_merge_to_the_whole() {
    for path in traces().into_iter().filter(|path| !name(path).contains("5000")) {
        let part = |frames: std::ops::Range<u64>| {
            counted(&path, &CensusPlan { frames, window: 7, ..CensusPlan::default() }).census
        };
        let whole = part(0..u64::MAX);
        let mut merged = part(3..u64::MAX);
        merged.merge(&part(0..1)).expect("parts of one");
        merged.merge(&part(1..3)).expect("parts of one");
        assert_eq!(merged.to_lines().expect("text"), whole.to_lines().expect("text"), "{path:?}");
    }
}

#[test]
fn a_contract_without_one_item_is_broken_by_that_one_alone() {
    let mut items = 0;
    for path in traces() {
        let census = of_trace(&path);
        assert_eq!(census.tables.values().filter(|table| !table.describes).count(), 24);
        let contract = Contract::of(&census, &[], false).expect("a contract");
        let kept = verdict(&census, &contract, false).expect("of one chip");
        assert!(kept.keeps() && kept.unused == 0);
        for (place, item) in &contract.items {
            assert!(kind_of(&item.table).is_some());
            let mut less = contract.clone();
            less.items.remove(place);
            let broken = verdict(&census, &less, false).expect("of one chip");
            assert_eq!(broken.outside.len(), 1, "{}: {place:?}", name(&path));
            let outside = &broken.outside[0];
            assert_eq!((&outside.table, &outside.key), (&place.0, &place.1));
            assert_eq!((outside.count, outside.first.frame), (item.count, item.frame));
            items += 1;
        }
    }
    eprintln!("{items} items left out, one at a time");
}

#[test]
fn of_a_cut_trace_the_part_before_the_fault_is_counted() {
    let Some(path) = traces().into_iter().next() else { return };
    let mut source = open(&path, Options::default().with_sha256(false)).expect("opened").trace;
    let mut bytes = source.read_rest(1 << 30).expect("unpacked");
    bytes.truncate(bytes.len() - 5);
    let options = Options::default().with_sha256(false);
    let source = base_trace::Source::from_bytes(bytes, options).expect("opened");
    let reader = Reader::new(source).expect("a header");
    let cut = census(reader, "cut", &CensusPlan::default(), |_, _, _| ());
    assert!(!cut.whole && cut.census.valid());
    let fault = cut.fault.expect("a fault").to_string();
    assert!(fault.contains("record"), "{fault}");
}
