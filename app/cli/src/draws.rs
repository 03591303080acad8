//! `afterimage draws`: the draws and copies of an .xtr trace.

mod line;
mod whole;

use std::path::PathBuf;

use anyhow::Context;
use play::xtr::{DrawRow, DrawSeen, DrawState, Draws, What, XtrPlayer};
use serde::Serialize;

use crate::exit::{Exit, Usage};
use crate::input;
use crate::numbered::not_there;
use crate::out::{self, Lines};
use crate::picked::Picked;
use crate::progress::Bar;

/// List the draws of an .xtr trace, copies out of EDRAM among them
///
/// A draw has a line: its number, frame, number within the frame, primitive, indices, its programs by
/// the first eight digits of their SHA-1, what it is drawn to, textures, and what of its state is not
/// as it is by default. Copies have numbers of their own. With --draw or --copy, the whole state of one
/// with names and fields. With --json, a JSON object a draw, a line each (docs/json.md). A malformed
/// trace is listed up to the fault, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage draws game.xtr --frame 3
  afterimage draws game.xtr --draw 120
  afterimage draws game.xtr --frame 2 --draw 37
  afterimage draws game.xtr --copy 7 --json")]
pub(crate) struct Arguments {
    /// An .xtr trace, or - for standard input
    trace: PathBuf,
    /// Only this frame, from 0
    #[arg(long, value_name = "N")]
    frame: Option<u64>,
    /// The whole state of the draw of this number in the trace, or with --frame in that frame, from 0
    #[arg(long, value_name = "N", conflicts_with = "copy")]
    draw: Option<u64>,
    /// The whole state of the copy of this number, likewise
    #[arg(long, value_name = "N")]
    copy: Option<u64>,
    /// With --draw or --copy, print registers that are 0 too
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct Header {
    format: &'static str,
    version: u32,
}

const HEADER: Header = Header { format: "xtr-draws", version: 1 };

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.trace;
    let draw = arguments.draw.map(|number| (What::Draw, number));
    let wanted = draw.or(arguments.copy.map(|number| (What::Copy, number)));
    if arguments.all && wanted.is_none() {
        return Err(Usage::error("--all is about registers: it needs --draw or --copy"));
    }
    let reader = input::xtr(path)?;
    let bar = Bar::watch(reader.source().progress());
    let mut draws = Draws::new(XtrPlayer::new(reader));
    let result = match wanted {
        Some(wanted) => one(arguments, &mut draws, wanted),
        None => list(arguments, &mut draws),
    };
    drop(bar);
    result.map(|()| Exit::Done).with_context(|| input::shown(path))
}

/// The whole state of one.
fn one(arguments: &Arguments, draws: &mut Draws, wanted: (What, u64)) -> anyhow::Result<()> {
    let (what, number) = wanted;
    let picked = Picked { what, number, frame: arguments.frame };
    let state: DrawState = picked.find(draws, |mut seen| seen.whole())?;
    if arguments.json { out::json(&state) } else { out::text(whole::human(&state, arguments.all)) }
}

/// The list as it is printed: its head comes with the first line, so that what is not there prints
/// nothing.
struct List {
    lines: Lines,
    json: bool,
    begun: bool,
    rows: u64,
}

impl List {
    fn head(&mut self) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        if self.json { self.lines.json(&HEADER) } else { self.lines.text(line::head()) }
    }

    fn row(&mut self, row: &DrawRow) -> anyhow::Result<()> {
        self.head()?;
        self.rows += 1;
        if self.json { self.lines.json(row) } else { self.lines.text(line::of(row)) }
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.head()?;
        if self.rows == 0 && !self.json {
            self.lines.text("nothing is drawn or copied\n")?;
        }
        self.lines.finish()
    }
}

/// A line each.
fn list(arguments: &Arguments, draws: &mut Draws) -> anyhow::Result<()> {
    let mut list = List { lines: Lines::new(), json: arguments.json, begun: false, rows: 0 };
    let frame = arguments.frame;
    let end = loop {
        let at = draws.player().frames();
        if frame.is_some_and(|frame| at > frame) {
            break Ok(());
        }
        let wanted = frame.is_none_or(|frame| frame == at);
        let result = draws.step(|mut seen: DrawSeen<'_>| -> anyhow::Result<()> {
            if wanted { list.row(&seen.row()) } else { Ok(()) }
        });
        match result {
            Ok(true) => {}
            Ok(false) => {
                if let Some(frame) = frame.filter(|frame| *frame >= draws.frames()) {
                    return Err(not_there("frame", frame, draws.frames()));
                }
                break Ok(());
            }
            Err(fault) => break Err(fault),
        }
    };
    list.finish()?;
    end
}
