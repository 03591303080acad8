//! LFB pixels through the pixel pipeline.
//!
//! Facts: digest sections 5.9 and 9.7; `lfb_clip`, `lfb_clipped_stipple`, `lfb_w`, `lfb_tests`,
//! `lfb_aux`, `lfb_stipple`, `lfb_combine`, `lfb_fog_alpha`, `lfb_sums`, `lfb_counts`.

use sst1_board::State;
use sst1_core::combine::{Inputs, LocalAlpha};
use sst1_core::{Lane, depth, dither, fog, lane, stipple};

use super::place::Place;
use super::write::{Complete, Job};
use crate::{AuxStore, Plan, StipplePlan};

/// The pipeline during one write.
pub(crate) struct Pipeline<'a> {
    plan: &'a Plan,
    /// The stipple register at the write's start.
    register: u32,
    /// Pixels of the write that were not clipped.
    before: u32,
    /// The first pixel's column in bytes.
    first_byte: i32,
    /// Pixels of the write, clipped or not.
    number: i32,
}

impl<'a> Pipeline<'a> {
    pub(crate) fn new(plan: &'a Plan, state: &State, first: i32) -> Self {
        let register = state.fbi.stipple;
        Self { plan, register, before: 0, first_byte: first * 2, number: 0 }
    }

    /// One pixel.
    pub(crate) fn pixel(&mut self, job: &mut Job, place: &Place, pixel: &Complete) {
        let plan = self.plan;
        let (fbi, lfb) = (&plan.fbi, &plan.lfb);
        let number = self.number;
        self.number += 1;
        if lfb.clip && self.clipped(place) {
            if lfb.clipped_rotate {
                let _unseen = self.stippled(job, place, number);
            }
            return;
        }
        for (address, used) in [place.color, place.aux].into_iter().zip(fbi.uses) {
            if used {
                job.note(address);
            }
        }
        if lfb.counts_in {
            job.counted.pixels_in += 1;
        }
        if !self.stippled(job, place, number) {
            return;
        }
        let w16 = lfb.w_constant.unwrap_or(pixel.depth);
        let (w32, w_depth) = match lfb.w_shift {
            Some(shift) => {
                let w32 = i64::from(w16) << shift;
                (w32, depth::w_depth(fbi.w_floor, w32))
            }
            None => (i64::from(w16), w16),
        };
        let stored = job.state.frame_buffer.read(place.aux);
        let (value, test) = if lfb.own_depth {
            (lfb.own_constant.unwrap_or(pixel.depth), fbi.depth_test)
        } else if lfb.full_tests {
            let value = if fbi.depth_from_w { w_depth } else { pixel.depth };
            let biased = fbi.bias.map_or(value, |bias| depth::biased(value, bias));
            (fbi.depth_constant.unwrap_or(biased), fbi.depth_test)
        } else {
            (pixel.depth, lfb.plain_test)
        };
        if test.is_some_and(|test| !test.passes(value, stored)) {
            job.counted.zfunc_fail += u32::from(fbi.depth_counts);
            return;
        }
        let made = self.combined(pixel);
        let keyed = if fbi.chroma_combined { made.color } else { pixel.color };
        if fbi.chroma_key == Some(keyed) {
            job.counted.chroma_fail += u32::from(lfb.counts_all);
            return;
        }
        let masked = if fbi.mask_combined { made.alpha } else { pixel.alpha };
        if lfb.full_tests && fbi.alpha_mask && masked & 1 == 0 {
            job.counted.afunc_fail += u32::from(lfb.mask_counts);
            return;
        }
        let fog_alpha = lfb.fog_alpha.unwrap_or(pixel.alpha);
        let color = self.fogged(&made, fog_alpha, w_depth, w32);
        let tested = if fbi.test_other { pixel.alpha } else { made.alpha };
        if let Some((function, reference)) = fbi.alpha_test
            && !function.passes(tested as u32, reference as u32)
        {
            job.counted.afunc_fail += 1;
            return;
        }
        let (color, alpha) = self.blended(job, place, &made, color, stored);
        if fbi.rgb_write {
            let word = job.packed(place, color);
            job.state.frame_buffer.write(place.color, word);
        }
        let aux = match fbi.aux_store {
            _ if lfb.depth_always => job.state.fbi.fbz_mode.aux_write().then_some(value),
            AuxStore::Nothing => None,
            AuxStore::Depth => Some(value),
            AuxStore::Alpha => Some(alpha as u16),
        };
        if let Some(word) = aux {
            job.state.frame_buffer.write(place.aux, word);
        }
        if lfb.counts_all {
            job.counted.pixels_out += 1;
        }
    }

    fn clipped(&self, place: &Place) -> bool {
        let geometry = &self.plan.geometry;
        let row = if geometry.clip_after_flip { place.memory_row } else { place.row };
        geometry.clip
            && !(geometry.clip_columns.contains(&place.column) && geometry.clip_rows.contains(&row))
    }

    /// What the combine units make of a pixel, where it passes through them.
    fn combined(&self, pixel: &Complete) -> Complete {
        let Some(path) = &self.plan.lfb.combine else { return *pixel };
        let ([r, g, b], a) = (pixel.color, pixel.alpha);
        let inputs = Inputs {
            iterated: [r, g, b, a],
            texel: [0; 4],
            color0: self.plan.lfb.color0,
            color1: [0; 4],
            z: match path.a_local {
                LocalAlpha::LowZ => depth::low(pixel.depth),
                _ => depth::high(pixel.depth),
            },
        };
        let [r, g, b, alpha] = path.evaluate(&inputs);
        Complete { color: [r, g, b], alpha, depth: pixel.depth }
    }

    /// Whether stippling lets a pixel pass.
    fn stippled(&mut self, job: &mut Job, place: &Place, number: i32) -> bool {
        if self.plan.lfb.stipple_as_triangle {
            self.stipple(job, place)
        } else {
            self.stipple_by_byte(job, place, number)
        }
    }

    /// Stippling like a triangle's pixel.
    fn stipple(&mut self, job: &mut Job, place: &Place) -> bool {
        let geometry = &self.plan.geometry;
        let before = self.before;
        self.before += 1;
        if geometry.rotates {
            job.state.fbi.stipple = stipple::rotated(job.state.fbi.stipple, 1);
        }
        match geometry.stipple {
            StipplePlan::Off => true,
            StipplePlan::Pattern => {
                stipple::pattern(self.register, place.column, job.pattern_row(place))
            }
            StipplePlan::FreeRunning => stipple::free_running(self.register, before),
            StipplePlan::RotateFirst => stipple::rotate_first(self.register, before),
            StipplePlan::Sticking => stipple::sticking(self.register, before),
        }
    }

    /// Stippling as in 86Box: columns in bytes, the register rotated before the test.
    fn stipple_by_byte(&self, job: &mut Job, place: &Place, number: i32) -> bool {
        match self.plan.geometry.stipple {
            StipplePlan::Off => true,
            StipplePlan::Pattern => {
                stipple::pattern(self.register, self.first_byte + number, job.pattern_row(place))
            }
            StipplePlan::FreeRunning | StipplePlan::RotateFirst | StipplePlan::Sticking => {
                let (register, passes) = stipple::rotate_then_test(job.state.fbi.stipple);
                job.state.fbi.stipple = register;
                passes
            }
        }
    }

    /// A sum of channels, clamped or cut.
    fn sum(&self, sum: Lane) -> Lane {
        if self.plan.lfb.wraps { sum & 0xFF } else { lane::clamp8(sum) }
    }

    fn fogged(&self, pixel: &Complete, alpha: Lane, w_depth: u16, w32: i64) -> [Lane; 3] {
        let Some(fog) = self.plan.fbi.fog else { return pixel.color };
        let z = i32::from(pixel.depth) << 12;
        let table = &self.plan.lfb.fog_table;
        let factor = fog::factor(fog.source, table, w_depth, z, alpha, w32);
        std::array::from_fn(|c| self.sum(fog.sum(pixel.color[c], fog.color[c], factor)))
    }

    fn blended(
        &self,
        job: &Job,
        place: &Place,
        pixel: &Complete,
        color: [Lane; 3],
        stored: u16,
    ) -> ([Lane; 3], Lane) {
        let (fbi, lfb) = (&self.plan.fbi, &self.plan.lfb);
        let Some(blend) = &fbi.blend else { return (color, pixel.alpha) };
        let under = job.state.frame_buffer.read(place.color);
        let mut dest =
            if fbi.expand_shifted { dither::expand_shifted(under) } else { dither::expand(under) };
        let mut dest_alpha = 255;
        if lfb.full_tests {
            if fbi.alpha_planes {
                dest_alpha = Lane::from(stored as u8);
            }
            if let Some([five, six]) = fbi.dither.subtract {
                let m = dither::at(fbi.dither.matrix, place.column, job.pattern_row(place));
                dest = [five.five(dest[0], m), six.six(dest[1], m), five.five(dest[2], m)];
            }
        }
        let blended = std::array::from_fn(|c| {
            self.sum(blend.sum(color[c], dest[c], pixel.alpha, dest_alpha, pixel.color[c]))
        });
        let alpha = blend.alpha.apply(pixel.alpha, dest_alpha);
        (blended, if lfb.wraps { alpha & 0xFF } else { alpha })
    }
}
