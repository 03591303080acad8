//! Textures: pictures made by formulas, their levels, their bytes in memory, fetch constants.
//!
//! For: textures that the program fills and such that copies fill, and how they are sampled.
//! Not for: where a texel lies; `xenos-texture` knows.

mod dxt1;
mod image;
#[cfg(test)]
mod tests;

use xenos_regs::fetch::{
    AnisoFilter, ClampMode, Dimension, FetchType, Swizzle, TextureFetch, TextureFetch0,
    TextureFetch1, TextureFetch3, TextureFetch4, TextureFetch5, TextureFilter, TextureSize,
    TextureSize2d,
};
use xenos_regs::words::{DataFormat, Endian};
use xenos_texture::layout::Layout;

pub use image::Image;

use crate::Commands;
use crate::heap::Heap;

/// How texels become a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The nearest texel of the base level.
    Point,
    /// Four texels of the base level.
    Linear,
    /// Four texels of each of two levels.
    Trilinear,
    /// The same along slanted footprints of up to eight to one.
    Anisotropic,
}

/// How a texture is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// The filter.
    pub filter: Filter,
    /// Coordinates outside repeat the picture, else its edge.
    pub repeat: bool,
    /// Values are multiplied by two to this power.
    pub exponent: i32,
}

impl Sampling {
    /// Four texels, the edge beyond.
    pub const LINEAR: Self = Self { filter: Filter::Linear, repeat: false, exponent: 0 };
    /// One texel, the edge beyond.
    pub const POINT: Self = Self { filter: Filter::Point, repeat: false, exponent: 0 };
    /// Repeated, with levels.
    pub const TILED: Self = Self { filter: Filter::Trilinear, repeat: true, exponent: 0 };

    /// The same with another exponent.
    #[must_use]
    pub const fn times(self, exponent: i32) -> Self {
        Self { exponent, ..self }
    }
}

/// A texture in memory.
#[derive(Clone, Copy, Debug)]
pub struct Texture {
    fetch: TextureFetch,
}

impl Texture {
    fn new(format: DataFormat, width: u32, height: u32, dimension: Dimension) -> Self {
        let endian = if format == DataFormat::Dxt1 { Endian::Swap8In16 } else { Endian::Swap8In32 };
        let size = TextureSize2d::default().with_width(width - 1).with_height(height - 1);
        let size = size.with_stack_depth(if dimension == Dimension::Cube { 5 } else { 0 });
        let d0 = TextureFetch0::default()
            .with_fetch_type(FetchType::Texture)
            .with_pitch(width.div_ceil(32))
            .with_tiled(true);
        let fetch = TextureFetch {
            d0,
            d1: TextureFetch1::default().with_format(format).with_endianness(endian),
            d2: TextureSize::from_raw(size.raw()),
            d5: TextureFetch5::default().with_dimension(dimension),
            ..TextureFetch::default()
        };
        Self { fetch }
    }

    /// A picture in memory with all its levels, as DXT1 or as 8_8_8_8.
    pub fn picture(heap: &mut Heap, image: &Image, compressed: bool) -> Self {
        let format = if compressed { DataFormat::Dxt1 } else { DataFormat::K8888 };
        let (width, height) = image.size();
        let mut texture = Self::new(format, width, height, Dimension::D2);
        let levels = width.max(height).ilog2();
        texture.fetch.d4 = TextureFetch4::default().with_mip_max_level(levels);
        texture.fetch.d5 = texture.fetch.d5.with_packed_mips(true);
        // Places are known once there are addresses: first with any, then with those that fit.
        texture.place(0x1000, 0x1000);
        let layout = Layout::new(&texture.fetch);
        let ends = |lowest: usize, highest: usize| {
            let levels = layout.levels().get(lowest..=highest).unwrap_or_default();
            levels.iter().map(|level| u64::from(level.address) + level.slice_stride).max()
        };
        let base = ends(0, 0).unwrap_or(0) as usize - 0x1000;
        let chain = ends(1, levels as usize).unwrap_or(0x1000) as usize - 0x1000;
        let base = heap.allocate(base, 4096);
        let mips = heap.allocate(chain, 4096);
        texture.place(base, mips);
        let mut image = image.clone();
        for level in Layout::new(&texture.fetch).levels() {
            let [across, down] = level.blocks();
            for y in 0..down {
                for x in 0..across {
                    let address = level.block_address(0, x, y);
                    if compressed {
                        heap.store(address, &dxt1::block(&image, x, y));
                    } else {
                        heap.store(address, &u32::from_le_bytes(image.at(x, y)).to_be_bytes());
                    }
                }
            }
            image = image.halved();
        }
        texture
    }

    /// A texture that copies fill.
    pub fn target(heap: &mut Heap, format: DataFormat, width: u32, height: u32) -> Self {
        let mut texture = Self::new(format, width, height, Dimension::D2);
        let bytes = width.next_multiple_of(32) * height.next_multiple_of(32) * 4;
        let address = heap.target(bytes);
        texture.place(address, 0);
        texture
    }

    /// A cube that copies fill.
    pub fn cube_target(heap: &mut Heap, format: DataFormat, size: u32) -> Self {
        let mut texture = Self::new(format, size, size, Dimension::Cube);
        let address = heap.target(size * size * 4 * 6);
        texture.place(address, 0);
        texture
    }

    /// The same memory in another format of the same size.
    #[must_use]
    pub fn seen_as(mut self, format: DataFormat) -> Self {
        self.fetch.d1 = self.fetch.d1.with_format(format);
        self
    }

    /// The base level's address.
    pub fn address(&self) -> u32 {
        self.fetch.base_address()
    }

    /// A cube's face's address.
    pub fn face(&self, face: u32) -> u32 {
        Layout::new(&self.fetch).level(0).map_or(0, |level| level.block_address(face, 0, 0))
    }

    /// The fetch constant.
    pub fn words(&self, sampling: Sampling) -> [u32; 6] {
        let mut fetch = self.fetch;
        let clamp = if sampling.repeat { ClampMode::Repeat } else { ClampMode::ClampToLast };
        fetch.d0 = fetch.d0.with_clamp_x(clamp).with_clamp_y(clamp).with_clamp_z(clamp);
        let (within, between, aniso) = match sampling.filter {
            Filter::Point => (TextureFilter::Point, TextureFilter::BaseMap, AnisoFilter::Disabled),
            Filter::Linear => {
                (TextureFilter::Linear, TextureFilter::BaseMap, AnisoFilter::Disabled)
            }
            Filter::Trilinear => {
                (TextureFilter::Linear, TextureFilter::Linear, AnisoFilter::Disabled)
            }
            Filter::Anisotropic => {
                (TextureFilter::Linear, TextureFilter::Linear, AnisoFilter::Max8)
            }
        };
        fetch.d3 = TextureFetch3::default()
            .with_swizzle_x(Swizzle::X)
            .with_swizzle_y(Swizzle::Y)
            .with_swizzle_z(Swizzle::Z)
            .with_swizzle_w(Swizzle::W)
            .with_exp_adjust(sampling.exponent)
            .with_mag_filter(within)
            .with_min_filter(within)
            .with_mip_filter(between)
            .with_aniso_filter(aniso);
        fetch.words()
    }

    fn place(&mut self, base: u32, mips: u32) {
        self.fetch.d1 = self.fetch.d1.with_base_address(base >> 12);
        self.fetch.d5 = self.fetch.d5.with_mip_address(mips >> 12);
    }
}

impl Commands {
    /// Binds a texture.
    pub fn texture(&mut self, slot: u32, texture: &Texture, sampling: Sampling) {
        self.fetch(slot * 6, &texture.words(sampling));
    }
}
