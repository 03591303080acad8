//! Errors of reading and of writing, and the faults that both can name.

use std::io;

use base_trace::{TraceError, TraceKind};

use crate::{MAX_BUFFER_WORDS, MAX_PACKET_WORDS, MAX_REGISTERS, MEMORY_BYTES};

/// What is wrong with a header or a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A version that is not known.
    #[error("version {found}, known is {expected}")]
    Version {
        /// The version that is known.
        expected: u32,
        /// The version stated.
        found: u32,
    },
    /// A record type that is not known; its length is unknown too, so nothing after it can be read.
    #[error("unknown record type {code}")]
    UnknownRecord {
        /// The number.
        code: u32,
    },
    /// The content ends inside a header or record.
    #[error("cut short: {found} of {wanted} bytes")]
    Truncated {
        /// The size of the header, or of the record as far as it states one.
        wanted: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// A packet of no words, or of more than one can have.
    #[error("a packet of {found} words, not 1 to {MAX_PACKET_WORDS}")]
    PacketWords {
        /// The number stated.
        found: u32,
    },
    /// A command buffer of more words than one can have.
    #[error("a command buffer of {found} words, at most {MAX_BUFFER_WORDS}")]
    BufferWords {
        /// The number stated.
        found: u32,
    },
    /// More registers than any register file holds.
    #[error("{found} registers, at most {MAX_REGISTERS}")]
    RegisterCount {
        /// The number stated.
        found: u32,
    },
    /// A way of storing a body that is not known.
    #[error("unknown encoding {code}")]
    UnknownEncoding {
        /// The number.
        code: u32,
    },
    /// Memory that reaches beyond the console's.
    #[error("{bytes} bytes of memory at {base:#010x}, beyond {MEMORY_BYTES:#x}")]
    OutsideMemory {
        /// Address.
        base: u32,
        /// Length.
        bytes: u32,
    },
    /// A raw body whose two lengths differ.
    #[error("a raw body of {found} bytes, {expected} wanted")]
    RawLength {
        /// The length its record states or its type has.
        expected: u32,
        /// Its stored length.
        found: u32,
    },
    /// A Snappy body that says it unpacks to another length.
    #[error("a Snappy body that unpacks to {found} bytes, {expected} wanted")]
    DecodedLength {
        /// The length its record states or its type has.
        expected: u32,
        /// The length that the body states.
        found: u64,
    },
    /// A Snappy body that no compressor can have made of that content: far too short or too long.
    #[error("{stored} bytes of Snappy cannot hold {decoded}")]
    ImplausibleLength {
        /// Its stored length.
        stored: u32,
        /// The content's length.
        decoded: u32,
    },
    /// A copy in a long Snappy body from before its content, or from farther back than is kept.
    #[error("a Snappy body copies from {distance} bytes back")]
    SnappyDistance {
        /// How far back.
        distance: u64,
    },
    /// A Snappy body that is corrupt.
    #[error("a corrupt Snappy body")]
    Snappy,
    /// Words whose bytes are not a multiple of four.
    #[error("{bytes} bytes are no whole number of words")]
    PartialWord {
        /// Their number.
        bytes: usize,
    },
}

/// Why a trace could not be read on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum XtrError {
    /// The content is not an `.xtr` trace at all.
    #[error("not an .xtr trace: {}", looks_like(*found))]
    NotXtr {
        /// What it looks like.
        found: TraceKind,
    },
    /// The content is malformed.
    #[error("malformed at byte {offset}{}: {fault}", in_record(*record))]
    Malformed {
        /// Offset of the header or record in the decompressed content.
        offset: u64,
        /// Index of the record, or `None` in the header.
        record: Option<u64>,
        /// What is wrong.
        fault: Fault,
    },
    /// The bytes could not be had; the source carries the offset.
    #[error("cannot read{}", in_record(*record))]
    Source {
        /// Index of the record wanted, or `None` in the header.
        record: Option<u64>,
        /// What went wrong.
        source: TraceError,
    },
}

/// Why a trace could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// What was to be written would be refused by the reader.
    #[error("will not write a malformed record: {0}")]
    Malformed(#[from] Fault),
    /// The output failed.
    #[error("writing failed")]
    Io(#[from] io::Error),
}

fn in_record(record: Option<u64>) -> String {
    record.map(|index| format!(" (record {index})")).unwrap_or_default()
}

/// What content of another kind looks like, in words.
fn looks_like(found: TraceKind) -> &'static str {
    match found {
        TraceKind::Xtr => "it is one",
        TraceKind::Vood => "byte 0 on looks like a VOOD trace",
        _ => "byte 0 on is the start of no known kind, or the file is empty",
    }
}
