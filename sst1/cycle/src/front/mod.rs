//! The front end: from bus accesses to commands.
//!
//! For: the PCI FIFO ([`fifo`]), what a popped write waits for ([`class`]), and the engine that the
//! board's register file talks to, which draws nothing but latches a command.
//! Not for: what registers mean, which is the board's; nor when commands are accepted.
//!
//! Facts: digest 1.1.

pub mod class;
pub mod fifo;
mod triangle;

use std::sync::Arc;

use sst1_board::{Engine, Number, Parameter, State, Touched, Width};
use sst1_core::{tcombine, texel};
use sst1_facts::{Detail, Profile};
use sst1_plan::{Plan, channels, lfb};

use crate::command::{Decoded, Work};

/// What the register file calls when a command register is written.
#[derive(Clone, Debug, Default)]
pub struct Front {
    plan: Box<Plan>,
    decoded: Option<Arc<Decoded>>,
    /// Whether a register that `decoded` depends on was written.
    stale: bool,
    /// The command that the last write made.
    work: Option<Work>,
}

impl Front {
    /// The command that the last write made, if it made one.
    pub fn take(&mut self) -> Option<Work> {
        self.work.take()
    }

    /// The registers, decoded.
    pub fn decoded(&mut self, state: &State) -> Arc<Decoded> {
        if let (false, Some(decoded)) = (self.stale, &self.decoded) {
            return Arc::clone(decoded);
        }
        let anew = self.plan.refresh(state);
        self.plan.refresh_lfb(state);
        let old = self.decoded.take();
        let table = |unit: usize| match (&old, anew[unit]) {
            (Some(old), false) => Arc::clone(&old.tables[unit]),
            _ => Arc::new(byte_table(state, unit)),
        };
        let detail = |unit: usize| state.tmus.get(unit).map(|tmu| tmu.detail).unwrap_or_default();
        let decoded = Arc::new(Decoded {
            tables: std::array::from_fn(table),
            detail: std::array::from_fn(|unit| {
                std::array::from_fn(|level| {
                    tcombine::detail(self.plan.fbi.detail, detail(unit), level as u32)
                })
            }),
            detail_by_fraction: (self.plan.fbi.detail == Detail::WithFraction)
                .then(|| std::array::from_fn(detail)),
            plain: plain(&self.plan),
            plan: (*self.plan).clone(),
            color0: channels(state.fbi.color0.raw()),
            color1: channels(state.fbi.color1.raw()),
            texture_mask: state.tmus.first().map_or(0, |tmu| tmu.memory.mask()),
            memory: state.frame_buffer.bytes(),
        });
        self.stale = false;
        self.decoded = Some(Arc::clone(&decoded));
        decoded
    }
}

/// The unit whose texel is the result as it is.
fn plain(plan: &Plan) -> Option<usize> {
    let chain = &plan.chain;
    let step = chain.steps().last()?;
    let passes =
        step.stage.is_none_or(|stage| stage.color.passes_local() && stage.alpha.passes_local());
    (passes && chain.configuration.is_none()).then_some(step.unit)
}

/// What the low bytes of a unit's texels decode to.
fn byte_table(state: &State, unit: usize) -> texel::ByteTable {
    let Some(tmu) = state.tmus.get(unit) else { return [0; 256] };
    let ncc = &tmu.ncc[tmu.mode.ncc_table() as usize & 1];
    texel::byte_table(&state.profile, tmu.mode.format(), ncc, &tmu.palette)
}

impl Engine for Front {
    const NAME: &'static str = "cycle";

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
        let decoded = self.decoded(state);
        self.work = Some(Work::Triangle(Box::new(triangle::latch(&decoded, state, negative))));
    }

    fn fastfill(&mut self, state: &mut State) {
        self.work = Some(Work::Fill(self.decoded(state)));
    }

    fn lfb_write(&mut self, state: &mut State, offset: u32, data: u32, width: Width) {
        let decoded = self.decoded(state);
        self.work = Some(Work::Lfb { decoded, offset, data, width });
    }

    fn lfb_read(&mut self, state: &State, offset: u32, width: Width) -> u32 {
        lfb::read(state, offset, width)
    }

    fn texture_write(&mut self, state: &mut State, offset: u32, data: u32) {
        self.work = Some(Work::Upload { decoded: self.decoded(state), offset, data });
    }

    #[inline]
    fn touched(&mut self, what: Touched) {
        self.plan.touched(what);
        self.stale = true;
        if what == Touched::All {
            self.decoded = None;
        }
    }
}
