//! `afterimage trim`: frames of an .xtr trace as a trace of their own.

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::Context;
use base_trace::AtomicFile;
use play::xtr::{TrimError, Trimmed, trim};
use serde::Serialize;

use crate::exit::{Exit, Usage};
use crate::numbered::counted;
use crate::progress::Bar;
use crate::replay::frames::Frames;
use crate::threads::Wanted;
use crate::{files, input, out};

/// zstd's usual level.
const LEVEL: i32 = 3;

/// Cut frames out of an .xtr trace, as a trace of their own
///
/// The trace is rendered up to the first of them; then registers, gamma ramps, EDRAM, memory, bins and
/// loaded programs are written as records, and the frames' own records behind them. Played, the frames
/// are the same to the bit (docs/xtr.md says what cannot be carried). A malformed trace is not trimmed
/// unless the fault lies behind the frames: nothing is written, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage trim game.xtr --frames 100..103 -o three.xtr.zst
  afterimage trim game.xtr.zst --frames 7 -o one.xtr")]
pub(crate) struct Arguments {
    /// An .xtr trace, or - for standard input
    trace: PathBuf,
    /// Frames to keep: A..B (without B), A.., ..B or N
    #[arg(long, value_name = "A..B")]
    frames: Frames,
    /// The trace to write; compressed if its name ends with .zst
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    threads: Wanted,
    /// Print what was written as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What was written, as JSON.
#[derive(Serialize)]
struct Written {
    version: u32,
    frames: u64,
    records: u64,
    bytes: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let Arguments { trace: path, frames, output, threads, json } = arguments;
    files::several(&[Some(output)], &[path])?;
    let ending = output.extension().and_then(OsStr::to_str);
    if ending == Some("gz") {
        return Err(Usage::error("-o: a name that ends with .zst is compressed, .gz is not known"));
    }
    let reader = input::xtr(path)?;
    let bar = Bar::watch(reader.source().progress());
    let file = AtomicFile::create(output)?;
    let range = frames.range();
    let engine = |memory| threads.engine(memory);
    let trimmed = if ending == Some("zst") {
        let encoder = zstd::Encoder::new(file, LEVEL).context("cannot compress")?;
        trim(reader, &range, engine, encoder).map(|(encoder, trimmed)| (encoder.finish(), trimmed))
    } else {
        trim(reader, &range, engine, file).map(|(file, trimmed)| (Ok(file), trimmed))
    };
    drop(bar);
    let (file, trimmed) = match trimmed {
        Ok(trimmed) => trimmed,
        Err(TrimError::NoFrames { there }) => {
            return Err(input::no_frames(&range, there)).with_context(|| input::shown(path));
        }
        Err(TrimError::Trace(fault)) => return Err(fault).with_context(|| input::shown(path)),
        Err(error) => return Err(error).with_context(|| input::shown(path)),
    };
    file.context("cannot write the trimmed trace")?.commit()?;
    let Trimmed { frames, records, bytes } = trimmed;
    // Fewer frames than a range with an end has: the trace ended before it.
    let end = range.start + frames;
    let short = (range.end != u64::MAX && end < range.end).then_some(end);
    if *json {
        out::json(&Written { version: 1, frames, records, bytes })?;
    } else {
        let written = counted(frames, "frame", "frames");
        let records = counted(records, "record", "records");
        let cut = short.map_or(String::new(), |end| format!("; the trace has no frame {end}"));
        out::text(format!("{written}, {records}, {bytes} bytes of content written{cut}\n"))?;
    }
    Ok(Exit::Done)
}
