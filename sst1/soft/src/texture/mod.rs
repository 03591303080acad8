//! Texture memory as drawing sees it.
//!
//! For: decoded texels, kept from triangle to triangle: [`Store`] where drawing sees memory as it
//! is, [`bind`] where the 86Box cache rules; and downloads, which make both forget.
//! Not for: the 86Box cache's slots and evictions; those are the board's
//! [`TextureCache`](sst1_board::TextureCache), since they belong to the state.

mod bind;
mod decode;
mod download;
mod store;

pub(crate) use bind::bind;
pub(crate) use download::download;
pub(crate) use store::Store;

use sst1_board::LEVEL_OFFSETS;
use sst1_core::level::{Level, LevelTable};

/// A level as sampling finds it among decoded texels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SampleLevel {
    /// Index of its first texel.
    pub(crate) offset: u32,
    /// log2 of the texels from one row to the next.
    pub(crate) pitch_log2: u32,
    /// How far coordinates are shifted.
    pub(crate) shift: u32,
    /// The last column and row.
    pub(crate) last: [i32; 2],
}

impl SampleLevel {
    fn of(level: &Level, offset: u32, pitch_log2: u32) -> Self {
        let last = [level.width() as i32 - 1, level.height() as i32 - 1];
        Self { offset, pitch_log2, shift: level.shift, last }
    }
}

/// Levels by LOD.
pub(crate) type SampleLevels = [SampleLevel; 9];

/// Where the 86Box cache keeps the levels: at fixed places, rows 1 << (8 - shift) apart.
pub(crate) fn b86_levels(levels: &LevelTable) -> SampleLevels {
    std::array::from_fn(|i| {
        let level = &levels[i];
        SampleLevel::of(level, LEVEL_OFFSETS[i] as u32, 8u32.saturating_sub(level.shift))
    })
}
