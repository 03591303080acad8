//! Primitive assembly and scan conversion.
//!
//! Facts: specification digest `xenos-hardware` sections 1.2 and 1.4. What no implementation reads
//! counts as deciding a pixel only where the sibling's documents say what it would do.

use super::declare::registers;
use crate::register::{Group, MESA, Register};
use crate::words::{
    PaClClipCntl, PaClVteCntl, PaScAaConfig, PaScAaMask, PaScLineCntl, PaScLineStipple,
    PaScMpassPsCntl, PaScVizQuery, PaSuLineCntl, PaSuPointMinmax, PaSuPointSize, PaSuScModeCntl,
    PaSuVtxCntl,
};

const ROW: Register = Register::of(Group::Setup);

registers! {
    /// Results of visibility queries 0 to 31.
    PA_SC_VIZ_QUERY_STATUS_0 = 0x0C44: ROW;
    /// Results of visibility queries 32 to 63.
    PA_SC_VIZ_QUERY_STATUS_1 = 0x0C45: ROW;
    /// Chicken bits.
    PA_CL_ENHANCE = 0x0C85: ROW;
    /// Viewport: x scale.
    PA_CL_VPORT_XSCALE = 0x210F: ROW.float().pixel();
    /// Viewport: x offset.
    PA_CL_VPORT_XOFFSET = 0x2110: ROW.float().pixel();
    /// Viewport: y scale.
    PA_CL_VPORT_YSCALE = 0x2111: ROW.float().pixel();
    /// Viewport: y offset.
    PA_CL_VPORT_YOFFSET = 0x2112: ROW.float().pixel();
    /// Viewport: z scale.
    PA_CL_VPORT_ZSCALE = 0x2113: ROW.float().pixel();
    /// Viewport: z offset.
    PA_CL_VPORT_ZOFFSET = 0x2114: ROW.float().pixel();
    /// Clipping, user planes, vertex kill.
    PA_CL_CLIP_CNTL = 0x2204: ROW.word::<PaClClipCntl>().pixel();
    /// Culling, polygon mode and offset, switches.
    PA_SU_SC_MODE_CNTL = 0x2205: ROW.word::<PaSuScModeCntl>().pixel();
    /// Which parts of the viewport transform apply.
    PA_CL_VTE_CNTL = 0x2206: ROW.word::<PaClVteCntl>().pixel();
    /// A point's size where the shader gives none.
    PA_SU_POINT_SIZE = 0x2280: ROW.word::<PaSuPointSize>().pixel();
    /// Limits of a point's size.
    PA_SU_POINT_MINMAX = 0x2281: ROW.word::<PaSuPointMinmax>().pixel();
    /// A line's width.
    PA_SU_LINE_CNTL = 0x2282: ROW.word::<PaSuLineCntl>().by(MESA).pixel().note("No implementation reads it.");
    /// A line's pattern.
    PA_SC_LINE_STIPPLE = 0x2283: ROW.word::<PaScLineStipple>().by(MESA).pixel().note("No implementation reads it.");
    /// Multipass pixel shaders.
    PA_SC_MPASS_PS_CNTL = 0x2292: ROW.word::<PaScMpassPsCntl>().pixel().note("No implementation reads it.");
    /// The visibility query in use.
    PA_SC_VIZ_QUERY = 0x2293: ROW.word::<PaScVizQuery>().pixel();
    /// How lines are drawn.
    PA_SC_LINE_CNTL = 0x2300: ROW.word::<PaScLineCntl>().by(MESA).pixel().note("No implementation reads it.");
    /// Multisampling.
    PA_SC_AA_CONFIG = 0x2301: ROW.word::<PaScAaConfig>().by(MESA).pixel().note("No implementation reads it.");
    /// Pixel centre, rounding and grid of coordinates.
    PA_SU_VTX_CNTL = 0x2302: ROW.word::<PaSuVtxCntl>().pixel();
    /// Guard band: vertical clip.
    PA_CL_GB_VERT_CLIP_ADJ = 0x2303: ROW.float().pixel().note("No implementation reads it.");
    /// Guard band: vertical discard.
    PA_CL_GB_VERT_DISC_ADJ = 0x2304: ROW.float().pixel().note("No implementation reads it.");
    /// Guard band: horizontal clip.
    PA_CL_GB_HORZ_CLIP_ADJ = 0x2305: ROW.float().pixel().note("No implementation reads it.");
    /// Guard band: horizontal discard.
    PA_CL_GB_HORZ_DISC_ADJ = 0x2306: ROW.float().pixel().note("No implementation reads it.");
    /// Which samples may be covered.
    PA_SC_AA_MASK = 0x2312: ROW.word::<PaScAaMask>().by(MESA).inferred().pixel().note("No implementation reads it.");
    /// Polygon offset of front faces: by slope.
    PA_SU_POLY_OFFSET_FRONT_SCALE = 0x2380: ROW.float().pixel();
    /// Polygon offset of front faces: constant.
    PA_SU_POLY_OFFSET_FRONT_OFFSET = 0x2381: ROW.float().pixel();
    /// Polygon offset of back faces: by slope.
    PA_SU_POLY_OFFSET_BACK_SCALE = 0x2382: ROW.float().pixel();
    /// Polygon offset of back faces: constant.
    PA_SU_POLY_OFFSET_BACK_OFFSET = 0x2383: ROW.float().pixel();
    /// A point's radius for clipping: x.
    PA_CL_POINT_X_RAD = 0x2384: ROW.float().pixel().note("No implementation reads it.");
    /// A point's radius for clipping: y.
    PA_CL_POINT_Y_RAD = 0x2385: ROW.float().pixel().note("No implementation reads it.");
    /// A point's size for clipping.
    PA_CL_POINT_SIZE = 0x2386: ROW.float().pixel().note("No implementation reads it.");
    /// A point's radius for culling.
    PA_CL_POINT_CULL_RAD = 0x2387: ROW.float().pixel().note("No implementation reads it.");
    /// User clip plane 0, x.
    PA_CL_UCP_0_X = 0x2388: ROW.float().pixel();
    /// User clip plane 0, y.
    PA_CL_UCP_0_Y = 0x2389: ROW.float().pixel();
    /// User clip plane 0, z.
    PA_CL_UCP_0_Z = 0x238A: ROW.float().pixel();
    /// User clip plane 0, w.
    PA_CL_UCP_0_W = 0x238B: ROW.float().pixel();
    /// User clip plane 1, x.
    PA_CL_UCP_1_X = 0x238C: ROW.float().pixel();
    /// User clip plane 1, y.
    PA_CL_UCP_1_Y = 0x238D: ROW.float().pixel();
    /// User clip plane 1, z.
    PA_CL_UCP_1_Z = 0x238E: ROW.float().pixel();
    /// User clip plane 1, w.
    PA_CL_UCP_1_W = 0x238F: ROW.float().pixel();
    /// User clip plane 2, x.
    PA_CL_UCP_2_X = 0x2390: ROW.float().pixel();
    /// User clip plane 2, y.
    PA_CL_UCP_2_Y = 0x2391: ROW.float().pixel();
    /// User clip plane 2, z.
    PA_CL_UCP_2_Z = 0x2392: ROW.float().pixel();
    /// User clip plane 2, w.
    PA_CL_UCP_2_W = 0x2393: ROW.float().pixel();
    /// User clip plane 3, x.
    PA_CL_UCP_3_X = 0x2394: ROW.float().pixel();
    /// User clip plane 3, y.
    PA_CL_UCP_3_Y = 0x2395: ROW.float().pixel();
    /// User clip plane 3, z.
    PA_CL_UCP_3_Z = 0x2396: ROW.float().pixel();
    /// User clip plane 3, w.
    PA_CL_UCP_3_W = 0x2397: ROW.float().pixel();
    /// User clip plane 4, x.
    PA_CL_UCP_4_X = 0x2398: ROW.float().pixel();
    /// User clip plane 4, y.
    PA_CL_UCP_4_Y = 0x2399: ROW.float().pixel();
    /// User clip plane 4, z.
    PA_CL_UCP_4_Z = 0x239A: ROW.float().pixel();
    /// User clip plane 4, w.
    PA_CL_UCP_4_W = 0x239B: ROW.float().pixel();
    /// User clip plane 5, x.
    PA_CL_UCP_5_X = 0x239C: ROW.float().pixel();
    /// User clip plane 5, y.
    PA_CL_UCP_5_Y = 0x239D: ROW.float().pixel();
    /// User clip plane 5, z.
    PA_CL_UCP_5_Z = 0x239E: ROW.float().pixel();
    /// User clip plane 5, w.
    PA_CL_UCP_5_W = 0x239F: ROW.float().pixel();
}
