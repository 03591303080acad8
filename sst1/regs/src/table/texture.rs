//! The texture units. Each keeps its own copy; none can be read.
//!
//! Facts: SST-1 specification 1.61; trexInit0 and trexInit1 are not described there.

use super::declare::registers;
use crate::register::{Block, Chips, Format, Register};
use crate::words::{NccChroma, NccLuma, TDetail, TLod, TexBase, TextureMode, TrexInit1};
use base_word::Word;

const NCC: Format = Format::Ncc { luma: NccLuma::FIELDS, chroma: NccChroma::FIELDS };

const fn texture(format: Format) -> Register {
    Register::row(Block::Texture, Chips::TREX, format)
}

const fn base() -> Register {
    texture(Format::Word(TexBase::FIELDS))
}

registers! {
    /// Sampling, format and combine.
    TEXTURE_MODE "textureMode" = 0x300: texture(Format::Word(TextureMode::FIELDS)).note(
        "TMU revision 0 needs bit 31 clear. The document calls factor 4 the LOD in its table and \
         the detail factor in its figure; it is the detail factor.");
    /// Range and bias of the LOD, and the texture's shape.
    T_LOD "tLOD" = 0x304: texture(Format::Word(TLod::FIELDS)).note(
        "86Box does not reorder downloads (bits 25 and 26).");
    /// The detail factor.
    T_DETAIL "tDetail" = 0x308: texture(Format::Word(TDetail::FIELDS)).note(
        "86Box takes the bias for unsigned.");
    /// Base of level 0, or of all levels.
    TEX_BASE_ADDR "texBaseAddr" = 0x30C: base();
    /// Base of level 1, with a base a level.
    TEX_BASE_ADDR_1 "texBaseAddr_1" = 0x310: base();
    /// Base of level 2, with a base a level.
    TEX_BASE_ADDR_2 "texBaseAddr_2" = 0x314: base();
    /// Base of levels 3 to 8, with a base a level.
    TEX_BASE_ADDR_3_8 "texBaseAddr_3_8" = 0x318: base();
    /// The unit's memory set-up; its bits are unknown.
    TREX_INIT0 "trexInit0" = 0x31C: texture(Format::Raw32).sync().inferred(
        "SST-1 specification 1.61 for place and class; contents from nowhere").note(
        "zSST does not wait for the pipeline. 86Box ignores it.");
    /// More of the unit's set-up; one bit of it is known.
    TREX_INIT1 "trexInit1" = 0x320: texture(Format::Word(TrexInit1::FIELDS)).sync().inferred(
        "SST-1 specification 1.61 for place and class; bit 18 from 86Box").note(
        "zSST does not wait for the pipeline. 86Box: with bit 18 of the first unit, red and green \
         of its texels are 0 and blue is the unit's configuration byte.");
    /// NCC table 0: words 0-3 luminance, 4-7 I, 8-11 Q; words 4-11 with bit 31 set are palette
    /// entries instead.
    NCC_TABLE0 "nccTable0" = 0x324: texture(NCC).words(12).sync().note(
        "86Box stores word 10 in the place of word 6.");
    /// NCC table 1: words 0-3 luminance, 4-7 I, 8-11 Q; no palette.
    NCC_TABLE1 "nccTable1" = 0x354: texture(NCC).words(12).sync();
}
