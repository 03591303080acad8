//! The depth and stencil unit: one stored word against one new depth.
//!
//! For: the test, its outcome, the word that stays. Not for: making depths, or counting passes.
//! Facts: `docs/hardware/xenos-edram.md`, rules S1 to S5.

#[cfg(test)]
mod tests;

use xenos_regs::state::DepthStencil;
use xenos_regs::words::{Compare, RbStencilrefmask, StencilOp};

use super::compare;

/// Depth and stencil tests, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthStencilUnit {
    /// The depth function; `None` where the test is off.
    depth: Option<Compare>,
    depth_write: bool,
    /// Front's and back's; `None` where the test is off.
    stencil: Option<[Side; 2]>,
}

/// What one facing does to stencil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    function: Compare,
    reference: u32,
    read_mask: u32,
    write_mask: u32,
    fail: StencilOp,
    depth_fail: StencilOp,
    pass: StencilOp,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// the sample goes on
    Passed,
    /// stencil dropped it
    StencilFailed,
    /// depth dropped it
    DepthFailed,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// how it ended
    pub outcome: Outcome,
    /// the word that is stored now, whatever the outcome
    pub word: u32,
}

impl Tested {
    /// Whether the sample goes on.
    pub const fn passed(self) -> bool {
        matches!(self.outcome, Outcome::Passed)
    }
}

impl DepthStencilUnit {
    /// Decodes the state.
    pub fn new(state: &DepthStencil) -> Self {
        let control = state.control;
        let depth = control.z_enable().then(|| control.zfunc());
        let side = |ops: [StencilOp; 3], function, masks: RbStencilrefmask| Side {
            function,
            reference: masks.stencilref(),
            read_mask: masks.stencilmask(),
            write_mask: masks.stencilwritemask(),
            fail: ops[0],
            depth_fail: ops[1],
            pass: ops[2],
        };
        let front = side(
            [control.stencilfail(), control.stencilzfail(), control.stencilzpass()],
            control.stencilfunc(),
            state.front,
        );
        let back = side(
            [control.stencilfail_bf(), control.stencilzfail_bf(), control.stencilzpass_bf()],
            control.stencilfunc_bf(),
            state.back,
        );
        let back = if control.backface_enable() { back } else { front };
        Self {
            depth,
            depth_write: depth.is_some() && control.z_write_enable(),
            stencil: control.stencil_enable().then_some([front, back]),
        }
    }

    /// Whether the unit looks at its surface at all (rule S1).
    pub const fn is_enabled(&self) -> bool {
        self.depth.is_some() || self.stencil.is_some()
    }

    /// Whether a test may change the stored word.
    pub const fn may_write(&self) -> bool {
        self.depth_write || self.stencil.is_some()
    }

    /// Tests a depth code of 24 bits against a stored word, stencil first; `back` says that the
    /// sample is of a back face.
    #[inline]
    pub fn test(&self, back: bool, stored: u32, depth24: u32) -> Tested {
        let (stored_depth, stored_stencil) = (stored >> 8, stored & 0xFF);
        let depth24 = depth24 & 0xFF_FFFF;
        let depth_passes =
            || self.depth.is_none_or(|function| compare(function, depth24, stored_depth));
        let (outcome, stencil) = match &self.stencil {
            None => {
                let outcome = if depth_passes() { Outcome::Passed } else { Outcome::DepthFailed };
                (outcome, stored_stencil)
            }
            Some(sides) => {
                let side = &sides[usize::from(back)];
                let (outcome, op) = if !side.passes(stored_stencil) {
                    (Outcome::StencilFailed, side.fail)
                } else if depth_passes() {
                    (Outcome::Passed, side.pass)
                } else {
                    (Outcome::DepthFailed, side.depth_fail)
                };
                (outcome, side.apply(op, stored_stencil))
            }
        };
        let writes = outcome == Outcome::Passed && self.depth_write;
        let depth = if writes { depth24 } else { stored_depth };
        Tested { outcome, word: depth << 8 | stencil }
    }
}

impl Side {
    #[inline]
    fn passes(&self, stored: u32) -> bool {
        compare(self.function, self.reference & self.read_mask, stored & self.read_mask)
    }

    /// The stencil that stays: the operation works on all bits, the mask decides which are kept.
    #[inline]
    fn apply(&self, op: StencilOp, stored: u32) -> u32 {
        let new = match op {
            StencilOp::Keep => stored,
            StencilOp::Zero => 0,
            StencilOp::Replace => self.reference,
            StencilOp::IncrementClamp => (stored + 1).min(0xFF),
            StencilOp::DecrementClamp => stored.saturating_sub(1),
            StencilOp::Invert => !stored,
            StencilOp::IncrementWrap => stored + 1,
            StencilOp::DecrementWrap => stored.wrapping_sub(1),
        };
        (new & self.write_mask) | (stored & !self.write_mask)
    }
}
