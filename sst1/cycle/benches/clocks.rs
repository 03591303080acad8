//! Clocks a second of the model, one thread:
//! `cargo bench -p sst1-cycle --bench clocks [-- PART-OF-NAME...]`.
//!
//! Scenes that keep the pipeline busy, so that few clocks can be passed over; and the shared
//! traces, where `AFTERIMAGE_TRACES` names their folder. `AFTERIMAGE_PRESET` names another preset than
//! `zsst`, `AFTERIMAGE_SET` keys that differ from it (`"rob=32 texture.ways=4"`); `AFTERIMAGE_REPORT`
//! prints what the clocks of scenes went to; `AFTERIMAGE_RUNS` says how often each runs: the best
//! counts. Seconds are those of the thread on a core, where the system tells.

use std::path::Path;
use std::time::Instant;

use play::{Player, Setup, Step};
use sst1_board::{BoardConfig, Device, Width};
use sst1_cycle::Cycle;
use sst1_cycle::config::Config;
use sst1_cycle::stall::{Cause, Stalls};
use sst1_facts::Profile;
use sst1_streams::Host;
use sst1_streams::scene::{self, Layout, Pixels, Scene, TriangleShape};

const RUNS: u32 = 3;

/// Scenes that keep the card busy, with a name: every kind of pixel, large and small triangles.
fn scenes() -> Vec<(String, Scene)> {
    let kinds = [
        ("flat", Pixels::Flat),
        ("shaded", Pixels::Shaded),
        ("textured", Pixels::Textured),
        ("textured, blended", Pixels::TexturedBlended),
        ("textured, shaded, blended", Pixels::TexturedShadedBlended),
    ];
    let mut scenes = Vec::new();
    for (name, pixels) in kinds {
        let steady = scene::steady(pixels);
        let shape = TriangleShape::Right { width: 200, height: 200 };
        let large = Scene { layout: Layout { shape, count: 8 }, ..steady };
        scenes.push((format!("{name}, 20,000 pixels"), large));
        scenes.push((format!("{name}, 1,000 pixels"), steady));
        scenes.extend(scene::rate(pixels, 25).map(|scene| (format!("{name}, 25 pixels"), scene)));
    }
    scenes
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let preset = std::env::var("AFTERIMAGE_PRESET").unwrap_or_else(|_| "zsst".to_owned());
    let mut config = Config::preset(&preset).expect("a preset");
    for assignment in std::env::var("AFTERIMAGE_SET").unwrap_or_default().split_whitespace() {
        config.assign(assignment).expect("a key and a value");
    }
    println!(
        "{preset}\n\n| stream | clocks | pixels | a clock | seconds | Mclocks/s |\n|---|--:|--:|--:|--:|--:|"
    );
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str()));
    for (name, scene) in scenes().iter().filter(|(name, _)| wants(name)) {
        row(name, || play_scene(scene, config));
    }
    let Some(folder) = std::env::var_os("AFTERIMAGE_TRACES") else { return };
    let mut paths: Vec<_> = std::fs::read_dir(Path::new(&folder).join("sst1"))
        .expect("the folder of traces can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".vood.zst"))
        .collect();
    paths.sort();
    for path in paths {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let name = file.trim_end_matches(".vood.zst");
        if wants(name) {
            row(name, || play_trace(&path, config));
        }
    }
}

/// What a run gave: clocks, pixels, seconds.
type Run = (u64, u64, f64);

/// The best of several runs.
fn row(name: &str, mut run: impl FnMut() -> Run) {
    let runs = std::env::var("AFTERIMAGE_RUNS").ok().and_then(|runs| runs.parse().ok());
    let (mut best, mut counts) = (f64::INFINITY, [0; 2]);
    for _ in 0..runs.unwrap_or(RUNS) {
        let (clocks, pixels, seconds) = run();
        counts = [clocks, pixels];
        best = best.min(seconds);
    }
    let [clocks, pixels] = counts;
    let rate = clocks as f64 / best / 1e6;
    let a_clock = pixels as f64 / clocks as f64;
    println!("| {name} | {clocks} | {pixels} | {a_clock:.3} | {best:.3} | {rate:.2} |");
}

/// Measures the thread's time on a core: others may use the machine.
struct Watch {
    begun: Instant,
    on_core: Option<u64>,
}

impl Watch {
    fn start() -> Self {
        Self { begun: Instant::now(), on_core: Self::on_core() }
    }

    fn on_core() -> Option<u64> {
        // The system brings the figure up to date when the thread gives way.
        std::thread::yield_now();
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.on_core, Self::on_core()) {
            (Some(begun), Some(now)) if now > begun => (now - begun) as f64 / 1e9,
            _ => self.begun.elapsed().as_secs_f64(),
        }
    }
}

/// What the clocks since `before` went to, for whoever asks.
fn report(card: &Cycle, before: &Stalls) {
    if std::env::var_os("AFTERIMAGE_REPORT").is_none() {
        return;
    }
    let clocks = card.stalls().total() - before.total();
    for cause in Cause::ALL {
        let share = 100.0 * (card.stalls().of(cause) - before.of(cause)) as f64 / clocks as f64;
        if share >= 0.05 {
            eprintln!("    {share:5.1} % {}", cause.name());
        }
    }
}

fn counts(card: &Cycle) -> [u64; 2] {
    [card.clocks(), card.fbi().counts.retired]
}

/// Draws a scene; what went before, bringing the card up, is not counted.
fn play_scene(scene: &Scene, config: Config) -> Run {
    let mut card =
        Cycle::new(config, BoardConfig::default(), Profile::hardware()).expect("a board");
    card.config_write(0x40, 1, Width::Word);
    scene.prepare(&mut Host(&mut card));
    card.run();
    let [clocks, pixels] = counts(&card);
    let stalls = card.stalls().clone();
    let begun = Watch::start();
    scene.draw(&mut Host(&mut card));
    card.run();
    let seconds = begun.seconds();
    let [clocks, pixels] = [card.clocks() - clocks, counts(&card)[1] - pixels];
    report(&card, &stalls);
    (clocks, pixels, seconds)
}

fn play_trace(path: &Path, config: Config) -> Run {
    let begun = Watch::start();
    let options = base_trace::Options::default().with_sha256(false);
    let trace = sst1_vood::Trace::open(path, options).expect("a trace");
    let header = trace.reader.header();
    let board = BoardConfig {
        frame_buffer_bytes: header.fb_size_mb << 20,
        texture_bytes: header.tex_size_mb << 20,
        tmus: header.num_tmus,
    };
    let card = Cycle::new(config, board, Profile::hardware()).expect("a board");
    let mut player = Player::on(Box::new(card), trace, Setup::default()).expect("a card");
    while player.advance().expect("a sound trace") != Step::End {}
    let device: &dyn std::any::Any = player.device();
    let card = device.downcast_ref::<Cycle>().expect("the card that was put in");
    report(card, &Stalls::default());
    let [clocks, pixels] = counts(card);
    (clocks, pixels, begun.seconds())
}
