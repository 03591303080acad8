//! The register words, one file a block.
//!
//! Facts: the SST-1 specification 1.61 as digested, and where it is silent the sources named in
//! `docs/hardware/`. Reserved codes and bits are named and kept.

mod color;
mod fbi;
mod init;
mod lfb;
mod trex;
mod video;

pub use color::{
    AOther, AlphaAdd, AlphaLocal, AlphaMSelect, CLocal, COther, ColorAdd, ColorMSelect,
    FbzColorPath,
};
pub use fbi::{
    AlphaMode, BlendFactor, ClipLeftRight, ClipLowYHighY, Compare, DitherMatrix, DrawBuffer,
    FbzMode, FogAlpha, FogEntry, FogMode, NopCmd, Rgb, Rgba, Status, StippleMode, SwapCmd,
    TriangleCmd, ZaColor,
};
pub use init::{FbiInit0, FbiInit1, FbiInit2, FbiInit3, FbiInit4, InitEnable};
pub use lfb::{LfbFormat, LfbLanes, LfbMode, LfbReadBuffer, LfbWSource, LfbWriteBuffer};
pub use trex::{
    NccChroma, NccLuma, TDetail, TLod, TexBase, TextureFormat, TextureMSelect, TextureMode,
    TrexInit1,
};
pub use video::{
    BackPorch, ClutData, DacData, HSync, MaxRgbDelta, VRetrace, VSync, VideoDimensions,
};
