//! `afterimage locate`: where another implementation's memory parts from ours.

mod human;

use std::path::{Path, PathBuf};

use anyhow::Context;
use play::{Ended, EngineKind, Setup, Theirs};
use sst1_stimulus::{Detail, Hashes, TextError};

use crate::exit::{BadInput, Exit, Usage};
use crate::playing::{self, Bound, Deciding};
use crate::progress::Bar;
use crate::{files, input, out};

/// Largest file of hashes or details that is read.
const MOST_TEXT: u64 = 1 << 30;

/// Name the first drawing command after which another implementation's memory differs
///
/// FILE holds the hashes that the other implementation computed after each drawing command of the
/// same trace (see `afterimage export` and docs/stimulus.md). The command is named with its record,
/// frame and register state; where a single word makes the difference, so is the pixel. Where several
/// do, compare the words that the command changed with --detail. Exit code 5 if anything parts. A file
/// without its end line, or that lists no command, is malformed: exit code 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage locate glide.vood.zst --hashes theirs.txt
  afterimage locate glide.vood.zst --detail their-detail-1234.txt
  afterimage locate glide.vood.zst --hashes theirs.txt --profile 86box --json")]
pub(crate) struct Arguments {
    /// A trace, a folder with trace.bin, or - for standard input
    trace: PathBuf,
    /// The other implementation's hashes file, compressed or not
    #[arg(long, value_name = "FILE")]
    hashes: Option<PathBuf>,
    /// The other implementation's detail file of one command
    #[arg(long, value_name = "FILE")]
    detail: Option<PathBuf>,
    /// The engine that draws: soft or reference
    #[arg(long, default_value_t)]
    engine: EngineKind,
    #[command(flatten)]
    deciding: Deciding,
    #[command(flatten)]
    bound: Bound,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    if arguments.hashes.is_none() && arguments.detail.is_none() {
        return Err(Usage::error("nothing to compare: --hashes FILE or --detail FILE is needed"));
    }
    let given = [Some(&arguments.trace), arguments.hashes.as_ref(), arguments.detail.as_ref()];
    files::one_stdin(&given.into_iter().flatten().cloned().collect::<Vec<_>>())?;
    let setup = Setup {
        profile: arguments.deciding.choice()?,
        budget: arguments.bound.budget,
        ..Setup::default()
    };
    let theirs = Theirs {
        hashes: read(arguments.hashes.as_deref(), Hashes::parse)?,
        detail: read(arguments.detail.as_deref(), Detail::parse)?,
    };
    if let (Some(path), Some(hashes)) = (&arguments.hashes, &theirs.hashes)
        && hashes.lines.is_empty()
    {
        let message = "it lists no command: there is nothing to compare";
        return Err(BadInput(message.to_owned())).with_context(|| input::shown(path));
    }
    let path = &arguments.trace;
    let trace = input::trace(path)?;
    let bar = Bar::watch(trace.reader.source().progress());
    let (located, fault) =
        play::locate(trace, arguments.engine, setup, theirs).with_context(|| input::shown(path))?;
    drop(bar);
    if arguments.json {
        out::json(&located)?;
    } else {
        out::text(human::text(&located))?;
    }
    if let Some(fault) = fault {
        return Err(fault).with_context(|| input::shown(path));
    }
    Ok(if !located.same() {
        Exit::Differ
    } else if located.ended == Ended::Budget {
        playing::over_budget()
    } else {
        Exit::Done
    })
}

fn read<T>(
    path: Option<&Path>,
    parse: fn(&[u8]) -> Result<T, TextError>,
) -> anyhow::Result<Option<T>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = input::bytes(path, MOST_TEXT)?;
    let parsed = parse(&bytes).map_err(|error| BadInput(error.to_string()));
    parsed.map(Some).with_context(|| input::shown(path))
}
