//! The Xenos' registers, as types and as one table.
//!
//! For: every register of the file 0x0000 to 0x5002 by name; the words that decide a pixel taken
//! apart by field; fetch constants; forms without don't-care bits for state keys.
//! Not for: packets, nor what a register makes the chip do.
//! Facts: specification digest `xenos-hardware` section 1 and `pm4`; names as the field has them.
#![forbid(unsafe_code)]

mod answer;
mod describe;
mod doc;
pub mod fetch;
mod register;
pub mod state;
mod table;
pub mod words;

pub use answer::{ANSWERS, Answer, answer};
pub use describe::{Fields, Value, byte_address, texture_fetch_fields, vertex_fetch_fields};
pub use doc::{effect_text, format_text, markdown};
pub use register::{Format, Group, Naming, Register, SideEffect};
pub use table::{
    FILE_WORDS, Name, REGISTERS, any_side_effect, by_name, has_side_effect, index, register_at,
    side_effect,
};

pub use base_word::{Confidence, EnumValue, Field, FieldKind, FieldValue, Word, partition_fault};
