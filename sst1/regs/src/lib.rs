//! The SST-1's registers, as types and as one table.
//!
//! For: taking register words apart by the field's own names, and listing every register with its
//! offsets, access, FIFO and sync class, owner chips, format, source and confidence.
//! Not for: what a register makes the chip do; that is `sst1-board` and the engines.
//!
//! Facts: SST-1 specification 1.61 as digested; differences between sources are `sst1-facts`.
#![forbid(unsafe_code)]

mod doc;
mod register;
mod table;
pub mod words;

pub use doc::markdown;
pub use register::{Access, Block, Chips, Format, Register};
pub use table::{
    BLOCK_BYTES, CONFIG_REGISTERS, ConfigRegister, FOREIGN, Foreign, REGISTERS, alternate_offset,
    by_name, foreign_at, offset, register_at,
};

pub use base_word::{Confidence, EnumValue, Field, FieldKind, FieldValue, Word, partition_fault};
