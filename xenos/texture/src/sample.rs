//! Sampling, lane by lane: what chapter S says between a request and its answer.
//!
//! For: coordinates, clamps, borders, filters, levels, cubes, anisotropy, the result's operations.
//! Not for: texels themselves, which come through a closure; `sampler` has them.
//! Facts: `docs/hardware/xenos-microcode.md`, chapter S; each file names its rules.

mod axis;
mod cube;
mod filter;
mod finish;
mod level;
mod plan;

pub(crate) use filter::Looked;
pub(crate) use finish::finish;
pub(crate) use plan::{Kind, Plan, effective};
