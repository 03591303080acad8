//! Codes of vertex and texture fetches.
//!
//! Facts: digest sections 2.5 and 2.6 (documented).

use crate::part::codes;

codes! {
    /// Which fetch.
    pub enum FetchOpcode: 5 {
        /// a vertex fetch; those are [`crate::VertexFetch`]
        Vertex = 0 => "vfetch",
        /// a texel
        Fetch = 1 => "tfetch",
        /// undefined
        Undefined2 = 2 => "fetch_2",
        /// undefined
        Undefined3 = 3 => "fetch_3",
        /// undefined
        Undefined4 = 4 => "fetch_4",
        /// undefined
        Undefined5 = 5 => "fetch_5",
        /// undefined
        Undefined6 = 6 => "fetch_6",
        /// undefined
        Undefined7 = 7 => "fetch_7",
        /// undefined
        Undefined8 = 8 => "fetch_8",
        /// undefined
        Undefined9 = 9 => "fetch_9",
        /// undefined
        Undefined10 = 10 => "fetch_10",
        /// undefined
        Undefined11 = 11 => "fetch_11",
        /// undefined
        Undefined12 = 12 => "fetch_12",
        /// undefined
        Undefined13 = 13 => "fetch_13",
        /// undefined
        Undefined14 = 14 => "fetch_14",
        /// undefined
        Undefined15 = 15 => "fetch_15",
        /// the border colour's share
        BorderFraction = 16 => "getBCF",
        /// the computed level of detail
        ComputedLod = 17 => "getCompTexLOD",
        /// derivatives of two components
        Gradients = 18 => "getGradients",
        /// filter weights
        Weights = 19 => "getWeights",
        /// undefined
        Undefined20 = 20 => "fetch_20",
        /// undefined
        Undefined21 = 21 => "fetch_21",
        /// undefined
        Undefined22 = 22 => "fetch_22",
        /// undefined
        Undefined23 = 23 => "fetch_23",
        /// sets the LOD register
        SetLod = 24 => "setTexLOD",
        /// sets the horizontal gradient register
        SetGradientH = 25 => "setGradientH",
        /// sets the vertical gradient register
        SetGradientV = 26 => "setGradientV",
        /// undefined
        Undefined27 = 27 => "fetch_27",
        /// undefined
        Undefined28 = 28 => "fetch_28",
        /// undefined
        Undefined29 = 29 => "fetch_29",
        /// undefined
        Undefined30 = 30 => "fetch_30",
        /// undefined
        Undefined31 = 31 => "fetch_31",
    }
}

codes! {
    /// How a vertex element lies in memory, first component in the low bits.
    pub enum VertexFormat: 6 {
        /// none; the shared text leaves it out
        Undefined0 = 0 => "FMT_0",
        /// no vertex format
        Undefined1 = 1 => "FMT_1_UNDEFINED",
        /// no vertex format
        Undefined2 = 2 => "FMT_2_UNDEFINED",
        /// no vertex format
        Undefined3 = 3 => "FMT_3_UNDEFINED",
        /// no vertex format
        Undefined4 = 4 => "FMT_4_UNDEFINED",
        /// no vertex format
        Undefined5 = 5 => "FMT_5_UNDEFINED",
        /// four of 8 bits
        F8_8_8_8 = 6 => "FMT_8_8_8_8",
        /// 10, 10, 10 and 2 bits
        F2_10_10_10 = 7 => "FMT_2_10_10_10",
        /// no vertex format
        Undefined8 = 8 => "FMT_8_UNDEFINED",
        /// no vertex format
        Undefined9 = 9 => "FMT_9_UNDEFINED",
        /// no vertex format
        Undefined10 = 10 => "FMT_10_UNDEFINED",
        /// no vertex format
        Undefined11 = 11 => "FMT_11_UNDEFINED",
        /// no vertex format
        Undefined12 = 12 => "FMT_12_UNDEFINED",
        /// no vertex format
        Undefined13 = 13 => "FMT_13_UNDEFINED",
        /// no vertex format
        Undefined14 = 14 => "FMT_14_UNDEFINED",
        /// no vertex format
        Undefined15 = 15 => "FMT_15_UNDEFINED",
        /// 11, 11 and 10 bits
        F10_11_11 = 16 => "FMT_10_11_11",
        /// 10, 11 and 11 bits
        F11_11_10 = 17 => "FMT_11_11_10",
        /// no vertex format
        Undefined18 = 18 => "FMT_18_UNDEFINED",
        /// no vertex format
        Undefined19 = 19 => "FMT_19_UNDEFINED",
        /// no vertex format
        Undefined20 = 20 => "FMT_20_UNDEFINED",
        /// no vertex format
        Undefined21 = 21 => "FMT_21_UNDEFINED",
        /// no vertex format
        Undefined22 = 22 => "FMT_22_UNDEFINED",
        /// no vertex format
        Undefined23 = 23 => "FMT_23_UNDEFINED",
        /// no vertex format
        Undefined24 = 24 => "FMT_24_UNDEFINED",
        /// two of 16 bits
        F16_16 = 25 => "FMT_16_16",
        /// four of 16 bits
        F16_16_16_16 = 26 => "FMT_16_16_16_16",
        /// no vertex format
        Undefined27 = 27 => "FMT_27_UNDEFINED",
        /// no vertex format
        Undefined28 = 28 => "FMT_28_UNDEFINED",
        /// no vertex format
        Undefined29 = 29 => "FMT_29_UNDEFINED",
        /// no vertex format
        Undefined30 = 30 => "FMT_30_UNDEFINED",
        /// two half floats
        F16_16Float = 31 => "FMT_16_16_FLOAT",
        /// four half floats
        F16_16_16_16Float = 32 => "FMT_16_16_16_16_FLOAT",
        /// one of 32 bits
        F32 = 33 => "FMT_32",
        /// two of 32 bits
        F32_32 = 34 => "FMT_32_32",
        /// four of 32 bits
        F32_32_32_32 = 35 => "FMT_32_32_32_32",
        /// one float
        F32Float = 36 => "FMT_32_FLOAT",
        /// two floats
        F32_32Float = 37 => "FMT_32_32_FLOAT",
        /// four floats
        F32_32_32_32Float = 38 => "FMT_32_32_32_32_FLOAT",
        /// no vertex format
        Undefined39 = 39 => "FMT_39_UNDEFINED",
        /// no vertex format
        Undefined40 = 40 => "FMT_40_UNDEFINED",
        /// no vertex format
        Undefined41 = 41 => "FMT_41_UNDEFINED",
        /// no vertex format
        Undefined42 = 42 => "FMT_42_UNDEFINED",
        /// no vertex format
        Undefined43 = 43 => "FMT_43_UNDEFINED",
        /// no vertex format
        Undefined44 = 44 => "FMT_44_UNDEFINED",
        /// no vertex format
        Undefined45 = 45 => "FMT_45_UNDEFINED",
        /// no vertex format
        Undefined46 = 46 => "FMT_46_UNDEFINED",
        /// no vertex format
        Undefined47 = 47 => "FMT_47_UNDEFINED",
        /// no vertex format
        Undefined48 = 48 => "FMT_48_UNDEFINED",
        /// no vertex format
        Undefined49 = 49 => "FMT_49_UNDEFINED",
        /// no vertex format
        Undefined50 = 50 => "FMT_50_UNDEFINED",
        /// no vertex format
        Undefined51 = 51 => "FMT_51_UNDEFINED",
        /// no vertex format
        Undefined52 = 52 => "FMT_52_UNDEFINED",
        /// no vertex format
        Undefined53 = 53 => "FMT_53_UNDEFINED",
        /// no vertex format
        Undefined54 = 54 => "FMT_54_UNDEFINED",
        /// no vertex format
        Undefined55 = 55 => "FMT_55_UNDEFINED",
        /// no vertex format
        Undefined56 = 56 => "FMT_56_UNDEFINED",
        /// three floats
        F32_32_32Float = 57 => "FMT_32_32_32_FLOAT",
        /// no vertex format
        Undefined58 = 58 => "FMT_58_UNDEFINED",
        /// no vertex format
        Undefined59 = 59 => "FMT_59_UNDEFINED",
        /// no vertex format
        Undefined60 = 60 => "FMT_60_UNDEFINED",
        /// no vertex format
        Undefined61 = 61 => "FMT_61_UNDEFINED",
        /// no vertex format
        Undefined62 = 62 => "FMT_62_UNDEFINED",
        /// no vertex format
        Undefined63 = 63 => "FMT_63_UNDEFINED",
    }
}

codes! {
    /// A component.
    pub enum Component: 2 {
        /// the first
        X = 0 => "x",
        /// the second
        Y = 1 => "y",
        /// the third
        Z = 2 => "z",
        /// the fourth
        W = 3 => "w",
    }
}

codes! {
    /// What a fetch writes to a component.
    pub enum FetchComponent: 3 {
        /// the fetched x
        X = 0 => "x",
        /// the fetched y
        Y = 1 => "y",
        /// the fetched z
        Z = 2 => "z",
        /// the fetched w
        W = 3 => "w",
        /// zero
        Zero = 4 => "0",
        /// one
        One = 5 => "1",
        /// undefined; Xenia reads it as zero (guessed)
        Undefined6 = 6 => "?",
        /// nothing: the component keeps its value
        Keep = 7 => "_",
    }
}

codes! {
    /// How signed fractions reach -1.
    pub enum SignedMode: 1 {
        /// the lowest code is clamped at -1
        ClampMinusOne = 0 => "clamp",
        /// no code is zero
        NoZero = 1 => "no-zero",
    }
}

codes! {
    /// A filter of texels.
    pub enum TextureFilter: 2 {
        /// the nearest
        Point = 0 => "point",
        /// linear
        Linear = 1 => "linear",
        /// the base level only; for the mip filter
        BaseMap = 2 => "basemap",
        /// the fetch constant's
        Keep = 3 => "keep",
    }
}

codes! {
    /// The limit of anisotropy.
    pub enum AnisotropyFilter: 3 {
        /// off
        Disabled = 0 => "disabled",
        /// 1:1
        Max1 = 1 => "max1to1",
        /// 2:1
        Max2 = 2 => "max2to1",
        /// 4:1
        Max4 = 3 => "max4to1",
        /// 8:1
        Max8 = 4 => "max8to1",
        /// 16:1
        Max16 = 5 => "max16to1",
        /// undefined
        Undefined6 = 6 => "aniso_6",
        /// the fetch constant's
        Keep = 7 => "keep",
    }
}

codes! {
    /// A filter that the chip's documents gave up (documented for a relative).
    pub enum ArbitraryFilter: 3 {
        /// 2x4, symmetric
        Sym2x4 = 0 => "2x4-sym",
        /// 2x4, asymmetric
        Asym2x4 = 1 => "2x4-asym",
        /// 4x2, symmetric
        Sym4x2 = 2 => "4x2-sym",
        /// 4x2, asymmetric
        Asym4x2 = 3 => "4x2-asym",
        /// 4x4, symmetric
        Sym4x4 = 4 => "4x4-sym",
        /// 4x4, asymmetric
        Asym4x4 = 5 => "4x4-asym",
        /// undefined
        Undefined6 = 6 => "arbitrary-6",
        /// the fetch constant's
        Keep = 7 => "keep",
    }
}

codes! {
    /// Where in the pixel a texture is sampled.
    pub enum SampleLocation: 1 {
        /// at the centroid
        Centroid = 0 => "centroid",
        /// at the centre
        Center = 1 => "center",
    }
}

codes! {
    /// A texture's dimension, as the instruction sees it.
    pub enum Dimension: 2 {
        /// one
        D1 = 0 => "1D",
        /// two
        D2 = 1 => "2D",
        /// three, or a stack of two-dimensional layers
        D3 = 2 => "3D",
        /// a cube
        Cube = 3 => "Cube",
    }
}

impl Dimension {
    /// Components a coordinate has.
    pub const fn components(self) -> u32 {
        match self {
            Self::D1 => 1,
            Self::D2 => 2,
            Self::D3 | Self::Cube => 3,
        }
    }
}

impl FetchOpcode {
    /// Whether the code has an operation.
    pub const fn is_defined(self) -> bool {
        matches!(self as u8, 0 | 1 | 16..=19 | 24..=26)
    }

    /// Whether it writes registers of the LOD and gradients instead of a destination.
    pub const fn is_set(self) -> bool {
        matches!(self, Self::SetLod | Self::SetGradientH | Self::SetGradientV)
    }

    /// Whether its name in a listing ends in the dimension.
    pub const fn names_dimension(self) -> bool {
        matches!(self, Self::Fetch | Self::BorderFraction | Self::ComputedLod | Self::Weights)
    }

    /// Source components it reads, where that does not follow from the dimension.
    pub const fn fixed_components(self) -> Option<u32> {
        match self {
            Self::Gradients => Some(2),
            Self::SetLod => Some(1),
            Self::SetGradientH | Self::SetGradientV => Some(3),
            _ => None,
        }
    }
}

impl VertexFormat {
    /// Whether the code is a vertex format.
    pub const fn is_defined(self) -> bool {
        matches!(self as u8, 6 | 7 | 16 | 17 | 25 | 26 | 31..=38 | 57)
    }

    /// Components the format stores; 0 where it is undefined.
    pub const fn components(self) -> u32 {
        match self as u8 {
            33 | 36 => 1,
            25 | 31 | 34 | 37 => 2,
            16 | 17 | 57 => 3,
            6 | 7 | 26 | 32 | 35 | 38 => 4,
            _ => 0,
        }
    }

    /// Dwords an element takes; 0 where the format is undefined.
    pub const fn dwords(self) -> u32 {
        match self as u8 {
            6 | 7 | 16 | 17 | 25 | 31 | 33 | 36 => 1,
            26 | 32 | 34 | 37 => 2,
            57 => 3,
            35 | 38 => 4,
            _ => 0,
        }
    }
}
