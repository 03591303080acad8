//! The surfaces' words and the scissors.
//!
//! Facts: specification digest `xenos-hardware` section 1.2; documented.

use super::{ColorFormat, DepthFormat};
use base_word::{field_enum, word};

field_enum! {
    /// How many samples a pixel has.
    pub enum MsaaSamples: 2 {
        /// one
        X1 = 0 => "1x",
        /// two, one above the other
        X2 = 1 => "2x",
        /// four, two by two
        X4 = 2 => "4x",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

word! {
    /// What all surfaces of a draw share.
    pub struct RbSurfaceInfo = "RB_SURFACE_INFO" {
        /// pixels in a row
        surface_pitch: uint(0..=13),
        /// unused
        reserved_14: reserved(14..=15),
        /// samples a pixel
        msaa_samples: MsaaSamples(16..=17),
        /// pitch of the hierarchical depth; no effect on a pixel
        hiz_pitch: uint(18..=31),
    }
}

word! {
    /// Where a colour target lies in EDRAM, and how it is stored.
    pub struct RbColorInfo = "RB_COLOR_INFO" {
        /// first tile
        color_base: uint(0..=10),
        /// exists, but addresses repeat every 2048 tiles
        color_base_bit_11: flag(11),
        /// unused
        reserved_12: reserved(12..=15),
        /// format
        color_format: ColorFormat(16..=19),
        /// colours are multiplied by two to this power
        color_exp_bias: int(20..=25),
        /// unused
        reserved_26: reserved(26..=31),
    }
}

word! {
    /// Where depth and stencil lie in EDRAM, and how they are stored.
    pub struct RbDepthInfo = "RB_DEPTH_INFO" {
        /// first tile
        depth_base: uint(0..=10),
        /// exists, but addresses repeat every 2048 tiles
        depth_base_bit_11: flag(11),
        /// unused
        reserved_12: reserved(12..=15),
        /// format
        depth_format: DepthFormat(16),
        /// unused
        reserved_17: reserved(17..=31),
    }
}

word! {
    /// A corner of the screen scissor.
    pub struct ScreenScissor = "PA_SC_SCREEN_SCISSOR" {
        /// column
        x: int(0..=14),
        /// unused
        reserved_15: reserved(15),
        /// row
        y: int(16..=30),
        /// unused
        reserved_31: reserved(31),
    }
}

word! {
    /// What is added to window coordinates.
    pub struct PaScWindowOffset = "PA_SC_WINDOW_OFFSET" {
        /// columns
        window_x_offset: int(0..=14),
        /// unused
        reserved_15: reserved(15),
        /// rows
        window_y_offset: int(16..=30),
        /// unused
        reserved_31: reserved(31),
    }
}

word! {
    /// First column and row inside the window scissor.
    pub struct PaScWindowScissorTl = "PA_SC_WINDOW_SCISSOR_TL" {
        /// column
        tl_x: uint(0..=13),
        /// unused
        reserved_14: reserved(14..=15),
        /// row
        tl_y: uint(16..=29),
        /// unused
        reserved_30: reserved(30),
        /// the window offset does not move the scissor
        window_offset_disable: flag(31),
    }
}

word! {
    /// First column and row beyond the window scissor.
    pub struct PaScWindowScissorBr = "PA_SC_WINDOW_SCISSOR_BR" {
        /// column
        br_x: uint(0..=13),
        /// unused
        reserved_14: reserved(14..=15),
        /// row
        br_y: uint(16..=29),
        /// unused
        reserved_30: reserved(30..=31),
    }
}

word! {
    /// Which components of which colour target are written.
    pub struct RbColorMask = "RB_COLOR_MASK" {
        /// target 0: red, green, blue, alpha from bit 0 on
        write_mask0: uint(0..=3),
        /// target 1
        write_mask1: uint(4..=7),
        /// target 2
        write_mask2: uint(8..=11),
        /// target 3
        write_mask3: uint(12..=15),
        /// unused
        reserved_16: reserved(16..=31),
    }
}
