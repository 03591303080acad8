//! The places of planted faults: single bits of the state, flipped for one command.

use sst1_board::{State, Touched};
use sst1_regs::words::{AlphaMode, FbzColorPath, FbzMode, FogEntry, TLod, TextureMode};

/// A place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The last bit of a vertex coordinate.
    Edge,
    /// The LOD bias's last bit: a quarter of a level.
    Lod,
    /// A filter bit.
    Filter,
    /// A bit of the colour combine unit.
    Combine,
    /// A bit of an entry of the fog table.
    Fog,
    /// A bit of the depth function.
    Depth,
    /// A bit of a blend factor.
    Blend,
    /// Whether and by which matrix colours are dithered.
    Dither,
    /// A bit of the data of an LFB write.
    Lfb,
    /// A swap that does not take effect.
    Swap,
}

/// A flip of one bit. Flipping again restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flip {
    Vertex { vertex: usize, axis: usize },
    Lod { unit: usize, bit: u32 },
    Texture { unit: usize, bit: u32 },
    ColorPath { bit: u32 },
    FogTable { entry: usize, bit: u32 },
    FbzMode { bit: u32 },
    Alpha { bit: u32 },
    Data { bit: u32 },
}

impl Place {
    pub(crate) const ALL: [Self; 10] = [
        Self::Edge,
        Self::Lod,
        Self::Filter,
        Self::Combine,
        Self::Fog,
        Self::Depth,
        Self::Blend,
        Self::Dither,
        Self::Lfb,
        Self::Swap,
    ];

    /// The flips that may show when a triangle is drawn in `state`, or an LFB write is done.
    pub(crate) fn flips(self, state: &State) -> Vec<Flip> {
        let fbi = &state.fbi;
        let textured = fbi.color_path.texture_enable();
        let units = 0..if textured { state.tmus.len() } else { 0 };
        match self {
            Self::Edge => (0..3)
                .flat_map(|vertex| (0..2).map(move |axis| Flip::Vertex { vertex, axis }))
                .collect(),
            Self::Lod => units.map(|unit| Flip::Lod { unit, bit: 12 }).collect(),
            Self::Filter => {
                units.flat_map(|unit| [1, 2].map(|bit| Flip::Texture { unit, bit })).collect()
            }
            Self::Combine => (8..=25).map(|bit| Flip::ColorPath { bit }).collect(),
            Self::Fog if fbi.fog_mode.enable() && !fbi.fog_mode.constant() => (0..32)
                .flat_map(|entry| [11, 27].map(|bit| Flip::FogTable { entry, bit }))
                .collect(),
            Self::Depth if fbi.fbz_mode.depth_test() => {
                (5..=7).map(|bit| Flip::FbzMode { bit }).collect()
            }
            Self::Blend if fbi.alpha_mode.blend_enable() => {
                (8..=15).map(|bit| Flip::Alpha { bit }).collect()
            }
            Self::Dither => [8, 11].map(|bit| Flip::FbzMode { bit }).into(),
            Self::Lfb => (0..32).map(|bit| Flip::Data { bit }).collect(),
            Self::Fog | Self::Depth | Self::Blend | Self::Swap => Vec::new(),
        }
    }
}

impl Flip {
    /// Flips the bit; says what an engine has to be told.
    pub(crate) fn apply(self, state: &mut State) -> Touched {
        let fbi = &mut state.fbi;
        match self {
            Self::Vertex { vertex, axis } => state.parameters.vertices[vertex][axis] ^= 1,
            Self::Lod { unit, bit } => {
                let tmu = &mut state.tmus[unit];
                tmu.lod = TLod::from_raw(tmu.lod.raw() ^ 1 << bit);
                return Touched::Tmu(unit);
            }
            Self::Texture { unit, bit } => {
                let tmu = &mut state.tmus[unit];
                tmu.mode = TextureMode::from_raw(tmu.mode.raw() ^ 1 << bit);
                return Touched::Tmu(unit);
            }
            Self::ColorPath { bit } => {
                fbi.color_path = FbzColorPath::from_raw(fbi.color_path.raw() ^ 1 << bit);
            }
            Self::FogTable { entry, bit } => {
                let word = &mut fbi.fog_table[entry];
                *word = FogEntry::from_raw(word.raw() ^ 1 << bit);
            }
            Self::FbzMode { bit } => {
                fbi.fbz_mode = FbzMode::from_raw(fbi.fbz_mode.raw() ^ 1 << bit);
            }
            Self::Alpha { bit } => {
                fbi.alpha_mode = AlphaMode::from_raw(fbi.alpha_mode.raw() ^ 1 << bit);
            }
            Self::Data { .. } => {}
        }
        Touched::Fbi
    }

    /// What an LFB write carries then.
    pub(crate) fn data(self, data: u32) -> u32 {
        match self {
            Self::Data { bit } => data ^ 1 << bit,
            _ => data,
        }
    }
}
