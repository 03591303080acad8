//! The texture units' turns.
//!
//! Facts: digest sections 5.6, 9.4 step 5, 9.5.

use sst1_core::Lane;
use sst1_core::combine::channel;
use sst1_core::lod;
use sst1_core::tcombine::{self, Add, Factor, Half, Stage};
use sst1_plan::Step;

use super::{Shader, coordinates};
use crate::batch::Batch;
use crate::texture::Source;

impl Shader<'_> {
    /// The texture units' result for the live pixels.
    pub(super) fn texture(&mut self, batch: &mut Batch, lanes: usize) {
        let plan = self.plan;
        if plan.fbi.needs_texel {
            let mut first = true;
            for step in plan.chain.steps() {
                match step.stage {
                    Some(stage) if !passes_local(&stage) || step.carries => {
                        self.fetch(step, batch, true, lanes);
                        self.combine(step, &stage, first, batch, lanes);
                    }
                    _ => self.fetch(step, batch, false, lanes),
                }
                first = false;
            }
            if first {
                // Not textured: registers hold 0 from the triangle's start.
                batch.operands.texture.iter_mut().for_each(|lanes| lanes.fill(0));
            }
        }
        if let Some(blue) = plan.chain.configuration {
            let [r, g, b, _] = &mut batch.operands.texture;
            r.fill(0);
            g.fill(0);
            b.fill(blue);
        }
    }

    /// A unit's texel for the live pixels: to be combined, or as the result.
    fn fetch(&mut self, step: &Step, batch: &mut Batch, combined: bool, lanes: usize) {
        let number = step.unit;
        let (Some(unit), Some(store), Some(tmu)) =
            (self.plan.units.get(number), self.stores.get_mut(number), self.tmus.get(number))
        else {
            return;
        };
        let base = self.lod_base[number];
        coordinates::find(&self.plan.fbi, unit, step, base, batch);
        let [least, most] = batch.coordinates.lods.map(lod::level);
        let source = if let Some(entry) = self.bindings[number].stored {
            // Levels between the two, whether or not a pixel samples them.
            store.ensure(entry, (2 << most) - (1 << least), &tmu.memory);
            store.source(entry)
        } else {
            let slot = self.bindings[number].bound.unwrap_or(0);
            Source::b86(self.cache.texels(number, slot), &unit.levels)
        };
        let colors = if combined { &mut batch.local } else { &mut batch.operands.texture };
        source.sample(unit, &batch.live, &mut batch.coordinates, colors, lanes);
    }

    /// Combines a unit's texel with what the units behind made.
    fn combine(&self, step: &Step, stage: &Stage, first: bool, batch: &mut Batch, lanes: usize) {
        if first {
            batch.behind.iter_mut().for_each(|lanes| lanes.fill(0));
        } else {
            batch.behind = batch.operands.texture;
        }
        for c in 0..4 {
            let half = if c == 3 { stage.alpha } else { stage.color };
            self.half(step, half, c, batch, lanes);
        }
    }

    fn half(&self, step: &Step, half: Half, c: usize, batch: &mut Batch, lanes: usize) {
        let zero = &self.constants.zero;
        if !half.active {
            batch.operands.texture[c] = batch.local[c];
            if step.carries {
                batch.carried[c].fill(0);
            }
            return;
        }
        self.factor(step, half, c, batch, lanes);
        if step.carries {
            batch.carried[c] = batch.factor;
        }
        if half.trilinear {
            for (factor, lod) in batch.factor[..lanes].iter_mut().zip(&batch.coordinates.lod) {
                *factor ^= half.mask(lod::level(*lod));
            }
        }
        let complement = if half.trilinear { 0 } else { half.mask(0) };
        let local = &batch.local[c];
        let add = match half.add {
            Add::Nothing => zero,
            Add::Local => local,
            Add::LocalAlpha => &batch.local[3],
        };
        let other = if half.other { &batch.behind[c] } else { zero };
        let subtracted = if half.subtract { local } else { zero };
        let invert = if half.invert { 255 } else { 0 };
        let operands = other[..lanes]
            .iter()
            .zip(&subtracted[..lanes])
            .zip(batch.factor[..lanes].iter().zip(&add[..lanes]));
        let out = batch.operands.texture[c][..lanes].iter_mut();
        for (out, ((other, local), (factor, add))) in out.zip(operands) {
            *out = channel(*other, *local, *factor, complement, *add, invert);
        }
    }

    /// The factor of channel `c`, uncomplemented.
    fn factor(&self, step: &Step, half: Half, c: usize, batch: &mut Batch, lanes: usize) {
        let copied = match half.factor {
            Factor::Local => &batch.local[c],
            Factor::LocalAlpha => &batch.local[3],
            Factor::OtherAlpha => &batch.behind[3],
            Factor::Reserved if step.unit == 0 && self.plan.chain.carries() => &batch.carried[c],
            Factor::Zero | Factor::Reserved => &self.constants.zero,
            Factor::LodFraction => {
                let lods = &batch.coordinates.lod[..lanes];
                for (factor, lod) in batch.factor[..lanes].iter_mut().zip(lods) {
                    *factor = (lod & 0xFF) as Lane;
                }
                return;
            }
            Factor::Detail => {
                let (Some(tmu), rule) = (self.tmus.get(step.unit), self.plan.fbi.detail) else {
                    return;
                };
                let word = tmu.detail;
                let table: [Lane; 9] =
                    std::array::from_fn(|level| tcombine::detail(rule, word, level as u32));
                let lods = &batch.coordinates.lod[..lanes];
                for (factor, lod) in batch.factor[..lanes].iter_mut().zip(lods) {
                    *factor = table[lod::level(*lod) as usize % 9];
                }
                return;
            }
        };
        batch.factor[..lanes].copy_from_slice(&copied[..lanes]);
    }
}

/// Whether a stage's result is the unit's own texel.
fn passes_local(stage: &Stage) -> bool {
    stage.color.passes_local() && stage.alpha.passes_local()
}
