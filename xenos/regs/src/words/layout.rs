//! What a format's code says about storage: bits, blocks, components.
//!
//! For: sizes by format. Not for: decoding values.
//! Facts: specification digest `xenos-hardware` sections 2.5, 3.5 and 4.3; documented.

#[cfg(test)]
mod tests;

use super::{ColorFormat, DataFormat, Endian, MsaaSamples};

/// The smallest part of a texture that can be stored alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Texels across.
    pub width: u32,
    /// Texels down.
    pub height: u32,
    /// Bits of storage.
    pub bits: u32,
}

/// The components of a vertex element, from the least significant bit up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexLayout {
    /// Bits of each component; 0 where there is none.
    pub bits: [u8; 4],
    /// Floats, else fixed point or integers.
    pub float: bool,
}

impl VertexLayout {
    /// How many components there are.
    pub fn components(self) -> usize {
        self.bits.iter().filter(|&&bits| bits != 0).count()
    }

    /// How many dwords an element takes.
    pub fn dwords(self) -> u32 {
        self.bits.iter().map(|&bits| u32::from(bits)).sum::<u32>() / 32
    }
}

impl DataFormat {
    /// The block that the format stores.
    pub const fn block(self) -> Block {
        use DataFormat as F;
        let (width, height, bits) = match self {
            F::Bit1Reverse | F::Bit1 => (1, 1, 1),
            F::K8 | F::K8A | F::K8B | F::K8Interlaced => (1, 1, 8),
            F::K1555
            | F::K565
            | F::K655
            | F::K88
            | F::K4444
            | F::K16
            | F::K16Expand
            | F::K16Float
            | F::K16Mpeg
            | F::K16Interlaced
            | F::K16MpegInterlaced
            | F::K32As88Interlaced => (1, 1, 16),
            F::CrY1CbY0Rep | F::Y1CrY0CbRep | F::K32As88 => (2, 1, 32),
            F::K32As8 | F::K32As8Interlaced => (4, 1, 32),
            F::K16161616Edram
            | F::K16161616
            | F::K16161616Expand
            | F::K16161616Float
            | F::K3232
            | F::K3232Float => (1, 1, 64),
            F::K323232Float => (1, 1, 96),
            F::K32323232 | F::K32323232Float => (1, 1, 128),
            F::Dxt1 | F::Dxt1As16 | F::Dxt3A | F::Dxt5A | F::Ctx1 | F::Dxt3AAs1111 => (4, 4, 64),
            F::Dxt23 | F::Dxt45 | F::Dxn | F::Dxt23As16 | F::Dxt45As16 => (4, 4, 128),
            _ => (1, 1, 32),
        };
        Block { width, height, bits }
    }

    /// Whether a copy can have it as its destination's format.
    pub const fn is_copy_destination(self) -> bool {
        use DataFormat as F;
        matches!(
            self,
            F::K8
                | F::K1555
                | F::K565
                | F::K655
                | F::K8888
                | F::K2101010
                | F::K8A
                | F::K8B
                | F::K88
                | F::K8888A
                | F::K4444
                | F::K101111
                | F::K111110
                | F::K16
                | F::K1616
                | F::K16161616
                | F::K16Float
                | F::K1616Float
                | F::K16161616Float
                | F::K32Float
                | F::K3232Float
                | F::K32323232Float
                | F::K8888As16
                | F::K2101010As16
                | F::K101111As16
                | F::K111110As16
        )
    }

    /// The components of a vertex element of this format, if vertices can have it.
    pub const fn vertex_layout(self) -> Option<VertexLayout> {
        use DataFormat as F;
        let (bits, float) = match self {
            F::K8888 => ([8, 8, 8, 8], false),
            F::K2101010 => ([10, 10, 10, 2], false),
            F::K101111 => ([11, 11, 10, 0], false),
            F::K111110 => ([10, 11, 11, 0], false),
            F::K1616 => ([16, 16, 0, 0], false),
            F::K16161616 => ([16, 16, 16, 16], false),
            F::K1616Float => ([16, 16, 0, 0], true),
            F::K16161616Float => ([16, 16, 16, 16], true),
            F::K32 => ([32, 0, 0, 0], false),
            F::K3232 => ([32, 32, 0, 0], false),
            F::K32323232 => ([32, 32, 32, 32], false),
            F::K32Float => ([32, 0, 0, 0], true),
            F::K3232Float => ([32, 32, 0, 0], true),
            F::K323232Float => ([32, 32, 32, 0], true),
            F::K32323232Float => ([32, 32, 32, 32], true),
            _ => return None,
        };
        Some(VertexLayout { bits, float })
    }
}

impl ColorFormat {
    /// Bits of a sample in EDRAM: 32 or 64; reserved codes count as 32.
    pub const fn sample_bits(self) -> u32 {
        match self {
            Self::Fixed16161616 | Self::Float16161616 | Self::Float3232 => 64,
            _ => 32,
        }
    }

    /// Whether the code is one that the sources name.
    pub const fn is_defined(self) -> bool {
        !matches!(self, Self::Reserved8 | Self::Reserved9 | Self::Reserved11 | Self::Reserved13)
    }
}

impl MsaaSamples {
    /// Samples across and down a pixel; the reserved code counts as four.
    pub const fn grid(self) -> (u32, u32) {
        match self {
            Self::X1 => (1, 1),
            Self::X2 => (1, 2),
            Self::X4 | Self::Reserved3 => (2, 2),
        }
    }
}

impl Endian {
    /// `value` with its bytes exchanged.
    #[inline]
    pub const fn swap(self, value: u32) -> u32 {
        match self {
            Self::None => value,
            Self::Swap8In16 => ((value & 0x00FF_00FF) << 8) | ((value >> 8) & 0x00FF_00FF),
            Self::Swap8In32 => value.swap_bytes(),
            Self::Swap16In32 => value.rotate_left(16),
        }
    }
}
