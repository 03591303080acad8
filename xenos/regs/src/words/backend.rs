//! The render backend's words: depth, stencil, alpha, blending, mode.
//!
//! Facts: specification digest `xenos-hardware` section 1.5; documented.

use super::Compare;
use base_word::{field_enum, word};

field_enum! {
    /// What becomes of a stencil value.
    pub enum StencilOp: 3 {
        /// it stays
        Keep = 0 => "keep",
        /// 0
        Zero = 1 => "zero",
        /// the reference
        Replace = 2 => "replace",
        /// one more, up to 255
        IncrementClamp = 3 => "increment-clamp",
        /// one less, down to 0
        DecrementClamp = 4 => "decrement-clamp",
        /// all bits inverted
        Invert = 5 => "invert",
        /// one more, 0 after 255
        IncrementWrap = 6 => "increment-wrap",
        /// one less, 255 after 0
        DecrementWrap = 7 => "decrement-wrap",
    }
}

field_enum! {
    /// What a side of the blend is multiplied by.
    pub enum BlendFactor: 5 {
        /// 0
        Zero = 0 => "zero",
        /// 1
        One = 1 => "one",
        /// reserved
        Reserved2 = 2 => "reserved-2",
        /// reserved
        Reserved3 = 3 => "reserved-3",
        /// the source's colour
        SourceColor = 4 => "source-color",
        /// 1 less the source's colour
        OneMinusSourceColor = 5 => "one-minus-source-color",
        /// the source's alpha
        SourceAlpha = 6 => "source-alpha",
        /// 1 less the source's alpha
        OneMinusSourceAlpha = 7 => "one-minus-source-alpha",
        /// the destination's colour
        DestColor = 8 => "dest-color",
        /// 1 less the destination's colour
        OneMinusDestColor = 9 => "one-minus-dest-color",
        /// the destination's alpha
        DestAlpha = 10 => "dest-alpha",
        /// 1 less the destination's alpha
        OneMinusDestAlpha = 11 => "one-minus-dest-alpha",
        /// the constant's colour
        ConstantColor = 12 => "constant-color",
        /// 1 less the constant's colour
        OneMinusConstantColor = 13 => "one-minus-constant-color",
        /// the constant's alpha
        ConstantAlpha = 14 => "constant-alpha",
        /// 1 less the constant's alpha
        OneMinusConstantAlpha = 15 => "one-minus-constant-alpha",
        /// the lesser of the source's alpha and 1 less the destination's
        SourceAlphaSaturate = 16 => "source-alpha-saturate",
        /// reserved
        Reserved17 = 17 => "reserved-17",
        /// reserved
        Reserved18 = 18 => "reserved-18",
        /// reserved
        Reserved19 = 19 => "reserved-19",
        /// reserved
        Reserved20 = 20 => "reserved-20",
        /// reserved
        Reserved21 = 21 => "reserved-21",
        /// reserved
        Reserved22 = 22 => "reserved-22",
        /// reserved
        Reserved23 = 23 => "reserved-23",
        /// reserved
        Reserved24 = 24 => "reserved-24",
        /// reserved
        Reserved25 = 25 => "reserved-25",
        /// reserved
        Reserved26 = 26 => "reserved-26",
        /// reserved
        Reserved27 = 27 => "reserved-27",
        /// reserved
        Reserved28 = 28 => "reserved-28",
        /// reserved
        Reserved29 = 29 => "reserved-29",
        /// reserved
        Reserved30 = 30 => "reserved-30",
        /// reserved
        Reserved31 = 31 => "reserved-31",
    }
}

field_enum! {
    /// How source and destination are put together.
    pub enum BlendOp: 3 {
        /// source + destination
        Add = 0 => "add",
        /// source - destination
        Subtract = 1 => "subtract",
        /// the lesser, factors unused
        Min = 2 => "min",
        /// the greater, factors unused
        Max = 3 => "max",
        /// destination - source
        ReverseSubtract = 4 => "reverse-subtract",
        /// reserved
        Reserved5 = 5 => "reserved-5",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

field_enum! {
    /// What draws do.
    pub enum EdramMode: 3 {
        /// nothing
        NoOperation = 0 => "no-operation",
        /// reserved
        Reserved1 = 1 => "reserved-1",
        /// reserved
        Reserved2 = 2 => "reserved-2",
        /// reserved
        Reserved3 = 3 => "reserved-3",
        /// colour and depth
        ColorDepth = 4 => "color-depth",
        /// depth alone
        DepthOnly = 5 => "depth-only",
        /// they are copies out of EDRAM
        Copy = 6 => "copy",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

word! {
    /// Depth and stencil tests.
    pub struct RbDepthcontrol = "RB_DEPTHCONTROL" {
        /// stencil test
        stencil_enable: flag(0),
        /// depth test
        z_enable: flag(1),
        /// depth is written
        z_write_enable: flag(2),
        /// unused
        reserved_3: reserved(3),
        /// depth function
        zfunc: Compare(4..=6),
        /// back faces have their own stencil fields
        backface_enable: flag(7),
        /// stencil function
        stencilfunc: Compare(8..=10),
        /// if the stencil test fails
        stencilfail: StencilOp(11..=13),
        /// if both tests pass
        stencilzpass: StencilOp(14..=16),
        /// if the depth test fails
        stencilzfail: StencilOp(17..=19),
        /// back faces: stencil function
        stencilfunc_bf: Compare(20..=22),
        /// back faces: if the stencil test fails
        stencilfail_bf: StencilOp(23..=25),
        /// back faces: if both tests pass
        stencilzpass_bf: StencilOp(26..=28),
        /// back faces: if the depth test fails
        stencilzfail_bf: StencilOp(29..=31),
    }
}

word! {
    /// The stencil test's reference and masks.
    pub struct RbStencilrefmask = "RB_STENCILREFMASK" {
        /// reference
        stencilref: uint(0..=7),
        /// which bits are compared
        stencilmask: uint(8..=15),
        /// which bits are written
        stencilwritemask: uint(16..=23),
        /// unused
        reserved_24: reserved(24..=31),
    }
}

word! {
    /// Blending of one colour target.
    pub struct RbBlendcontrol = "RB_BLENDCONTROL" {
        /// colour: the source's factor
        color_srcblend: BlendFactor(0..=4),
        /// colour: operation
        color_comb_fcn: BlendOp(5..=7),
        /// colour: the destination's factor
        color_destblend: BlendFactor(8..=12),
        /// unused
        reserved_13: reserved(13..=15),
        /// alpha: the source's factor
        alpha_srcblend: BlendFactor(16..=20),
        /// alpha: operation
        alpha_comb_fcn: BlendOp(21..=23),
        /// alpha: the destination's factor
        alpha_destblend: BlendFactor(24..=28),
        /// unused
        reserved_29: reserved(29..=31),
    }
}

word! {
    /// Alpha test and alpha to mask.
    pub struct RbColorcontrol = "RB_COLORCONTROL" {
        /// alpha function
        alpha_func: Compare(0..=2),
        /// alpha test
        alpha_test_enable: flag(3),
        /// alpha decides which samples are covered
        alpha_to_mask_enable: flag(4),
        /// unused
        reserved_5: reserved(5..=23),
        /// offset of the pixel at even x, even y
        alpha_to_mask_offset0: uint(24..=25),
        /// offset at even x, odd y
        alpha_to_mask_offset1: uint(26..=27),
        /// offset at odd x, even y
        alpha_to_mask_offset2: uint(28..=29),
        /// offset at odd x, odd y
        alpha_to_mask_offset3: uint(30..=31),
    }
}

word! {
    /// What draws do.
    pub struct RbModecontrol = "RB_MODECONTROL" {
        /// which
        edram_mode: EdramMode(0..=2),
        /// unused
        reserved_3: reserved(3..=31),
    }
}
