//! Lanes that their quad carries where they would not have gone.
//!
//! For: knowing which results hang on how quads are made up. Not for: any result.
//! Facts: `docs/hardware/xenos-microcode.md`, rule G8.

use crate::lanes::{LANES, LaneMask, each};

/// Lanes that are carried along, and until when.
#[derive(Clone, Debug)]
pub(crate) struct Dragged {
    /// By a jump, a break or a call.
    by_control: LaneMask,
    until: [u32; LANES],
    /// By the exec that runs.
    by_exec: LaneMask,
}

impl Default for Dragged {
    fn default() -> Self {
        Self { by_control: 0, until: [0; LANES], by_exec: 0 }
    }
}

impl Dragged {
    /// Lanes are carried until control comes to an instruction. Those that are already, stay so.
    pub(crate) fn drag(&mut self, lanes: LaneMask, until: u32) {
        for lane in each(lanes & !self.by_control) {
            self.until[lane] = until;
        }
        self.by_control |= lanes;
    }

    /// Control of these lanes comes to an instruction.
    pub(crate) fn arrive(&mut self, at: u32, lanes: LaneMask) {
        for lane in each(lanes & self.by_control) {
            if self.until[lane] == at {
                self.by_control &= !(1 << lane);
            }
        }
    }

    /// Lanes are carried through an exec; none behind it.
    pub(crate) fn in_exec(&mut self, lanes: LaneMask) {
        self.by_exec = lanes;
    }

    /// All that are carried now.
    pub(crate) fn lanes(&self) -> LaneMask {
        self.by_control | self.by_exec
    }
}
