//! What taking packets apart costs: `cargo bench -p xenos-pm4 --bench decode`.
//!
//! Lays the packets of the stress stream end to end, as in a ring (the folder that
//! `AFTERIMAGE_TRACES` names holds it), and walks them on one thread: headers alone, whole packets,
//! and whole packets whose register values are copied. Prints the shortest time a packet and a draw.

use std::path::Path;
use std::time::Instant;

use base_trace::{Options, open};
use xenos_pm4::{Header, Kind, Packet, Words, decode, opcode};
use xenos_regs::FILE_WORDS;
use xenos_xtr::{Reader, Record};

const STREAM: &str = "xenos/31_stress_5000x20.xtr.zst";
const ROUNDS: usize = 20;
/// Dwords of the part that stays in cache.
const CACHED: usize = 1 << 16;

fn main() {
    let Some(folder) = std::env::var_os("AFTERIMAGE_TRACES") else {
        println!("skipped: AFTERIMAGE_TRACES does not name the folder of traces");
        return;
    };
    let bytes = packets(&Path::new(&folder).join(STREAM));
    let words = Words::new(&bytes);
    println!("| packets | what | ns a packet | ns a draw |\n|---|---|--:|--:|");
    rows("all", words);
    // As much as a core's own cache holds: what the memory costs is the difference.
    let mut part = 0;
    while part < CACHED
        && let Ok((_, len)) = decode(words, part)
    {
        part += len;
    }
    rows("some in cache", words.take(part));
}

fn rows(which: &str, words: Words<'_>) {
    let (count, draws) = totals(words);
    println!("| {count}, {} dwords, {which} | | | |", words.len());
    let mut registers = vec![0u32; FILE_WORDS];
    measure("headers", count, draws, || {
        let (mut at, mut sum) = (0, 0);
        while let Some(header) = words.get(at) {
            let header = Header::parse(header);
            sum += header.kind.index();
            at += header.len;
        }
        sum
    });
    measure("packets", count, draws, || {
        walk(words, |packet| packet.kind().index() + usize::from(packet.predicated()))
    });
    measure("packets, registers stored", count, draws, || {
        walk(words, |packet| {
            let Some(run) = packet.run() else { return packet.kind().index() };
            let place = registers.get_mut(run.first as usize..).unwrap_or_default();
            run.values.copy_to(place)
        })
    });
}

/// The packets of a trace end to end; those that traces record short are left out.
fn packets(path: &Path) -> Vec<u8> {
    let opened = open(path, Options::default().with_sha256(false)).expect("opened");
    let mut reader = Reader::new(opened.trace).expect("a header");
    let mut bytes = Vec::new();
    reader
        .for_each(|entry| {
            if let Record::PacketStart(packet) = entry.record
                && decode(Words::new(packet.words), 0).is_ok()
            {
                bytes.extend_from_slice(packet.words);
            }
        })
        .expect("a sound trace");
    bytes
}

fn totals(words: Words<'_>) -> (usize, usize) {
    let (mut count, mut draws) = (0, 0);
    walk(words, |packet| {
        count += 1;
        let draw = [opcode::DRAW_INDX, opcode::DRAW_INDX_2].map(Kind::of_opcode);
        draws += usize::from(draw.contains(&packet.kind()));
        0
    });
    (count, draws)
}

fn walk(words: Words<'_>, mut each: impl FnMut(&Packet<'_>) -> usize) -> usize {
    let (mut at, mut sum) = (0, 0usize);
    while let Ok((packet, len)) = decode(words, at) {
        sum = sum.wrapping_add(each(&packet));
        at += len;
    }
    sum
}

fn measure(what: &str, packets: usize, draws: usize, mut run: impl FnMut() -> usize) {
    let mut best = f64::INFINITY;
    let repeats = (1_000_000 / packets.max(1)).max(1);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        for _ in 0..repeats {
            std::hint::black_box(run());
        }
        best = best.min(begun.elapsed().as_secs_f64() / repeats as f64);
    }
    let (packet, draw) = (best * 1e9 / packets as f64, best * 1e9 / draws as f64);
    println!("| | {what} | {packet:.2} | {draw:.1} |");
}
