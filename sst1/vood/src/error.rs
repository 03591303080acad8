//! Errors of reading and of writing, and the faults that both can name.

use std::io;

use base_trace::{TraceError, TraceKind};

use crate::Command;

/// What is wrong with a header, a record or a state image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The first word is another one.
    #[error("magic {found:#010x} instead of {expected:#010x}")]
    Magic {
        /// What a file of this kind begins with.
        expected: u32,
        /// What is there.
        found: u32,
    },
    /// A version that is not known.
    #[error("version {found}, known is {expected}")]
    Version {
        /// The version that is known.
        expected: u32,
        /// The version stated.
        found: u32,
    },
    /// A memory size that is no power of two between 1 and [`crate::MAX_SIZE_MB`] MiB.
    #[error("{what} of {found} MiB: not a power of two from 1 to {}", crate::MAX_SIZE_MB)]
    SizeMb {
        /// Which memory.
        what: &'static str,
        /// The size stated, in MiB.
        found: u32,
    },
    /// A number of TMUs other than 1, 2 and 3.
    #[error("{found} TMUs: not 1, 2 or 3")]
    Tmus {
        /// The number stated.
        found: u32,
    },
    /// A number in a state image that is outside its bounds.
    #[error("{what} is {found}, not in {min}..={max}")]
    Bounds {
        /// Which number.
        what: &'static str,
        /// The value stated.
        found: u32,
        /// The smallest that is accepted.
        min: u32,
        /// The largest that is accepted.
        max: u32,
    },
    /// A record type that is not known.
    #[error("unknown record type {code}")]
    UnknownCommand {
        /// The code.
        code: u8,
    },
    /// The three bytes after the record type are not zero.
    #[error("padding {found:#08x} instead of zero")]
    Padding {
        /// The padding as a number.
        found: u32,
    },
    /// A record that happened no time.
    #[error("count is zero")]
    ZeroCount,
    /// An address outside what the record type may address.
    #[error("{} at {address:#010x}, outside its window", command.name())]
    Address {
        /// The record type.
        command: Command,
        /// The address.
        address: u32,
    },
    /// The content ends inside a header or record.
    #[error("cut short: {found} of {wanted} bytes")]
    Truncated {
        /// Its size.
        wanted: u32,
        /// Bytes that are there.
        found: u32,
    },
    /// The content ends, and the header states another number of records.
    #[error("the header states {stated} records and {found} are there")]
    EntryCount {
        /// The header's number.
        stated: u32,
        /// Records read.
        found: u64,
    },
    /// Bytes after the end of a state image.
    #[error("bytes after the end")]
    Trailing,
    /// CONFIG written as an ordinary record, or read as one.
    #[error("CONFIG is no ordinary record")]
    ConfigAsRecord,
    /// A state image that does not fit its trace, or parts of it that do not fit each other.
    #[error("{what} of the state image is {state}, where {trace} is needed")]
    StateMismatch {
        /// Which number.
        what: &'static str,
        /// Its value in the image.
        state: u64,
        /// The value that the trace (or the other parts) have.
        trace: u64,
    },
}

/// Why a trace or a state image could not be read on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VoodError {
    /// The content is not a VOOD trace at all.
    #[error("not a VOOD trace: {}", looks_like(*found))]
    NotVood {
        /// What it looks like.
        found: TraceKind,
    },
    /// The content is malformed.
    #[error("malformed at byte {offset}{}: {fault}", in_record(*record))]
    Malformed {
        /// Offset of the field or record in the decompressed content.
        offset: u64,
        /// Index of the record, or `None` in a header or state image.
        record: Option<u64>,
        /// What is wrong.
        fault: Fault,
    },
    /// The bytes could not be had; the source carries the offset.
    #[error("cannot read{}", in_record(*record))]
    Source {
        /// Index of the record wanted, or `None` in a header or state image.
        record: Option<u64>,
        /// What went wrong.
        source: TraceError,
    },
}

fn in_record(record: Option<u64>) -> String {
    record.map(|index| format!(" (record {index})")).unwrap_or_default()
}

/// Why a trace or a state image could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// What was to be written would be refused by the reader.
    #[error("will not write a malformed record, header or image: {0}")]
    Malformed(#[from] Fault),
    /// The output failed.
    #[error("writing failed")]
    Io(#[from] io::Error),
}

/// What content of another kind looks like, in words.
fn looks_like(found: TraceKind) -> &'static str {
    match found {
        TraceKind::Vood => "it is one",
        TraceKind::Xtr => "byte 0 on looks like an .xtr trace, which this version cannot play",
        _ => "byte 0 on is the start of no known kind, or the file is empty",
    }
}
