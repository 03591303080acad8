//! What filetests of every chip share.
//!
//! For: lines as words with columns, numbers as people write them, values of fields by name, places
//! in files and what is wrong there, the first line, files from disk.
//! Not for: what a line means; each chip's crate knows that.
//! Facts: the parts of `docs/filetests.md` that name no chip.
#![forbid(unsafe_code)]

mod error;
mod field;
mod head;
mod line;
mod load;
mod miss;
pub mod number;

pub use error::{ParseError, Place};
pub use field::field_value;
pub use head::{FORMAT_VERSION, INCLUDE_DEPTH, INCLUDE_FILES, Include, check_head};
pub use line::Line;
pub use load::{FILE_BYTES, load, load_folder};
pub use miss::Miss;
