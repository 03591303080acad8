//! Texture memory as drawing sees it.
//!
//! For: decoded texels, kept from triangle to triangle: [`Store`] where drawing sees memory as it
//! is, [`bind`] where the 86Box cache rules; and downloads, which make both forget.
//! Not for: the 86Box cache's slots and evictions; those are the board's
//! [`TextureCache`](sst1_board::TextureCache), since they belong to the state.

mod bind;
mod decode;
mod store;

pub(crate) use bind::bind;
pub(crate) use store::Store;

use sst1_board::LEVEL_OFFSETS;
use sst1_core::level::{Level, LevelTable};

/// Decoded texels and where the levels lie among them.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    texels: &'a [u32],
    levels: &'a LevelTable,
    /// Where each level starts; `None`: as in the 86Box cache.
    offsets: Option<&'a [u32; 9]>,
}

/// A level as sampling finds it.
#[derive(Clone, Copy)]
pub(crate) struct Sampled<'a> {
    /// Its texels; their number is a power of two.
    pub(crate) texels: &'a [u32],
    /// log2 of the texels from one row to the next.
    pub(crate) pitch_log2: u32,
    /// How far coordinates are shifted.
    pub(crate) shift: u32,
    /// The last column and row.
    pub(crate) last: [i32; 2],
}

impl<'a> Source<'a> {
    /// An entry of the 86Box cache.
    #[inline]
    pub(crate) fn b86(texels: &'a [u32], levels: &'a LevelTable) -> Self {
        Self { texels, levels, offsets: None }
    }

    /// The level sampled for LOD level `number`.
    #[inline]
    pub(crate) fn level(&self, number: usize) -> Sampled<'a> {
        let number = number.min(8);
        let level = &self.levels[number];
        let (offset, pitch_log2) = match self.offsets {
            Some(offsets) => (offsets[number] as usize, level.width_log2),
            None => (LEVEL_OFFSETS[number], b86_pitch_log2(level)),
        };
        let end = offset + (1usize << (pitch_log2 + level.height_log2));
        Sampled {
            texels: self.texels.get(offset..end).unwrap_or(&[0]),
            pitch_log2,
            shift: level.shift,
            last: [level.width() as i32 - 1, level.height() as i32 - 1],
        }
    }
}

/// log2 of the texels between rows of a level in the 86Box cache.
fn b86_pitch_log2(level: &Level) -> u32 {
    8u32.saturating_sub(level.shift)
}
