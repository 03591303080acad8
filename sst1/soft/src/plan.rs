//! The plan, and what this engine keeps beside it.
//!
//! For: constants as lanes and the places of decoded textures, renewed when the plan is.
//! Not for: decoding registers, which is [`sst1_plan`]'s.

use sst1_board::{State, Touched};
use sst1_facts::TextureCache;
use sst1_plan::Plan;

use crate::constants::Constants;
use crate::texture::Store;

/// Units that 86Box's cache knows.
const B86_UNITS: usize = 2;

/// Where a unit's decoded texels are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Binding {
    /// The entry of the unit's own store; `None` where the 86Box cache rules.
    pub(crate) stored: Option<usize>,
    /// The slot of the 86Box cache, once bound.
    pub(crate) bound: Option<usize>,
}

/// The plan with what belongs to it.
#[derive(Debug, Default)]
pub(crate) struct SoftPlan {
    pub(crate) plan: Plan,
    pub(crate) bindings: [Binding; 3],
    pub(crate) constants: Box<Constants>,
}

impl SoftPlan {
    #[inline]
    pub(crate) fn touched(&mut self, what: Touched) {
        self.plan.touched(what);
    }

    /// Decodes what is stale, for a triangle.
    #[inline]
    pub(crate) fn refresh(&mut self, state: &State, stores: &mut [Store; 3]) {
        if self.plan.is_stale() {
            self.constants.set(&state.fbi);
            let anew = self.plan.refresh(state);
            for (unit, anew) in anew.into_iter().enumerate() {
                if anew {
                    self.bind(state, stores, unit);
                }
            }
        }
    }

    /// Decodes what a download to `unit` needs.
    #[inline]
    pub(crate) fn refresh_unit(&mut self, state: &State, stores: &mut [Store; 3], unit: usize) {
        if self.plan.refresh_unit(state, unit) {
            self.bind(state, stores, unit);
        }
    }

    /// Finds the entry of a unit whose plan is new.
    fn bind(&mut self, state: &State, stores: &mut [Store; 3], unit: usize) {
        let profile = &state.profile;
        let (Some(tmu), Some(store), Some(plan), Some(binding)) = (
            state.tmus.get(unit),
            stores.get_mut(unit),
            self.plan.units.get(unit),
            self.bindings.get_mut(unit),
        ) else {
            return;
        };
        let ncc = &tmu.ncc[tmu.mode.ncc_table() as usize & 1];
        store.take_tables(profile, plan.format, ncc, &tmu.palette);
        let b86 = profile.texture_cache == TextureCache::B86 && unit < B86_UNITS;
        let stored = (!b86).then(|| store.entry(plan.format, &plan.levels));
        *binding = Binding { stored, bound: None };
    }
}
