//! Mpixel/s by trace: `cargo bench -p play --bench traces [-- PART-OF-NAME...]`.
//!
//! Replays every trace of the folder that `AFTERIMAGE_TRACES` names (its `sst1` subfolder) from
//! memory, one thread, under `86box`, and prints the best of several runs an engine: pixels covered
//! over the seconds of the record loop. `AFTERIMAGE_REFERENCE=1` measures the reference engine too.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base_trace::{Layout, Opened, Options, Source, TraceKind};
use play::{EngineKind, Player, ProfileChoice, Setup, Step};
use sst1_vood::Trace;

/// Each trace is replayed until this much time went by, at least twice.
const PATIENCE: Duration = Duration::from_millis(150);
/// Traces with fewer pixels do not count in the total: they measure the bus.
const MEANINGFUL: u64 = 50_000;

fn main() {
    let Some(folder) = std::env::var_os("AFTERIMAGE_TRACES") else {
        println!("skipped: AFTERIMAGE_TRACES does not name the folder of traces");
        return;
    };
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(Path::new(&folder).join("sst1"))
        .expect("the folder of traces can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".vood.zst"))
        .filter(|path| wanted.is_empty() || wanted.iter().any(|w| name(path).contains(w.as_str())))
        .collect();
    paths.sort();
    let mut engines = vec![EngineKind::Soft];
    if std::env::var_os("AFTERIMAGE_REFERENCE").is_some() {
        engines.push(EngineKind::Reference);
    }
    println!(
        "| trace | pixels | triangles | engine | seconds | Mpixel/s |\n|---|--:|--:|---|--:|--:|"
    );
    for engine in engines {
        let mut total = (0u64, 0f64);
        for path in &paths {
            let bytes = contents(path);
            let (pixels, triangles, seconds) = best(&bytes, engine);
            if pixels > MEANINGFUL {
                total = (total.0 + pixels, total.1 + seconds);
            }
            row(&name(path), pixels, &triangles.to_string(), engine, seconds);
        }
        row("all above 50,000 pixels", total.0, "", engine, total.1);
    }
}

fn row(name: &str, pixels: u64, triangles: &str, engine: EngineKind, seconds: f64) {
    let rate = pixels as f64 / seconds / 1e6;
    println!("| {name} | {pixels} | {triangles} | {engine} | {seconds:.5} | {rate:.1} |");
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.trim_end_matches(".vood.zst").to_owned()
}

fn contents(path: &Path) -> Vec<u8> {
    let options = Options::default().with_sha256(false);
    let mut source = Source::open(path, options).expect("a readable trace");
    source.read_rest(u64::MAX).expect("a sound trace")
}

/// Pixels, triangles and the shortest time of several replays.
fn best(bytes: &[u8], engine: EngineKind) -> (u64, u64, f64) {
    let mut best = f64::INFINITY;
    let begun = Instant::now();
    let mut runs = 0;
    loop {
        let options = Options::default().with_sha256(false);
        let trace = Source::from_bytes(bytes.to_vec(), options).expect("bytes open");
        let opened = Opened { kind: TraceKind::Vood, layout: Layout::Stream, trace, state: None };
        let trace = Trace::from_opened(opened).expect("a VOOD trace");
        let profile = ProfileChoice::new("86box", &[]).expect("a profile");
        let setup = Setup { profile, ..Setup::default() };
        let mut player = Player::new(trace, engine, setup).expect("a possible board");
        let start = Instant::now();
        while player.advance().expect("a sound trace") != Step::End {}
        best = best.min(start.elapsed().as_secs_f64());
        runs += 1;
        if runs >= 2 && begun.elapsed() > PATIENCE {
            let state = player.state();
            return (state.pixels_total[0], state.triangles, best);
        }
    }
}
