//! Texture and vertex fetch constants as wholes.
//!
//! For: six or two dwords as one typed value, with sizes and addresses as a reader wants them.
//! Not for: textures' storage, which needs tiling.
//! Facts: specification digest `xenos-hardware` section 1.6; documented.

mod words;

#[cfg(test)]
mod tests;

pub use words::{
    AnisoFilter, BorderColor, ClampMode, Dimension, FetchType, Swizzle, TextureFetch0,
    TextureFetch1, TextureFetch3, TextureFetch4, TextureFetch5, TextureFilter, TextureSign,
    TextureSize, TextureSize1d, TextureSize2d, TextureSize3d, VertexFetch0, VertexFetch1,
};

use serde::{Deserialize, Serialize};

/// Addresses have 29 bits: 512 MiB.
const PAGE_MASK: u32 = 0x1_FFFF;

/// A texture fetch constant: the six dwords of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextureFetch {
    /// Dword 0: type, signs, clamps, pitch.
    pub d0: TextureFetch0,
    /// Dword 1: format, base address.
    pub d1: TextureFetch1,
    /// Dword 2: size.
    pub d2: TextureSize,
    /// Dword 3: swizzle, exponent, filters.
    pub d3: TextureFetch3,
    /// Dword 4: levels, biases.
    pub d4: TextureFetch4,
    /// Dword 5: border, dimension, mip address.
    pub d5: TextureFetch5,
}

/// A texture's size in texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extent {
    /// Width.
    pub width: u32,
    /// Height; 1 of a 1D texture.
    pub height: u32,
    /// Depth of a 3D texture, layers of a stacked one, 6 of a cube, else 1.
    pub depth: u32,
}

impl TextureFetch {
    /// The constant of these dwords, whatever their type says.
    #[inline]
    pub const fn from_words(words: [u32; 6]) -> Self {
        Self {
            d0: TextureFetch0::from_raw(words[0]),
            d1: TextureFetch1::from_raw(words[1]),
            d2: TextureSize::from_raw(words[2]),
            d3: TextureFetch3::from_raw(words[3]),
            d4: TextureFetch4::from_raw(words[4]),
            d5: TextureFetch5::from_raw(words[5]),
        }
    }

    /// The constant of these dwords if they say that they are a texture.
    #[inline]
    pub fn of_texture(words: [u32; 6]) -> Result<Self, FetchType> {
        let fetch = Self::from_words(words);
        match fetch.d0.fetch_type() {
            FetchType::Texture => Ok(fetch),
            other => Err(other),
        }
    }

    /// The six dwords.
    #[inline]
    pub const fn words(self) -> [u32; 6] {
        [self.d0.raw(), self.d1.raw(), self.d2.raw(), self.d3.raw(), self.d4.raw(), self.d5.raw()]
    }

    /// The dimension that the constant names; an instruction may name another.
    #[inline]
    pub fn dimension(self) -> Dimension {
        self.d5.dimension()
    }

    /// Size in texels by the constant's own dimension.
    pub fn extent(self) -> Extent {
        self.extent_as(self.dimension())
    }

    /// Size in texels if taken as `dimension`. A 3D read of a stacked texture is `D2`.
    pub fn extent_as(self, dimension: Dimension) -> Extent {
        let size = self.d2.raw();
        match dimension {
            Dimension::D1 => {
                let word = TextureSize1d::from_raw(size);
                Extent { width: word.width() + 1, height: 1, depth: 1 }
            }
            Dimension::D2 | Dimension::Cube => {
                let word = TextureSize2d::from_raw(size);
                let depth = match dimension {
                    Dimension::Cube => 6,
                    _ if self.d1.stacked() => word.stack_depth() + 1,
                    _ => 1,
                };
                Extent { width: word.width() + 1, height: word.height() + 1, depth }
            }
            Dimension::D3 => {
                let word = TextureSize3d::from_raw(size);
                Extent {
                    width: word.width() + 1,
                    height: word.height() + 1,
                    depth: word.depth() + 1,
                }
            }
        }
    }

    /// Texels in a row of the base level.
    #[inline]
    pub fn pitch(self) -> u32 {
        self.d0.pitch() * 32
    }

    /// Physical address of the base level, in bytes.
    #[inline]
    pub fn base_address(self) -> u32 {
        (self.d1.base_address() & PAGE_MASK) << 12
    }

    /// Physical address of level 1, in bytes; 0 where only the base level exists.
    #[inline]
    pub fn mip_address(self) -> u32 {
        (self.d5.mip_address() & PAGE_MASK) << 12
    }

    /// Signs of the stored components, before the swizzle.
    pub fn signs(self) -> [TextureSign; 4] {
        [self.d0.sign_x(), self.d0.sign_y(), self.d0.sign_z(), self.d0.sign_w()]
    }

    /// Where each component that a shader sees comes from.
    pub fn swizzle(self) -> [Swizzle; 4] {
        [self.d3.swizzle_x(), self.d3.swizzle_y(), self.d3.swizzle_z(), self.d3.swizzle_w()]
    }

    /// Clamps of the three coordinates.
    pub fn clamps(self) -> [ClampMode; 3] {
        [self.d0.clamp_x(), self.d0.clamp_y(), self.d0.clamp_z()]
    }

    /// Lowest and highest level sampled. Inferred: without a mip address only the base level; the
    /// highest is at most the one of a single texel, but never below the lowest; without a base
    /// address the lowest is at least 1.
    pub fn levels(self) -> (u32, u32) {
        let (mut lowest, mut highest) = (self.d4.mip_min_level(), self.d4.mip_max_level());
        if self.mip_address() == 0 {
            return (0, 0);
        }
        let extent = self.extent();
        let depth = if self.dimension() == Dimension::D3 { extent.depth } else { 1 };
        let largest = extent.width.max(extent.height).max(depth).ilog2();
        if self.base_address() == 0 {
            lowest = lowest.max(1);
        }
        highest = highest.min(largest).max(lowest);
        (lowest, highest)
    }

    /// The constant with don't-care bits cleared: reserved ones, address bits above 512 MiB, and
    /// fields that the dimension does not use.
    #[must_use]
    pub fn normalized(self) -> Self {
        use base_word::Word;
        let mut d0 = self.d0.normalized();
        let mut d1 = self.d1.normalized();
        d1 = d1.with_base_address(d1.base_address() & PAGE_MASK);
        let mut d2 = self.d2;
        let dimension = self.dimension();
        if dimension == Dimension::D1 {
            d0 = d0.with_clamp_y(ClampMode::Repeat).with_clamp_z(ClampMode::Repeat);
            d2 = TextureSize::from_raw(TextureSize1d::from_raw(d2.raw()).normalized().raw());
        }
        if dimension == Dimension::D2 && !d1.stacked() {
            d0 = d0.with_clamp_z(ClampMode::Repeat);
        }
        if dimension == Dimension::Cube || (dimension == Dimension::D2 && !d1.stacked()) {
            d2 = TextureSize::from_raw(TextureSize2d::from_raw(d2.raw()).with_stack_depth(0).raw());
        }
        let mut d5 = self.d5;
        d5 = d5.with_mip_address(d5.mip_address() & PAGE_MASK);
        let border = [ClampMode::ClampToHalfway, ClampMode::MirrorOnceToHalfway];
        let border =
            border.into_iter().chain([ClampMode::ClampToBorder, ClampMode::MirrorOnceToBorder]);
        let clamps = [d0.clamp_x(), d0.clamp_y(), d0.clamp_z()];
        if !border.into_iter().any(|mode| clamps.contains(&mode)) {
            d5 = d5.with_border_color(BorderColor::AbgrBlack).with_force_bc_w_to_max(false);
        }
        Self { d0, d1, d2, d3: self.d3, d4: self.d4, d5 }
    }
}

/// A vertex fetch constant: the two dwords of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VertexFetch {
    /// Dword 0: type and address.
    pub d0: VertexFetch0,
    /// Dword 1: byte order and size.
    pub d1: VertexFetch1,
}

impl VertexFetch {
    /// The constant of these dwords, whatever their type says.
    #[inline]
    pub const fn from_words(words: [u32; 2]) -> Self {
        Self { d0: VertexFetch0::from_raw(words[0]), d1: VertexFetch1::from_raw(words[1]) }
    }

    /// The constant of these dwords if they say that they are vertex data.
    #[inline]
    pub fn of_vertices(words: [u32; 2]) -> Result<Self, FetchType> {
        let fetch = Self::from_words(words);
        match fetch.d0.fetch_type() {
            FetchType::Vertex => Ok(fetch),
            other => Err(other),
        }
    }

    /// The two dwords.
    #[inline]
    pub const fn words(self) -> [u32; 2] {
        [self.d0.raw(), self.d1.raw()]
    }

    /// Physical address, in bytes.
    #[inline]
    pub fn address(self) -> u32 {
        (self.d0.address() << 2) & 0x1FFF_FFFF
    }

    /// Bytes of data.
    #[inline]
    pub fn bytes(self) -> u32 {
        self.d1.size() * 4
    }

    /// The constant with don't-care bits cleared: reserved ones, and address bits above 512 MiB.
    #[must_use]
    pub fn normalized(self) -> Self {
        use base_word::Word;
        let d0 = self.d0.with_address(self.d0.address() & 0x07FF_FFFF);
        Self { d0, d1: self.d1.normalized() }
    }
}
