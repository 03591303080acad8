//! Which texture units a triangle asks, and what one of them answers.
//!
//! For: the choice between one unit's raw texel and the chain of combining units; a unit's fetch.
//! Not for: combining ([`crate::texcombine`]).
//! Facts: digest 5.6, 9.5 ("Which fetches"); decisions page, "Texture".

use sst1_board::{Iterants, State, Tmu};
use sst1_facts::{CombineBypass, DisableTexturing, Profile, UnitOff};
use sst1_regs::words::{TDetail, TextureMode};

use crate::color::Color;
use crate::level::sampled;
use crate::lod::{LevelOfDetail, LodRange};
use crate::perspective::divided;
use crate::sample::Texture;

/// 9.5: TMU 0 takes its own texel and nothing of the other unit: zero_other, a factor of zero that is
/// complemented, and the same for alpha.
const TMU0_ALONE: (u32, u32) = (0x64_3000, 0x24_1000);
/// 9.5: all of TMU 0's combine bits; while they are 0 the other unit's texel passes.
const COMBINE_BITS: u32 = 0x3FFF_F000;

/// How texels become the texture colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// There is no texture: 0.
    Off,
    /// The texel of this unit, past all combine units.
    Raw(usize),
    /// Units 0 to this many, each combining with what the next one made.
    Chain(usize),
}

impl Route {
    pub(crate) fn new(state: &State) -> Self {
        let disabled = state.init.fbi_init3.disable_texturing()
            && state.profile.disable_texturing == DisableTexturing::Honoured;
        let Some(tmu0) = state.tmus.first() else {
            return Self::Off;
        };
        if !state.fbi.color_path.texture_enable() || disabled {
            return Self::Off;
        }
        if state.profile.combine_bypass == CombineBypass::Never {
            return Self::Chain(state.tmus.len());
        }
        let mode = tmu0.mode.raw();
        if state.tmus.len() == 1 || mode & TMU0_ALONE.0 == TMU0_ALONE.1 {
            Self::Raw(0)
        } else if mode & COMBINE_BITS == 0 {
            Self::Raw(1)
        } else {
            Self::Chain(2)
        }
    }

    /// The units whose texels are asked for.
    pub(crate) fn fetched(self) -> std::ops::Range<usize> {
        match self {
            Self::Off => 0..0,
            Self::Raw(unit) => unit..unit + 1,
            Self::Chain(count) => 0..count,
        }
    }

    /// The units that combine.
    pub(crate) fn combining(self) -> std::ops::Range<usize> {
        match self {
            Self::Off | Self::Raw(_) => 0..0,
            Self::Chain(count) => 0..count,
        }
    }
}

/// MAME: drivers switch a unit off by a smallest level that no map has.
pub(crate) fn has_a_turn(state: &State, unit: usize) -> bool {
    let lod_min = state.tmus.get(unit).map_or(0, |tmu| tmu.lod.lod_min());
    state.profile.unit_off == UnitOff::Never || lod_min < 8 << 2
}

/// A unit during a triangle.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    number: usize,
    texture: Texture<'a>,
    lod: LodRange,
}

/// What a unit fetched for a pixel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetched {
    pub(crate) texel: Color,
    pub(crate) lod: LevelOfDetail,
}

impl<'a> Unit<'a> {
    /// `slot` is the cache slot bound for the triangle, if it draws from one.
    pub(crate) fn new(state: &'a State, number: usize, slot: Option<usize>) -> Option<Self> {
        let tmu = state.tmus.get(number)?;
        let profile = &state.profile;
        Some(Self {
            number,
            texture: Texture {
                profile,
                tmu,
                levels: sampled(profile, tmu),
                cached: slot.map(|slot| state.texture_cache.texels(number, slot)),
            },
            lod: lod_range(state, number, tmu),
        })
    }

    pub(crate) fn number(&self) -> usize {
        self.number
    }

    pub(crate) fn mode(&self) -> TextureMode {
        self.texture.tmu.mode
    }

    pub(crate) fn detail(&self) -> TDetail {
        self.texture.tmu.detail
    }

    /// The texel for a pixel with these iterated values in this column and row (before any flip).
    pub(crate) fn fetch(&self, profile: &Profile, values: &Iterants, at: [i32; 2]) -> Fetched {
        let coordinates = values.tmu.get(self.number).copied().unwrap_or_default();
        let tmu = self.texture.tmu;
        let lod = self.lod.select(profile, tmu.mode, tmu.lod, &coordinates, at);
        let texel = self.texture.sample(divided(profile, tmu.mode, &coordinates), lod);
        Fetched { texel, lod }
    }
}

/// The LODs of unit `number` in the triangle that is set up.
pub(crate) fn lod_range(state: &State, number: usize, tmu: &Tmu) -> LodRange {
    let parameters = &state.parameters;
    let gradients = [&parameters.dx, &parameters.dy];
    LodRange::new(&state.profile, state.fbi.fbz_mode, tmu.lod, number, gradients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::BoardConfig;
    use sst1_regs::words::FbzColorPath;

    fn route(profile: Profile, tmus: u32, mode: u32) -> Route {
        let config = BoardConfig { tmus, ..BoardConfig::default() };
        let mut state = State::new(config, profile).expect("a board");
        assert_eq!(Route::new(&state), Route::Off);
        state.fbi.color_path = FbzColorPath::default().with_texture_enable(true);
        state.tmus[0].mode = TextureMode::from_raw(mode);
        Route::new(&state)
    }

    #[test]
    fn routes() {
        assert_eq!(route(Profile::hardware(), 1, 0), Route::Chain(1));
        assert_eq!(route(Profile::hardware(), 3, 0x24_1000), Route::Chain(3));
        assert_eq!(route(Profile::b86(), 1, 0x3FFF_F000), Route::Raw(0));
        assert_eq!(route(Profile::b86(), 2, 0x24_1FFF & !0x2000), Route::Raw(0));
        assert_eq!(route(Profile::b86(), 2, 0xFFF), Route::Raw(1));
        assert_eq!(route(Profile::b86(), 3, 0x1000), Route::Chain(2));
    }
}
