//! The reference engine: what the console stores, stored.
//!
//! For: drawing any stream on the processor, EDRAM byte by byte, as the truth that faster engines
//! are held against, and as the engine of machines without a GPU.
//! Not for: speed before plainness, reading traces, showing windows. Arithmetic of textures, EDRAM,
//! rasterisation, copies and programs lives in the chip's crates.
//! Facts: those crates'; the order of work in a draw is in [`draw`].
#![forbid(unsafe_code)]

mod budget;
mod copy;
mod display;
mod draw;
mod exports;
mod geometry;
mod habits;
mod merge;
mod pixels;
mod programs;
mod queries;
mod refusals;
mod save;
mod soft;
mod targets;
mod vertices;

pub use habits::Habits;
pub use refusals::{REFUSALS, refusal};
pub use soft::Soft;
