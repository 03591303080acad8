//! A batch of pixels through the pixel pipeline.
//!
//! For: the order of a pixel's steps (digest 9.4). Every step is a loop over the whole batch; steps
//! that end pixels shorten the list of live ones, and steps that touch memory look at those alone.
//! Arithmetic on dead pixels is harmless: their lanes hold channels as well.
//! Not for: where pixels come from.

mod blend;
mod color;
mod coordinates;
mod depth;
mod fog;
mod sample;
mod store;
mod texture;

use sst1_board::{Counters, State, TextureCache, Tmu};
use sst1_core::lod;
use sst1_plan::{LodRule, Plan, StipplePlan, WORD_MASK};

use crate::batch::{Batch, whole_groups};
use crate::constants::Constants;
use crate::plan::{Binding, SoftPlan};
use crate::texture::Store;

/// What shading the pixels of one triangle needs.
pub(crate) struct Shader<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) constants: &'a Constants,
    bindings: &'a [Binding; 3],
    stores: &'a mut [Store; 3],
    words: &'a mut [u16],
    tmus: &'a [Tmu],
    cache: &'a TextureCache,
    /// The part of each unit's LOD that is constant over the triangle.
    lod_base: [i32; 3],
    /// Words from a pixel's colour to its auxiliary value.
    to_aux: u32,
}

impl<'a> Shader<'a> {
    #[inline]
    pub(crate) fn new(
        soft: &'a SoftPlan,
        stores: &'a mut [Store; 3],
        state: &'a mut State,
    ) -> Self {
        let mut lod_base = [0; 3];
        let (dx, dy) = (&state.parameters.dx, &state.parameters.dy);
        // Gradients in 18 fraction bits.
        let plan = &soft.plan;
        let shift = if plan.fbi.w_shift == 0 { 14 } else { 0 };
        for step in plan.chain.steps() {
            let Some(unit) = plan.units.get(step.unit) else { continue };
            if let LodRule::Fixed(_) = unit.lod_rule {
                continue;
            }
            let (dx, dy) = (&dx.tmu[step.unit], &dy.tmu[step.unit]);
            let gradients = [dx.s, dx.t, dy.s, dy.t].map(|g| g >> shift);
            let squared = lod::squared_gradient(gradients);
            lod_base[step.unit] = lod::base(unit.lod, squared, unit.bias);
        }
        let geometry = &plan.geometry;
        Self {
            plan,
            constants: &soft.constants,
            bindings: &soft.bindings,
            stores,
            to_aux: geometry.aux.wrapping_sub(geometry.draw) >> 1,
            words: state.frame_buffer.words_mut(),
            tmus: &state.tmus,
            cache: &state.texture_cache,
            lod_base,
        }
    }

    /// Whether a byte address lies outside frame-buffer memory.
    #[inline(always)]
    pub(crate) fn is_outside(&self, address: u32) -> bool {
        (address >> 1) as usize >= self.words.len()
    }

    /// Index of the auxiliary word that belongs to a colour word.
    #[inline(always)]
    fn aux_word(&self, word: u32) -> usize {
        (word.wrapping_add(self.to_aux) & WORD_MASK) as usize
    }

    /// Shades the pixels of `batch` and counts them, pixels that were covered aside.
    pub(crate) fn shade(&mut self, batch: &mut Batch, counted: &mut Counters) {
        let fbi = &self.plan.fbi;
        let len = batch.inputs.len;
        let lanes = whole_groups(len);
        batch.live.all(len);
        if self.plan.geometry.stipple != StipplePlan::Off {
            let pass = &batch.inputs.pass;
            batch.live.retain(|i| pass[i]);
        }
        depth::values(fbi, batch, lanes);
        if let Some(test) = fbi.depth_test {
            counted.zfunc_fail = counted.zfunc_fail.wrapping_add(self.depth_test(batch, test));
        }
        if batch.live.len() == 0 {
            return;
        }
        self.texture(batch, lanes);
        color::inputs(fbi, batch, lanes);
        let selected = color::Selected::new(&self.plan.fbi, self.constants, batch.inputs.len);
        counted.chroma_fail = counted.chroma_fail.wrapping_add(selected.chroma_key(batch));
        let masked = selected.alpha_mask(batch);
        if fbi.alpha_mask_counts {
            counted.afunc_fail = counted.afunc_fail.wrapping_add(masked);
        }
        selected.combine(batch, lanes);
        fog::apply(fbi, batch, lanes);
        if let Some((function, reference)) = fbi.alpha_test {
            let failed = color::alpha_test(batch, function, reference);
            counted.afunc_fail = counted.afunc_fail.wrapping_add(failed);
        }
        if batch.live.len() == 0 {
            return;
        }
        if let Some(blend) = fbi.blend {
            self.destination(batch, lanes);
            blend::apply(blend, batch, lanes);
        }
        self.store(batch, lanes);
        counted.pixels_out = counted.pixels_out.wrapping_add(batch.live.len() as u32);
    }
}
