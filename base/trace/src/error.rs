//! The one error type of this crate. Offsets count decompressed bytes from the start.

use std::io;
use std::path::PathBuf;

use crate::Container;

/// Why a trace could not be opened or read on, or an output not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The path cannot be opened.
    #[error("cannot open {}", base_text::path(path))]
    Open {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder was given and holds no `trace.bin`, compressed or not.
    #[error("the folder {} holds no trace.bin (nor .zst, .gz)", base_text::path(path))]
    NoTraceInFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The system failed to deliver stored bytes.
    #[error("reading failed after byte {offset}")]
    Io {
        /// Decompressed bytes delivered before.
        offset: u64,
        /// What the system said.
        source: io::Error,
    },
    /// The stored bytes end inside a compressed stream.
    #[error("the {container} data is cut short: it ends after byte {offset} of its content")]
    CompressedTruncated {
        /// The innermost container (the fault may lie in the one around it).
        container: Container,
        /// Decompressed bytes delivered before.
        offset: u64,
        /// What the decompressor said.
        source: io::Error,
    },
    /// A compressed stream is corrupt, or asks for more memory than is allowed.
    #[error("the {container} data is unusable after byte {offset} of its content")]
    Compressed {
        /// The innermost container (the fault may lie in the one around it).
        container: Container,
        /// Decompressed bytes delivered before.
        offset: u64,
        /// What the decompressor said.
        source: io::Error,
    },
    /// The content is compressed more often than [`crate::MAX_LAYERS`] times.
    #[error("compressed more than {} times over", crate::MAX_LAYERS)]
    TooNested,
    /// The content ends where more was needed.
    #[error("the content ends at byte {}: {wanted} bytes wanted at {offset}, {found} there", offset + found)]
    Truncated {
        /// Where the read began.
        offset: u64,
        /// Bytes wanted.
        wanted: u64,
        /// Bytes there.
        found: u64,
    },
    /// The content is longer than what is to be held in memory whole.
    #[error("it has more than {most} bytes")]
    TooLong {
        /// The most that is read.
        most: u64,
    },
    /// Reading on after an earlier error.
    #[error("nothing can be read after the failure at byte {offset}")]
    Failed {
        /// Decompressed bytes delivered before the failure.
        offset: u64,
    },
    /// An output's place is taken by something that is not a regular file.
    #[error("{} exists and is no regular file", base_text::path(path))]
    NotAFile {
        /// The output's path.
        path: PathBuf,
    },
    /// An output cannot be created, written or moved to its place; nothing was left behind.
    #[error("cannot write {}", base_text::path(path))]
    Write {
        /// The output's path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
