//! Sampling decoded texels.
//!
//! Facts: digest sections 5.5 and 9.5. Where all pixels sample one level, which is usual, its shape
//! stays in registers.

use sst1_core::{filter, lod};

use crate::batch::{Coordinates, Live};
use crate::plan::UnitPlan;
use crate::texture::{Sampled, Source};

/// Finds the level of a pixel.
trait Levels {
    fn of(&self, lod: i32) -> &Sampled<'_>;
}

impl Levels for Sampled<'_> {
    #[inline(always)]
    fn of(&self, _: i32) -> &Sampled<'_> {
        self
    }
}

impl Levels for [Sampled<'_>; 9] {
    #[inline(always)]
    fn of(&self, lod: i32) -> &Sampled<'_> {
        // A level is 0 to 8.
        &self[lod::level(lod) as usize % 9]
    }
}

impl Source<'_> {
    /// Samples the live pixels into `coordinates.texel`.
    pub(super) fn sample(
        &self,
        unit: &UnitPlan,
        live: &Live,
        bilinear: bool,
        coordinates: &mut Coordinates,
    ) {
        let [least, most] = coordinates.lods.map(|lod| lod::level(lod) as usize);
        if least == most {
            choose(&self.level(least), unit, live, bilinear, coordinates);
        } else {
            let levels: [Sampled; 9] = std::array::from_fn(|number| self.level(number));
            choose(&levels, unit, live, bilinear, coordinates);
        }
    }
}

fn choose(
    levels: &impl Levels,
    unit: &UnitPlan,
    live: &Live,
    bilinear: bool,
    coordinates: &mut Coordinates,
) {
    match (bilinear, unit.clamp) {
        (false, clamp) => points(levels, live, clamp, coordinates),
        (true, [false, false]) => areas::<false, false>(levels, live, coordinates),
        (true, [false, true]) => areas::<false, true>(levels, live, coordinates),
        (true, [true, false]) => areas::<true, false>(levels, live, coordinates),
        (true, [true, true]) => areas::<true, true>(levels, live, coordinates),
    }
}

/// A texel; column and row lie in the level.
#[inline(always)]
fn texel(level: &Sampled, s: u32, t: u32) -> u32 {
    let index = ((t << level.pitch_log2) + s) as usize;
    // The number of texels is a power of two: the mask changes nothing and bounds the index.
    level.texels[index & (level.texels.len() - 1)]
}

fn points(levels: &impl Levels, live: &Live, clamp: [bool; 2], coordinates: &mut Coordinates) {
    for i in live.iter() {
        let level = levels.of(coordinates.lod[i]);
        let s = filter::point(coordinates.s[i], level.shift);
        let t = filter::point(coordinates.t[i], level.shift);
        let s = filter::hold(s, clamp[0], level.last[0]);
        let t = filter::hold(t, clamp[1], level.last[1]);
        coordinates.texel[i] = texel(level, s, t);
    }
}

fn areas<const CLAMP_S: bool, const CLAMP_T: bool>(
    levels: &impl Levels,
    live: &Live,
    coordinates: &mut Coordinates,
) {
    for i in live.iter() {
        let level = levels.of(coordinates.lod[i]);
        let (s, right) = filter::bilinear(coordinates.s[i], level.shift);
        let (t, low) = filter::bilinear(coordinates.t[i], level.shift);
        let s = [s, s.wrapping_add(1)].map(|s| filter::hold(s, CLAMP_S, level.last[0]));
        let t = [t, t.wrapping_add(1)].map(|t| filter::hold(t, CLAMP_T, level.last[1]));
        let texels = [
            texel(level, s[0], t[0]),
            texel(level, s[1], t[0]),
            texel(level, s[0], t[1]),
            texel(level, s[1], t[1]),
        ];
        coordinates.texel[i] = filter::blend4(texels, right, low);
    }
}
