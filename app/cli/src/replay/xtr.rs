//! Traces of a Xenos, on the reference engine.

use std::time::{Duration, Instant};

use anyhow::Context;
use base_pixels::Rgb8;
use base_trace::Opened;
use play::xtr::{PositionError, Reached, Rendering, XtrSummary, resolved_bytes, resolved_picture};
use play::{Ended, Failure, Input};
use serde::Serialize;
use xenos_renderer::{Presented, Renderer};
use xenos_soft::Soft;
use xenos_xtr::XtrError;

use super::writers::{Content, Writers};
use super::{Arguments, MOST_SAVED, SaveAt, any_there, apart, last, not_behind, report, save_at};
use crate::exit::Exit;
use crate::numbered::counted;
use crate::progress::Bar;
use crate::{files, input, out, playing};

/// How a replay went.
struct Played {
    ended: Ended,
    fault: Option<XtrError>,
    /// Frames whose pictures were written.
    written: u64,
    /// The frame that took longest.
    slowest: Option<(u64, Duration)>,
}

/// The summary with the only part that differs from run to run.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    summary: &'a XtrSummary,
    timing: Timing,
}

/// How long it took.
#[derive(Serialize)]
struct Timing {
    seconds: f64,
    threads: usize,
    msamples_per_second: f64,
    slowest_frame: Option<u64>,
    slowest_seconds: Option<f64>,
    /// Samples covered in this run.
    #[serde(skip)]
    samples: u64,
}

pub(super) fn run(arguments: &Arguments, opened: Opened) -> anyhow::Result<Exit> {
    let mut save = save_at(&arguments.save_at)?;
    let mut rendering = rendering(arguments, opened, save.is_some())?;
    if let Some(save) = &save {
        save.not_passed(rendering.player().frames())?;
    }
    not_behind(arguments, rendering.player().frames())?;
    let folder = &arguments.output;
    files::folder(folder)?;
    if let Some(save) = &save {
        apart(&save.path, &arguments.trace, folder)?;
    }
    let bar = Bar::watch(rendering.player().reader().source().progress());
    let covered = rendering.statistics().samples;
    let begun = Instant::now();
    let Played { ended, fault, written, slowest } =
        Writers::with(folder, |writers| play(&mut rendering, arguments, &mut save, writers))?;
    any_there(arguments, ended, rendering.player().frames())?;
    let seconds = begun.elapsed().as_secs_f64();
    drop(bar);

    let failure = fault.as_ref().map(Failure::of_xtr);
    let mut summary = rendering.summary(Input::default(), ended, failure);
    let samples = summary.samples - covered;
    #[expect(clippy::cast_precision_loss, reason = "a rate for people; counts are below 2^53")]
    let msamples = samples as f64 / 1e6;
    let timing = Timing {
        seconds,
        threads: arguments.threads.number().get(),
        msamples_per_second: if seconds > 0.0 { msamples / seconds } else { 0.0 },
        slowest_frame: slowest.map(|(frame, _)| frame),
        slowest_seconds: slowest.map(|(_, time)| time.as_secs_f64()),
        samples,
    };
    let source = rendering.into_player().into_reader().into_source();
    summary.input = input::described(&arguments.trace, source, None, ended == Ended::End);
    let report = Report { summary: &summary, timing };
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
    SaveAt::was_done(save, summary.frames)?;
    if ended == Ended::Budget {
        return Ok(playing::spent(xenos_soft::refusal::WORK_SPENT.id));
    }
    if arguments.strict && !summary.refusals.is_empty() {
        out::error(report::refused(&summary.refusals));
        return Ok(Exit::Refused);
    }
    Ok(Exit::Done)
}

/// A rendering from the beginning, or from where a position was saved.
fn rendering(
    arguments: &Arguments,
    opened: Opened,
    keeping: bool,
) -> anyhow::Result<Rendering<Soft>> {
    let engine = |memory| {
        let mut engine = arguments.threads.engine(memory);
        if let Some(budget) = arguments.bound.budget {
            engine.limit_work(budget);
        }
        engine
    };
    let shown = || input::shown(&arguments.trace);
    if let Some(path) = &arguments.from {
        let position = input::bytes(path, MOST_SAVED)?;
        let reader = input::xtr_from(opened).with_context(shown)?;
        return match Rendering::resume(reader, &position, engine) {
            Err(PositionError::Trace(fault)) => Err(fault).with_context(shown),
            resumed => resumed.with_context(|| input::shown(path)),
        };
    }
    let reader = input::xtr_from(opened).with_context(shown)?;
    let make = if keeping { Rendering::keeping } else { Rendering::new };
    Ok(make(reader, engine))
}

/// Plays until the end, the last frame wanted or a fault.
fn play(
    rendering: &mut Rendering<Soft>,
    arguments: &Arguments,
    save: &mut Option<SaveAt>,
    writers: &Writers<'_>,
) -> anyhow::Result<Played> {
    let wanted = arguments.frames.unwrap_or_default();
    let last = last(wanted, save.as_ref());
    let (mut written, mut slowest) = (0, None);
    let mut begun = Instant::now();
    let (ended, fault) = loop {
        if last.is_some_and(|last| rendering.player().frames() > last) {
            break (Ended::Frames, None);
        }
        match rendering.advance_until(Soft::is_spent) {
            Ok(Reached::Copy(_)) => {
                if arguments.dump_resolves && wanted.contains(rendering.player().frames()) {
                    resolve(rendering, writers);
                }
            }
            Ok(Reached::Frame(frame)) => {
                let took = begun.elapsed();
                if slowest.is_none_or(|(_, most)| took > most) {
                    slowest = Some((frame, took));
                }
                if wanted.contains(frame) {
                    if let Some(shown) = rendering.renderer().presented() {
                        picture(shown, frame, arguments.raw, writers);
                        written += 1;
                    }
                    if arguments.dump_edram {
                        let edram = Content::Bytes(rendering.renderer().edram());
                        writers.write(format!("edram-{frame:05}.bin"), edram);
                    }
                }
                if let Some(save) = save.as_mut().filter(|save| save.frame == frame) {
                    save.keep(&rendering.save()?.context("the position has no fingerprint")?)?;
                }
                begun = Instant::now();
            }
            // What is left half done is not shown as if it were whole.
            Ok(Reached::Stopped) => break (Ended::Budget, None),
            Ok(Reached::End) => break (Ended::End, None),
            Err(fault) => break (Ended::Fault, Some(fault)),
        }
        writers.check()?;
    };
    Ok(Played { ended, fault, written, slowest })
}

fn picture(shown: &Presented, frame: u64, raw: bool, writers: &Writers<'_>) {
    let (width, height) = (shown.width, shown.height);
    let picture = Rgb8 { width, height, data: shown.rgb8() };
    writers.write(format!("frame-{frame:05}.png"), Content::Color(picture));
    if raw {
        let words = shown.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        writers.write(format!("frame-{frame:05}.words"), Content::Bytes(words));
    }
}

/// What the copy that was just done left in memory.
fn resolve(rendering: &Rendering<Soft>, writers: &Writers<'_>) {
    let Some(resolved) = rendering.renderer().resolved() else { return };
    let (player, frame) = (rendering.player(), rendering.player().frames());
    let name = format!("resolve-{frame:05}-{:05}-{:08x}", resolved.copy, resolved.address);
    let bytes = resolved_bytes(player.memory(), resolved);
    writers.write(format!("{name}.bin"), Content::Bytes(bytes));
    let state = player.processor().state();
    if let Some(picture) = resolved_picture(&state, player.memory()) {
        let (width, height) = (picture.width, picture.height);
        let picture = Rgb8 { width, height, data: picture.rgb8 };
        writers.write(format!("{name}.png"), Content::Color(picture));
    }
}

impl Report<'_> {
    /// A line on the replay, in which pictures of `written` frames were written, and one for each
    /// reason of refusal if wanted.
    fn human(&self, written: u64, refusals: bool) -> String {
        let Self { summary, timing } = self;
        let line = format!(
            "{} of {} x {} played, {written} written; {}, {}, {}{} in {:.2} s ({:.1} Msample/s){}\n",
            counted(summary.frames, "frame", "frames"),
            summary.width,
            summary.height,
            counted(summary.draws, "draw", "draws"),
            counted(summary.copies, "copy", "copies"),
            counted(summary.samples, "sample", "samples"),
            report::here(timing.samples, summary.samples),
            timing.seconds,
            timing.msamples_per_second,
            report::ended(summary.ended),
        );
        if refusals { line + &report::refused(&summary.refusals) } else { line }
    }
}
