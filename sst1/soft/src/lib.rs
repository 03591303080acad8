//! The fast engine.
//!
//! For: drawing at speed what the reference engine draws, bit for bit, whatever the profile says:
//! frame buffer, counters, stipple, parameters, texture memory, the 86Box cache and refusals.
//! Not for: arithmetic (that is `sst1-core`'s), registers and swaps (the board's), time.
//!
//! A triangle's spans are cut into batches of pixels ([`batch`]); each step of the pipeline is a
//! loop over a batch ([`shade`]). What the registers ask for is decided once per change of state
//! ([`plan`]), so that the loops are free of decisions and become vector code.
#![forbid(unsafe_code)]

mod batch;
mod constants;
mod plan;
mod setup;
mod shade;
mod texture;
mod triangle;

use sst1_board::{Engine, Number, Parameter, State, TextureAddress, Touched, Width};
use sst1_facts::Profile;
use sst1_plan::lfb;

use plan::SoftPlan;
use texture::Store;
use triangle::Work;

/// The fast engine.
#[derive(Debug, Default)]
pub struct Soft {
    plan: Box<SoftPlan>,
    stores: [Store; 3],
    work: Box<Work>,
}

impl Engine for Soft {
    const NAME: &'static str = "soft";

    #[inline]
    fn vertex(&self, profile: &Profile, number: Number) -> i32 {
        sst1_plan::vertex(profile, number)
    }

    #[inline]
    fn parameter(
        &self,
        profile: &Profile,
        parameter: Parameter,
        start: bool,
        number: Number,
    ) -> i64 {
        sst1_plan::parameter(profile, parameter, start, number)
    }

    fn triangle(&mut self, state: &mut State, negative: bool) {
        triangle::draw(&mut self.plan, &mut self.stores, &mut self.work, state, negative);
    }

    fn fastfill(&mut self, state: &mut State) {
        self.plan.plan.refresh_fbi(state);
        sst1_plan::fill(&self.plan.plan, state);
    }

    fn lfb_write(&mut self, state: &mut State, offset: u32, data: u32, width: Width) {
        self.plan.plan.refresh_lfb(state);
        lfb::write(&self.plan.plan, state, offset, data, width);
    }

    fn lfb_read(&mut self, state: &State, offset: u32, width: Width) -> u32 {
        lfb::read(state, offset, width)
    }

    fn texture_write(&mut self, state: &mut State, offset: u32, data: u32) {
        let address = TextureAddress::of(offset);
        let unit = address.tmu as usize;
        self.plan.refresh_unit(state, &mut self.stores, unit);
        let plan = &mut *self.plan;
        if let (Some(decoded), Some(store), Some(binding)) =
            (plan.plan.units.get(unit), self.stores.get_mut(unit), plan.bindings.get_mut(unit))
            && let Some(written) = sst1_plan::download(state, decoded, address, data)
        {
            store.download(written.first, written.mask);
            binding.bound = None;
        }
    }

    #[inline]
    fn touched(&mut self, what: Touched) {
        self.plan.touched(what);
        if what == Touched::All {
            self.stores.iter_mut().for_each(Store::clear);
        }
    }
}
