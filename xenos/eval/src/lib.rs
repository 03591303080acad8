//! What Xenos microcode means, evaluated: the oracle.
//!
//! For: running a program on a vector of 64 lanes, quads kept together, exactly as
//! `docs/hardware/xenos-microcode.md` says, bit for bit the same on every machine. Memory and
//! textures come through traits.
//! Not for: sampling textures, rasterising, storing what is exported, or speed before plainness.
//! Facts: that document; comments name its rules.
//!
//! ```
//! use xenos_eval::{Constants, Group, Limits, NoMemory, NoTextures, Prepared, inputs, run};
//! use xenos_ucode::{Program, Stage};
//!
//! // One `exece` of no instruction: nothing is exported, and a position should be.
//! let program = Program::decode(Stage::Vertex, &[0x0000_0001, 0x0000_2000, 0]).program;
//! let ready = Prepared::new(&program);
//! let constants = Constants::new(Stage::Vertex);
//! let mut group = Group::new();
//! inputs::vertices(&mut group, ready.registers(), &[7]);
//! let report =
//!     run(&ready, &constants, &mut group, &NoMemory, &NoTextures, &mut (), &Limits::default());
//! let names: Vec<&str> = report.unspecified().map(|(event, _)| event.name()).collect();
//! assert_eq!(names, ["position-unwritten"]);
//! assert_eq!(group.get(0, 0), [7.0, 0.0, 0.0, 0.0]);
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "results are exact, and tests say so"))]

mod alu;
mod constants;
mod cube;
#[cfg(test)]
mod document;
mod drag;
mod endian;
mod exports;
mod fetch;
mod float;
mod group;
pub mod inputs;
mod lanes;
mod machine;
mod memory_export;
mod observer;
mod operand;
mod paths;
mod prepared;
mod report;
mod scalar;
mod texture;
mod transcendental;
mod unpack;
mod vector;
mod vertex_fetch;
mod writes;

pub use constants::{Constants, FETCH_WORDS, FLOATS, Window};
pub use endian::swapped;
pub use exports::{COLORS, Export, Exports, INTERPOLATORS};
pub use group::{FullFetch, Group, REGISTERS, TextureRegisters};
pub use lanes::{LANES, LaneMask, Lanes, QUAD, QUADS, Vector, each, first, quads_of};
pub use machine::{FLOW_LIMIT, Limits, STORE_LIMIT, run};
pub use memory_export::{ELEMENTS, ExportAddress, MemoryExport, Packed};
pub use observer::{Executed, Observer, Step};
pub use prepared::Prepared;
pub use report::{Report, Unspecified};
pub use texture::{Gradients, NoTextures, Quad, TextureRequest, TextureUnit, differences};
pub use vertex_fetch::{Memory, NoMemory};
pub use writes::{TextureRegister, Writes, Written};
