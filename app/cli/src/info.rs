//! `afterimage info`: what a trace holds, told by its content.

mod vood;
mod xtr;

use std::path::PathBuf;

use anyhow::Context;
use base_trace::TraceKind;

use crate::exit::{Exit, Usage};
use crate::input;

/// Describe a trace: kind, container, header, what it consists of
///
/// With --json, an object; of an .xtr trace frames, swaps, draws, copies, and packets by kind
/// (docs/json.md).
/// A malformed trace is described up to the fault, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage info glide.vood.zst
  afterimage info game.xtr
  zstdcat glide.vood.zst | afterimage info --json -")]
pub(crate) struct Arguments {
    /// A trace, a folder with trace.bin, or - for standard input
    trace: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Count the writes of each register; of VOOD traces only
    #[arg(long)]
    registers: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let Arguments { trace: path, json, registers } = arguments;
    let mut opened = input::opened(path)?;
    match opened.kind {
        TraceKind::Unknown => {
            let no_trace = input::no_trace(&mut opened).with_context(|| input::shown(path))?;
            Err(no_trace).with_context(|| input::shown(path))
        }
        TraceKind::Xtr if *registers => Err(Usage::error(
            "--registers: the trace is an .xtr trace; the census counts its writes",
        )),
        TraceKind::Xtr => xtr::run(path, opened, *json),
        _ => vood::run(path, opened, *json, *registers),
    }
}
