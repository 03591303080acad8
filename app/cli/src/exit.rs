//! Exit codes, and which error means which.

use std::io;
use std::process::ExitCode;

use base_pixels::PixelsError;
use base_trace::TraceError;
use play::xtr::{PositionError, TrimError};
use play::{PlayError, ResumeError};
use sst1_board::StateError;
use sst1_vood::VoodError;
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

/// Prints `error` with its causes and says how to end. Nobody listening any more is no error.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    let closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(closed)) {
        return Exit::Done;
    }
    // What repeats something from a file is cut and escaped where it is made; this is for the rest.
    let message = base_text::shown(&format!("{error:#}"), MOST_MESSAGE);
    crate::out::error(format!("afterimage: {message}\n"));
    of(error)
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
    if cause.is::<BadInput>() {
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
            // It shows the trace's error as its own.
            PositionError::Trace(error) => of_cause(error),
            _ => None,
        };
    }
    if let Some(error) = cause.downcast_ref::<TrimError>() {
        return match error {
            TrimError::NoFrames { .. } => Some(Exit::Usage),
            TrimError::Trace(error) => of_cause(error),
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
