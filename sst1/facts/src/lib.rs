//! What the sources of SST-1 knowledge disagree on.
//!
//! For: every disputed fact as a *named field* of [`Profile`], with its values, who holds which,
//! source and confidence. Engines read the field where the fact lives.
//! Not for: facts on which all sources agree, and not for arithmetic.
//!
//! Parties: `hardware` is this project's best knowledge of the chip (a specification beats a
//! program, two programs of different lineage beat one); `86box` is 86Box's interpreter, slips
//! included; `zsst` is the logic of zSST, `mame` the MAME line as `voodoo_emu.cpp` has it, `spinal`
//! SpinalVoodoo. What is known to differ and is no fact stands in [`NOT_MODELLED`].
#![forbid(unsafe_code)]

mod declare;
pub mod doc;
mod fact;
mod list;
mod not_modelled;
mod not_modelled_pixels;
mod profiles;

pub use base_word::Confidence;
pub use fact::{Fact, FactValue, UnknownFact};
pub use list::*;
pub use not_modelled::{NOT_MODELLED, NotModelled};
pub use not_modelled_pixels::NOT_MODELLED_PIXELS;
pub use profiles::{MakeProfile, PROFILES};
