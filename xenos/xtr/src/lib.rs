//! Xenia's `.xtr` trace format, version 1, read and written.
//!
//! For: the 48-byte header and the twelve record types, streamed from any source with byte offsets,
//! bodies decompressed; and writing them as Xenia's own writer does, or uncompressed.
//! Not for: what packets mean, nor whether a stream makes sense. This crate checks that a file is
//! well formed; it never refuses a well-formed one for its order of records or its addresses.
//! Facts: specification digest `xtr-format`, checked against all shared traces.
//!
//! Numbers of records are little-endian; packets and memory are bytes as the console stores them
//! (big-endian dwords). No record is aligned. Offsets in errors count decompressed bytes of the
//! file. A body is at most [`MEMORY_BYTES`] long and never much longer than what is really in the
//! file, and long memory records come in pieces of [`PIECE_BYTES`], so memory is bounded whatever a
//! file says.
#![forbid(unsafe_code)]

mod body;
mod bytes;
mod error;
mod header;
mod pieces;
mod reader;
mod record;
mod writer;

pub use error::{Fault, WriteError, XtrError};
pub use header::{COMMIT_BYTES, HEADER_BYTES, Header, VERSION};
pub use pieces::PIECE_BYTES;
pub use reader::{Entry, Position, Reader};
pub use record::{
    BufferStart, EDRAM_BYTES, Encoding, GAMMA_BYTES, GammaRamp, MAX_BUFFER_WORDS, MAX_PACKET_WORDS,
    MAX_REGISTERS, MEMORY_BYTES, Memory, PacketStart, Record, RecordKind, Registers, TraceEvent,
    Values,
};
pub use writer::{Compression, Totals, Writer};
