//! The words of copies out of EDRAM, which are also called resolves.
//!
//! Facts: specification digest `xenos-hardware` sections 1.5 and 6; documented.

use super::{DataFormat, Endian128, NumberFormat};
use base_word::{field_enum, word};

field_enum! {
    /// What is copied.
    pub enum CopySource: 3 {
        /// colour target 0
        Color0 = 0 => "color0",
        /// colour target 1
        Color1 = 1 => "color1",
        /// colour target 2
        Color2 = 2 => "color2",
        /// colour target 3
        Color3 = 3 => "color3",
        /// depth and stencil
        Depth = 4 => "depth",
        /// taken as depth
        Depth5 = 5 => "depth-5",
        /// taken as depth
        Depth6 = 6 => "depth-6",
        /// taken as depth
        Depth7 = 7 => "depth-7",
    }
}

field_enum! {
    /// Which samples a copy takes.
    pub enum CopySampleSelect: 3 {
        /// sample 0
        Sample0 = 0 => "0",
        /// sample 1
        Sample1 = 1 => "1",
        /// sample 2
        Sample2 = 2 => "2",
        /// sample 3
        Sample3 = 3 => "3",
        /// the average of samples 0 and 1
        Samples01 = 4 => "01",
        /// the average of samples 2 and 3
        Samples23 = 5 => "23",
        /// the average of all
        Samples0123 = 6 => "0123",
        /// taken as the average of all
        Samples0123b = 7 => "0123-7",
    }
}

field_enum! {
    /// What a copy does.
    pub enum CopyCommand: 2 {
        /// copies as stored
        Raw = 0 => "raw",
        /// converts
        Convert = 1 => "convert",
        /// unknown in detail
        ConstantOne = 2 => "constant-one",
        /// perhaps only clears
        Null = 3 => "null",
    }
}

word! {
    /// What a copy takes and clears.
    pub struct RbCopyControl = "RB_COPY_CONTROL" {
        /// what is copied
        copy_src_select: CopySource(0..=2),
        /// unused
        reserved_3: reserved(3),
        /// which samples
        copy_sample_select: CopySampleSelect(4..=6),
        /// unused
        reserved_7: reserved(7),
        /// the colour target is cleared after it
        color_clear_enable: flag(8),
        /// depth and stencil are cleared after it
        depth_clear_enable: flag(9),
        /// unused
        reserved_10: reserved(10..=19),
        /// what is done
        copy_command: CopyCommand(20..=21),
        /// unused
        reserved_22: reserved(22..=31),
    }
}

word! {
    /// The destination's size.
    pub struct RbCopyDestPitch = "RB_COPY_DEST_PITCH" {
        /// pixels in a row
        copy_dest_pitch: uint(0..=13),
        /// unused
        reserved_14: reserved(14..=15),
        /// rows
        copy_dest_height: uint(16..=29),
        /// unused
        reserved_30: reserved(30..=31),
    }
}

word! {
    /// How the destination is stored.
    pub struct RbCopyDestInfo = "RB_COPY_DEST_INFO" {
        /// byte order
        copy_dest_endian: Endian128(0..=2),
        /// the destination is a 3D texture
        copy_dest_array: flag(3),
        /// which slice of the group of 8
        copy_dest_slice: uint(4..=6),
        /// format
        copy_dest_format: DataFormat(7..=12),
        /// number format
        copy_dest_number: NumberFormat(13..=15),
        /// values are multiplied by two to this power
        copy_dest_exp_bias: int(16..=21),
        /// unused
        reserved_22: reserved(22..=23),
        /// red and blue are exchanged
        copy_dest_swap: flag(24),
        /// unused
        reserved_25: reserved(25..=31),
    }
}
