//! The render backend and copies out of EDRAM.
//!
//! Facts: specification digest `xenos-hardware` sections 1.1, 1.2 and 1.5.

use super::declare::registers;
use crate::register::{Group, Register, XENIA_MMIO};
use crate::words::{
    RbBlendcontrol, RbColorcontrol, RbCopyControl, RbCopyDestInfo, RbCopyDestPitch, RbDepthcontrol,
    RbModecontrol, RbStencilrefmask,
};

const COPY: Register = Register::of(Group::Copy);

const ROW: Register = Register::of(Group::Backend);

registers! {
    /// Of EDRAM; no effect on a pixel.
    RB_EDRAM_TIMING = 0x0F00: ROW.by(XENIA_MMIO).note("Titles expect to read 0x08100748; inferred.");
    /// Of EDRAM; no effect on a pixel.
    RB_BC_CONTROL = 0x0F01: ROW.by(XENIA_MMIO).note("Titles expect to read 0x0000200E; inferred.");
    /// Of EDRAM; no effect on a pixel.
    RB_EDRAM_INFO = 0x0F02: ROW;
    /// The blend constant's red.
    RB_BLEND_RED = 0x2105: ROW.float().pixel();
    /// The blend constant's green.
    RB_BLEND_GREEN = 0x2106: ROW.float().pixel();
    /// The blend constant's blue.
    RB_BLEND_BLUE = 0x2107: ROW.float().pixel();
    /// The blend constant's alpha.
    RB_BLEND_ALPHA = 0x2108: ROW.float().pixel();
    /// The fog's red.
    RB_FOG_COLOR_RED = 0x2109: ROW.float().note("No implementation reads it.");
    /// The fog's green.
    RB_FOG_COLOR_GREEN = 0x210A: ROW.float().note("No implementation reads it.");
    /// The fog's blue.
    RB_FOG_COLOR_BLUE = 0x210B: ROW.float().note("No implementation reads it.");
    /// Stencil reference and masks of back faces.
    RB_STENCILREFMASK_BF = 0x210C: ROW.word::<RbStencilrefmask>().pixel();
    /// Stencil reference and masks.
    RB_STENCILREFMASK = 0x210D: ROW.word::<RbStencilrefmask>().pixel();
    /// What alpha is compared with.
    RB_ALPHA_REF = 0x210E: ROW.float().pixel();
    /// Depth and stencil tests.
    RB_DEPTHCONTROL = 0x2200: ROW.word::<RbDepthcontrol>().pixel();
    /// Blending of target 0.
    RB_BLENDCONTROL0 = 0x2201: ROW.word::<RbBlendcontrol>().pixel();
    /// Alpha test and alpha to mask.
    RB_COLORCONTROL = 0x2202: ROW.word::<RbColorcontrol>().pixel();
    /// Hierarchical depth; no effect on a pixel.
    RB_HIZCONTROL = 0x2203: ROW;
    /// What draws do.
    RB_MODECONTROL = 0x2208: ROW.word::<RbModecontrol>().pixel();
    /// Blending of target 1.
    RB_BLENDCONTROL1 = 0x2209: ROW.word::<RbBlendcontrol>().pixel();
    /// Blending of target 2.
    RB_BLENDCONTROL2 = 0x220A: ROW.word::<RbBlendcontrol>().pixel();
    /// Blending of target 3.
    RB_BLENDCONTROL3 = 0x220B: ROW.word::<RbBlendcontrol>().pixel();
    /// What a copy takes and clears.
    RB_COPY_CONTROL = 0x2318: COPY.word::<RbCopyControl>().pixel();
    /// Where a copy goes.
    RB_COPY_DEST_BASE = 0x2319: COPY.address().pixel();
    /// The destination's size.
    RB_COPY_DEST_PITCH = 0x231A: COPY.word::<RbCopyDestPitch>().pixel();
    /// How the destination is stored.
    RB_COPY_DEST_INFO = 0x231B: COPY.word::<RbCopyDestInfo>().pixel();
    /// Hierarchical depth is cleared to this; no effect on a pixel.
    RB_HIZ_CLEAR = 0x231C: COPY;
    /// Depth and stencil are cleared to this, as stored.
    RB_DEPTH_CLEAR = 0x231D: COPY.pixel();
    /// Colour is cleared to this, as stored.
    RB_COLOR_CLEAR = 0x231E: COPY.pixel();
    /// The other half for 64-bit samples.
    RB_COLOR_CLEAR_LO = 0x231F: COPY.pixel().note("Which half of a 64-bit sample it is, is open.");
    /// Conditional copy: function.
    RB_COPY_FUNC = 0x2320: COPY.pixel().note("No implementation reads it.");
    /// Conditional copy: reference.
    RB_COPY_REF = 0x2321: COPY.pixel().note("No implementation reads it.");
    /// Conditional copy: mask.
    RB_COPY_MASK = 0x2322: COPY.pixel().note("No implementation reads it.");
    /// Conditional copy: slice.
    RB_COPY_SURFACE_SLICE = 0x2323: COPY.pixel().note("No implementation reads it.");
    /// Control of occlusion counters.
    RB_SAMPLE_COUNT_CTL = 0x2324: ROW;
    /// Where occlusion counters are reported.
    RB_SAMPLE_COUNT_ADDR = 0x2325: ROW.address();
}
