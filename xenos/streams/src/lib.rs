//! Xenos command streams that this project makes itself.
//!
//! For: demos (pictures that show what the chip does, without foreign assets), and the program's
//! side of the chip that they are written with: memory, programs, packets, and the `.xtr` records
//! that a recorder would make of them.
//! Not for: drawing; what a stream shows is up to an engine, and nothing here depends on one.
//!
//! Everything is deterministic: the same call gives the same bytes on every machine.
//!
//! ```
//! use xenos_streams::{Commands, Stream};
//! let mut stream = Stream::new(Vec::new());
//! let mut commands = Commands::default();
//! commands.register(xenos_regs::index::RB_SURFACE_INFO, &[640]);
//! stream.run(&commands);
//! let (bytes, totals) = stream.finish()?;
//! // Registers and gamma ramps, then the ring's part with one packet.
//! assert_eq!((totals.records, bytes.len() as u64), (6, totals.bytes));
//! # Ok::<(), xenos_streams::StreamError>(())
//! ```
#![forbid(unsafe_code)]

mod commands;
mod demo;
mod error;
mod heap;
mod maths;
mod mesh;
mod program;
mod recorder;
mod state;
mod stream;
mod texture;

pub use commands::{Buffer, Commands};
pub use demo::{Demo, demo, demos};
pub use error::StreamError;
pub use heap::Heap;
pub use mesh::Mesh;
pub use program::{Program, Programs};
pub use state::{Blend, Copy, Depth, Draw, Raster, Target};
pub use stream::Stream;
pub use texture::{Filter, Image, Sampling, Texture};
pub use xenos_xtr::Totals;
