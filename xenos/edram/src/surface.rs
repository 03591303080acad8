//! Where a sample of a surface lies.
//!
//! For: pixel and sample to words, for every sample count, width and kind.
//! Not for: bounds; a pixel beyond the pitch is a sample of the next row of tiles (rule A5).
//! Facts: `docs/hardware/xenos-edram.md`, rules A1 to A7.

#[cfg(test)]
mod tests;

use thiserror::Error;
use xenos_regs::words::{
    ColorFormat, DepthFormat, MsaaSamples, RbColorInfo, RbDepthInfo, RbSurfaceInfo,
};

use crate::{Edram, TILE_WORDS, TILES, format};

/// Columns of 32-bit samples in a tile, which is also the words of a row.
const COLUMNS: u32 = 80;
/// Rows of samples in a tile.
const ROWS: u32 = 16;

/// What a surface holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// colours
    Color(ColorFormat),
    /// depth and stencil
    Depth(DepthFormat),
}

/// A surface that nothing defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Undefined {
    /// a reserved colour format
    #[error("colour format {0:?} is not defined")]
    Format(ColorFormat),
    /// the reserved sample count
    #[error("sample count 3 is not defined")]
    Samples,
}

/// Tiles of the memory read as rows of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Surface {
    base: u32,
    pitch: u32,
    samples: MsaaSamples,
    kind: Kind,
    pitch_tiles: u32,
}

/// Samples of a pixel.
pub const fn sample_count(samples: MsaaSamples) -> u32 {
    match samples {
        MsaaSamples::X1 => 1,
        MsaaSamples::X2 => 2,
        MsaaSamples::X4 | MsaaSamples::Reserved3 => 4,
    }
}

impl Surface {
    /// The surface from tile `base` on (modulo 2048, rule A4) with rows of `pitch` pixels.
    pub fn new(base: u32, pitch: u32, samples: MsaaSamples, kind: Kind) -> Result<Self, Undefined> {
        if samples == MsaaSamples::Reserved3 {
            return Err(Undefined::Samples);
        }
        if let Kind::Color(color) = kind
            && !format::is_defined(color)
        {
            return Err(Undefined::Format(color));
        }
        let columns = pitch.wrapping_mul(if samples == MsaaSamples::X4 { 2 } else { 1 });
        let tiles = columns.div_ceil(COLUMNS);
        let pitch_tiles = if is_64(kind) { tiles * 2 } else { tiles };
        Ok(Self { base: base % TILES, pitch, samples, kind, pitch_tiles })
    }

    /// A colour target.
    pub fn color(surface: RbSurfaceInfo, info: RbColorInfo) -> Result<Self, Undefined> {
        let kind = Kind::Color(info.color_format());
        Self::new(info.color_base(), surface.surface_pitch(), surface.msaa_samples(), kind)
    }

    /// The depth and stencil target.
    pub fn depth(surface: RbSurfaceInfo, info: RbDepthInfo) -> Result<Self, Undefined> {
        let kind = Kind::Depth(info.depth_format());
        Self::new(info.depth_base(), surface.surface_pitch(), surface.msaa_samples(), kind)
    }

    /// The first tile.
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// Pixels in a row.
    pub const fn pitch(&self) -> u32 {
        self.pitch
    }

    /// Samples a pixel.
    pub const fn samples(&self) -> MsaaSamples {
        self.samples
    }

    /// What it holds.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Tiles from one row of tiles to the next (rule A3).
    pub const fn pitch_tiles(&self) -> u32 {
        self.pitch_tiles
    }

    /// Whether a sample is two words.
    pub const fn is_64(&self) -> bool {
        is_64(self.kind)
    }

    /// The word at which sample `sample` of pixel (x, y) begins; a 64-bit sample's second word is
    /// the next. Sample numbers wrap at the sample count, addresses at the memory's end.
    #[inline]
    pub const fn sample_index(&self, x: u32, y: u32, sample: u32) -> u32 {
        // Rule A2: a multisampled surface is a single-sampled one of more columns and rows.
        // Wrapping is right for the rows, since tiles count modulo a power of two.
        let (column, row) = match self.samples {
            MsaaSamples::X1 => (x, y),
            MsaaSamples::X2 => (x, y.wrapping_mul(2).wrapping_add(sample & 1)),
            MsaaSamples::X4 | MsaaSamples::Reserved3 => (
                x.wrapping_mul(2).wrapping_add(sample >> 1 & 1),
                y.wrapping_mul(2).wrapping_add(sample & 1),
            ),
        };
        let (across, word) = match self.kind {
            // Rule A6: a 64-bit sample is two words side by side.
            Kind::Color(color) if format::is_64(color) => {
                (column / (COLUMNS / 2), column % (COLUMNS / 2) * 2)
            }
            Kind::Color(_) => (column / COLUMNS, column % COLUMNS),
            // Rule A7: the halves of a tile of depth are exchanged.
            Kind::Depth(_) => (column / COLUMNS, (column % COLUMNS + COLUMNS / 2) % COLUMNS),
        };
        let down = (row / ROWS).wrapping_mul(self.pitch_tiles);
        let tile = self.base.wrapping_add(down).wrapping_add(across) % TILES;
        tile * TILE_WORDS + row % ROWS * COLUMNS + word
    }

    /// The words of a sample; a 32-bit sample's second word reads 0.
    #[inline]
    pub fn read(&self, edram: &Edram, x: u32, y: u32, sample: u32) -> [u32; 2] {
        let index = self.sample_index(x, y, sample);
        [edram.word(index), if self.is_64() { edram.word(index + 1) } else { 0 }]
    }

    /// Stores the words of a sample; a 32-bit sample has one.
    #[inline]
    pub fn write(&self, edram: &mut Edram, x: u32, y: u32, sample: u32, words: [u32; 2]) {
        let index = self.sample_index(x, y, sample);
        edram.set_word(index, words[0]);
        if self.is_64() {
            edram.set_word(index + 1, words[1]);
        }
    }
}

const fn is_64(kind: Kind) -> bool {
    matches!(kind, Kind::Color(color) if format::is_64(color))
}
