//! What the verbs around censuses share: inputs told apart by content, and traces played to be
//! counted.

use std::error::Error;
use std::path::Path;

use anyhow::Context;
use base_census::{Census, CensusError, Contract, ContractError, MergeError};
use base_trace::{Options, TraceKind};
use play::{CensusPlan, CensusPlayer, Ended, PlayError, Player, Setup};
use sst1_vood::Trace;

use crate::exit::{BadInput, Exit};
use crate::input;
use crate::playing::{Bound, Deciding};
use crate::progress::Bar;
use crate::replay::frames::Frames;

/// Largest census or contract that is read.
const MOST_TEXT: u64 = 256 << 20;
/// Bytes in which a text begins.
const BEGINNING: usize = 4096;

/// How a trace is played to be counted.
#[derive(clap::Args)]
pub(crate) struct Playing {
    /// Frames to count: A..B (without B), A.., ..B or N; those before are played and not counted
    #[arg(long, value_name = "A..B")]
    pub(crate) frames: Option<Frames>,
    #[command(flatten)]
    deciding: Deciding,
    #[command(flatten)]
    bound: Bound,
}

/// What a path turned out to be.
pub(crate) enum Given {
    Trace(Box<Trace>),
    Census(Census),
    Contract(Contract),
}

impl Given {
    /// The kind, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Trace(_) => "a trace",
            Self::Census(_) => "a census",
            Self::Contract(_) => "a contract",
        }
    }
}

/// Opens a trace, census or contract, whichever the content is; `-` is standard input.
pub(crate) fn open(path: &Path) -> anyhow::Result<Given> {
    let read = || -> anyhow::Result<Given> {
        let mut opened = base_trace::open(path, Options::default())?;
        if opened.kind != TraceKind::Unknown {
            return Ok(Given::Trace(Box::new(Trace::from_opened(opened)?)));
        }
        let beginning = opened.trace.peek(BEGINNING)?.trim_ascii_start();
        let census = beginning.starts_with(b"{");
        if !census && beginning.iter().any(|byte| byte.is_ascii_control() && *byte > b'\r') {
            // No text: let the trace reader say what it is not.
            return Ok(Given::Trace(Box::new(Trace::from_opened(opened)?)));
        }
        let text = text(opened.trace)?;
        if census {
            return Ok(Given::Census(Census::from_lines(&text)?));
        }
        Ok(Given::Contract(Contract::from_toml(&text)?))
    };
    read().with_context(|| input::shown(path))
}

fn text(mut source: base_trace::Source) -> anyhow::Result<String> {
    let bytes = source.read_rest(MOST_TEXT)?;
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..good).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        BadInput(format!("line {line}: no UTF-8 text")).into()
    })
}

/// A contract, and nothing else.
pub(crate) fn contract(path: &Path) -> anyhow::Result<Contract> {
    match open(path)? {
        Given::Contract(contract) => Ok(contract),
        other => {
            let message = format!("{} where a contract is expected", other.kind());
            Err(BadInput(message)).with_context(|| input::shown(path))
        }
    }
}

/// A trace played to be counted.
pub(crate) struct Counted {
    pub(crate) player: CensusPlayer,
    pub(crate) census: Census,
    pub(crate) ended: Ended,
    pub(crate) fault: Option<PlayError>,
}

/// Plays a trace; a malformed one up to the fault.
pub(crate) fn count(
    path: &Path,
    trace: Trace,
    playing: &Playing,
    plan: &CensusPlan,
    seen: impl FnMut(&Player, u64),
) -> anyhow::Result<Counted> {
    let setup = Setup {
        profile: playing.deciding.choice()?,
        budget: playing.bound.budget,
        ..Setup::default()
    };
    let frames = playing.frames.unwrap_or_default().range();
    let plan = CensusPlan { frames, ..plan.clone() };
    let bar = Bar::watch(trace.reader.source().progress());
    let mut player = CensusPlayer::new(trace, setup, &plan).with_context(|| input::shown(path))?;
    let (ended, fault) = player.run(seen);
    drop(bar);
    let census = player.census(&name(path));
    Ok(Counted { player, census, ended, fault })
}

/// The census of a trace that must be good.
pub(crate) fn census(path: &Path, trace: Trace, playing: &Playing) -> anyhow::Result<Census> {
    let counted = count(path, trace, playing, &CensusPlan::default(), |_, _| ())?;
    match counted.fault {
        Some(fault) => Err(fault).with_context(|| input::shown(path)),
        None => Ok(counted.census),
    }
}

/// What a census calls its trace: the file's name without its path, control characters replaced.
pub(crate) fn name(path: &Path) -> String {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = if path.as_os_str() == "-" { path.file_name() } else { full.file_name() };
    let name = name.unwrap_or(path.as_os_str()).to_string_lossy();
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// How the program ends for an error of a census or contract.
pub(crate) fn exit(cause: &(dyn Error + 'static)) -> Option<Exit> {
    if let Some(error) = cause.downcast_ref::<ContractError>() {
        return Some(match error {
            // Both are good, and they were given together wrongly.
            ContractError::Chips(..) => Exit::Usage,
            ContractError::Invalid(_) => Exit::Refused,
            ContractError::Text(_) | ContractError::Line { .. } => Exit::Malformed,
        });
    }
    if cause.is::<MergeError>() {
        return Some(Exit::Usage);
    }
    cause.is::<CensusError>().then_some(Exit::Malformed)
}
