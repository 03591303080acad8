//! Constant colours as lanes, so that the combine loops read every operand the same way.

use sst1_board::Fbi;
use sst1_core::Lane;

use crate::batch::{Colors, LANES, Lanes};

/// Constants by lane.
#[derive(Clone, Debug)]
pub(crate) struct Constants {
    pub(crate) zero: Lanes,
    pub(crate) color0: Colors,
    pub(crate) color1: Colors,
    /// The registers that the lanes hold.
    held: [u32; 2],
}

impl Default for Constants {
    fn default() -> Self {
        let zero = [0; LANES];
        Self { zero, color0: [zero; 4], color1: [zero; 4], held: [0; 2] }
    }
}

impl Constants {
    /// Takes the colours of `fbi`.
    pub(crate) fn set(&mut self, fbi: &Fbi) {
        let new = [fbi.color0.raw(), fbi.color1.raw()];
        let [held0, held1] = self.held;
        if held0 != new[0] {
            fill(&mut self.color0, new[0]);
        }
        if held1 != new[1] {
            fill(&mut self.color1, new[1]);
        }
        self.held = new;
    }
}

fn fill(colors: &mut Colors, word: u32) {
    for (lanes, shift) in colors.iter_mut().zip([16, 8, 0, 24]) {
        lanes.fill((word >> shift & 0xFF) as Lane);
    }
}
