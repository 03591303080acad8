//! Words and the fields inside them.
//!
//! For: taking a hardware word apart by name, putting it together again, and describing its
//! fields as data, so that code, listings and documents follow from one declaration.
//! Not for: any chip's name, offset or meaning; those live in the chip's `regs` crate.
//!
//! How well a fact is known ([`Confidence`]) is a word that every chip's tables use.
//!
//! [`markdown`] lists fields for the documents that follow from tables.
//!
//! [`word!`] declares a one-word register type, [`field_enum!`] an enumerated field.
#![forbid(unsafe_code)]

mod bits;
mod confidence;
mod declare;
mod field;
pub mod markdown;

pub use bits::{bits, mask, sign_extend, sign_extend64, with_bits};
pub use confidence::Confidence;
pub use field::{EnumValue, Field, FieldKind, FieldValue, Word, partition_fault};

#[doc(hidden)]
pub use {pastey, serde};
