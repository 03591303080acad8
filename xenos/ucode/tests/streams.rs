//! The programs of the shared Xenos streams: found, named, listed, encoded back.
//!
//! `AFTERIMAGE_TRACES` names the folder of shared traces (the one that holds `xenos/` and
//! `xenos-d3d/`); the list of programs and their reference listings lie in `ucode/` beside it.
//! Without it the tests say so and pass.
//!
//! The walk over the streams is as small as it can be: it knows where microcode comes from and
//! nothing else. Reading streams properly is another crate's job.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use base_trace::{Options, Source};
use serde_json::Value;
use sha1::{Digest, Sha1};
use xenos_ucode::{
    Analysis, ControlFlow, Decoded, Instruction, Program, Severity, Slot, Stage, Style, assemble,
    disassemble, listing, validate,
};

const VARIABLE: &str = "AFTERIMAGE_TRACES";
const MEMORY: usize = 512 << 20;

/// A program as it was found: name, stage, and the streams that load it.
type Found = BTreeMap<(String, &'static str), (Decoded, BTreeSet<String>)>;

fn folder() -> Option<PathBuf> {
    let folder = env::var_os(VARIABLE).map(PathBuf::from);
    if folder.is_none() {
        eprintln!("{VARIABLE} is not set: no shared stream is looked at");
    }
    folder
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn big(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|b| u32::from_be_bytes(b.try_into().unwrap())).collect()
}

/// Hands each load of a program in a stream to `load`.
fn walk(stream: &[u8], mut load: impl FnMut(Stage, Vec<u32>)) {
    let stage = |word: u32| match word & 3 {
        0 => Stage::Vertex,
        1 => Stage::Pixel,
        other => panic!("a program of type {other}"),
    };
    let mut memory = vec![0u8; MEMORY];
    let mut pending = Vec::new();
    let mut at = 48;
    while at < stream.len() {
        let start = at;
        let field = |index: usize| word(stream, start + 4 * index);
        match field(0) {
            0 | 2 => at += 12 + 4 * field(2) as usize,
            1 | 3 => at += 4,
            4 => {
                let bytes = 4 * field(2) as usize;
                pending = big(&stream[at + 12..at + 12 + bytes]);
                at += 12 + bytes;
            }
            5 => {
                let packet = std::mem::take(&mut pending);
                match packet.first().map(|header| (header >> 30, header >> 8 & 0x7F)) {
                    Some((3, 0x27)) => {
                        let address = (packet[1] & 0x1FFF_FFFC) as usize;
                        let bytes = 4 * (packet[2] & 0xFFFF) as usize;
                        load(stage(packet[1]), big(&memory[address..address + bytes]));
                    }
                    Some((3, 0x2B)) => load(stage(packet[1]), packet[3..].to_vec()),
                    _ => {}
                }
                at += 4;
            }
            kind @ (6 | 7) => {
                let (address, encoding) = (field(1) as usize, field(2));
                let (stored, bytes) = (field(3) as usize, field(4) as usize);
                let body = &stream[at + 20..at + 20 + stored];
                if kind == 6 {
                    let target = &mut memory[address..address + bytes];
                    if encoding == 0 {
                        target.copy_from_slice(body);
                    } else {
                        let read = snap::raw::Decoder::new().decompress(body, target).unwrap();
                        assert_eq!(read, bytes);
                    }
                }
                at += 20 + stored;
            }
            8 => at += 12 + field(2) as usize,
            9 => at += 8,
            10 => at += 24 + field(5) as usize,
            11 => at += 16 + field(3) as usize,
            other => panic!("record type {other} at {at}"),
        }
    }
    assert_eq!(at, stream.len(), "the last record ends with the stream");
}

fn sha1(program: &Program) -> String {
    let mut hash = Sha1::new();
    hash.update(program.bytes().collect::<Vec<_>>());
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// All programs of all streams, walked once for all tests.
fn programs(folder: &Path) -> &'static Found {
    static FOUND: OnceLock<Found> = OnceLock::new();
    FOUND.get_or_init(|| walk_all(folder))
}

/// All programs of all streams. Each load is decoded as it stands, over-long ones too.
fn walk_all(folder: &Path) -> Found {
    let mut found = Found::new();
    for room in ["xenos", "xenos-d3d"] {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder.join(room)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let Some(name) = name.strip_suffix(".xtr.zst") else { continue };
            let mut source = Source::open(&path, Options::default().with_sha256(false)).unwrap();
            let stream = source.read_rest(1 << 30).unwrap();
            let mut seen = BTreeSet::new();
            walk(&stream, |stage, words| {
                if !seen.insert((stage, words.clone())) {
                    return;
                }
                let decoded = Program::decode(stage, &words);
                let own = decoded.program.words();
                assert_eq!(own, words[..own.len()], "words to types to words, in {name}");
                let key = (sha1(&decoded.program), stage.short());
                let entry = found.entry(key).or_insert_with(|| (decoded, BTreeSet::new()));
                entry.1.insert(format!("{room}/{name}"));
            });
        }
    }
    found
}

fn listed(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("../ucode/programs.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn stated(entry: &Value) -> BTreeSet<String> {
    let streams = entry["streams"].as_array().unwrap();
    streams.iter().map(|stream| stream.as_str().unwrap().to_owned()).collect()
}

/// A listing without comments, its lines' words separated by single spaces.
fn bare(listing: &str) -> Vec<String> {
    let mut text = String::new();
    let mut rest = listing;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn programs_of_the_shared_streams() {
    let Some(folder) = folder() else { return };
    let found = programs(&folder);
    let listed = listed(&folder);
    let mut equal = 0;
    let mut texts = 0;
    let mut faults = Vec::new();
    let mut names = BTreeSet::new();
    // Streams of which the list speaks: not the uncompressed twins, nor the large stress stream.
    let known: BTreeSet<String> = listed.iter().flat_map(stated).collect();
    for entry in &listed {
        let text = |key: &str| entry[key].as_str().unwrap();
        let key = (text("sha1").to_owned(), if text("type") == "vs" { "vs" } else { "ps" });
        let Some((decoded, streams)) = found.get(&key) else {
            faults.push(format!("{key:?} is not found"));
            continue;
        };
        let dwords = entry["dwords"].as_u64().unwrap() as usize;
        if decoded.program.dwords() != dwords {
            faults.push(format!("{key:?}: {} dwords", decoded.program.dwords()));
        }
        let stated = stated(entry);
        let own: BTreeSet<String> = streams.intersection(&known).cloned().collect();
        if own != stated {
            faults.push(format!("{key:?}: in {own:?}, stated {stated:?}"));
        }
        if !decoded.findings.is_empty() {
            faults.push(format!("{key:?}: {:?}", decoded.findings));
        }
        if let Some(path) = entry["disasm"].as_str() {
            texts += 1;
            let theirs = bare(&fs::read_to_string(folder.join("../ucode").join(path)).unwrap());
            let ours = bare(&listing(&decoded.program, Style::Shared));
            match ours.iter().zip(&theirs).find(|(a, b)| a != b) {
                None if ours.len() == theirs.len() => equal += 1,
                differs => faults.push(format!("{key:?}: {differs:?}")),
            }
        }
        names.insert(key);
    }
    for key in found.keys().filter(|key| !names.contains(*key)) {
        faults.push(format!("{key:?} is in {:?} and not listed", found[key].1));
    }
    println!(
        "{} programs found, {} listed; {equal} of {texts} listings equal",
        found.len(),
        listed.len()
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!((listed.len(), texts, equal), (171, 129, 129));
}

#[test]
fn the_normal_form_says_the_same() {
    let Some(folder) = folder() else { return };
    for (key, (decoded, _)) in programs(&folder) {
        let program = &decoded.program;
        let normal = program.normalized();
        assert_eq!(disassemble(&normal), disassemble(program), "{key:?}");
        assert_eq!(normal.normalized(), normal, "{key:?}");
        let again = Program::decode(program.stage, &normal.words());
        assert_eq!(again.program, normal, "{key:?}");
    }
}

/// What a listing names must be what the analysis found. The listings are another program's, so
/// this is a count that shares no code with ours. It holds for programs without dead code.
#[test]
fn the_analysis_finds_what_listings_name() {
    let Some(folder) = folder() else { return };
    let found = programs(&folder);
    let mut compared = 0;
    for entry in listed(&folder) {
        let Some(path) = entry["disasm"].as_str() else { continue };
        let stage = if path.contains(".vs.") { "vs" } else { "ps" };
        let key = (entry["sha1"].as_str().unwrap().to_owned(), stage);
        let analysis = Analysis::of(&found[&key].0.program);
        let lines = bare(&fs::read_to_string(folder.join("../ucode").join(path)).unwrap());
        let words: Vec<&str> = lines
            .iter()
            .flat_map(|line| line.split([' ', ',', '-', '!']))
            .filter(|word| !word.is_empty())
            .collect();
        let numbered = |prefix: &str| -> BTreeSet<u8> {
            words
                .iter()
                .filter_map(|word| word.strip_prefix(prefix))
                .filter_map(|rest| {
                    let rest = rest.trim_start_matches("_abs[").trim_end_matches(']');
                    let number = rest.split(['.', ']']).next()?;
                    number.parse().ok()
                })
                .collect()
        };
        let starting = |prefix: &str| words.iter().filter(|word| word.starts_with(prefix)).count();
        // `max r0._, c0, c0` reads c0 and keeps nothing of it: no effect, so no use.
        let idle = lines.iter().filter(|line| line.contains("max r0._, c0, c0")).count();
        let constants = numbered("c");
        let used = &analysis.float_constants.absolute;
        let spared: BTreeSet<u8> = constants.difference(used).copied().collect();
        assert!(used.is_subset(&constants), "{key:?}: {used:?} of {constants:?}");
        assert!(spared.is_empty() || idle > 0 && spared == [0].into(), "{key:?}: {spared:?}");
        assert_eq!(numbered("b"), analysis.booleans, "{key:?}");
        assert_eq!(numbered("i"), analysis.loop_constants, "{key:?}");
        let textures: BTreeSet<u8> = analysis.textures().keys().copied().collect();
        assert_eq!(numbered("tf"), textures, "{key:?}");
        let streams: BTreeSet<u8> =
            analysis.vertex_fetches.iter().map(|fetch| 95 - fetch.constant as u8).collect();
        assert_eq!(numbered("vf"), streams, "{key:?}");
        assert_eq!(starting("vfetch"), analysis.vertex_fetches.len(), "{key:?}");
        assert_eq!(starting("oC") > 0, !analysis.exports.colors.is_empty(), "{key:?}");
        assert_eq!(starting("oPos") > 0, !analysis.exports.position.is_empty(), "{key:?}");
        assert_eq!(starting("oPts") > 0, !analysis.exports.point_size.is_empty(), "{key:?}");
        assert_eq!(starting("oDepth") > 0, analysis.exports.depth, "{key:?}");
        assert_eq!(starting("kill") > 0, analysis.kills, "{key:?}");
        assert_eq!(starting("setp") > 0, analysis.predicate.sets > 0, "{key:?}");
        assert_eq!(starting("maxa") > 0, analysis.writes_address, "{key:?}");
        let loops = words.iter().filter(|word| **word == "loop").count();
        assert_eq!(loops as u32, analysis.control.loops, "{key:?}");
        compared += 1;
    }
    println!("{compared} programs compared");
}

/// The listing, comments taken out by other code than the assembler's, gives the normal form.
#[test]
fn listings_are_assembled_to_the_same_program() {
    let Some(folder) = folder() else { return };
    let found = programs(&folder);
    for (key, (decoded, _)) in found {
        let program = &decoded.program;
        let text = bare(&disassemble(program)).join("\n");
        assert!(!text.contains("0x"), "no words as numbers");
        let assembled = assemble(None, &text);
        let assembled = assembled.unwrap_or_else(|errors| panic!("{key:?}: {errors:?}\n{text}"));
        assert_eq!(assembled, program.normalized(), "{key:?}\n{text}");
    }
    println!("{} programs", found.len());
}

/// A program without what the shared syntax has no word for.
fn plain(program: &Program) -> Program {
    let mut plain = program.normalized();
    for flow in &mut plain.flow {
        *flow = match *flow {
            ControlFlow::CondExec(exec) => ControlFlow::CondExecClean(exec),
            ControlFlow::CondExecEnd(exec) => ControlFlow::CondExecCleanEnd(exec),
            other => other,
        };
        match flow {
            ControlFlow::Exec(exec) | ControlFlow::ExecEnd(exec) => {
                (exec.predicate_clean, exec.vertex_cache) = (true, 0);
            }
            ControlFlow::PredExec(exec) | ControlFlow::PredExecEnd(exec) => {
                (exec.predicate_clean, exec.vertex_cache) = (true, 0);
            }
            ControlFlow::CondExecClean(exec) | ControlFlow::CondExecCleanEnd(exec) => {
                exec.vertex_cache = 0;
            }
            ControlFlow::Alloc(alloc) => (alloc.size, alloc.unserialized) = (0, false),
            ControlFlow::Jump(jump) => jump.direction = false,
            _ => {}
        }
    }
    for slot in &mut plain.slots {
        let Slot::Used(instruction) = slot else { continue };
        match instruction {
            Instruction::VertexFetch(fetch) => {
                fetch.must_be_one = true;
                fetch.signed_mode = xenos_ucode::codes::SignedMode::ClampMinusOne;
            }
            Instruction::TextureFetch(fetch) => {
                fetch.arbitrary_filter = xenos_ucode::codes::ArbitraryFilter::Sym2x4;
                fetch.sample_location = xenos_ucode::codes::SampleLocation::Centroid;
                if !fetch.opcode.names_dimension() && !fetch.opcode.is_set() {
                    fetch.dimension = xenos_ucode::codes::Dimension::D2;
                }
            }
            Instruction::Alu(_) => {}
        }
    }
    plain
}

/// Texts that another program wrote are assembled to the programs that they were made of.
#[test]
fn reference_listings_are_assembled() {
    let Some(folder) = folder() else { return };
    let found = programs(&folder);
    let mut count = 0;
    for entry in listed(&folder) {
        let Some(path) = entry["disasm"].as_str() else { continue };
        let stage = if path.contains(".vs.") { "vs" } else { "ps" };
        let key = (entry["sha1"].as_str().unwrap().to_owned(), stage);
        let program = &found[&key].0.program;
        let text = fs::read_to_string(folder.join("../ucode").join(path)).unwrap();
        let assembled = assemble(Some(program.stage), &text);
        let assembled = assembled.unwrap_or_else(|errors| panic!("{key:?}: {errors:?}\n{text}"));
        assert_eq!(plain(&assembled), plain(program), "{key:?}\n{text}");
        count += 1;
    }
    println!("{count} reference listings");
}

/// Programs that ran on the console break no rule that is an error.
#[test]
fn shared_programs_are_valid() {
    let Some(folder) = folder() else { return };
    let mut rules = BTreeMap::<&str, u32>::new();
    for (key, (decoded, _)) in programs(&folder) {
        for remark in validate(&decoded.program) {
            let text = || disassemble(&decoded.program);
            assert!(remark.severity != Severity::Error, "{key:?}: {remark}\n{}", text());
            *rules.entry(remark.rule.name()).or_default() += 1;
        }
    }
    println!("{rules:?}");
}
