//! The sequencer.
//!
//! Facts: specification digest `xenos-hardware` sections 1.1 and 1.3.

use super::declare::registers;
use crate::register::{Group, MESA, Register};
use crate::words::{SqConst, SqContextMisc, SqInterpolatorCntl, SqProgramCntl, SqWrapping};

const ROW: Register = Register::of(Group::Sequencer);

registers! {
    /// How registers are split between the stages; no effect on a pixel.
    SQ_GPR_MANAGEMENT = 0x0D00: ROW;
    /// Of scheduling; no effect on a pixel.
    SQ_FLOW_CONTROL = 0x0D01: ROW;
    /// How the instruction store is split; no effect on a pixel.
    SQ_INST_STORE_MANAGMENT = 0x0D02: ROW;
    /// Of scheduling.
    SQ_EO_RT = 0x0D04: ROW;
    /// What the two shaders need and export.
    SQ_PROGRAM_CNTL = 0x2180: ROW.word::<SqProgramCntl>().pixel();
    /// Where interpolators are taken, and other switches.
    SQ_CONTEXT_MISC = 0x2181: ROW.word::<SqContextMisc>().pixel();
    /// How each interpolator is computed.
    SQ_INTERPOLATOR_CNTL = 0x2182: ROW.word::<SqInterpolatorCntl>().pixel();
    /// Wrapping of interpolators 0 to 7.
    SQ_WRAPPING_0 = 0x2183: ROW.word::<SqWrapping>().by(MESA).pixel().note("No implementation reads it.");
    /// Wrapping of interpolators 8 to 15.
    SQ_WRAPPING_1 = 0x2184: ROW.word::<SqWrapping>().by(MESA).pixel().note("No implementation reads it.");
    /// The vertex shader's window of ALU constants.
    SQ_VS_CONST = 0x2307: ROW.word::<SqConst>().pixel();
    /// The pixel shader's window of ALU constants.
    SQ_PS_CONST = 0x2308: ROW.word::<SqConst>().pixel();
    /// For debugging.
    SQ_DEBUG_MISC_0 = 0x2309: ROW;
    /// For debugging.
    SQ_DEBUG_MISC_1 = 0x230A: ROW;
    /// Sizes of control flow; no implementation reads it.
    SQ_CF_PROGRAM_SIZE = 0x2315: ROW;
}
