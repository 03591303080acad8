//! `afterimage export`: a trace as stimulus and hashes, for another implementation of the chip.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use base_trace::AtomicFile;
use play::{Ended, EngineKind, Export, ExportRequest, Setup};
use serde::Serialize;
use sst1_board::{BoardConfig, State};

use crate::exit::{Exit, Usage};
use crate::playing::{self, Bound, Deciding};
use crate::progress::Bar;
use crate::replay::frames::Frames;
use crate::{files, input, out};

/// Version of board.toml.
const BOARD_VERSION: u32 = 1;
/// Bytes of stimulus and hashes, unless all bounds are lifted.
const MOST_BYTES: u64 = 1 << 30;

/// Write a trace as stimulus for a test bench, with hashes of memory after each drawing command
///
/// DIR receives stimulus.txt (every bus operation, a line each), hashes.txt (a line for each drawing
/// command), board.toml (memories, texture units, facts), and detail-N.txt for each --detail. The
/// formats and the hash are specified in docs/stimulus.md. A malformed trace is exported up to the
/// fault, and the exit code is 3; with a used-up budget it is 4. Unless --budget is none, stimulus and
/// hashes end with that code when they are larger than 1 GiB together. The files take their places
/// together at the end, board.toml last.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage export glide.vood.zst -o bench
  afterimage export glide.vood.zst -o bench --frames 10..20 --profile 86box
  afterimage export glide.vood.zst -o bench --detail 1234")]
pub(crate) struct Arguments {
    /// A trace, a folder with trace.bin, or - for standard input
    trace: PathBuf,
    /// Folder for everything that is written
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The engine that draws: soft or reference
    #[arg(long, default_value_t)]
    engine: EngineKind,
    #[command(flatten)]
    deciding: Deciding,
    /// Frames to hash: A..B (without B), A.., ..B or N; the stimulus begins at the start and ends
    /// after the last of them
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,
    /// Write every word that drawing command N changed; may be given more than once
    #[arg(long, value_name = "N")]
    detail: Vec<u64>,
    #[command(flatten)]
    bound: Bound,
    /// Print board.toml's content as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// board.toml.
#[derive(Serialize)]
struct Board {
    format: &'static str,
    version: u32,
    program: &'static str,
    trace: String,
    sha256: Option<String>,
    engine: &'static str,
    profile: String,
    #[serde(flatten)]
    memories: BoardConfig,
    init_enable: u32,
    operations: u64,
    commands: u64,
    first_frame: u64,
    hashed: u64,
    frames: u64,
    /// Whether all that was asked for is there.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    /// Every disputed fact.
    facts: BTreeMap<&'static str, &'static str>,
}

/// Where the stimulus starts, if not at power-on with memories of zeros.
#[derive(Serialize)]
struct Start {
    displayed: u32,
    draw: u32,
    frame_buffer: &'static str,
    textures: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let choice = arguments.deciding.choice()?;
    let profile = choice.profile()?;
    let setup =
        Setup { profile: choice.clone(), budget: arguments.bound.budget, ..Setup::default() };
    let path = &arguments.trace;
    let folder = &arguments.output;
    let trace = input::trace(path)?;
    let bar = Bar::watch(trace.reader.source().progress());
    let (image, imaged) = (input::image_digest(&trace), trace.state.is_some());
    let frames = arguments.frames.unwrap_or_default();
    let request = ExportRequest {
        first_frame: frames.range().start,
        last_frame: frames.last(),
        details: arguments.detail.iter().copied().collect(),
        most_bytes: (arguments.bound.budget != Some(u64::MAX)).then_some(MOST_BYTES),
    };
    files::folder(folder)?;
    let mut bench = Bench { folder, trace: path, files: Vec::new() };
    let outputs = [bench.file("stimulus.txt")?, bench.file("hashes.txt")?];
    let export = Export::new(trace, arguments.engine, setup, request, outputs)
        .with_context(|| input::shown(path))?;
    let board = export.state().config;
    let start = imaged.then(|| write_start(&mut bench, export.state())).transpose()?;
    let exported = export.run().context("cannot write the export")?;
    drop(bar);
    let there = exported.fault.is_some() || exported.ended == Ended::Budget || exported.hashed > 0;
    if arguments.frames.is_some() && !there {
        let error = input::no_frames(&frames.range(), exported.frames);
        return Err(error).with_context(|| input::shown(path));
    }
    bench.files.extend([exported.stimulus, exported.hashes]);
    for (detail, layout) in &exported.details {
        bench.write(&format!("detail-{}.txt", detail.number), detail.to_text(layout).as_bytes())?;
    }
    let described =
        input::described(path, exported.reader.into_source(), image, exported.fault.is_none());
    let named = |fact: &sst1_facts::Fact| Some((fact.name, profile.get(fact.name)?));
    let complete = exported.fault.is_none() && exported.ended != Ended::Budget;
    let report = Board {
        format: "afterimage board",
        version: BOARD_VERSION,
        program: env!("CARGO_PKG_VERSION"),
        trace: described.name,
        sha256: described.sha256,
        engine: arguments.engine.name(),
        profile: choice.base().to_owned(),
        memories: board,
        init_enable: 1,
        operations: exported.operations,
        commands: exported.commands,
        first_frame: frames.range().start,
        hashed: exported.hashed,
        frames: exported.frames,
        complete,
        start,
        facts: sst1_facts::FACTS.iter().filter_map(named).collect(),
    };
    let text = "# See docs/stimulus.md.\n".to_owned() + &toml::to_string(&report)?;
    bench.write("board.toml", text.as_bytes())?;
    for file in bench.files {
        file.commit()?;
    }
    if arguments.json {
        out::json(&report)?;
    } else {
        out::text(human(&report))?;
    }
    if let Some(fault) = exported.fault {
        return Err(fault).with_context(|| input::shown(path));
    }
    if exported.full {
        out::error(
            "afterimage: stopped at 1 GiB of stimulus and hashes; --budget none lifts that\n",
        );
        return Ok(Exit::Refused);
    }
    if exported.ended == Ended::Budget {
        return Ok(playing::over_budget());
    }
    let missing = arguments.detail.iter().find(|number| **number >= report.commands);
    if let Some(number) = missing {
        let message = format!("--detail {number}: there are {} commands", report.commands);
        return Err(Usage::error(message));
    }
    Ok(Exit::Done)
}

/// The files of an export, none of them in its place yet.
struct Bench<'a> {
    folder: &'a Path,
    trace: &'a Path,
    files: Vec<AtomicFile>,
}

impl Bench<'_> {
    /// Begins a file.
    fn file(&self, name: &str) -> anyhow::Result<AtomicFile> {
        let path = self.folder.join(name);
        files::apart(&path, [self.trace])?;
        Ok(AtomicFile::create(&path)?)
    }

    /// Writes a file.
    fn write(&mut self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let mut file = self.file(name)?;
        file.write_all(bytes).with_context(|| format!("cannot write {name}"))?;
        self.files.push(file);
        Ok(())
    }
}

/// Writes the memories that a state image fills.
fn write_start(bench: &mut Bench<'_>, state: &State) -> anyhow::Result<Start> {
    let frame_buffer = "start-frame-buffer.bin";
    let words = state.frame_buffer.words();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bench.write(frame_buffer, &bytes)?;
    let mut textures = Vec::new();
    for (number, tmu) in state.tmus.iter().enumerate() {
        let name = format!("start-texture-{number}.bin");
        bench.write(&name, tmu.memory.bytes())?;
        textures.push(name);
    }
    let (displayed, draw) = (state.video.displayed, state.video.draw);
    Ok(Start { displayed, draw, frame_buffer, textures })
}

fn human(board: &Board) -> String {
    let cut = if board.complete { "" } else { "; not all of the trace" };
    format!(
        "{} operations, {} drawing commands, {} hashed, {} frames{cut}\n",
        board.operations, board.commands, board.hashed, board.frames
    )
}
