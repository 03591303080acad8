//! The logic beside the memory: what becomes of one sample.
//!
//! For: alpha test, alpha to mask, the depth and stencil unit, the colour unit, in this order
//! (rule B1). Not for: which samples are covered, counting them, or addresses.
//! Facts: `docs/hardware/xenos-edram.md`, rules B1 to B9, S1 to S5, T1 and T2.

mod alpha;
mod blend;
mod color;
mod depth_stencil;

pub use alpha::{alpha_test, alpha_to_mask};
pub use blend::is_reserved;
pub use color::{ColorUnit, Source};
pub use depth_stencil::{DepthStencilUnit, Outcome, Tested};

use xenos_regs::words::Compare;

/// The new value on the left. With a NaN only `NotEqual` and `Always` pass.
#[inline]
fn compare<T: PartialOrd + Copy>(function: Compare, new: T, old: T) -> bool {
    match function {
        Compare::Never => false,
        Compare::Less => new < old,
        Compare::Equal => new == old,
        Compare::LessEqual => new <= old,
        Compare::Greater => new > old,
        Compare::NotEqual => new != old,
        Compare::GreaterEqual => new >= old,
        Compare::Always => true,
    }
}
