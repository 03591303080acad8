//! SST-1 command streams that this project makes itself.
//!
//! For: demos (pictures that show what the card does, without foreign assets), random pipeline
//! states for comparing engines, and the program's side of the bus that both are written with.
//! Not for: drawing; what a stream shows is up to an engine, and nothing here depends on one.
//!
//! Everything is deterministic: the same call gives the same accesses on every machine.
//!
//! ```
//! use sst1_streams::{Bus, Screen};
//! let mut operations = Vec::new();
//! let mut bus = Bus::new(&mut operations);
//! bus.open_screen(Screen::new(640, 480));
//! bus.fastfill();
//! assert_eq!(operations.len(), 9);
//! ```
#![forbid(unsafe_code)]

mod bus;
mod demo;
mod font;
mod host;
mod maths;
pub mod random;
pub mod scene;
mod sink;
mod texture;
mod triangle;
mod vood;

pub use bus::{Bus, Screen, Units};
pub use demo::{Demo, demo, demos};
pub use host::Host;
pub use sink::{Operation, Sink};
pub use texture::{Bound, Image, Map, Ncc, Palette, Shape};
pub use triangle::{Form, Parts, Setup, Values, Vertex};
pub use vood::VoodSink;
