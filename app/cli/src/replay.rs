//! `afterimage replay`: a trace to pictures, of either chip.

pub(crate) mod frames;
mod given;
mod pictures;
mod report;
mod vood;
mod writers;
mod xtr;

use std::path::{Path, PathBuf};

use anyhow::Context;
use base_trace::TraceKind;
use play::{Ended, EngineKind};

use crate::exit::{Exit, Usage};
use crate::input;
use crate::playing::{Bound, Deciding};
use crate::threads::Wanted;
use frames::Frames;

/// Largest file that a saved position is read from.
const MOST_SAVED: u64 = 512 << 20;

/// Replay a trace and write its pictures
///
/// Writes frame-00000.png and so on into DIR, one for each swap that takes effect: the picture that
/// it makes visible; and summary.json. Of a VOOD trace (SST-1) at the end: final-front.png,
/// final-back.png, final-aux.png (16-bit grey). Files of those names are replaced, others are left
/// alone. A malformed trace is replayed up to the fault, everything is written, and the exit code is
/// 3. Options of the other kind of trace are refused.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage replay glide.vood.zst -o out
  afterimage replay glide.vood.zst -o out --frames 10..20 --raw --profile 86box
  afterimage replay glide.vood.zst -o out --set lod=quarter-27
  afterimage replay glide.vood.zst -o out --save-at 4 position.aim
  afterimage replay glide.vood.zst -o rest --from position.aim
  afterimage replay game.xtr -o out --raw --dump-resolves --dump-edram")]
pub(crate) struct Arguments {
    /// A trace, a folder with trace.bin, or - for standard input
    trace: PathBuf,
    /// Folder for everything that is written
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The engine that draws: soft (the default) or reference of VOOD traces; of .xtr traces there is
    /// one, reference
    #[arg(long)]
    engine: Option<EngineKind>,
    /// Frames to write: A..B (without B), A.., ..B or N; the replay stops after the last of them, and
    /// not before the frame of --save-at
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,
    /// Write raw words too: frame-00000.rgb565 and .aux16, final-front.rgb565 and so on; of an .xtr
    /// trace frame-00000.words, the front buffer's 32-bit words
    #[arg(long)]
    raw: bool,
    /// Write what each copy out of EDRAM left in memory: resolve-FRAME-NUMBER-ADDRESS.bin, and .png
    /// where it can be shown; of .xtr traces only
    #[arg(long)]
    dump_resolves: bool,
    /// Write EDRAM at each frame's end: edram-00000.bin; of .xtr traces only
    #[arg(long)]
    dump_edram: bool,
    #[command(flatten)]
    threads: Wanted,
    #[command(flatten)]
    deciding: Deciding,
    /// Texture units, instead of the header's number; of VOOD traces only
    #[arg(long, value_name = "N")]
    tmus: Option<u32>,
    /// End with exit code 4 if anything was refused
    #[arg(long)]
    strict: bool,
    /// Show pictures through the colour look-up table, as a monitor would; of VOOD traces only, those
    /// of .xtr traces always are
    #[arg(long)]
    gamma: bool,
    /// Let swaps that ask for it wait for retraces; of VOOD traces only
    #[arg(long)]
    vsync: bool,
    #[command(flatten)]
    bound: Bound,
    /// Save the position right after frame N's swap into FILE; what --frames names ends no earlier
    #[arg(long, num_args = 2, value_names = ["N", "FILE"])]
    save_at: Vec<String>,
    /// Go on where a position was saved; the profile, facts, units and vsync are those of then
    #[arg(long, value_name = "FILE", conflicts_with_all = ["profile", "set", "tmus", "vsync"])]
    from: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

struct SaveAt {
    frame: u64,
    path: PathBuf,
    done: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let mut opened = input::opened(&arguments.trace)?;
    if opened.kind == TraceKind::Unknown {
        let shown = || input::shown(&arguments.trace);
        let no_trace = input::no_trace(&mut opened).with_context(shown)?;
        return Err(no_trace).with_context(shown);
    }
    given::check(arguments, opened.kind)?;
    match opened.kind {
        TraceKind::Xtr => xtr::run(arguments, opened),
        _ => vood::run(arguments, opened),
    }
}

/// A saved position must not replace the trace, nor lie among the pictures, which have names of their
/// own.
fn apart(position: &Path, trace: &Path, folder: &Path) -> anyhow::Result<()> {
    let same = base_trace::same_file;
    let parent = position.parent().filter(|p| !p.as_os_str().is_empty());
    let what = if same(position, trace) {
        "is the trace itself"
    } else if same(parent.unwrap_or(Path::new(".")), folder) {
        "lies in the folder of the pictures"
    } else {
        return Ok(());
    };
    Err(Usage::error(format!("--save-at: {} {what}", base_text::path(position))))
}

fn save_at(values: &[String]) -> anyhow::Result<Option<SaveAt>> {
    match values {
        [frame, path] => {
            let number = frame.parse().map_err(|_| {
                let frame = base_text::excerpt(frame);
                Usage::error(format!("--save-at: `{frame}` is no number of a frame"))
            })?;
            Ok(Some(SaveAt { frame: number, path: path.into(), done: false }))
        }
        [] => Ok(None),
        _ => Err(Usage::error("--save-at can be given once")),
    }
}

/// The last frame that has to be played, if there is one.
fn last(wanted: Frames, save: Option<&SaveAt>) -> Option<u64> {
    wanted.last().map(|last| last.max(save.map_or(0, |save| save.frame)))
}

/// That a place behind `frames` frames leaves any that is wanted.
fn not_behind(arguments: &Arguments, frames: u64) -> anyhow::Result<()> {
    match arguments.frames {
        Some(wanted) if wanted.last().is_some_and(|last| last < frames) => {
            let message = format!("--frames {wanted}: the position is behind them, after frame");
            Err(Usage::error(format!("{message} {}", frames.saturating_sub(1))))
        }
        _ => Ok(()),
    }
}

/// That any frame that was asked for is there, where the trace was played to its end.
fn any_there(arguments: &Arguments, ended: Ended, there: u64) -> anyhow::Result<()> {
    match arguments.frames.map(Frames::range) {
        Some(wanted) if ended == Ended::End && wanted.start >= there => {
            Err(input::no_frames(&wanted, there)).with_context(|| input::shown(&arguments.trace))
        }
        _ => Ok(()),
    }
}

impl SaveAt {
    /// That the position is not behind the frame already.
    fn not_passed(&self, frames: u64) -> anyhow::Result<()> {
        if self.frame < frames {
            let message = format!("--save-at {}: the position is behind that frame", self.frame);
            return Err(Usage::error(message));
        }
        Ok(())
    }

    /// Writes the position.
    fn keep(&mut self, position: &[u8]) -> anyhow::Result<()> {
        base_trace::write_whole(&self.path, position)?;
        self.done = true;
        Ok(())
    }

    /// That the position was written.
    fn was_done(save: Option<Self>, frames: u64) -> anyhow::Result<()> {
        if let Some(save) = save.filter(|save| !save.done) {
            let message =
                format!("--save-at {}: the replay ended after {frames} frames", save.frame);
            return Err(Usage::error(message));
        }
        Ok(())
    }
}
