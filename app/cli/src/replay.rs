//! `afterimage replay`: a trace to pictures.

pub(crate) mod frames;
mod pictures;
mod report;
mod writers;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use play::{Ended, EngineKind, Failure, PlayError, Player, Setup, Step};

use crate::exit::{Exit, Usage};
use crate::playing::{self, Bound, Deciding};
use crate::progress::Bar;
use crate::{files, input, out};
use frames::Frames;
use pictures::Style;
use report::{Report, Timing};
use writers::Writers;

/// Largest file that a saved position is read from.
const MOST_SAVED: u64 = 512 << 20;

/// Replay a trace and write its pictures
///
/// Writes frame-00000.png and so on into DIR, one for each swapbufferCMD that takes effect: the
/// picture that it makes visible. At the end: final-front.png, final-back.png, final-aux.png (16-bit
/// grey) and summary.json. Files of those names are replaced, others are left alone. A malformed
/// trace is replayed up to the fault, everything is written, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage replay glide.vood.zst -o out
  afterimage replay glide.vood.zst -o out --frames 10..20 --raw --profile 86box
  afterimage replay glide.vood.zst -o out --set lod=quarter-27
  afterimage replay glide.vood.zst -o out --save-at 4 position.aim
  afterimage replay glide.vood.zst -o rest --from position.aim")]
pub(crate) struct Arguments {
    /// A trace, a folder with trace.bin, or - for standard input
    trace: PathBuf,
    /// Folder for everything that is written
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The engine that draws: soft or reference
    #[arg(long, default_value_t)]
    engine: EngineKind,
    /// Frames to write: A..B (without B), A.., ..B or N; the replay stops after the last of them
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,
    /// Write raw words too: frame-00000.rgb565 and .aux16, final-front.rgb565 and so on
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    deciding: Deciding,
    /// Texture units, instead of the header's number
    #[arg(long, value_name = "N")]
    tmus: Option<u32>,
    /// End with exit code 4 if anything was refused
    #[arg(long)]
    strict: bool,
    /// Show pictures through the colour look-up table, as a monitor would
    #[arg(long)]
    gamma: bool,
    /// Let swaps that ask for it wait for retraces
    #[arg(long)]
    vsync: bool,
    #[command(flatten)]
    bound: Bound,
    /// Save the position right after frame N's swap into FILE
    #[arg(long, num_args = 2, value_names = ["N", "FILE"])]
    save_at: Vec<String>,
    /// Go on where a position was saved; the profile, facts, units and vsync are those of then
    #[arg(long, value_name = "FILE", conflicts_with_all = ["profile", "set", "tmus", "vsync"])]
    from: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a replay went.
struct Played {
    ended: Ended,
    fault: Option<PlayError>,
    /// Frames whose pictures were written.
    written: u64,
}

struct SaveAt {
    frame: u64,
    path: PathBuf,
    done: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let mut save = save_at(&arguments.save_at)?;
    let (mut player, image) = player(arguments, save.is_some())?;
    if let Some(save) = &save
        && save.frame < player.tally().frames
    {
        let message = format!("--save-at {}: the position is behind that frame", save.frame);
        return Err(Usage::error(message));
    }
    let folder = &arguments.output;
    files::folder(folder)?;
    if let Some(save) = &save {
        apart(&save.path, &arguments.trace, folder)?;
    }
    let bar = Bar::watch(player.reader().source().progress());
    let style = Style { raw: arguments.raw, gamma: arguments.gamma };
    let covered = player.state().pixels_total[0];
    let begun = Instant::now();
    let Played { ended, fault, written } = Writers::with(folder, |writers| {
        let played = play(&mut player, arguments, &mut save, style, writers)?;
        pictures::finals(player.state(), style, writers);
        Ok(played)
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let drawn = player.state().pixels_total[0].saturating_sub(covered);
    drop(bar);

    let failure = fault.as_ref().map(Failure::of);
    let mut summary = player.summary(play::Input::default(), ended, failure);
    let whole = ended == Ended::End;
    summary.input =
        input::described(&arguments.trace, player.into_reader().into_source(), image, whole);
    let report = Report { summary: &summary, timing: Timing::of(seconds, drawn) };
    let text = out::pretty(&report)?;
    base_trace::write_whole(&folder.join("summary.json"), text.as_bytes())?;
    if arguments.json {
        out::document(text)?;
    } else {
        out::text(report.human(written, !arguments.strict))?;
    }

    if let Some(fault) = fault {
        return Err(fault).with_context(|| input::shown(&arguments.trace));
    }
    if let Some(save) = save.filter(|save| !save.done) {
        let message =
            format!("--save-at {}: the replay ended after {} frames", save.frame, summary.frames);
        return Err(Usage::error(message));
    }
    if ended == Ended::Budget {
        return Ok(playing::over_budget());
    }
    if arguments.strict && !summary.refusals.is_empty() {
        out::error(report::refused(&summary.refusals));
        return Ok(Exit::Refused);
    }
    Ok(Exit::Done)
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

/// The player, and the state image's digest if there is one.
fn player(arguments: &Arguments, fingerprint: bool) -> anyhow::Result<(Player, Option<String>)> {
    if let Some(path) = &arguments.from {
        let bytes = input::bytes(path, MOST_SAVED)?;
        let trace = input::trace(&arguments.trace)?;
        let image = input::image_digest(&trace);
        let player = Player::resume(trace, arguments.engine, &bytes, arguments.bound.budget)
            .with_context(|| input::shown(path))?;
        return Ok((player, image));
    }
    let setup = setup(arguments, fingerprint)?;
    let trace = input::trace(&arguments.trace)?;
    let image = input::image_digest(&trace);
    let player = Player::new(trace, arguments.engine, setup)
        .with_context(|| input::shown(&arguments.trace))?;
    Ok((player, image))
}

fn setup(arguments: &Arguments, fingerprint: bool) -> anyhow::Result<Setup> {
    let profile = arguments.deciding.choice()?;
    if let Some(tmus) = arguments.tmus
        && !(1..=3).contains(&tmus)
    {
        return Err(Usage::error(format!("--tmus {tmus}: 1 to 3 texture units are possible")));
    }
    Ok(Setup {
        profile,
        tmus: arguments.tmus,
        vsync: arguments.vsync,
        budget: arguments.bound.budget,
        fingerprint,
    })
}

/// Plays until the end, the last frame wanted, the budget or a fault.
fn play(
    player: &mut Player,
    arguments: &Arguments,
    save: &mut Option<SaveAt>,
    style: Style,
    writers: &Writers<'_>,
) -> anyhow::Result<Played> {
    let wanted = arguments.frames.unwrap_or_default();
    let last = wanted.last().map(|last| last.max(save.as_ref().map_or(0, |save| save.frame)));
    let mut written = 0;
    let (ended, fault) = loop {
        if last.is_some_and(|last| player.tally().frames > last) {
            break (Ended::Frames, None);
        }
        let frame = match player.advance() {
            Ok(Step::Swap { frame }) => frame,
            Ok(Step::End) => break (Ended::End, None),
            Ok(Step::Budget) => break (Ended::Budget, None),
            Err(fault @ PlayError::Trace(_)) => break (Ended::Fault, Some(fault)),
            Err(error) => return Err(error.into()),
        };
        if wanted.contains(frame) {
            written += u64::from(pictures::frame(player.state(), frame, style, writers));
        }
        if let Some(save) = save.as_mut().filter(|save| save.frame == frame) {
            keep(player, save)?;
        }
        writers.check()?;
    };
    Ok(Played { ended, fault, written })
}

fn keep(player: &Player, save: &mut SaveAt) -> anyhow::Result<()> {
    let bytes = player.save()?.context("the position has no fingerprint")?;
    base_trace::write_whole(Path::new(&save.path), &bytes)?;
    save.done = true;
    Ok(())
}
