//! Sampling a texture: one texel, or four weighted.
//!
//! Facts: digest 5.5, 9.5 (mirror bits, bilinear), 9.6 (the cache's layout).

use sst1_board::{LEVEL_OFFSETS, Tmu};
use sst1_facts::{BilinearSum, Mirror, Profile};

use crate::color::Color;
use crate::level::Level;
use crate::lod::LevelOfDetail;
use crate::texel;

/// A unit's texture as a triangle sees it.
#[derive(Clone, Copy)]
pub(crate) struct Texture<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) tmu: &'a Tmu,
    /// The level sampled for each LOD.
    pub(crate) levels: [Level; 9],
    /// 86Box's decoded texels, where the triangle draws from those.
    pub(crate) cached: Option<&'a [u32]>,
}

impl Texture<'_> {
    /// The filtered colour at S, T (4 fraction bits, in texels of level 0).
    pub(crate) fn sample(&self, [s, t]: [i32; 2], lod: LevelOfDetail) -> Color {
        let [s, t] = self.mirrored([s, t]);
        let shift = self.level(lod).shift;
        if !lod.bilinear {
            return self.texel(lod, [s >> (4 + shift), t >> (4 + shift)]);
        }
        // Half a texel back, so that a texel's own colour is at its centre.
        let half = 1 << (3 + shift);
        let [s, t] = [s, t].map(|v| v.wrapping_sub(half) >> shift);
        let ([s, ds], [t, dt]) = ([s >> 4, s & 15], [t >> 4, t & 15]);
        let texels = [[s, t], [s + 1, t], [s, t + 1], [s + 1, t + 1]].map(|at| self.texel(lod, at));
        let weighted = match self.profile.bilinear {
            BilinearSum::Sum => in_one_sum,
            BilinearSum::TwoSteps => in_two_steps,
        };
        let channel = |n: usize| weighted(texels.map(|texel| texel.rgb[n]), [ds, dt]);
        Color {
            rgb: [channel(0), channel(1), channel(2)],
            a: weighted(texels.map(|texel| texel.a), [ds, dt]),
        }
    }

    fn level(&self, lod: LevelOfDetail) -> Level {
        self.levels.get(lod.level).copied().unwrap_or_default()
    }

    /// 9.5: tLOD\[28\] and \[29\] of later chips.
    fn mirrored(&self, [s, t]: [i32; 2]) -> [i32; 2] {
        let word = self.tmu.lod;
        let mirror = |on: u32, v: i32| {
            let mirrors = self.profile.mirror == Mirror::Voodoo2 && on != 0 && v & 0x1000 != 0;
            if mirrors { !v } else { v }
        };
        [mirror(word.reserved_28(), s), mirror(word.reserved_29(), t)]
    }

    /// The texel in this column and row of the level, wrapped or clamped into it.
    fn texel(&self, lod: LevelOfDetail, [s, t]: [i32; 2]) -> Color {
        let level = self.level(lod);
        let mode = self.tmu.mode;
        let within = |v: i32, size: u32, clamps: bool| {
            let last = size as i32 - 1;
            (if clamps { v.clamp(0, last.max(0)) } else { v & last }) as u32
        };
        let s = within(s, level.width, mode.clamp_s());
        let t = within(t, level.height, mode.clamp_t());
        match self.cached {
            None => decoded(self.profile, self.tmu, &level, [s, t]),
            Some(texels) => {
                let at = cached_at(lod.level, level.shift, [s, t]);
                Color::from_argb(texels.get(at).copied().unwrap_or(0))
            }
        }
    }
}

/// 5.5: four products, summed and cut.
fn in_one_sum([a, b, c, d]: [i32; 4], [ds, dt]: [i32; 2]) -> i32 {
    let upper = a * (16 - ds) * (16 - dt) + b * ds * (16 - dt);
    let lower = c * (16 - ds) * dt + d * ds * dt;
    (upper + lower) >> 8
}

/// MAME: between the columns, cut, and then between the rows, cut.
fn in_two_steps([a, b, c, d]: [i32; 4], [ds, dt]: [i32; 2]) -> i32 {
    let between = |from: i32, to: i32, way: i32| from + (((to - from) * way) >> 4);
    between(between(a, b, ds), between(c, d, ds), dt)
}

/// A texel of a level, from texture memory.
pub(crate) fn decoded(profile: &Profile, tmu: &Tmu, level: &Level, [s, t]: [u32; 2]) -> Color {
    let number = t * level.pitch + s;
    let word = if tmu.mode.format().texel_bytes() == 2 {
        tmu.memory.read16(level.start.wrapping_add(number * 2))
    } else {
        tmu.memory.read8(level.start.wrapping_add(number)) as u16
    };
    texel::decode(profile, tmu, word)
}

/// Where the cache holds a texel of the level with this number (0 to 8) and shift.
pub(crate) fn cached_at(number: usize, shift: u32, [s, t]: [u32; 2]) -> usize {
    let offset = LEVEL_OFFSETS.get(number).copied().unwrap_or(0);
    offset + ((t << 8_u32.saturating_sub(shift)) + s) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::sampled;
    use sst1_board::{BoardConfig, State};
    use sst1_regs::words::{TLod, TextureFormat, TextureMode};

    const POINT: LevelOfDetail = LevelOfDetail { level: 7, fraction: 0, bilinear: false };
    const BILINEAR: LevelOfDetail = LevelOfDetail { bilinear: true, ..POINT };

    /// A texture whose level 7 is 2x2 with intensities 0, 64, 128, 255.
    fn with_texture(mode: TextureMode, check: impl Fn(&Texture)) {
        let profile = Profile::hardware();
        let mut state = State::new(BoardConfig::default(), profile.clone()).expect("a board");
        let tmu = &mut state.tmus[0];
        tmu.mode = mode.with_format(TextureFormat::I8);
        tmu.lod = TLod::default();
        let levels = sampled(&profile, tmu);
        for (at, value) in [0, 64, 128, 255].into_iter().enumerate() {
            tmu.memory.write8(levels[7].start + at as u32, value);
        }
        check(&Texture { profile: &profile, tmu, levels, cached: None });
    }

    #[test]
    fn points_wrap_or_clamp() {
        // Level 7's texels are 128 of level 0's: 2048 sixteenths.
        let red = |texture: &Texture, s: i32, t: i32| texture.sample([s, t], POINT).rgb[0];
        with_texture(TextureMode::default(), |texture| {
            assert_eq!([red(texture, 0, 0), red(texture, 2048, 2047)], [0, 64]);
            assert_eq!([red(texture, 4096, 2048), red(texture, -1, 0)], [128, 64]);
        });
        with_texture(TextureMode::default().with_clamp_s(true), |texture| {
            assert_eq!([red(texture, 4096, 2048), red(texture, -1, 0)], [255, 0]);
        });
    }

    #[test]
    fn four_texels_are_weighted() {
        let red = |texture: &Texture, s: i32, t: i32| texture.sample([s, t], BILINEAR).rgb[0];
        with_texture(TextureMode::default(), |texture| {
            // The centre of texel (0, 0); halfway to (1, 0); the middle of all four.
            assert_eq!(red(texture, 1024, 1024), 0);
            assert_eq!(red(texture, 2048, 1024), 32);
            assert_eq!(red(texture, 2048, 2048), (64 * (64 + 128 + 255)) >> 8);
            // At the left edge the neighbour is the texture's other side.
            assert_eq!(red(texture, 0, 1024), 32);
        });
        with_texture(TextureMode::default().with_clamp_s(true), |texture| {
            assert_eq!(red(texture, 0, 1024), 0);
        });
    }
}
