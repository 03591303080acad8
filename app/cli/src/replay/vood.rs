//! Traces of an SST-1.

use std::time::Instant;

use anyhow::Context;
use base_trace::Opened;
use play::{Ended, Failure, PlayError, Player, Setup, Step};
use sst1_vood::Trace;

use super::pictures::{self, Style};
use super::report::{self, Report, Timing};
use super::writers::Writers;
use super::{Arguments, MOST_SAVED, SaveAt, any_there, apart, last, not_behind, save_at};
use crate::exit::{Exit, Usage};
use crate::progress::Bar;
use crate::{files, input, out, playing};

/// How a replay went.
struct Played {
    ended: Ended,
    fault: Option<PlayError>,
    /// Frames whose pictures were written.
    written: u64,
}

pub(super) fn run(arguments: &Arguments, opened: Opened) -> anyhow::Result<Exit> {
    let mut save = save_at(&arguments.save_at)?;
    let (mut player, image) = player(arguments, opened, save.is_some())?;
    if let Some(save) = &save {
        save.not_passed(player.tally().frames)?;
    }
    not_behind(arguments, player.tally().frames)?;
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
        any_there(arguments, played.ended, player.tally().frames)?;
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
    SaveAt::was_done(save, summary.frames)?;
    if ended == Ended::Budget {
        return Ok(playing::over_budget());
    }
    if arguments.strict && !summary.refusals.is_empty() {
        out::error(report::refused(&summary.refusals));
        return Ok(Exit::Refused);
    }
    Ok(Exit::Done)
}

/// The player, and the state image's digest if there is one.
fn player(
    arguments: &Arguments,
    opened: Opened,
    fingerprint: bool,
) -> anyhow::Result<(Player, Option<String>)> {
    let shown = || input::shown(&arguments.trace);
    let engine = arguments.engine.unwrap_or_default();
    if let Some(path) = &arguments.from {
        let bytes = input::bytes(path, MOST_SAVED)?;
        let trace = Trace::from_opened(opened).with_context(shown)?;
        let image = input::image_digest(&trace);
        let player = Player::resume(trace, engine, &bytes, arguments.bound.budget)
            .with_context(|| input::shown(path))?;
        return Ok((player, image));
    }
    let setup = setup(arguments, fingerprint)?;
    let trace = Trace::from_opened(opened).with_context(shown)?;
    let image = input::image_digest(&trace);
    let player = Player::new(trace, engine, setup).with_context(shown)?;
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
    let last = last(wanted, save.as_ref());
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
            save.keep(&player.save()?.context("the position has no fingerprint")?)?;
        }
        writers.check()?;
    };
    Ok(Played { ended, fault, written })
}
