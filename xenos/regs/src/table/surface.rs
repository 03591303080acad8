//! Surfaces and scissors.
//!
//! Facts: specification digest `xenos-hardware` section 1.2.

use super::declare::registers;
use crate::register::{Group, Register};
use crate::words::{
    PaScWindowOffset, PaScWindowScissorBr, PaScWindowScissorTl, RbColorInfo, RbColorMask,
    RbDepthInfo, RbSurfaceInfo, ScreenScissor,
};

const ROW: Register = Register::of(Group::Surface);

registers! {
    /// Pitch and samples of all surfaces.
    RB_SURFACE_INFO = 0x2000: ROW.word::<RbSurfaceInfo>().pixel();
    /// Colour target 0.
    RB_COLOR_INFO = 0x2001: ROW.word::<RbColorInfo>().pixel();
    /// Depth and stencil.
    RB_DEPTH_INFO = 0x2002: ROW.word::<RbDepthInfo>().pixel();
    /// Colour target 1.
    RB_COLOR1_INFO = 0x2003: ROW.word::<RbColorInfo>().pixel();
    /// Colour target 2.
    RB_COLOR2_INFO = 0x2004: ROW.word::<RbColorInfo>().pixel();
    /// Colour target 3.
    RB_COLOR3_INFO = 0x2005: ROW.word::<RbColorInfo>().pixel();
    /// First column and row inside the screen scissor.
    PA_SC_SCREEN_SCISSOR_TL = 0x200E: ROW.word::<ScreenScissor>().pixel();
    /// First column and row beyond the screen scissor.
    PA_SC_SCREEN_SCISSOR_BR = 0x200F: ROW.word::<ScreenScissor>().pixel();
    /// What is added to window coordinates.
    PA_SC_WINDOW_OFFSET = 0x2080: ROW.word::<PaScWindowOffset>().pixel();
    /// First column and row inside the window scissor.
    PA_SC_WINDOW_SCISSOR_TL = 0x2081: ROW.word::<PaScWindowScissorTl>().pixel();
    /// First column and row beyond the window scissor.
    PA_SC_WINDOW_SCISSOR_BR = 0x2082: ROW.word::<PaScWindowScissorBr>().pixel();
    /// Components written, by target.
    RB_COLOR_MASK = 0x2104: ROW.word::<RbColorMask>().pixel();
}
