//! What counting costs: `cargo bench -p play --bench census [-- PART-OF-NAME...]`.
//!
//! Plays traces of the folder that `AFTERIMAGE_TRACES` names (its `sst1` subfolder) from memory, one
//! thread, under `hardware`, plainly and counted in turns, and prints the shortest time of each and
//! the difference in nanoseconds a triangle.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base_trace::{Layout, Options, Source};
use play::{CensusPlan, CensusPlayer, EngineKind, Player, Setup, Step};
use sst1_vood::{Reader, Trace};

/// Each trace is played until this much time went by, at least five times.
const PATIENCE: Duration = Duration::from_secs(8);

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
    println!("| trace | operations | triangles | plain, s | counted, s | ns a triangle |");
    println!("|---|--:|--:|--:|--:|--:|");
    for path in &paths {
        let bytes = contents(path);
        let (mut plain, mut counted) = (f64::INFINITY, f64::INFINITY);
        let (mut operations, mut triangles, mut runs) = (0, 0, 0);
        let begun = Instant::now();
        while runs < 5 || begun.elapsed() < PATIENCE {
            let (seconds, player) = play(&bytes);
            (operations, triangles) = (player.tally().operations, player.state().triangles);
            plain = plain.min(seconds);
            counted = counted.min(count(&bytes));
            runs += 1;
        }
        let each = (counted - plain) * 1e9 / (triangles.max(1) as f64);
        println!(
            "| {} | {operations} | {triangles} | {plain:.5} | {counted:.5} | {each:.1} |",
            name(path)
        );
    }
}

fn play(bytes: &[u8]) -> (f64, Player) {
    let mut player =
        Player::new(trace(bytes), EngineKind::Soft, Setup::default()).expect("a board");
    let begun = Instant::now();
    while player.advance().expect("a sound trace") != Step::End {}
    (begun.elapsed().as_secs_f64(), player)
}

/// Making the census is counted too.
fn count(bytes: &[u8]) -> f64 {
    let plan = CensusPlan::default();
    let mut player = CensusPlayer::new(trace(bytes), Setup::default(), &plan).expect("a board");
    let begun = Instant::now();
    let (_, fault) = player.run(|_, _| ());
    let census = player.census("trace");
    let seconds = begun.elapsed().as_secs_f64();
    assert!(fault.is_none() && census.valid());
    seconds
}

fn trace(bytes: &[u8]) -> Trace {
    let source = Source::from_bytes(bytes.to_vec(), Options::default().with_sha256(false));
    let reader = Reader::new(source.expect("bytes")).expect("a trace");
    Trace { reader, state: None, state_stored: None, layout: Layout::Stream }
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
