//! Every shared trace is read to its last byte, its records are counted as the manifest beside it
//! does, and writing what was read gives equal records.
//!
//! `AFTERIMAGE_TRACES` names the folder that holds `xenos/*.xtr.zst` and `xenos-d3d/*.xtr.zst`;
//! without it nothing is tested.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use base_corpus::name;
use base_trace::{Options, Source, TraceKind, open};
use xenos_xtr::{Compression, Reader, Record, Writer};

fn traces() -> Vec<PathBuf> {
    base_corpus::xenos().expect("the shared streams")
}

fn reader(path: &Path) -> Reader {
    let opened = open(path, Options::default().with_sha256(false)).expect("opened");
    assert_eq!(opened.kind, TraceKind::Xtr, "{}", path.display());
    Reader::new(opened.trace).expect("a header")
}

/// Numbers of records by trace and by the manifest's own names.
fn manifest(folder: &Path) -> BTreeMap<String, BTreeMap<String, u64>> {
    let text = fs::read_to_string(folder.join("MANIFEST.md")).expect("the manifest");
    let (mut table, mut name) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut name);
        } else if let Some(list) = line.strip_prefix("- records: ") {
            let counts = list.split(", ").map(|item| {
                let (kind, count) = item.rsplit_once(' ').expect("a name and a number");
                (kind.to_owned(), count.parse().expect("a number"))
            });
            table.insert(name.clone(), counts.collect());
        }
    }
    table
}

fn manifest_name(record: &Record<'_>) -> &'static str {
    match record {
        Record::PrimaryBufferStart(_) => "PrimaryStart",
        Record::PrimaryBufferEnd => "PrimaryEnd",
        Record::IndirectBufferStart(_) => "IBStart",
        Record::IndirectBufferEnd => "IBEnd",
        other => other.kind().name(),
    }
}

#[test]
fn every_shared_trace_is_read_to_its_end() {
    let mut compared = 0;
    for path in traces() {
        let table = manifest(path.parent().expect("a folder"));
        let mut reader = reader(&path);
        let mut counts = BTreeMap::<String, u64>::new();
        let (mut next, mut index) = (reader.position().offset, 0);
        let result = reader.for_each(|entry| {
            assert_eq!((entry.position.offset >= next, entry.position.index), (true, index));
            (next, index) = (entry.position.offset, index + 1);
            *counts.entry(manifest_name(&entry.record).to_owned()).or_default() += 1;
        });
        if let Err(error) = result {
            panic!("{}: {error}", path.display());
        }
        if let Some(row) = table.get(&name(&path)) {
            assert_eq!(&counts, row, "{}", path.display());
            compared += 1;
        }
    }
    eprintln!("{compared} traces compared with their manifests");
}

#[test]
fn what_was_read_and_written_reads_equal() {
    for path in traces() {
        for compression in [Compression::LikeXenia, Compression::Raw] {
            let mut first = reader(&path);
            let mut writer = Writer::new(Vec::new(), first.header(), compression).expect("written");
            first.for_each(|entry| writer.record(&entry.record).expect("written")).expect("read");
            let (bytes, totals) = writer.finish().expect("finished");
            assert_eq!(totals.bytes, bytes.len() as u64);
            let options = Options::default().with_sha256(false);
            let source = Source::from_bytes(bytes, options).expect("opened");
            equal(&path, &mut reader(&path), &mut Reader::new(source).expect("a header"));
        }
    }
}

#[test]
fn raw_twins_are_equal() {
    let mut pairs = 0;
    for raw in traces() {
        let Some(twin) = name(&raw).strip_suffix("_raw").map(str::to_owned) else { continue };
        let packed = raw.with_file_name(format!("{twin}.xtr.zst"));
        equal(&raw, &mut reader(&packed), &mut reader(&raw));
        pairs += 1;
    }
    eprintln!("{pairs} pairs of twins");
}

fn equal(path: &Path, a: &mut Reader, b: &mut Reader) {
    loop {
        let (a, b) = (a.next_record().expect("readable"), b.next_record().expect("readable"));
        match (a, b) {
            (None, None) => return,
            (Some(a), Some(b)) => {
                assert!(a.record == b.record, "{} at {:?}", path.display(), a.position);
            }
            _ => panic!("{}: one ends before the other", path.display()),
        }
    }
}

/// Not a test but a figure; run with `--release -- --ignored --nocapture`.
#[test]
#[ignore = "measures speed"]
fn speed_of_reading() {
    for path in traces() {
        let mut source = Source::open(&path, Options::default()).expect("opened");
        let bytes = source.read_rest(1 << 30).expect("unpacked");
        let length = bytes.len();
        if length < 10_000_000 {
            continue;
        }
        let options = Options::default().with_sha256(false);
        let mut reader =
            Reader::new(Source::from_bytes(bytes, options).expect("opened")).expect("a header");
        let (start, mut records, mut sum) = (Instant::now(), 0u64, 0u64);
        reader
            .for_each(|entry| {
                records += 1;
                if let Record::PacketStart(packet) = entry.record {
                    sum += packet.words[0] as u64;
                }
            })
            .expect("read");
        let seconds = start.elapsed().as_secs_f64();
        eprintln!(
            "{}: {records} records, {:.0} MB/s, {:.1} ns a record (sum {sum})",
            name(&path),
            length as f64 / seconds / 1e6,
            seconds * 1e9 / records as f64
        );
    }
}
