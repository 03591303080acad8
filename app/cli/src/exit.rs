//! Exit codes, and which error means which.

mod failed;

pub(crate) use failed::Fault;

use std::io;
use std::process::ExitCode;

use base_pixels::PixelsError;
use base_trace::TraceError;
use play::xtr::PositionError;
use play::{PlayError, ResumeError};
use sst1_board::StateError;
use sst1_vood::VoodError;
use xenos_ucode::AsmError;
use xenos_xtr::XtrError;

/// The codes, for `--help`.
pub(crate) const HELP: &str = "\
Exit codes: 0 done, 1 internal failure (a file that cannot be written included), 2 wrong usage (a file
that cannot be opened included), 3 malformed input, 4 something was refused under --strict, lies outside
a contract, or the budget was used up, 5 pictures, programs, contracts or hashes
differ.";

/// Characters that a message has at most.
const MOST_MESSAGE: usize = 2_000;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    Internal = 1,
    Usage = 2,
    Malformed = 3,
    Refused = 4,
    Differ = 5,
}

impl Exit {
    /// Its name in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Internal => "internal",
            Self::Usage => "usage",
            Self::Malformed => "malformed",
            Self::Refused => "refused",
            Self::Differ => "differ",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Arguments that make no sense, beyond what the parser of arguments sees.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

impl Usage {
    pub(crate) fn error(message: impl Into<String>) -> anyhow::Error {
        Self(message.into()).into()
    }
}

/// Input that makes no sense, where no library's error says so.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub(crate) String);

/// A text of a program with errors, which were printed with their places.
#[derive(Debug, thiserror::Error)]
#[error("errors in the text: {}", .0.len())]
pub(crate) struct BadText(pub(crate) Vec<AsmError>);

/// Prints `error` with its causes and says how to end. Nobody listening any more is no error. With
/// `json`, standard output gets it as well, unless it has a whole document already.
pub(crate) fn report(error: &anyhow::Error, json: bool) -> Exit {
    let closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(closed)) {
        return Exit::Done;
    }
    // What repeats something from a file is cut and escaped where it is made; this is for the rest.
    let message = base_text::shown(&format!("{error:#}"), MOST_MESSAGE);
    crate::out::error(format!("afterimage: {message}\n"));
    let exit = of(error);
    if json && !crate::out::has_document() {
        crate::out::last_line(&failed::Failed::of(error, exit, message));
    }
    exit
}

/// Ends where the arguments are not what the parser wants: its message goes where it should, and
/// with --json among them also to standard output as an object.
pub(crate) fn arguments(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if !error.use_stderr() {
        return Exit::Done.into();
    }
    if std::env::args_os().any(|argument| argument == "--json") {
        let text = error.to_string();
        // What follows is about usage in general.
        let message = text.split("\n\n").next().unwrap_or_default();
        let message = message.strip_prefix("error: ").unwrap_or(message);
        let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let message = base_text::shown(&message, MOST_MESSAGE);
        crate::out::last_line(&failed::Failed::plain(Exit::Usage, message));
    }
    Exit::Usage.into()
}

/// The code for an error.
pub(crate) fn of(error: &anyhow::Error) -> Exit {
    error.chain().find_map(of_cause).unwrap_or(Exit::Internal)
}

/// Whether a file stands where a folder is needed, or the other way round.
fn misplaced(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory)
}

fn of_cause(cause: &(dyn std::error::Error + 'static)) -> Option<Exit> {
    if cause.is::<Usage>() {
        return Some(Exit::Usage);
    }
    if cause.is::<BadInput>() || cause.is::<BadText>() {
        return Some(Exit::Malformed);
    }
    if cause.is::<StateError>() {
        // States are only loaded from files here.
        return Some(Exit::Malformed);
    }
    if let Some(error) = cause.downcast_ref::<PixelsError>() {
        return match error {
            PixelsError::Decode { .. } | PixelsError::TooLarge { .. } => Some(Exit::Malformed),
            _ => None,
        };
    }
    if let Some(error) = cause.downcast_ref::<ResumeError>() {
        return Some(match error {
            ResumeError::Magic | ResumeError::Version { .. } | ResumeError::Body(_) => {
                Exit::Malformed
            }
            // The position is good, and it was given with the wrong trace.
            _ => Exit::Usage,
        });
    }
    if let Some(error) = cause.downcast_ref::<PositionError>() {
        return match error {
            PositionError::Magic
            | PositionError::Version { .. }
            | PositionError::Body(_)
            | PositionError::Renderer(_) => Some(Exit::Malformed),
            // The position is good, and it was given with the wrong trace.
            PositionError::TraceShort { .. } | PositionError::OtherRecords { .. } => {
                Some(Exit::Usage)
            }
            _ => None,
        };
    }
    if cause.is::<sst1_cycle::config::ConfigError>() || cause.is::<play::timing::GridError>() {
        return Some(Exit::Usage);
    }
    if let Some(exit) = crate::counted::exit(cause) {
        return Some(exit);
    }
    if let Some(error) = cause.downcast_ref::<TraceError>() {
        return Some(match error {
            TraceError::Open { .. }
            | TraceError::NoTraceInFolder { .. }
            | TraceError::NotAFile { .. } => Exit::Usage,
            TraceError::Write { source, .. } if misplaced(source) => Exit::Usage,
            TraceError::Io { .. } | TraceError::Write { .. } => Exit::Internal,
            _ => Exit::Malformed,
        });
    }
    if let Some(error) = cause.downcast_ref::<XtrError>() {
        return match error {
            // The cause behind it decides.
            XtrError::Source { .. } => None,
            _ => Some(Exit::Malformed),
        };
    }
    // A player's error shows the trace's as its own, so that the chain lacks that one.
    let trace = match cause.downcast_ref::<PlayError>() {
        Some(PlayError::Trace(error)) => Some(error),
        _ => cause.downcast_ref(),
    };
    match trace? {
        // The cause behind it decides.
        VoodError::Source { .. } => None,
        _ => Some(Exit::Malformed),
    }
}
