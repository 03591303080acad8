//! The dwords of texture and vertex fetch constants.
//!
//! Facts: specification digest `xenos-hardware` section 1.6; documented.

use crate::words::{DataFormat, Endian};
use base_word::{field_enum, word};

field_enum! {
    /// What a fetch constant is.
    pub enum FetchType: 2 {
        /// no texture
        InvalidTexture = 0 => "invalid-texture",
        /// no vertex data
        InvalidVertex = 1 => "invalid-vertex",
        /// a texture
        Texture = 2 => "texture",
        /// vertex data
        Vertex = 3 => "vertex",
    }
}

field_enum! {
    /// How a stored component is read.
    pub enum TextureSign: 2 {
        /// unsigned
        Unsigned = 0 => "unsigned",
        /// signed
        Signed = 1 => "signed",
        /// unsigned, then 2c - 1
        Biased = 2 => "biased",
        /// unsigned, then through the gamma curve
        Gamma = 3 => "gamma",
    }
}

field_enum! {
    /// What becomes of a coordinate outside the texture.
    pub enum ClampMode: 3 {
        /// it repeats
        Repeat = 0 => "repeat",
        /// it repeats, mirrored in turn
        Mirror = 1 => "mirror",
        /// the edge texel
        ClampToLast = 2 => "clamp-to-last",
        /// mirrored once, then the edge texel
        MirrorOnceToLast = 3 => "mirror-once-to-last",
        /// halfway between edge texel and border
        ClampToHalfway = 4 => "clamp-to-halfway",
        /// mirrored once, then halfway
        MirrorOnceToHalfway = 5 => "mirror-once-to-halfway",
        /// the border colour
        ClampToBorder = 6 => "clamp-to-border",
        /// mirrored once, then the border colour
        MirrorOnceToBorder = 7 => "mirror-once-to-border",
    }
}

field_enum! {
    /// A filter between texels or levels.
    pub enum TextureFilter: 2 {
        /// the nearest
        Point = 0 => "point",
        /// between two
        Linear = 1 => "linear",
        /// the base level only; of levels only
        BaseMap = 2 => "base-map",
        /// of instructions: as the constant says
        FromConstant = 3 => "from-constant",
    }
}

field_enum! {
    /// The limit of anisotropy.
    pub enum AnisoFilter: 3 {
        /// none
        Disabled = 0 => "disabled",
        /// 1:1
        Max1 = 1 => "1",
        /// 2:1
        Max2 = 2 => "2",
        /// 4:1
        Max4 = 3 => "4",
        /// 8:1
        Max8 = 4 => "8",
        /// 16:1
        Max16 = 5 => "16",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// of instructions: as the constant says
        FromConstant = 7 => "from-constant",
    }
}

field_enum! {
    /// What lies outside the texture.
    pub enum BorderColor: 2 {
        /// black, alpha unknown
        AbgrBlack = 0 => "abgr-black",
        /// white
        AbgrWhite = 1 => "abgr-white",
        /// black of A-Cb-Y-Cr order
        AcbycrBlack = 2 => "acbycr-black",
        /// black of A-Cb-Cr-Y order
        AcbcryBlack = 3 => "acbcry-black",
    }
}

field_enum! {
    /// How many coordinates a texture has.
    pub enum Dimension: 2 {
        /// one
        D1 = 0 => "1d",
        /// two, or stacked in layers
        D2 = 1 => "2d",
        /// three
        D3 = 2 => "3d",
        /// a cube's six faces
        Cube = 3 => "cube",
    }
}

field_enum! {
    /// Where a component comes from.
    pub enum Swizzle: 3 {
        /// the first stored
        X = 0 => "x",
        /// the second
        Y = 1 => "y",
        /// the third
        Z = 2 => "z",
        /// the fourth
        W = 3 => "w",
        /// the number 0
        Zero = 4 => "0",
        /// the number 1
        One = 5 => "1",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// of instructions: the register keeps its value
        Keep = 7 => "keep",
    }
}

word! {
    /// Signs, clamps, pitch.
    pub struct TextureFetch0 = "TEXTURE_FETCH_0" {
        /// what the constant is
        fetch_type: FetchType(0..=1),
        /// the first stored component's sign
        sign_x: TextureSign(2..=3),
        /// the second's
        sign_y: TextureSign(4..=5),
        /// the third's
        sign_z: TextureSign(6..=7),
        /// the fourth's
        sign_w: TextureSign(8..=9),
        /// first coordinate
        clamp_x: ClampMode(10..=12),
        /// second coordinate
        clamp_y: ClampMode(13..=15),
        /// third coordinate
        clamp_z: ClampMode(16..=18),
        /// unused
        reserved_19: reserved(19..=21),
        /// the base level's row, in 32 texels
        pitch: uint(22..=30),
        /// stored in tiles
        tiled: flag(31),
    }
}

word! {
    /// Format and base address.
    pub struct TextureFetch1 = "TEXTURE_FETCH_1" {
        /// format
        format: DataFormat(0..=5),
        /// byte order
        endianness: Endian(6..=7),
        /// no implementation reads it
        request_size: uint(8..=9),
        /// a 2D texture in layers
        stacked: flag(10),
        /// OpenGL's rule, else D3D's; no implementation reads it
        nearest_clamp_policy: flag(11),
        /// base address in 4096 bytes; the low 17 bits count
        base_address: uint(12..=31),
    }
}

word! {
    /// Size, whose layout depends on the dimension.
    pub struct TextureSize = "TEXTURE_FETCH_2" {
        /// one of the three layouts
        size: uint(0..=31),
    }
}

word! {
    /// Size of a 1D texture.
    pub struct TextureSize1d = "TEXTURE_FETCH_2" {
        /// width, less 1
        width: uint(0..=23),
        /// unused
        reserved_24: reserved(24..=31),
    }
}

word! {
    /// Size of a 2D, stacked or cube texture.
    pub struct TextureSize2d = "TEXTURE_FETCH_2" {
        /// width, less 1
        width: uint(0..=12),
        /// height, less 1
        height: uint(13..=25),
        /// layers, less 1
        stack_depth: uint(26..=31),
    }
}

word! {
    /// Size of a 3D texture.
    pub struct TextureSize3d = "TEXTURE_FETCH_2" {
        /// width, less 1
        width: uint(0..=10),
        /// height, less 1
        height: uint(11..=21),
        /// depth, less 1
        depth: uint(22..=31),
    }
}

word! {
    /// Swizzle, exponent, filters.
    pub struct TextureFetch3 = "TEXTURE_FETCH_3" {
        /// integers, else fractions
        num_format: flag(0),
        /// where the first component comes from
        swizzle_x: Swizzle(1..=3),
        /// where the second comes from
        swizzle_y: Swizzle(4..=6),
        /// where the third comes from
        swizzle_z: Swizzle(7..=9),
        /// where the fourth comes from
        swizzle_w: Swizzle(10..=12),
        /// values are multiplied by two to this power
        exp_adjust: int(13..=18),
        /// when magnified
        mag_filter: TextureFilter(19..=20),
        /// when minified
        min_filter: TextureFilter(21..=22),
        /// between levels
        mip_filter: TextureFilter(23..=24),
        /// anisotropy
        aniso_filter: AnisoFilter(25..=27),
        /// no implementation reads it
        arbitrary_filter: uint(28..=30),
        /// no implementation reads it
        border_size: flag(31),
    }
}

word! {
    /// Levels and biases.
    pub struct TextureFetch4 = "TEXTURE_FETCH_4" {
        /// between slices when magnified: linear, else point
        vol_mag_filter: flag(0),
        /// between slices when minified
        vol_min_filter: flag(1),
        /// lowest level
        mip_min_level: uint(2..=5),
        /// highest level
        mip_max_level: uint(6..=9),
        /// no implementation reads it
        mag_aniso_walk: flag(10),
        /// no implementation reads it
        min_aniso_walk: flag(11),
        /// level bias, in 1/32
        lod_bias: int(12..=21),
        /// horizontal gradients are multiplied by two to this power
        grad_exp_adjust_h: int(22..=26),
        /// vertical gradients
        grad_exp_adjust_v: int(27..=31),
    }
}

word! {
    /// Border, dimension, mip address.
    pub struct TextureFetch5 = "TEXTURE_FETCH_5" {
        /// border colour
        border_color: BorderColor(0..=1),
        /// no implementation reads it
        force_bc_w_to_max: flag(2),
        /// no implementation reads it
        tri_clamp: uint(3..=4),
        /// no implementation reads it
        aniso_bias: int(5..=8),
        /// dimension
        dimension: Dimension(9..=10),
        /// small levels share one level's storage
        packed_mips: flag(11),
        /// address of level 1 in 4096 bytes; the low 17 bits count
        mip_address: uint(12..=31),
    }
}

word! {
    /// Type and address.
    pub struct VertexFetch0 = "VERTEX_FETCH_0" {
        /// what the constant is
        fetch_type: FetchType(0..=1),
        /// address in dwords
        address: uint(2..=31),
    }
}

word! {
    /// Byte order and size.
    pub struct VertexFetch1 = "VERTEX_FETCH_1" {
        /// byte order
        endian: Endian(0..=1),
        /// size in dwords
        size: uint(2..=25),
        /// unused
        reserved_26: reserved(26..=31),
    }
}
