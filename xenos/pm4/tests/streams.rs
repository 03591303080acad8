//! Every packet of the shared streams: counted as their manifests count, and written back the same.
//!
//! `AFTERIMAGE_TRACES` names the folder that holds `xenos/*.xtr.zst` and `xenos-d3d/*.xtr.zst`;
//! without it nothing is tested.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use base_corpus::name;
use base_trace::{Options, open};
use xenos_pm4::{Header, Kind, Packet, Words, decode_recorded, disassemble, encode};
use xenos_regs::{FILE_WORDS, register_at};
use xenos_xtr::{Reader, Record};

fn traces() -> Vec<PathBuf> {
    base_corpus::xenos().expect("the shared streams")
}

fn each_packet(path: &Path, mut each: impl FnMut(&[u8])) {
    let opened = open(path, Options::default().with_sha256(false)).expect("opened");
    let mut reader = Reader::new(opened.trace).expect("a header");
    reader
        .for_each(|entry| {
            if let Record::PacketStart(packet) = entry.record {
                each(packet.words);
            }
        })
        .expect("a sound trace");
}

/// Packets by trace and by our own names.
fn manifest(folder: &Path) -> BTreeMap<String, BTreeMap<String, u64>> {
    let text = fs::read_to_string(folder.join("MANIFEST.md")).expect("the manifest");
    let (mut table, mut name) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut name);
        } else if let Some(list) = line.strip_prefix("- packets: ") {
            let counts: &mut BTreeMap<String, u64> = table.entry(name.clone()).or_default();
            for item in list.split(", ") {
                let (kind, count) = item.rsplit_once(' ').expect("a name and a number");
                let kind = match kind.trim_end_matches("(pred)").trim_end_matches(" (flattened)") {
                    "type0-onereg" => "type0_one_register",
                    "type0-null" => "null",
                    other => other,
                };
                *counts.entry(kind.to_owned()).or_default() +=
                    count.parse::<u64>().expect("a number");
            }
        }
    }
    table
}

#[test]
fn packets_are_counted_as_the_manifests_count_and_come_back_the_same() {
    let mut unnamed = BTreeSet::new();
    let (mut total, mut lines) = (0u64, 0u64);
    for path in traces() {
        let mut counts = [0u64; Kind::COUNT];
        let (mut back, mut text) = (Vec::new(), String::new());
        each_packet(&path, |bytes| {
            let words = Words::new(bytes);
            let (packet, len) = decode_recorded(words).expect("a sound packet");
            assert_eq!(len, words.len(), "{}", path.display());
            back.clear();
            encode(&packet, &mut back).expect("decoded packets can be written");
            assert!(words.iter().eq(back.iter().copied()), "{packet:?}");
            let header = Header::parse(words.get(0).expect("a header"));
            assert_eq!((header.kind, header.predicated), (packet.kind(), packet.predicated()));
            if counts[packet.kind().index()].is_power_of_two() {
                text.clear();
                disassemble(&packet, &mut text).expect("strings take all");
                lines += text.lines().count() as u64;
            }
            counts[packet.kind().index()] += 1;
            note_registers(&packet, &mut unnamed);
            total += 1;
        });
        let manifest = manifest(path.parent().expect("a folder"));
        // A `_raw` twin has the list of its compressed one.
        let name = name(&path);
        let wanted = manifest.get(name.trim_end_matches("_raw")).expect("a list");
        let found: BTreeMap<String, u64> = Kind::all()
            .map(|kind| (kind.to_string(), counts[kind.index()]))
            .filter(|(_, count)| *count != 0)
            .collect();
        assert_eq!(&found, wanted, "{name}");
    }
    println!("{total} packets, {lines} lines of some; registers without a row: {unnamed:04X?}");
}

/// Registers that are written and of which the table knows nothing.
fn note_registers(packet: &Packet<'_>, unnamed: &mut BTreeSet<u32>) {
    if let Some(run) = packet.run() {
        unnamed.extend(
            run.writes()
                .map(|(register, _)| register)
                .filter(|&register| register_at(register).is_none()),
        );
        assert!(run.first < FILE_WORDS as u32);
    }
}
