//! Why a stream could not be written.

use xenos_pm4::EncodeError;
use xenos_ucode::AsmError;
use xenos_xtr::WriteError;

/// Why a stream could not be written. A stream keeps the first one and goes on without writing.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The output, or a record that no reader would take.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A packet that no words say.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A program's text.
    #[error("program `{name}`: {}", .errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Program {
        /// What the program is called.
        name: &'static str,
        /// What is wrong with it.
        errors: Vec<AsmError>,
    },
    /// The part of memory for data is used up.
    #[error("no room for {bytes} bytes of memory behind 0x{at:08X}")]
    Memory {
        /// The first free address.
        at: u32,
        /// What was wanted.
        bytes: usize,
    },
    /// Bytes behind the end of what was allocated, or inside nothing.
    #[error("0x{address:08X} is not allocated")]
    Address {
        /// The first byte's address.
        address: u32,
    },
}
