//! Replaying a trace on a card.
//!
//! For: turning the records of a VOOD trace into bus accesses of a [`Device`](sst1_board::Device),
//! stopping at every executed swap, saving and resuming in the middle, and the summary of a run.
//! Not for: what an access does (`sst1-board` and the engines), what a record looks like
//! (`sst1-vood`), nor arguments, files and printing (the program).
//! Facts: digest sections 4.3 and 9.2 for swaps and retraces; the start state (fbiInit unlocked,
//! memories zero) from the trace format's description.
#![forbid(unsafe_code)]

mod abreast;
mod alone;
mod bisect;
mod budget;
mod census;
mod cursor;
mod engine;
mod error;
mod export;
mod image;
mod locate;
mod packed;
mod player;
mod refusals;
mod save;
mod setup;
mod summary;
mod tally;
pub mod timing;
mod watching;
pub mod xtr;

pub use abreast::{Abreast, Passed, Spot};
pub use alone::{Alone, Decided, alone};
pub use bisect::{Bisection, FactStep, bisect};
pub use census::{CensusPlan, CensusPlayer};
pub use engine::EngineKind;
pub use error::{PlayError, ResumeError};
pub use export::{Export, ExportRequest, Exported};
pub use locate::{
    Area, DetailCompared, DetailPixel, Located, Parted, PixelDifference, Theirs, Unequal, Whole,
    locate,
};
pub use player::{Player, Step};
pub use refusals::{REFUSALS, refusal};
pub use save::SAVE_VERSION;
pub use setup::{ProfileChoice, Setup};
pub use summary::{Ended, Failure, Input, RefusalRow, Summary};
pub use tally::Tally;
