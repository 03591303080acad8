//! Triangle parameters, each as a fixed-point register and, 0x80 further on, as a float.
//!
//! Facts: SST-1 specification 1.61. Two slips of it are corrected here: dZdY is 20.12 like the
//! other depths, and the fixed triangleCMD is no float.

use crate::register::{Block, Chips, Format, Register};
use crate::words::TriangleCmd;
use base_word::Word;

/// Distance from a fixed register to its float twin, in both maps.
const TO_FLOAT: u32 = 0x80;

const VERTEX: Format = Format::Fixed { integer: 12, fraction: 4, bits: 16 };
const COLOR: Format = Format::Fixed { integer: 12, fraction: 12, bits: 24 };
const DEPTH: Format = Format::Fixed { integer: 20, fraction: 12, bits: 32 };
const TEXEL: Format = Format::Fixed { integer: 14, fraction: 18, bits: 32 };
const RECIPROCAL: Format = Format::Fixed { integer: 2, fraction: 30, bits: 32 };
const DRAW: Format = Format::Command(TriangleCmd::FIELDS);

const OWNERS: &str = "zSST: held by both chips.";
const POSITION: &str = "86Box multiplies floats in single precision and truncates.";
const START_COLOR: &str =
    "zSST: held by both chips. 86Box keeps fixed values without sign, and floats uncut.";
const STEP_COLOR: &str = "zSST: held by both chips. 86Box keeps floats uncut.";
const STEP_Z_Y: &str = "zSST: held by both chips. The document's alternate map once says 12.12.";
const TEXTURE: &str = "zSST: held by both chips, one value for all texture units. zSST and 86Box \
                       keep more bits of floats than the fixed register has.";
const PER_CHIP: &str = "Each chip keeps a value of its own; zSST keeps one for all. zSST and 86Box \
                        keep more bits of floats than the fixed register has.";
const SIGN: &str = "A sign that contradicts the vertices hangs the chip. The float form is not \
                    converted: bit 31 alone counts in both.";

const fn fixed(chips: Chips, format: Format, offset: u32, alternate: u32) -> Register {
    let row = Register::row(Block::Triangle, chips, format);
    Register { offset, alternate: Some(alternate), ..row }
}

const fn float(chips: Chips, format: Format, offset: u32, alternate: u32) -> Register {
    let format = match format {
        Format::Fixed { .. } => Format::Float { of: offset },
        other => other,
    };
    fixed(chips, format, offset + TO_FLOAT, alternate + TO_FLOAT)
}

macro_rules! parameters {
    ($(
        $(#[doc = $doc:literal])+
        $NAME:ident $name:literal, $FNAME:ident $fname:literal = $offset:literal / $alternate:literal:
        $format:ident on $chips:ident, $note:expr;
    )*) => {
        pub(super) mod offset {
            $( $(#[doc = $doc])+ pub const $NAME: u32 = $offset; )*
            $( $(#[doc = $doc])+ #[doc = " As a float."] pub const $FNAME: u32 = $offset + super::TO_FLOAT; )*
        }

        pub(super) const ROWS: &[Register] = &[
            $( Register {
                name: $name,
                meaning: concat!($($doc),+).trim_ascii(),
                ..fixed(Chips::$chips, $format, $offset, $alternate).note($note)
            }, )*
            $( Register {
                name: $fname,
                meaning: concat!($($doc),+).trim_ascii(),
                ..float(Chips::$chips, $format, $offset, $alternate).note($note)
            }, )*
        ];
    };
}

parameters! {
    /// x of vertex A.
    VERTEX_AX "vertexAx", FVERTEX_AX "fvertexAx" = 0x008 / 0x008: VERTEX on FBI_TREX, POSITION;
    /// y of vertex A.
    VERTEX_AY "vertexAy", FVERTEX_AY "fvertexAy" = 0x00C / 0x00C: VERTEX on FBI_TREX, POSITION;
    /// x of vertex B.
    VERTEX_BX "vertexBx", FVERTEX_BX "fvertexBx" = 0x010 / 0x010: VERTEX on FBI_TREX, POSITION;
    /// y of vertex B.
    VERTEX_BY "vertexBy", FVERTEX_BY "fvertexBy" = 0x014 / 0x014: VERTEX on FBI_TREX, POSITION;
    /// x of vertex C.
    VERTEX_CX "vertexCx", FVERTEX_CX "fvertexCx" = 0x018 / 0x018: VERTEX on FBI_TREX, POSITION;
    /// y of vertex C.
    VERTEX_CY "vertexCy", FVERTEX_CY "fvertexCy" = 0x01C / 0x01C: VERTEX on FBI_TREX, POSITION;
    /// Red at vertex A.
    START_R "startR", FSTART_R "fstartR" = 0x020 / 0x020: COLOR on FBI, START_COLOR;
    /// Green at vertex A.
    START_G "startG", FSTART_G "fstartG" = 0x024 / 0x02C: COLOR on FBI, START_COLOR;
    /// Blue at vertex A.
    START_B "startB", FSTART_B "fstartB" = 0x028 / 0x038: COLOR on FBI, START_COLOR;
    /// Z at vertex A.
    START_Z "startZ", FSTART_Z "fstartZ" = 0x02C / 0x044: DEPTH on FBI, OWNERS;
    /// Alpha at vertex A.
    START_A "startA", FSTART_A "fstartA" = 0x030 / 0x050: COLOR on FBI, START_COLOR;
    /// S/W at vertex A.
    START_S "startS", FSTART_S "fstartS" = 0x034 / 0x05C: TEXEL on TREX, TEXTURE;
    /// T/W at vertex A.
    START_T "startT", FSTART_T "fstartT" = 0x038 / 0x068: TEXEL on TREX, TEXTURE;
    /// 1/W at vertex A.
    START_W "startW", FSTART_W "fstartW" = 0x03C / 0x074: RECIPROCAL on FBI_TREX, PER_CHIP;
    /// Red's step a pixel to the right.
    DRDX "dRdX", FDRDX "fdRdX" = 0x040 / 0x024: COLOR on FBI, STEP_COLOR;
    /// Green's step a pixel to the right.
    DGDX "dGdX", FDGDX "fdGdX" = 0x044 / 0x030: COLOR on FBI, STEP_COLOR;
    /// Blue's step a pixel to the right.
    DBDX "dBdX", FDBDX "fdBdX" = 0x048 / 0x03C: COLOR on FBI, STEP_COLOR;
    /// Z's step a pixel to the right.
    DZDX "dZdX", FDZDX "fdZdX" = 0x04C / 0x048: DEPTH on FBI, OWNERS;
    /// Alpha's step a pixel to the right.
    DADX "dAdX", FDADX "fdAdX" = 0x050 / 0x054: COLOR on FBI, STEP_COLOR;
    /// The step of S/W a pixel to the right.
    DSDX "dSdX", FDSDX "fdSdX" = 0x054 / 0x060: TEXEL on TREX, TEXTURE;
    /// The step of T/W a pixel to the right.
    DTDX "dTdX", FDTDX "fdTdX" = 0x058 / 0x06C: TEXEL on TREX, TEXTURE;
    /// The step of 1/W a pixel to the right.
    DWDX "dWdX", FDWDX "fdWdX" = 0x05C / 0x078: RECIPROCAL on FBI_TREX, PER_CHIP;
    /// Red's step a row down.
    DRDY "dRdY", FDRDY "fdRdY" = 0x060 / 0x028: COLOR on FBI, STEP_COLOR;
    /// Green's step a row down.
    DGDY "dGdY", FDGDY "fdGdY" = 0x064 / 0x034: COLOR on FBI, STEP_COLOR;
    /// Blue's step a row down.
    DBDY "dBdY", FDBDY "fdBdY" = 0x068 / 0x040: COLOR on FBI, STEP_COLOR;
    /// Z's step a row down.
    DZDY "dZdY", FDZDY "fdZdY" = 0x06C / 0x04C: DEPTH on FBI, STEP_Z_Y;
    /// Alpha's step a row down.
    DADY "dAdY", FDADY "fdAdY" = 0x070 / 0x058: COLOR on FBI, STEP_COLOR;
    /// The step of S/W a row down.
    DSDY "dSdY", FDSDY "fdSdY" = 0x074 / 0x064: TEXEL on TREX, TEXTURE;
    /// The step of T/W a row down.
    DTDY "dTdY", FDTDY "fdTdY" = 0x078 / 0x070: TEXEL on TREX, TEXTURE;
    /// The step of 1/W a row down.
    DWDY "dWdY", FDWDY "fdWdY" = 0x07C / 0x07C: RECIPROCAL on FBI_TREX, PER_CHIP;
    /// Draws the triangle; bit 31 is the sign of its area.
    TRIANGLE_CMD "triangleCMD", FTRIANGLE_CMD "ftriangleCMD" = 0x080 / 0x080: DRAW on FBI_TREX, SIGN;
}
