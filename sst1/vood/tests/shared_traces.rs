//! Every shared trace is read to its end, and its numbers are those of the table beside it.
//!
//! `AFTERIMAGE_TRACES` names the folder that holds `sst1/*.vood.zst`; without it nothing is tested.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use base_trace::{Container, Options, Source, TraceKind, open};
use sst1_vood::{Command, Reader, StreamInfo, VOODOO_GRAPHICS, Writer};

fn folder() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("AFTERIMAGE_TRACES") else {
        eprintln!("skipped: AFTERIMAGE_TRACES is not set, so there are no shared traces");
        return None;
    };
    Some(Path::new(&folder).join("sst1"))
}

fn traces(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of traces");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".vood.zst"))
        .collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    let name = path.file_name().expect("a name").to_string_lossy();
    name.trim_end_matches(".vood.zst").to_owned()
}

/// Records, triangles and swaps by trace, from the table in the folder's README.
fn table(folder: &Path) -> BTreeMap<String, [u64; 3]> {
    let text = fs::read_to_string(folder.join("README.md")).expect("the README");
    let row = |line: &str| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let numbers = cells.get(2..5)?.iter().map(|cell| cell.parse().ok());
        let numbers = numbers.collect::<Option<Vec<u64>>>()?;
        Some((cells[1].to_owned(), numbers.try_into().ok()?))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn every_shared_trace_is_read_to_its_end() {
    let Some(folder) = folder() else { return };
    let table = table(&folder);
    let paths = traces(&folder);
    assert!(!paths.is_empty(), "no traces in {}", folder.display());
    let mut compared = 0;
    for path in paths {
        let opened = open(&path, Options::default()).expect("opened");
        assert_eq!(opened.kind, TraceKind::Vood, "{}", path.display());
        assert_eq!(opened.trace.containers(), [Container::Zstd]);
        let mut reader = Reader::new(opened.trace).expect("a header");
        let header = *reader.header();
        assert_eq!(header.voodoo_type, VOODOO_GRAPHICS);
        let mut info = StreamInfo::new(false);
        if let Err(error) = info.scan(&mut reader) {
            panic!("{}: {error}", path.display());
        }
        assert_eq!(info.records, header.entry_count as u64, "{}", path.display());
        // Time stamps are a running number, so this also checks the sum of the counts.
        assert!(info.running_timestamps, "{}", path.display());
        assert_eq!(info.of(Command::Swap).operations, info.swaps, "{}", path.display());
        let stored = reader.into_source().finish().expect("the digest");
        assert_eq!(stored.bytes, fs::metadata(&path).expect("a length").len());
        if let Some(&row) = table.get(&name(&path)) {
            assert_eq!([info.records, info.triangles, info.swaps], row, "{}", path.display());
            compared += 1;
        }
    }
    eprintln!("{compared} traces compared with the table");
}

#[test]
fn operations_written_again_give_the_same_file() {
    let Some(folder) = folder() else { return };
    for path in traces(&folder).into_iter().filter(|path| name(path).starts_with("test0")) {
        let mut source = Source::open(&path, Options::default()).expect("opened");
        let mut bytes = Vec::new();
        while !source.at_end().expect("readable") {
            let piece = source.fill(1).expect("readable").to_vec();
            source.consume(piece.len());
            bytes.extend(piece);
        }
        let source = Source::from_bytes(bytes.clone(), Options::default()).expect("opened");
        let mut reader = Reader::new(source).expect("a header");
        let output = std::io::Cursor::new(Vec::new());
        let mut writer = Writer::new(output, reader.header()).expect("written");
        while let Some(batch) = reader.next_batch().expect("records") {
            for record in batch.records {
                for _ in 0..record.count {
                    let (command, address) = (record.command, record.address);
                    writer.operation(command, address, record.data).expect("written");
                }
            }
        }
        let (output, _) = writer.finish_counted().expect("finished");
        assert!(output.into_inner() == bytes, "{}", path.display());
    }
}

/// Not a test but a figure; run with `--release -- --ignored --nocapture`.
#[test]
#[ignore = "measures speed"]
fn speed_of_reading() {
    const COUNT: u32 = 10_000_000;
    let mut bytes = sst1_vood::Header::new(4, 4, 1).to_bytes().to_vec();
    for n in 0..COUNT {
        let command = [Command::WriteRegL, Command::WriteTexL, Command::WriteFbL][n as usize % 3];
        let address = command.window().start() + (n & 0xFFFC);
        let (timestamp, timestamp_end, data, count) = (n, n, n, 1);
        let record = sst1_vood::Record { timestamp, timestamp_end, command, address, data, count };
        bytes.extend(record.to_bytes());
    }
    let packed = zstd::encode_all(&bytes[..], 3).expect("compressed");
    for (what, stored, sha256) in [
        ("plain", &bytes, false),
        ("plain with digest", &bytes, true),
        ("zstd with digest", &packed, true),
    ] {
        let options = Options::default().with_sha256(sha256);
        let mut reader = Reader::new(Source::from_bytes(stored.clone(), options).expect("opened"))
            .expect("read");
        let start = Instant::now();
        let mut sum = 0u64;
        while let Some(batch) = reader.next_batch().expect("records") {
            sum += batch.records.iter().map(|record| record.data as u64).sum::<u64>();
        }
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(reader.position().index, COUNT as u64);
        eprintln!("{what}: {:.0} M records/s (sum {sum})", COUNT as f64 / seconds / 1e6);
    }
}
