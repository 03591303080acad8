//! Copies out of EDRAM, which are also called resolves.
//!
//! For: what the registers of a copy ask for, decoded once: rectangle, source, samples, operation,
//! destination, clears; and a texel's bytes from its samples' words. Engines on a processor or a
//! GPU work from the same plan.
//! Not for: reading EDRAM or writing memory.
//! Facts: specification digest `xenos-hardware` section 6; rules in `docs/hardware/xenos-resolve.md`.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "results are exact, and tests say so"))]

mod plan;
mod rectangle;
mod samples;
mod texel;

pub use plan::{Clears, Operation, Plan, Unplanned};
pub use rectangle::{GRANULARITY, MAX_HEIGHT, Rules, rectangle};
pub use samples::Samples;
pub use texel::Texel;
