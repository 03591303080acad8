//! The door for trace files.
//!
//! For: opening a path, standard input or any reader; finding out by content what it holds and how
//! it is compressed; streaming it with byte offsets, progress and the digest of what is stored; and
//! writing output files whole or not at all.
//! Not for: what a record means. The crate of each trace format reads on from a [`Source`].
//! Facts: the zstd frame format (RFC 8878), gzip (RFC 1952), and the first bytes of the two trace
//! formats from their descriptions; names of files are never consulted for the kind.
//!
//! Memory stays bounded whatever a file says: two fixed buffers, and a zstd window of at most
//! 2^[`ZSTD_WINDOW_LOG_MAX`] bytes a layer. A file that unpacks to far more than its size is fine,
//! since nothing holds it whole.
#![forbid(unsafe_code)]

mod container;
mod error;
mod kind;
mod open;
mod same;
mod source;
mod tap;
mod whole;

pub use container::{Container, MAX_LAYERS, ZSTD_WINDOW_LOG_MAX};
pub use error::TraceError;
pub use kind::TraceKind;
pub use open::{Layout, Opened, open};
pub use same::same_file;
pub use source::{BUFFER_BYTES, Options, Source};
pub use tap::{Progress, Stored};
pub use whole::{AtomicFile, write_whole};
