//! The display.
//!
//! Facts: specification digest `xenos-hardware` section 1.1.

use super::declare::registers;
use crate::register::{Group, M56, Register, SideEffect, XENIA_MMIO};
use crate::words::{
    DcLut30Color, DcLutPwlData, DcLutRwIndex, DcLutRwMode, DcLutSeqColor, DcLutWriteEnMask,
    DcLutaControl,
};

const ROW: Register = Register::of(Group::Display);

registers! {
    /// Holds back changes.
    D1MODE_MASTER_UPDATE_LOCK = 0x1838: ROW;
    /// Format of the picture shown.
    D1GRPH_CONTROL = 0x1841: ROW;
    /// Where the picture shown lies.
    D1GRPH_PRIMARY_SURFACE_ADDRESS = 0x1844: ROW.address();
    /// When another picture is shown.
    D1GRPH_FLIP_CONTROL = 0x1852: ROW;
    /// Which kind of gamma table is written.
    DC_LUT_RW_MODE = 0x1921: ROW.word::<DcLutRwMode>().by(M56).pixel();
    /// Which entry is written next.
    DC_LUT_RW_INDEX = 0x1922: ROW.word::<DcLutRwIndex>().by(M56).pixel().effect(SideEffect::LutIndex);
    /// A component of the 256-entry table.
    DC_LUT_SEQ_COLOR = 0x1923: ROW.word::<DcLutSeqColor>().by(M56).pixel().effect(SideEffect::LutSequential);
    /// A component of the piecewise-linear table.
    DC_LUT_PWL_DATA = 0x1924: ROW.word::<DcLutPwlData>().by(M56).pixel().effect(SideEffect::LutPiecewiseLinear);
    /// An entry of the 256-entry table.
    DC_LUT_30_COLOR = 0x1925: ROW.word::<DcLut30Color>().by(M56).pixel().effect(SideEffect::Lut30);
    /// Which components are stored.
    DC_LUT_WRITE_EN_MASK = 0x1927: ROW.word::<DcLutWriteEnMask>().by(M56).pixel();
    /// How the table in use is applied.
    DC_LUTA_CONTROL = 0x1930: ROW.word::<DcLutaControl>().by(M56).inferred().pixel();
    /// Size of the picture shown.
    AVIVO_D1MODE_VIEWPORT_SIZE = 0x1961: ROW.by(XENIA_MMIO).guessed().note("Xenia answers 0x050002D0, 1280x720.");
    /// The scaler.
    AVIVO_D1SCL_SCALER_ENABLE = 0x1964: ROW;
    /// The scaler.
    AVIVO_D1SCL_UPDATE = 0x1973: ROW;
}
