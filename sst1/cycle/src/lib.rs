//! The SST-1 as clocked hardware.
//!
//! For: a card whose every clock is explicit: blocks that hand values to each other by ready and
//! valid, caches that fill from a slow shared memory, and counters of all of it. Behind the same
//! [`Device`](sst1_board::Device) as the engines, and equal to them in every value.
//! Not for: new arithmetic. What a pixel is comes from `sst1-core`; this crate decides when.
//!
//! # One clock
//!
//! A block is a value with registers. In every clock, blocks are evaluated from the sink of the data
//! to its source, so that a consumer empties a register before its producer looks whether there is
//! room: `ready` travels against the data within the clock, `valid` data takes one clock a register.
//! What a block puts into a register in clock `t` is seen by the next one in clock `t + 1`.
//!
//! Facts: sections 1 to 3 of the SST-1 digest. Each block's header names its lines.
#![forbid(unsafe_code)]

pub mod arbiter;
pub mod cache;
pub mod combiner;
pub mod command;
pub mod config;
pub mod counters;
pub mod device;
mod error;
pub mod fbi;
pub mod front;
pub mod memory;
pub mod port;
pub mod probe;
mod refusals;
pub mod stall;
#[cfg(test)]
mod testing;
pub mod tmu;
pub mod video;

pub use device::{Cycle, wires};
pub use error::BuildError;
pub use refusals::{REFUSALS, refusal};
