//! Clocks a second of the model, one thread:
//! `cargo bench -p sst1-cycle --bench clocks [-- PART-OF-NAME...]`.
//!
//! Scenes that keep the pipeline busy, so that few clocks can be passed over; and the shared traces,
//! where `AFTERIMAGE_TRACES` names their folder. `AFTERIMAGE_PRESET` names another preset than
//! `zsst`, `AFTERIMAGE_SET` keys that differ from it (`"rob=32 texture.ways=4"`); `AFTERIMAGE_REPORT`
//! prints what the clocks of scenes went to. Best of several runs.

use std::path::Path;
use std::time::Instant;

use play::{Player, Setup, Step};
use sst1_board::{BoardConfig, Device, Width};
use sst1_cycle::Cycle;
use sst1_cycle::config::Config;
use sst1_facts::Profile;
use sst1_regs::offset;

const RUNS: u32 = 3;

/// A stream that keeps the card busy.
struct Scene {
    name: &'static str,
    /// fbzMode, alphaMode, fbzColorPath.
    registers: [u32; 3],
    /// Length of the triangles' sides in pixels.
    side: u32,
    triangles: u32,
}

const TEXTURED: u32 = 1 << 9 | 1 << 14 | 1;
const SCENES: [Scene; 6] = [
    Scene { name: "gouraud", registers: [TEXTURED, 0, 0], side: 200, triangles: 40 },
    Scene { name: "textured", registers: [TEXTURED, 0, 1 << 27 | 1], side: 200, triangles: 40 },
    Scene {
        name: "textured, depth, blending",
        registers: [TEXTURED | 1 << 10 | 1 << 4 | 7 << 5, 1 << 4 | 1 << 8 | 5 << 12, 1 << 27 | 1],
        side: 200,
        triangles: 40,
    },
    Scene {
        name: "textured, 990 pixels each",
        registers: [TEXTURED, 0, 1 << 27 | 1],
        side: 45,
        triangles: 400,
    },
    Scene {
        name: "textured, depth, blending, 990 pixels each",
        registers: [TEXTURED | 1 << 10 | 1 << 4 | 7 << 5, 1 << 4 | 1 << 8 | 5 << 12, 1 << 27 | 1],
        side: 45,
        triangles: 400,
    },
    Scene {
        name: "textured, depth, blending, 21 pixels each",
        registers: [TEXTURED | 1 << 10 | 1 << 4 | 7 << 5, 1 << 4 | 1 << 8 | 5 << 12, 1 << 27 | 1],
        side: 7,
        triangles: 5000,
    },
];

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
    for scene in SCENES.iter().filter(|scene| wants(scene.name)) {
        row(scene.name, || play_scene(scene, config));
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

/// The best of several runs; each gives clocks and pixels.
fn row(name: &str, mut run: impl FnMut() -> [u64; 2]) {
    let (mut best, mut counts) = (f64::INFINITY, [0; 2]);
    for _ in 0..RUNS {
        let begun = Instant::now();
        counts = run();
        best = best.min(begun.elapsed().as_secs_f64());
    }
    let [clocks, pixels] = counts;
    let rate = clocks as f64 / best / 1e6;
    let a_clock = pixels as f64 / clocks as f64;
    println!("| {name} | {clocks} | {pixels} | {a_clock:.3} | {best:.3} | {rate:.2} |");
}

fn counts(card: &Cycle) -> [u64; 2] {
    [card.clocks(), card.fbi().counts.retired]
}

fn play_scene(scene: &Scene, config: Config) -> [u64; 2] {
    let mut card =
        Cycle::new(config, BoardConfig::default(), Profile::hardware()).expect("a board");
    card.config_write(0x40, 1, Width::Word);
    let [fbz, alpha, path] = scene.registers;
    let side = scene.side * 16;
    let writes = [
        (offset::FBI_INIT1, 10 << 4),
        (offset::FBI_INIT2, 150 << 11),
        (offset::VIDEO_DIMENSIONS, 0x1E0 << 16 | 0x27F),
        (offset::CLIP_LEFT_RIGHT, 640),
        (offset::CLIP_LOWY_HIGHY, 480),
        (offset::FBZ_MODE, fbz),
        (offset::ALPHA_MODE, alpha),
        (offset::FBZ_COLOR_PATH, path),
        // 565, bilinear, perspective, the texel alone.
        (offset::TEXTURE_MODE, 10 << 8 | 7 | 1 << 12 | 1 << 18 | 1 << 21 | 1 << 27),
        (offset::T_LOD, 0x20 << 6),
        (offset::START_W, 1 << 30),
        (offset::DSDX, 1 << 18),
        (offset::DTDY, 1 << 18),
        (offset::START_A, 0x80 << 12),
        (offset::DRDX, 1 << 12),
        (offset::VERTEX_BX, side),
        (offset::VERTEX_BY, side),
        (offset::VERTEX_CY, side),
    ];
    for (at, data) in writes {
        card.put(at, data);
    }
    for n in 0..scene.triangles {
        // Side by side, so that no triangle waits for the pixels of the one before.
        let x = n * side % (400 * 16);
        card.put(offset::VERTEX_AX, x);
        card.put(offset::VERTEX_BX, x + side);
        card.put(offset::VERTEX_CX, x);
        card.put(offset::TRIANGLE_CMD, 0);
    }
    card.run();
    if std::env::var_os("AFTERIMAGE_REPORT").is_some() {
        for cause in sst1_cycle::stall::Cause::ALL {
            let share = 100.0 * card.stalls().of(cause) as f64 / card.clocks() as f64;
            eprintln!("    {share:5.1} % {}", cause.name());
        }
    }
    counts(&card)
}

fn play_trace(path: &Path, config: Config) -> [u64; 2] {
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
    device.downcast_ref::<Cycle>().map_or([0; 2], counts)
}
