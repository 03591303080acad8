//! The registers that keys are made of, by the names of this crate.

use xenos_regs::index;

pub(crate) const SURFACE_INFO: u16 = index::RB_SURFACE_INFO;
pub(crate) const COLOR_INFO: [u16; 4] = [0x2001, 0x2003, 0x2004, 0x2005];
pub(crate) const DEPTH_INFO: u16 = 0x2002;
pub(crate) const SCREEN_SCISSOR_TL: u16 = 0x200E;
pub(crate) const SCREEN_SCISSOR_BR: u16 = 0x200F;
pub(crate) const WINDOW_OFFSET: u16 = 0x2080;
pub(crate) const WINDOW_SCISSOR_TL: u16 = 0x2081;
pub(crate) const WINDOW_SCISSOR_BR: u16 = 0x2082;
pub(crate) const COLOR_MASK: u16 = 0x2104;
pub(crate) const FOG: [u16; 3] = [0x2109, 0x210A, 0x210B];
pub(crate) const STENCIL_BACK: u16 = 0x210C;
pub(crate) const STENCIL: u16 = 0x210D;
pub(crate) const PROGRAM_CNTL: u16 = 0x2180;
pub(crate) const INTERPOLATOR_CNTL: u16 = 0x2182;
pub(crate) const WRAPPING: [u16; 2] = [0x2183, 0x2184];
pub(crate) const DEPTH_CONTROL: u16 = 0x2200;
pub(crate) const BLEND_CONTROL: [u16; 4] = [0x2201, 0x2209, 0x220A, 0x220B];
pub(crate) const COLOR_CONTROL: u16 = 0x2202;
pub(crate) const CLIP_CNTL: u16 = 0x2204;
pub(crate) const SC_MODE_CNTL: u16 = 0x2205;
pub(crate) const VTE_CNTL: u16 = 0x2206;
pub(crate) const MODE_CONTROL: u16 = 0x2208;
pub(crate) const LINE_CNTL: u16 = 0x2282;
pub(crate) const LINE_STIPPLE: u16 = 0x2283;
pub(crate) const OUTPUT_PATH: u16 = 0x2284;
pub(crate) const MPASS_PS_CNTL: u16 = 0x2292;
pub(crate) const SC_LINE_CNTL: u16 = 0x2300;
pub(crate) const AA_CONFIG: u16 = 0x2301;
pub(crate) const VTX_CNTL: u16 = 0x2302;
pub(crate) const AA_MASK: u16 = 0x2312;
pub(crate) const COPY_CONTROL: u16 = 0x2318;
pub(crate) const COPY_DEST_BASE: u16 = 0x2319;
pub(crate) const COPY_DEST_PITCH: u16 = 0x231A;
pub(crate) const COPY_DEST_INFO: u16 = 0x231B;
pub(crate) const POINTS: [u16; 4] = [0x2384, 0x2385, 0x2386, 0x2387];
pub(crate) const FETCH: u16 = index::SHADER_CONSTANT_FETCH;

/// Registers that the keys of a draw's state are made of, beside primitive and output path.
pub(crate) const STATE: &[u16] = &[
    SURFACE_INFO,
    COLOR_INFO[0],
    COLOR_INFO[1],
    COLOR_INFO[2],
    COLOR_INFO[3],
    DEPTH_INFO,
    WINDOW_OFFSET,
    COLOR_MASK,
    FOG[0],
    FOG[1],
    FOG[2],
    STENCIL_BACK,
    STENCIL,
    PROGRAM_CNTL,
    INTERPOLATOR_CNTL,
    WRAPPING[0],
    WRAPPING[1],
    DEPTH_CONTROL,
    BLEND_CONTROL[0],
    BLEND_CONTROL[1],
    BLEND_CONTROL[2],
    BLEND_CONTROL[3],
    COLOR_CONTROL,
    CLIP_CNTL,
    SC_MODE_CNTL,
    VTE_CNTL,
    MODE_CONTROL,
    LINE_CNTL,
    LINE_STIPPLE,
    MPASS_PS_CNTL,
    SC_LINE_CNTL,
    AA_CONFIG,
    VTX_CNTL,
    AA_MASK,
    POINTS[0],
    POINTS[1],
    POINTS[2],
    POINTS[3],
];
