//! What another implementation of the SST-1 is compared by.
//!
//! For: a stream as text for a test bench, a hash of frame-buffer memory that both sides keep up
//! word by word, the words that a command changed, and a [`Device`](sst1_board::Device) around
//! another one that finds all of these after every drawing command.
//! Not for: files, replaying traces and the comparison itself (`play`), nor drawing.
//!
//! The three text formats and the hash are specified in `docs/stimulus.md`.
#![forbid(unsafe_code)]

mod detail;
mod hash;
mod hashes;
mod kind;
mod operation;
mod registers;
mod shadow;
mod spans;
mod spot;
mod text;
mod watch;

pub use detail::{DETAIL_VERSION, Detail};
pub use hash::{explained, mix, term};
pub use hashes::{HASHES_VERSION, HashLine, Hashes, hashes_head};
pub use kind::Kind;
pub use operation::{Operation, STIMULUS_VERSION, StimulusLine, parse_stimulus, stimulus_head};
pub use registers::{
    BuffersShown, FieldShown, ParameterShown, RegisterState, Registers, UnitShown, WordShown,
};
pub use shadow::{Change, Digest};
pub use spot::Spot;
pub use text::TextError;
pub use watch::{Drawn, Observer, Watch};
