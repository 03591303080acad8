//! `afterimage draws`: the draws and copies of an .xtr trace.

mod line;
mod whole;

use std::path::PathBuf;

use anyhow::Context;
use play::xtr::{DrawSeen, Draws, What, XtrPlayer};
use serde::Serialize;

use crate::exit::{Exit, Usage};
use crate::input;
use crate::out::{self, Lines};
use crate::progress::Bar;

/// List the draws of an .xtr trace, copies out of EDRAM among them
///
/// A draw has a line: its number, frame, primitive, indices, what it is drawn to, its programs by the
/// first eight digits of their SHA-1, textures, and what of its state is not as it is by default.
/// Copies have numbers of their own. With --draw or --copy, the whole state of one with names and
/// fields. With --json, a JSON object a draw, a line each (docs/xtr.md). A malformed trace is listed
/// up to the fault, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage draws game.xtr --frame 3
  afterimage draws game.xtr --draw 120
  afterimage draws game.xtr --copy 7 --json")]
pub(crate) struct Arguments {
    /// An .xtr trace, or - for standard input
    trace: PathBuf,
    /// Only this frame, from 0
    #[arg(long, value_name = "N", conflicts_with_all = ["draw", "copy"])]
    frame: Option<u64>,
    /// The whole state of the draw of this number
    #[arg(long, value_name = "N", conflicts_with = "copy")]
    draw: Option<u64>,
    /// The whole state of the copy of this number
    #[arg(long, value_name = "N")]
    copy: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Header {
    format: &'static str,
    version: u32,
}

const HEADER: Header = Header { format: "xtr-draws", version: 1 };

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.trace;
    let reader = input::xtr(path)?;
    let bar = Bar::watch(reader.source().progress());
    let mut draws = Draws::new(XtrPlayer::new(reader));
    let draw = arguments.draw.map(|number| (What::Draw, number));
    let result = match draw.or(arguments.copy.map(|number| (What::Copy, number))) {
        Some(wanted) => one(arguments, &mut draws, wanted),
        None => list(arguments, &mut draws),
    };
    drop(bar);
    result.map(|()| Exit::Done).with_context(|| input::shown(path))
}

/// The whole state of one.
fn one(arguments: &Arguments, draws: &mut Draws, wanted: (What, u64)) -> anyhow::Result<()> {
    let mut found = None;
    let take = |found: &mut Option<_>, mut seen: DrawSeen<'_>| -> anyhow::Result<()> {
        if (seen.what, seen.draw.number) == wanted {
            *found = Some(seen.whole());
        }
        Ok(())
    };
    while found.is_none() && draws.step(|seen| take(&mut found, seen))? {}
    let Some(state) = found else {
        let counts = draws.player().processor().counts();
        let message = match wanted {
            (What::Draw, n) => format!("--draw {n}: there are {} draws, from 0", counts.draws),
            (What::Copy, n) => format!("--copy {n}: there are {} copies, from 0", counts.copies),
        };
        return Err(Usage::error(message));
    };
    if arguments.json { out::json(&state) } else { out::text(whole::human(&state)) }
}

/// A line each.
fn list(arguments: &Arguments, draws: &mut Draws) -> anyhow::Result<()> {
    let mut lines = Lines::new();
    if arguments.json {
        lines.json(&HEADER)?;
    } else {
        lines.text(line::head())?;
    }
    let frame = arguments.frame;
    let end = loop {
        let at = draws.player().frames();
        if frame.is_some_and(|frame| at > frame) {
            break Ok(());
        }
        let wanted = frame.is_none_or(|frame| frame == at);
        let result = draws.step(|mut seen: DrawSeen<'_>| -> anyhow::Result<()> {
            match (wanted, arguments.json) {
                (false, _) => Ok(()),
                (true, true) => lines.json(&seen.row()),
                (true, false) => lines.text(line::of(&seen.row())),
            }
        });
        match result {
            Ok(true) => {}
            Ok(false) => break there(frame, draws),
            Err(fault) => break Err(fault),
        }
    };
    lines.finish()?;
    end
}

/// At the end of the trace: whether a frame that was asked for is there. What follows the last swap
/// is the unfinished one.
fn there(frame: Option<u64>, draws: &Draws) -> anyhow::Result<()> {
    let frames = draws.player().frames();
    match frame {
        Some(frame) if frame > frames => {
            Err(Usage::error(format!("--frame {frame}: there are {frames} frames, from 0")))
        }
        _ => Ok(()),
    }
}
