//! The verbs on all shared .xtr traces.
//!
//! `AFTERIMAGE_TRACES` names the folder of shared traces; the list of programs lies in `ucode/` beside
//! it. Without it the tests say so and pass.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use common::Room;
use serde_json::{Map, Value, json};

/// The uncompressed twins' ending.
const TWIN: &str = "_raw";
/// Stored bytes of a trace above which not every packet is printed as JSON.
const LARGE: u64 = 200_000;

fn folder() -> Option<PathBuf> {
    let folder = env::var_os("AFTERIMAGE_TRACES").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("AFTERIMAGE_TRACES is not set: no shared trace is looked at");
    }
    folder
}

/// All traces as `xenos/name` and path.
fn traces(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for part in ["xenos", "xenos-d3d"] {
        for entry in fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".xtr.zst") {
                found.push((format!("{part}/{name}"), path));
            }
        }
    }
    found.sort();
    assert!(found.len() > 40, "{} traces", found.len());
    found
}

/// What a manifest says of each trace, as `info --json` has it.
fn manifests(folder: &Path) -> BTreeMap<String, Value> {
    let mut stated = BTreeMap::new();
    for part in ["xenos", "xenos-d3d"] {
        let text = fs::read_to_string(folder.join(part).join("MANIFEST.md")).unwrap();
        for section in text.split("\n## ").skip(1) {
            let name = section.lines().next().unwrap().trim();
            let figures = section.lines().find(|line| line.starts_with("- size "));
            let packets = section.lines().find_map(|line| line.strip_prefix("- packets: "));
            if let (Some(figures), Some(packets)) = (figures, packets) {
                stated.insert(format!("{part}/{name}"), object(figures, packets));
            }
        }
    }
    stated
}

fn object(figures: &str, packets: &str) -> Value {
    let figure = |name: &str| {
        let words: Vec<&str> = figures.split([' ', ';']).collect();
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    let mut counts = Map::new();
    for packet in packets.split(", ") {
        let (name, count) = packet.trim().rsplit_once(' ').unwrap();
        let name = match name {
            "type0-onereg" => "type0_one_register",
            "type0-null" => "null",
            other => other.split(['(', ' ']).next().unwrap(),
        };
        let known = counts.get(name).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(name.to_owned(), json!(known + count.parse::<u64>().unwrap()));
    }
    let swaps = figure("swaps").or_else(|| counts.get("XE_SWAP").and_then(Value::as_u64));
    json!({
        "kind": "xtr", "frames": figure("frames"), "swaps": swaps.unwrap_or(0),
        "draws": figure("draws"), "copies": figure("resolves"), "packets": counts,
    })
}

#[test]
fn info_is_what_the_manifests_say() {
    let Some(folder) = folder() else { return };
    let (stated, room) = (manifests(&folder), Room::new());
    for (name, path) in traces(&folder) {
        let run = room.run(&format!("info --json {}", path.display()));
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let expected = &stated[name.trim_end_matches(TWIN)];
        assert_eq!(&run.json(), expected, "{name}");
    }
}

#[test]
fn shaders_finds_exactly_the_listed_programs() {
    let Some(folder) = folder() else { return };
    let text = fs::read_to_string(folder.join("../ucode/programs.json")).unwrap();
    let listed: Vec<Value> = serde_json::from_str(&text).unwrap();
    let key = |row: &Value| {
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        (text("sha1"), text("type"), row["dwords"].as_u64().unwrap())
    };
    let mut expected: BTreeMap<String, BTreeSet<_>> = BTreeMap::new();
    for row in &listed {
        for stream in row["streams"].as_array().unwrap() {
            expected.entry(stream.as_str().unwrap().to_owned()).or_default().insert(key(row));
        }
    }
    let room = Room::new();
    let mut files = BTreeSet::new();
    for (name, path) in traces(&folder) {
        let run = room.run(&format!("shaders --json -o out {}", path.display()));
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let list = run.json();
        let found: BTreeSet<_> = list["programs"].as_array().unwrap().iter().map(key).collect();
        // Of the twins and the large stress stream the list does not speak.
        if let Some(expected) = expected.get(&name) {
            assert_eq!(&found, expected, "{name}");
        }
        files.extend(found);
    }
    assert_eq!(files, listed.iter().map(key).collect());
    assert_eq!((listed.len(), room.names("out").len()), (171, 3 * 171));
    for row in &listed {
        let (sha1, stage, dwords) = key(row);
        let bytes = room.bytes(&format!("out/{sha1}.{stage}.bin"));
        assert_eq!(bytes.len() as u64, 4 * dwords, "{sha1}");
    }
}

#[test]
fn every_trace_is_counted_and_keeps_its_own_contract() {
    let Some(folder) = folder() else { return };
    let room = Room::new();
    for (name, path) in traces(&folder) {
        let run = room.run(&format!("census {} -o a.jsonl", path.display()));
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        assert_eq!(room.run("contract a.jsonl -o a.toml").code, 0, "{name}");
        let run = room.run("check a.jsonl --contract a.toml");
        assert_eq!(run.code, 0, "{name}: {}{}", run.out, run.err);
        let page = format!("report {} -o a.html --contract a.toml", path.display());
        let run = room.run(&page);
        assert_eq!(run.code, 0, "{name}: {}", run.err);
    }
}

#[test]
fn packets_and_draws_agree_with_info() {
    let Some(folder) = folder() else { return };
    let room = Room::new();
    for (name, path) in traces(&folder) {
        let info = room.run(&format!("info --json {}", path.display())).json();
        let run = room.run(&format!("draws {}", path.display()));
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let lines = |what: &str| run.out.lines().filter(|line| line.starts_with(what)).count();
        assert_eq!(json!([lines("draw "), lines("copy ")]), json!([info["draws"], info["copies"]]));
        if fs::metadata(&path).unwrap().len() > LARGE {
            continue;
        }
        let run = room.run(&format!("packets --json {}", path.display()));
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let mut kinds: Map<String, Value> = Map::new();
        let (mut draws, mut copies) = (0_u64, 0_u64);
        for line in run.out.lines().skip(1) {
            let row: Value = serde_json::from_str(line).unwrap();
            let kind = row["kind"].as_str().unwrap_or_else(|| panic!("{name}: {line}"));
            let count = kinds.entry(kind).or_insert(json!(0));
            *count = json!(count.as_u64().unwrap() + 1);
            draws += u64::from(row["draw"].is_u64());
            copies += u64::from(row["copy"].is_u64());
        }
        assert_eq!(Value::Object(kinds), info["packets"], "{name}");
        assert_eq!(json!([draws, copies]), json!([info["draws"], info["copies"]]), "{name}");
    }
}
