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
//! # Embedding
//!
//! ```
//! use sst1_board::{BoardConfig, Device, Width};
//! use sst1_cycle::{Cycle, config::Config, stall::Cause};
//! use sst1_streams::{Host, scene::{Pixels, steady}};
//!
//! let mut config = Config::preset("afterimage")?;
//! config.set_all([("memory.latency", "40"), ("lanes", "1")])?;
//! let mut card = Cycle::new(config, BoardConfig::default(), Default::default())?;
//! card.config_write(0x40, 1, Width::Word); // initEnable: unlock fbiInit
//! let scene = steady(Pixels::Textured);
//! scene.prepare(&mut Host(&mut card)); // or `card.write(offset, data, Width::Word)`, a word at a time
//! card.run(); // until nothing is left to do
//! let begun = (card.clocks(), card.stalls().clone());
//! scene.draw(&mut Host(&mut card));
//! card.run();
//! let clocks = card.clocks() - begun.0;
//! let stalls = card.stalls().since(&begun.1);
//! assert_eq!(stalls.total(), clocks);
//! assert!(stalls.of(Cause::Pixel) > clocks * 9 / 10);
//! assert_eq!(card.counters().texture_fill_error, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
