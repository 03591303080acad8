//! Formats of colour and depth surfaces, and the one code space of textures, vertices and copies.
//!
//! Facts: specification digest `xenos-hardware` sections 2.5, 3.5 and 4.3; documented.

use base_word::field_enum;

field_enum! {
    /// RB_COLOR_INFO: how a colour surface is stored in EDRAM.
    pub enum ColorFormat: 4 {
        /// four components of 8 bits, red in the low byte
        Fixed8888 = 0 => "8_8_8_8",
        /// as 8_8_8_8, red, green and blue through the gamma curve
        Gamma8888 = 1 => "8_8_8_8_GAMMA",
        /// red, green, blue of 10 bits, alpha of 2
        Fixed2101010 = 2 => "2_10_10_10",
        /// red, green, blue as 7e3 floats, alpha of 2 fixed bits
        Float2101010 = 3 => "2_10_10_10_FLOAT",
        /// two signed components from -32 to 32
        Fixed1616 = 4 => "16_16",
        /// four signed components from -32 to 32
        Fixed16161616 = 5 => "16_16_16_16",
        /// two half floats
        Float1616 = 6 => "16_16_FLOAT",
        /// four half floats
        Float16161616 = 7 => "16_16_16_16_FLOAT",
        /// reserved
        Reserved8 = 8 => "reserved-8",
        /// reserved
        Reserved9 = 9 => "reserved-9",
        /// as 2_10_10_10, blended in another precision
        Fixed2101010As10 = 10 => "2_10_10_10_AS_10_10_10_10",
        /// reserved
        Reserved11 = 11 => "reserved-11",
        /// as 2_10_10_10_FLOAT, blended at full precision
        Float2101010As16 = 12 => "2_10_10_10_FLOAT_AS_16_16_16_16",
        /// reserved
        Reserved13 = 13 => "reserved-13",
        /// one 32-bit float
        Float32 = 14 => "32_FLOAT",
        /// two 32-bit floats
        Float3232 = 15 => "32_32_FLOAT",
    }
}

field_enum! {
    /// RB_DEPTH_INFO: how depth is stored beside 8 bits of stencil.
    pub enum DepthFormat: 1 {
        /// 24 bits, 0 to 1
        D24S8 = 0 => "D24S8",
        /// a 20e4 float, 0 to 2
        D24FS8 = 1 => "D24FS8",
    }
}

field_enum! {
    /// The format of a texture, of a vertex element or of a copy's destination; not every code serves all three.
    pub enum DataFormat: 6 {
        /// one bit, order reversed
        Bit1Reverse = 0 => "1_REVERSE",
        /// one bit
        Bit1 = 1 => "1",
        /// R8
        K8 = 2 => "8",
        /// R5 G5 B5 A1
        K1555 = 3 => "1_5_5_5",
        /// R5 G6 B5
        K565 = 4 => "5_6_5",
        /// R5 G5 B6
        K655 = 5 => "6_5_5",
        /// R8 G8 B8 A8
        K8888 = 6 => "8_8_8_8",
        /// R10 G10 B10 A2
        K2101010 = 7 => "2_10_10_10",
        /// as 8
        K8A = 8 => "8_A",
        /// as 8
        K8B = 9 => "8_B",
        /// R8 G8
        K88 = 10 => "8_8",
        /// two texels share red and blue
        CrY1CbY0Rep = 11 => "Cr_Y1_Cb_Y0_REP",
        /// two texels share red and blue, in another order
        Y1CrY0CbRep = 12 => "Y1_Cr_Y0_Cb_REP",
        /// of EDRAM only
        K1616Edram = 13 => "16_16_EDRAM",
        /// as 8_8_8_8
        K8888A = 14 => "8_8_8_8_A",
        /// R4 G4 B4 A4
        K4444 = 15 => "4_4_4_4",
        /// R11 G11 B10
        K101111 = 16 => "10_11_11",
        /// R10 G11 B11
        K111110 = 17 => "11_11_10",
        /// blocks of 4x4 texels in 64 bits
        Dxt1 = 18 => "DXT1",
        /// blocks of 4x4 texels in 128 bits, alpha explicit
        Dxt23 = 19 => "DXT2_3",
        /// blocks of 4x4 texels in 128 bits, alpha interpolated
        Dxt45 = 20 => "DXT4_5",
        /// of EDRAM only
        K16161616Edram = 21 => "16_16_16_16_EDRAM",
        /// stencil in the low 8 bits, depth above
        K248 = 22 => "24_8",
        /// stencil in the low 8 bits, a 20e4 depth above
        K248Float = 23 => "24_8_FLOAT",
        /// R16
        K16 = 24 => "16",
        /// R16 G16
        K1616 = 25 => "16_16",
        /// R16 G16 B16 A16
        K16161616 = 26 => "16_16_16_16",
        /// R16
        K16Expand = 27 => "16_EXPAND",
        /// R16 G16
        K1616Expand = 28 => "16_16_EXPAND",
        /// R16 G16 B16 A16
        K16161616Expand = 29 => "16_16_16_16_EXPAND",
        /// one half float
        K16Float = 30 => "16_FLOAT",
        /// two half floats
        K1616Float = 31 => "16_16_FLOAT",
        /// four half floats
        K16161616Float = 32 => "16_16_16_16_FLOAT",
        /// R32
        K32 = 33 => "32",
        /// R32 G32
        K3232 = 34 => "32_32",
        /// R32 G32 B32 A32
        K32323232 = 35 => "32_32_32_32",
        /// one float
        K32Float = 36 => "32_FLOAT",
        /// two floats
        K3232Float = 37 => "32_32_FLOAT",
        /// four floats
        K32323232Float = 38 => "32_32_32_32_FLOAT",
        /// four texels of 8 bits in a word
        K32As8 = 39 => "32_AS_8",
        /// two texels of 16 bits in a word
        K32As88 = 40 => "32_AS_8_8",
        /// of video
        K16Mpeg = 41 => "16_MPEG",
        /// of video
        K1616Mpeg = 42 => "16_16_MPEG",
        /// of video
        K8Interlaced = 43 => "8_INTERLACED",
        /// of video
        K32As8Interlaced = 44 => "32_AS_8_INTERLACED",
        /// of video
        K32As88Interlaced = 45 => "32_AS_8_8_INTERLACED",
        /// of video
        K16Interlaced = 46 => "16_INTERLACED",
        /// of video
        K16MpegInterlaced = 47 => "16_MPEG_INTERLACED",
        /// of video
        K1616MpegInterlaced = 48 => "16_16_MPEG_INTERLACED",
        /// two DXT5A blocks, red then green
        Dxn = 49 => "DXN",
        /// as 8_8_8_8, filtered more precisely
        K8888As16 = 50 => "8_8_8_8_AS_16_16_16_16",
        /// as DXT1, filtered more precisely
        Dxt1As16 = 51 => "DXT1_AS_16_16_16_16",
        /// as DXT2_3, filtered more precisely
        Dxt23As16 = 52 => "DXT2_3_AS_16_16_16_16",
        /// as DXT4_5, filtered more precisely
        Dxt45As16 = 53 => "DXT4_5_AS_16_16_16_16",
        /// as 2_10_10_10, filtered more precisely
        K2101010As16 = 54 => "2_10_10_10_AS_16_16_16_16",
        /// as 10_11_11, filtered more precisely
        K101111As16 = 55 => "10_11_11_AS_16_16_16_16",
        /// as 11_11_10, filtered more precisely
        K111110As16 = 56 => "11_11_10_AS_16_16_16_16",
        /// three floats, of vertices only
        K323232Float = 57 => "32_32_32_FLOAT",
        /// the alpha half of DXT2_3
        Dxt3A = 58 => "DXT3A",
        /// the alpha half of DXT4_5
        Dxt5A = 59 => "DXT5A",
        /// blocks of 4x4 texels, red and green
        Ctx1 = 60 => "CTX1",
        /// four one-bit components a texel
        Dxt3AAs1111 = 61 => "DXT3A_AS_1_1_1_1",
        /// of EDRAM only
        K8888GammaEdram = 62 => "8_8_8_8_GAMMA_EDRAM",
        /// of EDRAM only
        K2101010FloatEdram = 63 => "2_10_10_10_FLOAT_EDRAM",
    }
}
