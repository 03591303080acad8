//! Binding entries of the 86Box cache.
//!
//! Facts: digest section 9.6; `texture_cache`. A triangle binds an entry for TMU 0, and for TMU 1
//! where there is one, whether or not it is textured.

use sst1_board::{LEVEL_OFFSETS, State};
use sst1_plan::UnitPlan;

use super::{Store, b86_pitch_log2, decode};
use crate::plan::SoftPlan;

/// Units that the cache knows.
const UNITS: usize = 2;

/// Binds the entries of a triangle, where the cache rules.
#[inline]
pub(crate) fn bind(state: &mut State, plan: &mut SoftPlan, stores: &[Store; 3]) {
    let present = state.tmus.len().min(UNITS);
    let units = plan.plan.units.iter().zip(&mut plan.bindings).zip(stores);
    for (unit, ((decoded, binding), store)) in units.enumerate().take(present) {
        // Units with a store of their own see memory as it is.
        if binding.bound.is_none() && binding.stored.is_none() {
            binding.bound = Some(find_or_fill(state, unit, decoded, store));
        }
    }
}

fn find_or_fill(state: &mut State, unit: usize, plan: &UnitPlan, store: &Store) -> usize {
    if let Some(slot) = state.texture_cache.find(unit, &plan.key) {
        return slot;
    }
    let Some(tmu) = state.tmus.get(unit) else { return 0 };
    let first = (plan.lod_word.lod_min() >> 2).min(8) as usize;
    let last = (plan.lod_word.lod_max() >> 2).min(8) as usize;
    let ends = |from: usize, to: usize| {
        let (from, to) = (&plan.levels[from], &plan.levels[to]);
        (from.start, to.start.wrapping_add(to.bytes))
    };
    let decoded = |level: usize| (first..=last).contains(&level);
    let alone = |level: usize| if decoded(level) { ends(level, level) } else { (0, 0) };
    let rest = if last >= 3 { ends(first.max(3), last) } else { (0, 0) };
    let ranges = [alone(0), alone(1), alone(2), rest];
    let slot = state.texture_cache.take(unit, plan.key, ranges, tmu.memory.mask());
    let texels = state.texture_cache.texels_mut(unit, slot);
    let levels = plan.levels.iter().zip(LEVEL_OFFSETS).take(last + 1).skip(first);
    for (level, offset) in levels {
        if let Some(texels) = texels.get_mut(offset..) {
            let pitch = b86_pitch_log2(level);
            decode::level(&tmu.memory, plan.format, store.table(), level, texels, pitch);
        }
    }
    slot
}
