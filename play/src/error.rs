//! The errors of replaying.

use sst1_board::{ConfigError, StateError};
use sst1_vood::VoodError;
use thiserror::Error;

/// Why a trace cannot be played, or not any further.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The trace is malformed, unreadable or of another kind.
    #[error(transparent)]
    Trace(#[from] VoodError),
    /// The board that is asked for cannot be built.
    #[error("cannot build the board")]
    Board(#[from] ConfigError),
    /// The clocked card that is asked for cannot be built.
    #[error("cannot build the clocked card")]
    Clocked(#[from] sst1_cycle::BuildError),
    /// The card's state cannot be saved or loaded.
    #[error("cannot save or load the card's state")]
    State(#[from] StateError),
    /// A saved position cannot be resumed.
    #[error("cannot resume")]
    Resume(#[from] ResumeError),
    /// A saved position cannot be packed.
    #[error("cannot pack the saved position")]
    Pack(#[source] std::io::Error),
}

/// Why a saved position cannot be resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The bytes do not start like a saved position.
    #[error("not a saved position: it does not start with AIM-PLAY")]
    Magic,
    /// Written by another version.
    #[error("saved position of version {found}; this build knows version {}", crate::SAVE_VERSION)]
    Version {
        /// The version found.
        found: u32,
    },
    /// The body cannot be unpacked or decoded.
    #[error("the saved position is damaged: {0}")]
    Body(String),
    /// The header of the trace is another one than when the position was saved.
    #[error("the position was saved in another trace: the headers differ")]
    OtherHeader,
    /// The trace ends before the saved position.
    #[error(
        "the position was saved in another trace: it is at record {wanted}, this trace has {found}"
    )]
    TraceShort {
        /// Records that had begun when the position was saved.
        wanted: u64,
        /// Records there are.
        found: u64,
    },
    /// The records before the saved position are others.
    #[error(
        "the position was saved in another trace: the first {records} records differ from those \
         that were played"
    )]
    OtherRecords {
        /// Records compared.
        records: u64,
    },
}
