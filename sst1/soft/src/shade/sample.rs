//! Sampling decoded texels.
//!
//! Facts: digest sections 5.5 and 9.5. Where all pixels sample one level, which is usual, its shape
//! stays in registers.

use sst1_core::{Lane, filter, lod};
use sst1_plan::{Bilinear, UnitPlan};

use crate::batch::{Colors, Coordinates, Corners, LANES, Lanes, Live};
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
    /// Samples the live pixels into `colors`.
    pub(super) fn sample(
        &self,
        unit: &UnitPlan,
        live: &Live,
        coordinates: &mut Coordinates,
        colors: &mut Colors,
        lanes: usize,
    ) {
        match unit.filter {
            Bilinear::Never => self.part(unit, live, false, coordinates),
            Bilinear::Always => {
                let single = self.only_level(coordinates);
                // Worth it where most of the batch is alive.
                if let (Some(level), true) = (single, live.len() * 2 > lanes) {
                    return areas_together(&level, unit.clamp, coordinates, colors, lanes);
                }
                self.part(unit, live, true, coordinates);
            }
            by_pixel => {
                let [magnified, minified] = live.split(|i| coordinates.magnified[i]);
                let bilinear = by_pixel == Bilinear::Magnified;
                self.part(unit, &magnified, bilinear, coordinates);
                self.part(unit, &minified, !bilinear, coordinates);
            }
        }
        unpack(&coordinates.texel, colors, lanes);
    }

    /// The level that all pixels sample, if it is one.
    fn only_level(&self, coordinates: &Coordinates) -> Option<Sampled<'_>> {
        let [least, most] = coordinates.lods.map(|lod| lod::level(lod) as usize);
        (least == most).then(|| self.level(least))
    }

    /// Samples some pixels into `coordinates.texel`.
    fn part(&self, unit: &UnitPlan, live: &Live, bilinear: bool, coordinates: &mut Coordinates) {
        if let Some(level) = self.only_level(coordinates) {
            each(&level, unit.clamp, live, bilinear, coordinates);
        } else {
            let levels: [Sampled; 9] = std::array::from_fn(|number| self.level(number));
            each(&levels, unit.clamp, live, bilinear, coordinates);
        }
    }
}

fn each(
    levels: &impl Levels,
    clamp: [bool; 2],
    live: &Live,
    bilinear: bool,
    coordinates: &mut Coordinates,
) {
    if bilinear {
        areas(levels, live, clamp, coordinates);
    } else {
        points(levels, live, clamp, coordinates);
    }
}

/// A texel by its index in the level.
#[inline(always)]
fn texel(level: &Sampled, index: u32) -> u32 {
    // The number of texels is a power of two: the mask changes nothing and bounds the index.
    level.texels[index as usize & (level.texels.len() - 1)]
}

fn points(levels: &impl Levels, live: &Live, clamp: [bool; 2], coordinates: &mut Coordinates) {
    live.for_each(|i| {
        let level = levels.of(coordinates.lod[i]);
        let s = filter::point(coordinates.s[i], level.shift);
        let t = filter::point(coordinates.t[i], level.shift);
        let s = filter::hold(s, clamp[0], level.last[0]);
        let t = filter::hold(t, clamp[1], level.last[1]);
        coordinates.texel[i] = texel(level, (t << level.pitch_log2) + s);
    });
}

fn areas(levels: &impl Levels, live: &Live, clamp: [bool; 2], coordinates: &mut Coordinates) {
    live.for_each(|i| {
        let level = levels.of(coordinates.lod[i]);
        let (s, right) = filter::bilinear(coordinates.s[i], level.shift);
        let (t, low) = filter::bilinear(coordinates.t[i], level.shift);
        let s = [s, s.wrapping_add(1)].map(|s| filter::hold(s, clamp[0], level.last[0]));
        let t = [t, t.wrapping_add(1)]
            .map(|t| filter::hold(t, clamp[1], level.last[1]) << level.pitch_log2);
        let texels = [t[0] + s[0], t[0] + s[1], t[1] + s[0], t[1] + s[1]];
        let texels = texels.map(|index| texel(level, index));
        coordinates.texel[i] = filter::blend_texels(texels, right, low);
    });
}

/// Bilinear samples of a whole batch in one level, dead pixels included: three loops, of which all
/// but the gathering are vector code.
fn areas_together(
    level: &Sampled,
    clamp: [bool; 2],
    coordinates: &mut Coordinates,
    colors: &mut Colors,
    lanes: usize,
) {
    let corners = &mut coordinates.corners;
    let s = (&coordinates.s, &mut corners.columns, &mut corners.right);
    axis(s, level.shift, clamp[0], level.last[0], 0, lanes);
    let t = (&coordinates.t, &mut corners.rows, &mut corners.low);
    axis(t, level.shift, clamp[1], level.last[1], level.pitch_log2, lanes);
    gather(level, corners, lanes);
    let [r, g, b, a] = colors;
    blend::<16>(corners, r, lanes);
    blend::<8>(corners, g, lanes);
    blend::<0>(corners, b, lanes);
    blend::<24>(corners, a, lanes);
}

/// Both texels along one axis, shifted left by `scale`, and the second one's weight.
fn axis(
    (values, texels, weights): (&[i32; LANES], &mut [[u32; LANES]; 2], &mut Lanes),
    shift: u32,
    clamp: bool,
    last: i32,
    scale: u32,
    lanes: usize,
) {
    let [first, second] = texels;
    let texels = first[..lanes].iter_mut().zip(&mut second[..lanes]);
    let all = values[..lanes].iter().zip(texels.zip(&mut weights[..lanes]));
    if clamp {
        for (value, ((first, second), weight)) in all {
            let (texel, fraction) = filter::bilinear(*value, shift);
            *first = filter::hold(texel, true, last) << scale;
            *second = filter::hold(texel.wrapping_add(1), true, last) << scale;
            *weight = fraction;
        }
    } else {
        for (value, ((first, second), weight)) in all {
            let (texel, fraction) = filter::bilinear(*value, shift);
            *first = filter::hold(texel, false, last) << scale;
            *second = filter::hold(texel.wrapping_add(1), false, last) << scale;
            *weight = fraction;
        }
    }
}

fn gather(level: &Sampled, corners: &mut Corners, lanes: usize) {
    let lanes = lanes.min(LANES);
    let [left, right] = &corners.columns;
    let [upper, lower] = &corners.rows;
    let [a, b, c, d] = &mut corners.texels;
    for i in 0..lanes {
        a[i] = texel(level, upper[i] + left[i]);
        b[i] = texel(level, upper[i] + right[i]);
        c[i] = texel(level, lower[i] + left[i]);
        d[i] = texel(level, lower[i] + right[i]);
    }
}

/// The channel at bit `SHIFT`.
fn blend<const SHIFT: u32>(corners: &Corners, out: &mut Lanes, lanes: usize) {
    let lanes = lanes.min(LANES);
    let [a, b, c, d] = corners.texels.each_ref().map(|texels| &texels[..lanes]);
    let (right, low) = (&corners.right[..lanes], &corners.low[..lanes]);
    let out = &mut out[..lanes];
    for i in 0..lanes {
        let texels = [a[i], b[i], c[i], d[i]].map(|texel| (texel >> SHIFT & 0xFF) as Lane);
        out[i] = filter::blend_channel(texels, right[i], low[i]);
    }
}

/// Texels to channels.
fn unpack(texels: &[u32; LANES], colors: &mut Colors, lanes: usize) {
    let part = |out: &mut Lanes, shift: u32| {
        for (out, texel) in out[..lanes].iter_mut().zip(&texels[..lanes]) {
            *out = (texel >> shift & 0xFF) as Lane;
        }
    };
    let [r, g, b, a] = colors;
    part(r, 16);
    part(g, 8);
    part(b, 0);
    part(a, 24);
}
