//! VOOD v1: bus streams of an SST-1 board, read and written.
//!
//! For: the 64-byte header, the 24-byte records with their run lengths, the extended CONFIG
//! record, the `state.bin` image beside a folder trace, and a one-pass summary.
//! Not for: what a register does or which streams a card supports. This crate checks that a file is
//! well formed; it never refuses a well-formed one for its board type or its states.
//! Facts: `docs/vood.md`, from the format's description in the shared documents, checked against all
//! shared traces.
//!
//! All numbers are little-endian. Offsets in errors count decompressed bytes.
#![forbid(unsafe_code)]

mod bytes;
mod command;
mod error;
mod header;
mod info;
mod reader;
mod record;
mod state;
mod trace;
mod writer;

pub use command::Command;
pub use error::{Fault, VoodError, WriteError};
pub use header::{HEADER_BYTES, Header, MAGIC, MAX_SIZE_MB, VERSION, VOODOO_GRAPHICS};
pub use info::{CommandCount, StreamInfo};
pub use reader::{Batch, Entries, Entry, Item, Position, Reader};
pub use record::{CONFIG_BYTES, Config, RECORD_BYTES, Record};
pub use state::{
    MAX_STATE_REGISTERS, STATE_HEADER_BYTES, STATE_MAGIC, STATE_VERSION, StateImage, StateRegister,
};
pub use trace::Trace;
pub use writer::{Totals, Writer};

/// The examples of the format's page.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/vood.md")]
struct Page;
