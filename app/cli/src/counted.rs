//! What the verbs around censuses share: inputs told apart by content, and traces played to be
//! counted.

mod chip;
pub(crate) mod xenos;

use std::error::Error;
use std::path::Path;

use anyhow::Context;
use base_census::{Census, CensusError, Contract, ContractError, MergeError};
use base_trace::{Options, TraceKind};
use play::{CensusPlan, CensusPlayer, Ended, Failure, PlayError, Setup};
use sst1_vood::Trace;
use xenos_xtr::Reader;

pub(crate) use chip::{Chip, Titled};

use crate::exit::{BadInput, Exit, Usage};
use crate::input;
use crate::playing::{self, Bound, Deciding};
use crate::progress::Bar;
use crate::replay::frames::Frames;

/// Largest census that is read, unpacked.
pub(crate) const MOST_CENSUS: u64 = 32 << 20;
/// Largest contract that is read, unpacked. A reader of TOML takes some eighty bytes for each.
pub(crate) const MOST_CONTRACT: u64 = 8 << 20;
/// Heading of options on drawing.
const VOOD_ONLY: &str = "Of VOOD traces (SST-1) only; refused with .xtr traces";
/// Bytes in which a text begins.
const BEGINNING: usize = 4096;

/// How a trace is played to be counted.
#[derive(clap::Args)]
pub(crate) struct Playing {
    /// Frames to count: A..B (without B), A.., ..B or N; those before are played and not counted
    #[arg(long, value_name = "A..B")]
    pub(crate) frames: Option<Frames>,
    #[command(flatten, next_help_heading = VOOD_ONLY)]
    deciding: Deciding,
    #[command(flatten, next_help_heading = VOOD_ONLY)]
    bound: Bound,
}

impl Playing {
    /// An option that was given and says how a trace is played.
    fn given(&self) -> Option<&'static str> {
        let frames = self.frames.map(|_| "--frames");
        frames.or(self.for_pixels())
    }

    /// An option that was given and is about drawing.
    fn for_pixels(&self) -> Option<&'static str> {
        self.deciding.given().or(self.bound.budget.map(|_| "--budget"))
    }

    /// That no option was given which a file that is already counted cannot follow.
    pub(crate) fn unused(&self, kind: &str, path: &Path) -> anyhow::Result<()> {
        match self.given() {
            Some(option) => Err(unused(option, kind, path)),
            None => Ok(()),
        }
    }
}

/// That an option cannot be followed.
pub(crate) fn unused(option: &str, kind: &str, path: &Path) -> anyhow::Error {
    let path = input::shown(path);
    Usage::error(format!("{option}: {path} is {kind} and cannot be counted anew"))
}

/// What a path turned out to be.
pub(crate) enum Given {
    Trace(Box<Trace>),
    Xtr(Box<Reader>),
    Census(Census),
    Contract(Contract),
}

impl Given {
    /// The kind, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Trace(_) | Self::Xtr(_) => "a trace",
            Self::Census(_) => "a census",
            Self::Contract(_) => "a contract",
        }
    }

    /// The chip.
    pub(crate) fn chip(&self) -> &str {
        match self {
            Self::Trace(_) => sst1_census::CHIP,
            Self::Xtr(_) => xenos_census::CHIP,
            Self::Census(census) => &census.chip,
            Self::Contract(contract) => &contract.chip,
        }
    }

    /// That it is of another kind than it has to be.
    pub(crate) fn instead_of(&self, wanted: &str, path: &Path) -> anyhow::Error {
        let message = format!("{} where {wanted} is expected", self.kind());
        Usage::error(format!("{}: {message}", input::shown(path)))
    }
}

/// Opens a trace, census or contract, whichever the content is; `-` is standard input.
pub(crate) fn open(path: &Path) -> anyhow::Result<Given> {
    let read = || -> anyhow::Result<Given> {
        let mut opened = base_trace::open(path, Options::default())?;
        if opened.kind == TraceKind::Xtr {
            return Ok(Given::Xtr(Box::new(input::xtr_from(opened)?)));
        }
        if opened.kind != TraceKind::Unknown {
            return Ok(Given::Trace(Box::new(Trace::from_opened(opened)?)));
        }
        let beginning = opened.trace.peek(BEGINNING)?;
        let beginning = beginning.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(beginning);
        let census = beginning.trim_ascii_start().starts_with(b"{");
        let control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
        if !census && beginning.iter().any(control) {
            // No text.
            return Err(input::no_trace(&mut opened)?.into());
        }
        let text = text(opened.trace, if census { MOST_CENSUS } else { MOST_CONTRACT })?;
        let known = |chip: &str, table: &str| Chip::named(chip).knows(table);
        if census {
            return Ok(Given::Census(Census::read(&text, &known)?));
        }
        Ok(Given::Contract(Contract::read(&text, &known)?))
    };
    read().with_context(|| input::shown(path))
}

fn text(mut source: base_trace::Source, most: u64) -> anyhow::Result<String> {
    let bytes = source.read_rest(most)?;
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
        other => Err(other.instead_of("a contract", path)),
    }
}

/// That two inputs are of one chip.
pub(crate) fn same_chip(a: (&Path, &str), b: (&Path, &str)) -> anyhow::Result<()> {
    if a.1 == b.1 {
        return Ok(());
    }
    let is = |(path, chip): (&Path, &str)| {
        format!("{} is for chip `{}`", input::shown(path), base_text::excerpt(chip))
    };
    Err(Usage::error(format!("different chips: {}, {}", is(a), is(b))))
}

/// Whether everything that was asked for could be counted.
pub(crate) enum Whole {
    Yes,
    /// The budget was used up.
    Budget,
    /// It is a file that says why not.
    Before(String),
    /// The trace is malformed.
    Fault(anyhow::Error),
}

impl Whole {
    /// How the program ends, where all that could be said was said.
    pub(crate) fn end(self, otherwise: Exit) -> anyhow::Result<Exit> {
        match self {
            Self::Yes | Self::Before(_) => Ok(otherwise),
            Self::Budget => Ok(playing::over_budget()),
            Self::Fault(fault) => Err(fault),
        }
    }

    /// The worse of two.
    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (fault @ Self::Fault(_), _) | (_, fault @ Self::Fault(_)) => fault,
            (Self::Budget, _) | (_, Self::Budget) => Self::Budget,
            (Self::Yes, other) => other,
            (before, _) => before,
        }
    }
}

/// A trace played to be counted.
pub(crate) struct Counted {
    pub(crate) player: CensusPlayer,
    pub(crate) census: Census,
    pub(crate) ended: Ended,
    pub(crate) fault: Option<PlayError>,
    /// The digest of its state image.
    pub(crate) image: Option<String>,
}

impl Counted {
    /// The census, with the digest of the trace.
    pub(crate) fn identified(self, path: &Path) -> (Census, Whole) {
        let Self { player, mut census, ended, fault, image } = self;
        let reader = player.into_player().into_reader();
        let whole = ended == Ended::End;
        let described = input::described(path, reader.into_source(), image, whole);
        census.sha256 = described.sha256.map(|stream| match described.state_sha256 {
            Some(state) => format!("{stream}+{state}"),
            None => stream,
        });
        let whole = match fault {
            Some(fault) => Whole::Fault(anyhow::Error::new(fault).context(input::shown(path))),
            None if ended == Ended::Budget => Whole::Budget,
            None => Whole::Yes,
        };
        (census, whole)
    }
}

/// The census of a trace of any chip. Others have none to be made.
pub(crate) fn of_trace(
    path: &Path,
    given: Given,
    playing: &Playing,
    plan: &CensusPlan,
) -> anyhow::Result<(Census, Whole)> {
    match given {
        Given::Trace(trace) => Ok(count(path, *trace, playing, plan, |_, _| ())?.identified(path)),
        Given::Xtr(reader) => xenos::count(path, *reader, playing, plan),
        other => Err(other.instead_of("a trace", path)),
    }
}

/// Plays a trace of an SST-1; a malformed one up to the fault.
pub(crate) fn count(
    path: &Path,
    trace: Trace,
    playing: &Playing,
    plan: &CensusPlan,
    seen: impl FnMut(&CensusPlayer, u64),
) -> anyhow::Result<Counted> {
    let setup = Setup {
        profile: playing.deciding.choice()?,
        budget: playing.bound.budget,
        ..Setup::default()
    };
    let image = input::image_digest(&trace);
    let frames = playing.frames.unwrap_or_default().range();
    let plan = CensusPlan { frames: frames.clone(), ..plan.clone() };
    let bar = Bar::watch(trace.reader.source().progress());
    let mut player = CensusPlayer::new(trace, setup, &plan).with_context(|| input::shown(path))?;
    let (ended, fault) = player.run(seen);
    drop(bar);
    let mut census = player.census(&name(path));
    census.partial = match &fault {
        Some(fault) => Some(base_text::reason(&Failure::of(fault).message)),
        None => (ended == Ended::Budget).then(|| "the budget was used up".to_owned()),
    };
    if census.frames() == 0 && census.partial.is_none() && playing.frames.is_some() {
        let there = player.player().tally().frames;
        return Err(input::no_frames(&frames, there)).with_context(|| input::shown(path));
    }
    Ok(Counted { player, census, ended, fault, image })
}

/// What a census calls its trace: the file's name without its path, with marks for what would steer a
/// terminal.
pub(crate) fn name(path: &Path) -> String {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = if path.as_os_str() == "-" { path.file_name() } else { full.file_name() };
    let name = name.unwrap_or(path.as_os_str()).to_string_lossy();
    name.chars().map(|c| if base_text::steers(c) { '?' } else { c }).collect()
}

/// How the program ends for an error of a census or contract.
pub(crate) fn exit(cause: &(dyn Error + 'static)) -> Option<Exit> {
    if let Some(error) = cause.downcast_ref::<ContractError>() {
        return Some(match error {
            ContractError::Invalid(_) | ContractError::Partial { .. } => Exit::Refused,
            ContractError::Text(_) | ContractError::Line { .. } => Exit::Malformed,
            // All are good, and they were given together wrongly.
            _ => Exit::Usage,
        });
    }
    if cause.is::<MergeError>() {
        return Some(Exit::Usage);
    }
    cause.is::<CensusError>().then_some(Exit::Malformed)
}
