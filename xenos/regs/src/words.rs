//! The register words, one file a block.
//!
//! Facts: specification digest `xenos-hardware` section 1; field names as Xenia's registers.h has
//! them. Reserved codes and bits are named and kept.

mod backend;
mod common;
mod copy;
mod display;
mod format;
mod layout;
mod processor;
mod sequencer;
mod setup;
mod surface;
mod vgt;

pub use backend::{
    BlendFactor, BlendOp, EdramMode, RbBlendcontrol, RbColorcontrol, RbDepthcontrol, RbModecontrol,
    RbStencilrefmask, StencilOp,
};
pub use common::{Compare, Endian, Endian128, NumberFormat};
pub use copy::{
    CopyCommand, CopySampleSelect, CopySource, RbCopyControl, RbCopyDestInfo, RbCopyDestPitch,
};
pub use display::{
    DcLut30Color, DcLutPwlData, DcLutRwIndex, DcLutRwMode, DcLutSeqColor, DcLutWriteEnMask,
    DcLutaControl, LutMode,
};
pub use format::{ColorFormat, DataFormat, DepthFormat};
pub use layout::{Block, VertexLayout};
pub use processor::{CoherStatusHost, ScratchUmsk, WaitUntil};
pub use sequencer::{
    LoopConstant, SampleControl, SqConst, SqContextMisc, SqInterpolatorCntl, SqProgramCntl,
    SqWrapping, VsExportMode,
};
pub use setup::{
    Face, PaClClipCntl, PaClVteCntl, PaScAaConfig, PaScAaMask, PaScLineCntl, PaScLineStipple,
    PaScMpassPsCntl, PaScVizQuery, PaSuLineCntl, PaSuPointMinmax, PaSuPointSize, PaSuScModeCntl,
    PaSuVtxCntl, PixelCenter, PolygonMode, PolygonType, VertexQuantization, VertexRounding,
};
pub use surface::{
    MsaaSamples, PaScWindowOffset, PaScWindowScissorBr, PaScWindowScissorTl, RbColorInfo,
    RbColorMask, RbDepthInfo, RbSurfaceInfo, ScreenScissor,
};
pub use vgt::{
    Event, IndexSize, MajorMode, OutputPath, PrimitiveType, SourceSelect, TessellationMode,
    VgtDmaSize, VgtDrawInitiator, VgtEventInitiator, VgtHosCntl, VgtOutputPathCntl,
    VgtVertexReuseBlockCntl, VtxIndex,
};
