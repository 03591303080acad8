//! Enumerated fields, one file a kind of instruction. Undefined codes are named and kept.

mod alu;
mod fetch;
mod flow;

pub use alu::{Change, RelativeBase, ScalarOpcode, ScalarOperands, VectorOpcode};
pub use fetch::{
    AnisotropyFilter, ArbitraryFilter, Component, Dimension, FetchComponent, FetchOpcode,
    SampleLocation, SignedMode, TextureFilter, VertexFormat,
};
pub use flow::{AddressMode, AllocKind, ControlFlowOpcode};
