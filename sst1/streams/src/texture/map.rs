//! A mip chain in a texel format.
//!
//! Facts: digest sections 4.5 and 5.5: level 0 is 256 texels wide on the wider side, levels follow
//! each other from level 0 on, and each side counts as at least 2 texels in memory.

use sst1_regs::words::TextureFormat;

use super::encode;
use super::{Image, Ncc, Palette};

/// Which levels a map has, and its proportions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Level of the largest picture, 0 (256 texels) to 8 (one texel).
    pub largest: u32,
    /// Level of the smallest picture, not below `largest`.
    pub smallest: u32,
    /// The narrower side is 2^n times smaller, n from 0 to 3.
    pub aspect: u32,
    /// Whether S is the wider side; without effect on squares.
    pub s_is_wider: bool,
}

impl Shape {
    /// A square of `side` texels (a power of two up to 256) with all its smaller levels.
    pub const fn square(side: u32) -> Self {
        let side = if side == 0 {
            1
        } else if side > 256 {
            256
        } else {
            side
        };
        Self { largest: 8 - side.ilog2(), smallest: 8, aspect: 0, s_is_wider: false }
    }

    /// The shape with the largest level alone.
    #[must_use]
    pub const fn without_mips(self) -> Self {
        Self { smallest: self.largest, ..self }
    }

    /// The levels that there are; none beyond 8.
    pub fn levels(self) -> std::ops::RangeInclusive<u32> {
        let largest = self.largest.min(8);
        largest..=self.smallest.clamp(largest, 8)
    }

    /// Width and height of a level in texels.
    pub const fn size(self, level: u32) -> (u32, u32) {
        let level = if level > 8 { 8 } else { level };
        let aspect = if self.aspect > 3 { 3 } else { self.aspect };
        let wide = 256 >> level;
        let narrow = if level + aspect > 8 { 1 } else { wide >> aspect };
        if self.s_is_wider { (wide, narrow) } else { (narrow, wide) }
    }

    /// Texels that a level takes in memory.
    pub const fn texels(self, level: u32) -> u32 {
        let (width, height) = self.size(level);
        let wide = if width < 2 { 2 } else { width };
        wide * if height < 2 { 2 } else { height }
    }

    /// Texels between level 0's place and that of `level`.
    pub const fn prefix(self, level: u32) -> u32 {
        let (mut sum, mut n) = (0, 0);
        while n < level && n < 9 {
            sum += self.texels(n);
            n += 1;
        }
        sum
    }
}

/// A mip chain, encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Its levels and proportions.
    pub shape: Shape,
    /// Its texel format.
    pub format: TextureFormat,
    /// Texels of the levels from `shape.largest` on, rows from the top. 8-bit formats use the low
    /// halves.
    pub levels: Vec<Vec<u16>>,
}

/// The look-up tables that some formats need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tables<'a> {
    pub(crate) ncc: Option<&'a Ncc>,
    pub(crate) palette: Option<&'a Palette>,
}

impl Map {
    /// Encodes a picture; it is brought to the size of each level. Formats that need a table are
    /// made by [`with_ncc`](Self::with_ncc) and [`with_palette`](Self::with_palette), and are 0
    /// here.
    pub fn new(image: &Image, shape: Shape, format: TextureFormat) -> Self {
        Self::encode(image, shape, format, Tables::default())
    }

    /// Encodes a picture in an NCC format.
    pub fn with_ncc(image: &Image, shape: Shape, format: TextureFormat, ncc: &Ncc) -> Self {
        Self::encode(image, shape, format, Tables { ncc: Some(ncc), palette: None })
    }

    /// Encodes a picture in a palette format.
    pub fn with_palette(
        image: &Image,
        shape: Shape,
        format: TextureFormat,
        palette: &Palette,
    ) -> Self {
        Self::encode(image, shape, format, Tables { ncc: None, palette: Some(palette) })
    }

    fn encode(image: &Image, shape: Shape, format: TextureFormat, tables: Tables<'_>) -> Self {
        let levels = shape.levels().map(|level| {
            let (width, height) = shape.size(level);
            let reduced = image.reduced(width as usize, height as usize);
            let texel = |pixel: &[u8; 4]| encode::texel(*pixel, format, tables);
            reduced.pixels().iter().map(texel).collect()
        });
        Self { shape, format, levels: levels.collect() }
    }

    /// Bytes that the map takes in texture memory.
    pub fn bytes(&self) -> u32 {
        let texels: u32 = self.shape.levels().map(|level| self.shape.texels(level)).sum();
        texels * self.format.texel_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_places_follow_the_drivers_table() {
        let square = Shape::square(256);
        assert_eq!((square.largest, square.size(3), square.texels(8)), (0, (32, 32), 4));
        assert_eq!(square.prefix(2), 65536 + 16384);
        let wide = Shape { largest: 5, smallest: 8, aspect: 3, s_is_wider: true };
        assert_eq!((wide.size(5), wide.texels(5)), ((8, 1), 16));
        assert_eq!((wide.size(6), wide.texels(6)), ((4, 1), 8));
        assert_eq!((wide.size(8), wide.texels(8)), ((1, 1), 4));
        let tall = Shape { s_is_wider: false, ..wide };
        assert_eq!(tall.size(2), (8, 64));
    }
}
