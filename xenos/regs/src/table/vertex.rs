//! The vertex grouper.
//!
//! Facts: specification digest `xenos-hardware` sections 1.2 to 1.4.

use super::declare::registers;
use crate::register::{Group, MESA, Register, SideEffect};
use crate::words::{
    VgtDmaSize, VgtDrawInitiator, VgtEventInitiator, VgtHosCntl, VgtOutputPathCntl,
    VgtVertexReuseBlockCntl, VtxIndex,
};

const ROW: Register = Register::of(Group::Vertex);

registers! {
    /// Indices are clamped to at most this, after the offset.
    VGT_MAX_VTX_INDX = 0x2100: ROW.word::<VtxIndex>().pixel();
    /// Indices are clamped to at least this, after the offset.
    VGT_MIN_VTX_INDX = 0x2101: ROW.word::<VtxIndex>().pixel();
    /// Added to indices modulo 2^24.
    VGT_INDX_OFFSET = 0x2102: ROW.word::<VtxIndex>().pixel();
    /// The index that restarts a primitive.
    VGT_MULTI_PRIM_IB_RESET_INDX = 0x2103: ROW.word::<VtxIndex>().pixel();
    /// Starts an event.
    VGT_EVENT_INITIATOR = 0x21F9: ROW.word::<VgtEventInitiator>().effect(SideEffect::EventInitiator);
    /// Where indices lie.
    VGT_DMA_BASE = 0x21FA: ROW.address().pixel();
    /// How many indices lie there, and their byte order.
    VGT_DMA_SIZE = 0x21FB: ROW.word::<VgtDmaSize>().pixel();
    /// Starts a draw.
    VGT_DRAW_INITIATOR = 0x21FC: ROW.word::<VgtDrawInitiator>().pixel().effect(SideEffect::DrawInitiator);
    /// Indices of an immediate draw.
    VGT_IMMED_DATA = 0x21FD: ROW.pixel().effect(SideEffect::ImmediateData);
    /// Bins of a draw; no implementation reads it.
    VGT_CURRENT_BIN_ID_MIN = 0x2207: ROW;
    /// The way of vertices through the grouper.
    VGT_OUTPUT_PATH_CNTL = 0x2284: ROW.word::<VgtOutputPathCntl>().pixel();
    /// How patches are taken apart.
    VGT_HOS_CNTL = 0x2285: ROW.word::<VgtHosCntl>().pixel();
    /// Highest tessellation level; the factor is one more, inferred.
    VGT_HOS_MAX_TESS_LEVEL = 0x2286: ROW.float().pixel();
    /// Lowest tessellation level.
    VGT_HOS_MIN_TESS_LEVEL = 0x2287: ROW.float().pixel();
    /// Vertex reuse of tessellation.
    VGT_HOS_REUSE_DEPTH = 0x2288: ROW;
    /// Of explicit grouping.
    VGT_GROUP_PRIM_TYPE = 0x2289: ROW;
    /// Of explicit grouping.
    VGT_GROUP_FIRST_DECR = 0x228A: ROW;
    /// Of explicit grouping.
    VGT_GROUP_DECR = 0x228B: ROW;
    /// Of explicit grouping.
    VGT_GROUP_VECT_0_CNTL = 0x228C: ROW;
    /// Of explicit grouping.
    VGT_GROUP_VECT_1_CNTL = 0x228D: ROW;
    /// Of explicit grouping.
    VGT_GROUP_VECT_0_FMT_CNTL = 0x228E: ROW;
    /// Of explicit grouping.
    VGT_GROUP_VECT_1_FMT_CNTL = 0x228F: ROW;
    /// Chicken bits.
    VGT_ENHANCE = 0x2294: ROW;
    /// Depth of vertex reuse.
    VGT_VERTEX_REUSE_BLOCK_CNTL = 0x2316: ROW.word::<VgtVertexReuseBlockCntl>().by(MESA);
    /// Of vertex deallocation.
    VGT_OUT_DEALLOC_CNTL = 0x2317: ROW;
}
