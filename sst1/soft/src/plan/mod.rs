//! What a draw needs, derived once per change of state.
//!
//! For: everything that is constant from triangle to triangle: decoded registers, which values must
//! be iterated, which steps a pixel takes. Derived lazily, at the first command after a change.
//! Not for: arithmetic, and nothing that must survive a saved state.

mod chain;
mod constants;
mod fbi;
mod geometry;
mod unit;

pub(crate) use chain::{Chain, Step};
pub(crate) use constants::{Constants, channels};
pub(crate) use fbi::{AuxStore, FbiPlan};
pub(crate) use geometry::{Geometry, SIDE, StipplePlan, origin};
pub(crate) use unit::{Bilinear, Division, LodRule, UnitPlan};

use base_refusal::RefusalKind;
use sst1_board::{Fbi, Layout, State, Touched};
use sst1_regs::words::FbiInit3;

use crate::lfb::LfbPlan;
use crate::texture::Store;

/// A refusal that every command of a kind counts while the state lasts.
pub(crate) type Standing = (&'static RefusalKind, &'static str, u32);

/// Everything derived.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) geometry: Geometry,
    pub(crate) fbi: FbiPlan,
    pub(crate) lfb: LfbPlan,
    pub(crate) units: [UnitPlan; 3],
    pub(crate) chain: Chain,
    pub(crate) constants: Box<Constants>,
    stale: Stale,
    /// What FBI's part was derived from.
    seen: Option<Seen>,
}

/// Everything that FBI's part of the plan depends on, the profile aside.
#[derive(Debug, PartialEq)]
struct Seen {
    fbi: Fbi,
    layout: Layout,
    init3: FbiInit3,
    height: u32,
}

impl Seen {
    fn of(state: &State) -> Self {
        // The stipple register is read anew by every triangle.
        let fbi = Fbi { stipple: 0, ..state.fbi.clone() };
        let (init3, height) = (state.init.fbi_init3, state.picture_height());
        Self { fbi, layout: state.layout(), init3, height }
    }
}

/// What has to be derived again.
#[derive(Clone, Copy, Debug)]
struct Stale {
    fbi: bool,
    lfb: bool,
    units: [bool; 3],
    chain: bool,
}

impl Default for Stale {
    fn default() -> Self {
        Self { fbi: true, lfb: true, units: [true; 3], chain: true }
    }
}

impl Plan {
    /// Marks what depends on `what`.
    #[inline]
    pub(crate) fn touched(&mut self, what: Touched) {
        match what {
            Touched::Fbi => self.stale.fbi = true,
            Touched::Tmu(tmu) => {
                if let Some(stale) = self.stale.units.get_mut(tmu) {
                    *stale = true;
                }
                self.stale.chain = true;
            }
            Touched::All => {
                self.stale = Stale::default();
                self.seen = None;
            }
        }
    }

    /// Derives what is stale, for a triangle.
    #[inline]
    pub(crate) fn refresh(&mut self, state: &State, stores: &mut [Store; 3]) {
        if self.stale.fbi {
            self.refresh_fbi(state);
        }
        if self.stale.chain {
            self.derive(state, stores);
        }
    }

    fn derive(&mut self, state: &State, stores: &mut [Store; 3]) {
        for unit in 0..state.tmus.len() {
            self.refresh_unit(state, stores, unit);
        }
        self.chain = Chain::new(state, &self.fbi, &self.units);
        self.fbi.need_iterants(&self.chain, &self.units);
        self.stale.chain = false;
    }

    /// Derives what fills need.
    #[inline]
    pub(crate) fn refresh_fbi(&mut self, state: &State) {
        if self.stale.fbi {
            self.stale.fbi = false;
            // Programs write the same values again and again.
            let seen = Seen::of(state);
            if self.seen.as_ref() == Some(&seen) {
                return;
            }
            self.seen = Some(seen);
            self.geometry = Geometry::new(state);
            self.fbi = FbiPlan::new(state);
            self.stale.lfb = true;
            self.constants.set(&state.fbi);
            self.stale.fbi = false;
            self.stale.chain = true;
        }
    }

    /// Derives what LFB writes need.
    #[inline]
    pub(crate) fn refresh_lfb(&mut self, state: &State) {
        self.refresh_fbi(state);
        if self.stale.lfb {
            self.lfb = LfbPlan::new(state);
            self.stale.lfb = false;
        }
    }

    /// Derives what a download to `unit` needs.
    #[inline]
    pub(crate) fn refresh_unit(&mut self, state: &State, stores: &mut [Store; 3], unit: usize) {
        if self.stale.units.get(unit).copied().unwrap_or(false)
            && let (Some(plan), Some(store)) = (self.units.get_mut(unit), stores.get_mut(unit))
        {
            *plan = UnitPlan::new(state, store, unit);
            self.stale.units[unit] = false;
            self.stale.chain = true;
        }
    }
}
