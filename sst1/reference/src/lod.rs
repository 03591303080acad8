//! The level of detail.
//!
//! For: a triangle's base LOD, a pixel's LOD, and from that its level, fraction and filter. LODs have
//! 8 fraction bits. Not for: where a level lies ([`crate::level`]).
//! Facts: digest 5.4, 9.3 step 3, 9.5; decisions page, "Texture"; `sst1-zsst.md`, `sst1-mame.md`.

use sst1_board::{Coordinates, Iterants};
use sst1_facts::{Filter, Lod, LodDither, LodZeroFraction, Profile};
use sst1_regs::words::{DitherMatrix, FbzMode, TLod, TextureMode};

use crate::dither::matrix;
use crate::iterate::{fraction_18, w_fraction_30, w_fraction_32};
use crate::log::log2;
use crate::perspective::inverse;
use crate::reciplog::reciprocal_log;

/// Level 8, the smallest: a single texel.
const LEVEL_8: i32 = 8 << 8;
/// A base below every minimum, whatever is added to it: no gradient at all.
const NO_GRADIENT: i32 = i32::MIN >> 2;

/// What a triangle's pixels have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LodRange {
    base: i32,
    min: i32,
    max: i32,
    /// Whether colours are dithered.
    dithers: bool,
}

/// A pixel's level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LevelOfDetail {
    /// 0 to 8.
    pub(crate) level: usize,
    /// The way to the next level, 0 to 255.
    pub(crate) fraction: i32,
    pub(crate) bilinear: bool,
}

impl LodRange {
    /// For unit `tmu` of a triangle with these gradients.
    pub(crate) fn new(
        profile: &Profile,
        fbz_mode: FbzMode,
        word: TLod,
        tmu: usize,
        [dx, dy]: [&Iterants; 2],
    ) -> Self {
        let gradient = [dx, dy].map(|slot| slot.tmu.get(tmu).copied().unwrap_or_default());
        let bias = word.lod_bias() << 6;
        Self {
            base: base(profile, gradient).wrapping_add(bias),
            min: (word.lod_min() << 6) as i32,
            max: ((word.lod_max() << 6) as i32).min(LEVEL_8),
            dithers: fbz_mode.dither(),
        }
    }

    /// Whether no level satisfies both limits, or only one beyond 8.
    pub(crate) fn is_broken(&self) -> bool {
        self.min > self.max
    }

    /// The LOD of a pixel before dither and clamping.
    fn of_pixel(&self, profile: &Profile, mode: TextureMode, at: &Coordinates) -> i32 {
        if mode.perspective() {
            self.base.wrapping_add(perspective_term(profile, at.w))
        } else {
            self.base
        }
    }

    /// Level, fraction and filter of the pixel in this column and row (before any flip).
    pub(crate) fn select(
        &self,
        profile: &Profile,
        mode: TextureMode,
        word: TLod,
        at: &Coordinates,
        [column, row]: [i32; 2],
    ) -> LevelOfDetail {
        let lod = self.of_pixel(profile, mode, at);
        let dithered = lod.wrapping_add(self.dither(profile, mode, column, row));
        let clamped = if dithered < self.min { self.min } else { dithered.min(self.max) };
        let magnified = match profile.filter {
            Filter::MinMag => Some(lod < self.min),
            Filter::Clamped => Some(clamped == self.min),
            Filter::Either => None,
        };
        let bilinear = match magnified {
            Some(true) => mode.mag_bilinear(),
            Some(false) => mode.min_bilinear(),
            None => mode.mag_bilinear() || mode.min_bilinear(),
        };
        // Beyond 8 only where the minimum is.
        let level = (clamped >> 8).clamp(0, 8) as usize;
        let zero =
            word.lod_zero_fraction() && profile.lod_zero_fraction == LodZeroFraction::Honoured;
        LevelOfDetail { level, fraction: if zero { 0 } else { clamped & 0xFF }, bilinear }
    }

    /// textureMode\[4\]: 0, 1/4, 1/2 or 3/4 by position; or MAME's matrix in sixteenths.
    fn dither(&self, profile: &Profile, mode: TextureMode, column: i32, row: i32) -> i32 {
        if !mode.lod_dither() {
            return 0;
        }
        match profile.lod_dither {
            LodDither::Honoured => (((column ^ row) & 1) << 1 | row & 1) << 6,
            LodDither::Matrix if self.dithers => matrix(DitherMatrix::FourByFour, column, row) << 4,
            LodDither::Matrix | LodDither::Ignored => 0,
        }
    }
}

/// The triangle's part: log2 of the larger squared gradient, which has 36 fraction bits.
fn base(profile: &Profile, gradient: [Coordinates; 2]) -> i32 {
    let squared = gradient.map(|Coordinates { s, t, .. }| {
        let square = |v: i64| {
            let v = fraction_18(profile, v);
            // zSST: the low 32 bits of the register.
            let v = match profile.lod {
                Lod::Quarter29 | Lod::Quarter27Less => v as i32 as i64,
                Lod::Half30 | Lod::Quarter27 | Lod::Half512 => v,
            };
            v.wrapping_mul(v) as u64
        };
        square(s).wrapping_add(square(t))
    });
    let g = squared[0].max(squared[1]);
    match profile.lod {
        // MAME: signed words; 16 fraction bits less are 32 - 12 too few, and the root is half.
        Lod::Half512 => {
            let g = (squared[0] as i64).max(squared[1] as i64);
            ((12 << 8) - reciprocal_log(g >> 16).log) / 2
        }
        Lod::Quarter29 | Lod::Quarter27Less if g == 0 => 0,
        _ if g == 0 => NO_GRADIENT,
        Lod::Quarter29 | Lod::Quarter27Less => (log2(g) - 36 * 256) >> 2,
        // log2(sqrt(g)), by the chip's table.
        Lod::Half30 => (log2(g) - 36 * 256) >> 1,
        // A quarter, and the logarithm cut towards zero before the shift.
        Lod::Quarter27 => ((256.0 * (g as f64 / (1_u64 << 36) as f64).log2()) as i32) >> 2,
    }
}

/// The pixel's part: minus log2(W).
fn perspective_term(profile: &Profile, w: i64) -> i32 {
    let by_table = |constant: i32| match w_fraction_30(profile, w) {
        q @ 1.. => constant - log2(q as u64),
        _ => 0,
    };
    match profile.lod {
        Lod::Half30 => by_table(30 * 256),
        Lod::Quarter29 => by_table(29 * 256),
        Lod::Quarter27Less => by_table(27 * 256 - 1),
        Lod::Half512 => reciprocal_log(w_fraction_32(profile, w)).log,
        Lod::Quarter27 => {
            // 9.5: the logarithm of 0 is the most negative number; the subtraction wraps to a large
            // LOD.
            let log = match inverse(w_fraction_32(profile, w)) {
                0 => i32::MIN,
                inverse => log2(inverse),
            };
            log.wrapping_sub(19 * 256)
        }
    }
}

#[cfg(test)]
mod tests;
