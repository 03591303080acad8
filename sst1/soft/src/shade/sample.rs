//! Sampling decoded texels.
//!
//! Facts: digest sections 5.5 and 9.5.

use sst1_core::{filter, lod};

use crate::batch::{Coordinates, Live};
use crate::plan::UnitPlan;
use crate::texture::{SampleLevel, SampleLevels};

/// Where a unit's texels are found.
pub(super) struct Source<'a> {
    pub(super) texels: &'a [u32],
    pub(super) levels: SampleLevels,
}

impl Source<'_> {
    /// Samples the live pixels into `texel`.
    pub(super) fn sample(
        &self,
        unit: &UnitPlan,
        live: &Live,
        bilinear: bool,
        coordinates: &mut Coordinates,
    ) {
        match (bilinear, unit.clamp) {
            (false, [s, t]) => self.points(live, [s, t], coordinates),
            (true, [false, false]) => self.areas::<false, false>(live, coordinates),
            (true, [false, true]) => self.areas::<false, true>(live, coordinates),
            (true, [true, false]) => self.areas::<true, false>(live, coordinates),
            (true, [true, true]) => self.areas::<true, true>(live, coordinates),
        }
    }

    /// The level of a clamped LOD.
    #[inline(always)]
    fn level(&self, lod: i32) -> &SampleLevel {
        // The level is 0 to 8.
        &self.levels[lod::level(lod) as usize % 9]
    }

    #[inline(always)]
    fn texel(&self, level: &SampleLevel, s: u32, t: u32) -> u32 {
        let index = level.offset + (t << level.pitch_log2) + s;
        self.texels.get(index as usize).copied().unwrap_or(0)
    }

    fn points(&self, live: &Live, clamp: [bool; 2], coordinates: &mut Coordinates) {
        for i in live.iter() {
            let level = self.level(coordinates.lod[i]);
            let s = filter::point(coordinates.s[i], level.shift);
            let t = filter::point(coordinates.t[i], level.shift);
            let s = filter::hold(s, clamp[0], level.last[0]);
            let t = filter::hold(t, clamp[1], level.last[1]);
            coordinates.texel[i] = self.texel(level, s, t);
        }
    }

    fn areas<const CLAMP_S: bool, const CLAMP_T: bool>(
        &self,
        live: &Live,
        coordinates: &mut Coordinates,
    ) {
        for i in live.iter() {
            let level = self.level(coordinates.lod[i]);
            let (s, right) = filter::bilinear(coordinates.s[i], level.shift);
            let (t, low) = filter::bilinear(coordinates.t[i], level.shift);
            let s = [s, s.wrapping_add(1)].map(|s| filter::hold(s, CLAMP_S, level.last[0]));
            let t = [t, t.wrapping_add(1)].map(|t| filter::hold(t, CLAMP_T, level.last[1]));
            let texels = [
                self.texel(level, s[0], t[0]),
                self.texel(level, s[1], t[0]),
                self.texel(level, s[0], t[1]),
                self.texel(level, s[1], t[1]),
            ];
            coordinates.texel[i] = filter::blend4(texels, right, low);
        }
    }
}
