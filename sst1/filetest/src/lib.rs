//! Filetests: text files that state program, inputs and expected values together.
//!
//! For: reading the format of `docs/filetests.md`, running its cases on any
//! [`Device`](sst1_board::Device), proving by variation that each case depends on what it claims to
//! cover, listing which register fields no case covers, and counting what a case shows of a disputed
//! fact. The repository's own files are carried along.
//! Not for: knowing what a picture ought to be: the files say that, worked from the documents.
//!
//! Facts: none of its own; names, offsets and fields come from `sst1-regs`, disputed facts from
//! `sst1-facts`, refusals from `sst1-board`.
#![forbid(unsafe_code)]

mod command;
mod cover;
mod coverage;
mod embedded;
mod expect;
mod file;
mod load;
mod observe;
mod run;
mod shapes;
mod target;
mod value;
mod vary;

pub use base_filetest::{FORMAT_VERSION, Include, ParseError, Place};
pub use command::{Command, Step};
pub use cover::{Claim, Cover, Subject};
pub use coverage::{Coverage, Requirement, required};
pub use embedded::embedded;
pub use expect::{Expectation, Surface};
pub use file::{Case, TestFile};
pub use load::{load, load_folder};
pub use observe::{Decides, Observed, observe};
pub use run::{CaseError, Make, run};
pub use target::Target;
pub use value::{Selection, Value};
