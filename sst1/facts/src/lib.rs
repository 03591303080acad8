//! What the sources of SST-1 knowledge disagree on.
//!
//! For: every disputed fact as a *named field* of [`Profile`], with its values, who holds which,
//! source and confidence. Engines read the field where the fact lives.
//! Not for: facts on which all sources agree, and not for arithmetic.
//!
//! Parties: `hardware` is this project's best knowledge of the chip (a specification beats a
//! program, two programs of different lineage beat one); `86box` is 86Box's interpreter, slips
//! included; `zsst`, `spinal` and `mame` are named where they are known to differ.
#![forbid(unsafe_code)]

mod declare;
pub mod doc;
mod list;
mod profile;

pub use base_word::Confidence;
pub use list::*;
pub use profile::{Fact, FactValue, UnknownFact};
