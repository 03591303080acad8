//! The texture unit's words.

use base_word::{field_enum, word};

field_enum! {
    /// textureMode\[11:8\]: the texel format.
    pub enum TextureFormat: 4 {
        /// 8 bit, 3-3-2
        Rgb332 = 0 => "rgb332",
        /// 8 bit, 4-2-2 through the NCC table
        Yiq422 = 1 => "yiq422",
        /// 8 bit alpha, also as colour
        A8 = 2 => "a8",
        /// 8 bit intensity, alpha 255
        I8 = 3 => "i8",
        /// 8 bit, alpha in the high nibble, intensity in the low
        Ai44 = 4 => "ai44",
        /// 8 bit palette index
        P8 = 5 => "p8",
        /// reserved; an alpha palette in later chips
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
        /// 16 bit, alpha and 3-3-2
        Argb8332 = 8 => "argb8332",
        /// 16 bit, alpha and 4-2-2 through the NCC table
        Ayiq8422 = 9 => "ayiq8422",
        /// 16 bit, 5-6-5
        Rgb565 = 10 => "rgb565",
        /// 16 bit, 1-5-5-5
        Argb1555 = 11 => "argb1555",
        /// 16 bit, 4-4-4-4
        Argb4444 = 12 => "argb4444",
        /// 16 bit, alpha and intensity
        Ai88 = 13 => "ai88",
        /// 16 bit, alpha and palette index
        Ap88 = 14 => "ap88",
        /// reserved
        Reserved15 = 15 => "reserved-15",
    }
}

impl TextureFormat {
    /// Bytes a texel, 1 or 2; reserved codes by format bit 3.
    #[inline]
    pub fn texel_bytes(self) -> u32 {
        if self as u32 & 8 != 0 { 2 } else { 1 }
    }
}

field_enum! {
    /// textureMode\[16:14\] and \[25:23\]: the factor of the texture combine.
    pub enum TextureMSelect: 3 {
        /// zero
        Zero = 0 => "zero",
        /// the local colour; in the alpha unit the local alpha
        CLocal = 1 => "c_local",
        /// the other unit's alpha
        AOther = 2 => "a_other",
        /// the local alpha
        ALocal = 3 => "a_local",
        /// the detail factor
        Detail = 4 => "detail",
        /// the fraction of the LOD
        LodFraction = 5 => "lod-fraction",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

word! {
    /// Texture mapping and the texture combine.
    pub struct TextureMode = "textureMode" {
        /// S and T are divided by W
        perspective: flag(0),
        /// bilinear when minified
        min_bilinear: flag(1),
        /// bilinear when magnified
        mag_bilinear: flag(2),
        /// S and T become 0 where W is negative
        clamp_negative_w: flag(3),
        /// the LOD is dithered
        lod_dither: flag(4),
        /// which NCC table
        ncc_table: uint(5),
        /// S is clamped; when clear it wraps
        clamp_s: flag(6),
        /// T is clamped; when clear it wraps
        clamp_t: flag(7),
        /// the texel format
        format: TextureFormat(8..=11),
        /// 0 replaces the other unit's colour
        tc_zero_other: flag(12),
        /// the local colour is subtracted
        tc_sub_clocal: flag(13),
        /// the factor of the colour combine
        tc_mselect: TextureMSelect(14..=16),
        /// the factor is used as it is; when clear it is complemented first
        tc_reverse_blend: flag(17),
        /// the local colour is added
        tc_add_clocal: flag(18),
        /// the local alpha is added
        tc_add_alocal: flag(19),
        /// the clamped result is inverted
        tc_invert_output: flag(20),
        /// 0 replaces the other unit's alpha
        tca_zero_other: flag(21),
        /// the local alpha is subtracted
        tca_sub_clocal: flag(22),
        /// the factor of the alpha combine
        tca_mselect: TextureMSelect(23..=25),
        /// the factor is used as it is; when clear it is complemented first
        tca_reverse_blend: flag(26),
        /// the local alpha is added, by the bit named c_local
        tca_add_clocal: flag(27),
        /// the local alpha is added, by the bit named a_local
        tca_add_alocal: flag(28),
        /// the clamped result is inverted
        tca_invert_output: flag(29),
        /// reverse_blend is inverted on odd levels
        trilinear: flag(30),
        /// 8-bit textures are downloaded in consecutive words
        seq_8_download: flag(31),
    }
}

word! {
    /// Level of detail and the shape of a texture.
    pub struct TLod = "tLOD" {
        /// smallest LOD, 4.2
        lod_min: uint(0..=5),
        /// largest LOD, 4.2
        lod_max: uint(6..=11),
        /// added to the LOD, 4.2
        lod_bias: int(12..=17),
        /// a split map holds the odd levels
        lod_odd: flag(18),
        /// the map holds only every second level
        lod_split: flag(19),
        /// S is the wider dimension
        s_is_wider: flag(20),
        /// the narrower dimension is 2^n times smaller
        aspect: uint(21..=22),
        /// the LOD fraction is 0
        lod_zero_fraction: flag(23),
        /// levels have base addresses of their own
        multi_base: flag(24),
        /// the bytes of downloaded words are reversed
        download_byte_swizzle: flag(25),
        /// the halves of downloaded words are exchanged
        download_word_swap: flag(26),
        /// direct texture writes
        direct_write: flag(27),
        /// reserved; mirrors S in later chips
        reserved_28: reserved(28),
        /// reserved; mirrors T in later chips
        reserved_29: reserved(29),
        /// reserved
        reserved_30: reserved(30..=31),
    }
}

word! {
    /// The detail factor: min((bias - LOD) << scale, max).
    pub struct TDetail = "tDetail" {
        /// largest factor
        max: uint(0..=7),
        /// bias, 6.0
        bias: int(8..=13),
        /// shift
        scale: uint(14..=16),
        /// reserved
        reserved_17: reserved(17..=31),
    }
}

word! {
    /// A texture base address.
    pub struct TexBase = "texBaseAddr" {
        /// in units of 8 bytes
        base: uint(0..=18),
        /// reserved
        reserved_19: reserved(19..=31),
    }
}

word! {
    /// trexInit1. The specification does not describe it; one bit is known from programs.
    pub struct TrexInit1 = "trexInit1" {
        /// unknown
        reserved_0: reserved(0..=17),
        /// the unit sends its configuration instead of a texel
        send_config: flag(18),
        /// unknown
        reserved_19: reserved(19..=31),
    }
}

word! {
    /// Four luminances of an NCC table.
    pub struct NccLuma = "nccTable Y" {
        /// entry 4n
        y0: uint(0..=7),
        /// entry 4n+1
        y1: uint(8..=15),
        /// entry 4n+2
        y2: uint(16..=23),
        /// entry 4n+3
        y3: uint(24..=31),
    }
}

word! {
    /// One I or Q entry of an NCC table. With bit 31 set in table 0 the word is a palette entry.
    pub struct NccChroma = "nccTable IQ" {
        /// blue, signed
        blue: int(0..=8),
        /// green, signed
        green: int(9..=17),
        /// red, signed
        red: int(18..=26),
        /// reserved; with `palette` bits 30:24 are the palette index over 2
        reserved_27: reserved(27..=30),
        /// a palette entry: index {bits 30:24, bit 0 of the word number}, colour in bits 23:0
        palette: flag(31),
    }
}
