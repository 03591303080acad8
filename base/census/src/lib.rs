//! What a stream really uses: counts, contracts, verdicts.
//!
//! For: counting tables generic over a chip's keys ([`Table`]), the census they make ([`Census`],
//! versioned JSON Lines, mergeable), the finite list made from censuses ([`Contract`], versioned
//! TOML, mergeable) and a census held against a contract ([`verdict`]).
//! Not for: any chip's keys. A chip's census crate decides what is counted and how a key reads.
//!
//! A key is hashed while counting and becomes text once, when the census is made; everything
//! behind that point works on text and knows no chip.
#![forbid(unsafe_code)]

mod census;
mod clock;
mod contract;
mod entries;
mod lines;
mod names;
mod table;
mod verdict;
mod windows;

pub use census::{Census, Entry, First, Frames, MergeError, Places, TableCensus};
pub use clock::{Clock, Ended};
pub use contract::{CONTRACT_VERSION, Contract, ContractError, Difference, Item, Label, SourceOf};
pub use lines::{CENSUS_VERSION, CensusError};
pub use table::{Key, Table};
pub use verdict::{Outside, Verdict, verdict};
