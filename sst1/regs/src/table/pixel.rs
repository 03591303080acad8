//! The pixel pipeline: status, state, commands, counters and the fog table.
//!
//! Facts: SST-1 specification 1.61.

use super::declare::registers;
use crate::register::{Block, Chips, Format, Register};
use crate::words::{
    AlphaMode, ClipLeftRight, ClipLowYHighY, FbzColorPath, FbzMode, FogEntry, FogMode, LfbMode,
    NopCmd, Rgb, Rgba, Status, SwapCmd, ZaColor,
};
use base_word::{Field, Word};

const READS_BACK: &str = "zSST lets it be read.";

const fn state(fields: &'static [Field]) -> Register {
    Register::row(Block::Pixel, Chips::FBI, Format::Word(fields))
}

const fn command(chips: Chips, fields: &'static [Field]) -> Register {
    Register::row(Block::Pixel, chips, Format::Command(fields)).sync()
}

const fn counter() -> Register {
    Register::row(Block::Pixel, Chips::FBI, Format::Counter24).read_only()
}

registers! {
    /// How full the FIFOs are, what is busy, what is shown. A write of any value clears the PCI
    /// interrupt.
    STATUS "status" = 0x000: state(Status::FIELDS).read_write().note(
        "The document's table gives 0x0FFF for an empty memory FIFO, its text 0xFFFF. zSST: bit 6 \
         is set during retrace, bits 9:7 are equal. 86Box: bits 9:7 are equal, bits 11:10 are 0.");
    /// Sources and combine of colour and alpha.
    FBZ_COLOR_PATH "fbzColorPath" = 0x104:
        Register::row(Block::Pixel, Chips::FBI_TREX, Format::Word(FbzColorPath::FIELDS))
            .read_write()
            .note("A nopCMD has to come before a change of bit 27. 86Box takes factor 5 for the \
                   texture colour.");
    /// Fog.
    FOG_MODE "fogMode" = 0x108: state(FogMode::FIELDS).read_write();
    /// Alpha test and blending.
    ALPHA_MODE "alphaMode" = 0x10C: state(AlphaMode::FIELDS).read_write().note(
        "First silicon knows only the factors zero and one for the alpha channel.");
    /// Tests, masks, dithering, draw buffer and origin.
    FBZ_MODE "fbzMode" = 0x110: state(FbzMode::FIELDS).read_write().sync().note(
        "Bit 20 is absent in FBI revision 1. The document once calls bit 16 the Y origin; it is \
         bit 17.");
    /// Format and routing of linear frame buffer accesses.
    LFB_MODE "lfbMode" = 0x114: state(LfbMode::FIELDS).read_write().sync();
    /// Columns that may be drawn.
    CLIP_LEFT_RIGHT "clipLeftRight" = 0x118: state(ClipLeftRight::FIELDS).read_write().sync();
    /// Rows that may be drawn.
    CLIP_LOWY_HIGHY "clipLowYHighY" = 0x11C: state(ClipLowYHighY::FIELDS).read_write().sync().note(
        "The document counts clip rows from the top, whatever the origin (fastfill takes \
         fbzMode[17]); zSST, 86Box and SpinalVoodoo clip before the row is flipped, which is what \
         the values of the vendor's driver need.");
    /// Does nothing once everything before it is done.
    NOP_CMD "nopCMD" = 0x120: command(Chips::FBI_TREX, NopCmd::FIELDS).note(
        "86Box clears the counters whatever is written.");
    /// Fills the clip rectangle: colour with color1, the auxiliary buffer with zaColor.
    FASTFILL_CMD "fastfillCMD" = 0x124: command(Chips::FBI, &[]);
    /// Shows the next buffer.
    SWAPBUFFER_CMD "swapbufferCMD" = 0x128: command(Chips::FBI, SwapCmd::FIELDS);
    /// The fog's colour.
    FOG_COLOR "fogColor" = 0x12C: state(Rgb::FIELDS).sync().note(READS_BACK);
    /// Constant depth and alpha.
    ZA_COLOR "zaColor" = 0x130: state(ZaColor::FIELDS).sync().note(READS_BACK);
    /// The colour that chroma keying removes.
    CHROMA_KEY "chromaKey" = 0x134: state(Rgb::FIELDS).sync().note(READS_BACK);
    /// The stipple's 32 bits; a read returns them as rotated so far.
    STIPPLE "stipple" = 0x140:
        Register::row(Block::Pixel, Chips::FBI, Format::Raw32).read_write().sync();
    /// Constant colour 0: a c_local.
    COLOR0 "color0" = 0x144: state(Rgba::FIELDS).read_write().sync();
    /// Constant colour 1: a c_other, and fastfill's colour.
    COLOR1 "color1" = 0x148: state(Rgba::FIELDS).read_write().sync();
    /// Pixels that entered the pipeline.
    FBI_PIXELS_IN "fbiPixelsIn" = 0x14C: counter();
    /// Pixels that chroma keying removed.
    FBI_CHROMA_FAIL "fbiChromaFail" = 0x150: counter();
    /// Pixels that the depth test removed.
    FBI_ZFUNC_FAIL "fbiZfuncFail" = 0x154: counter();
    /// Pixels that the alpha test or the alpha mask removed.
    FBI_AFUNC_FAIL "fbiAfuncFail" = 0x158: counter().note(
        "86Box does not count the alpha mask.");
    /// Pixels that passed all tests, from the LFB pipeline and fastfill too, written or masked.
    FBI_PIXELS_OUT "fbiPixelsOut" = 0x15C: counter();
    /// The fog table, two entries a word.
    FOG_TABLE "fogTable" = 0x160: state(FogEntry::FIELDS).words(32).sync();
}
