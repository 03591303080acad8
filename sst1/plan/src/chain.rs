//! Which texture units a pixel asks, and how their texels combine.
//!
//! Facts: digest sections 5.6, 9.4 step 5, 9.5; `combine_bypass`, `tmu1_combine`,
//! `disable_texturing`, `tmu_configuration`; the decisions on textures and refusals.

use sst1_board::{State, refusal};
use sst1_core::Lane;
use sst1_core::tcombine::{self, Bypass, Factor, Stage};
use sst1_core::texel;
use sst1_facts::{CombineBypass, DisableTexturing, Tmu1Combine, TmuConfiguration};

use crate::{FbiPlan, Standing, UnitPlan};

/// A unit's turn.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub unit: usize,
    /// How its texel combines with what came before; `None`: its texel replaces it.
    pub stage: Option<Stage>,
    /// Whether the stage looks at each pixel's LOD.
    pub looks_at_lod: bool,
    /// Whether the next step's reserved factors take this one's.
    pub carries: bool,
}

/// The units' turns, the last one first.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    steps: [Option<Step>; 3],
    /// What trexInit1\[18\] puts into the texel's blue.
    pub configuration: Option<Lane>,
    /// Whether a unit dithers its LOD.
    pub dithers_lod: bool,
    /// Refusals of every textured triangle.
    pub refusals: [Option<Standing>; 3],
}

impl Chain {
    /// The turns that remain after leaving out those whose result nothing looks at.
    #[inline]
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().flatten()
    }

    /// Whether a unit hands its factors on.
    #[inline]
    pub fn carries(&self) -> bool {
        self.steps().any(|step| step.carries)
    }

    pub fn new(state: &State, fbi: &FbiPlan, units: &[UnitPlan; 3]) -> Self {
        let profile = &state.profile;
        let off = profile.disable_texturing == DisableTexturing::Honoured
            && state.init.fbi_init3.disable_texturing();
        let textured = fbi.texture_enable && !off;
        let mut chain = Self { configuration: configuration(state), ..Self::default() };
        if !textured {
            return chain;
        }
        chain.ask(state);
        chain.refusals = chain.refused(state, units);
        chain.leave_out(fbi);
        let dithers = |step: &Step| units.get(step.unit).is_some_and(|unit| unit.lod_dither);
        let dithers_lod = chain.steps().any(dithers);
        chain.dithers_lod = dithers_lod;
        chain
    }

    /// The turns that a textured triangle asks for.
    fn ask(&mut self, state: &State) {
        let own = |unit: usize| state.tmus.get(unit).map(|tmu| tmu.mode).unwrap_or_default();
        let step = |unit: usize, stage: Option<Stage>| Step {
            unit,
            stage,
            looks_at_lod: stage.is_some_and(|stage| {
                [stage.color, stage.alpha].iter().any(|half| {
                    half.active
                        && (half.trilinear
                            || matches!(half.factor, Factor::Detail | Factor::LodFraction))
                })
            }),
            carries: false,
        };
        let slips = state.profile.tmu1_combine == Tmu1Combine::Slips;
        let combined = |unit: usize| {
            let stage = if slips && unit == 1 {
                Stage::slips(own(1), own(0))
            } else {
                Stage::new(own(unit))
            };
            step(unit, Some(stage))
        };
        let present = state.tmus.len();
        self.steps = match (state.profile.combine_bypass, present) {
            (CombineBypass::Never, 1) => [Some(combined(0)), None, None],
            (CombineBypass::Never, 2) => [Some(combined(1)), Some(combined(0)), None],
            (CombineBypass::Never, _) => [Some(combined(2)), Some(combined(1)), Some(combined(0))],
            (CombineBypass::OneTmu, _) => match tcombine::bypass(own(0), present) {
                Bypass::Unit0 => [Some(step(0, None)), None, None],
                Bypass::Unit1 => [Some(step(1, None)), None, None],
                Bypass::None => [Some(combined(1)), Some(combined(0)), None],
            },
        };
        if slips {
            // Reserved factors of TMU 0 take what TMU 1's stage used.
            let wanted = self.steps().any(|s| s.unit == 0 && s.stage.is_some_and(|s| s.reserved));
            for step in self.steps.iter_mut().flatten() {
                step.carries = wanted && step.unit == 1;
            }
        }
    }

    fn refused(&self, state: &State, units: &[UnitPlan; 3]) -> [Option<Standing>; 3] {
        // Steps go from the last unit to the first: the lowest unit's word stands last.
        let find =
            |fault: &dyn Fn(&Step) -> Option<Standing>| self.steps().filter_map(fault).last();
        let tmu = |step: &Step| state.tmus.get(step.unit);
        [
            find(&|step| {
                let mode = tmu(step)?.mode;
                texel::reserved(&state.profile, mode.format())
                    .then(|| (&refusal::TEXTURE_FORMAT, "textureMode", mode.raw()))
            }),
            find(&|step| {
                let mode = tmu(step)?.mode;
                step.stage?
                    .reserved
                    .then(|| (&refusal::TEXTURE_COMBINE_RESERVED, "textureMode", mode.raw()))
            }),
            find(&|step| {
                let lod = tmu(step)?.lod;
                units
                    .get(step.unit)?
                    .limits
                    .faulty()
                    .then(|| (&refusal::TEXTURE_LEVEL, "tLOD", lod.raw()))
            }),
        ]
    }

    /// Leaves out turns that nothing looks at.
    fn leave_out(&mut self, fbi: &FbiPlan) {
        let mut needed = fbi.needs_texel;
        for step in self.steps.iter_mut().rev() {
            let Some(present) = step else { continue };
            if !needed && !present.carries {
                *step = None;
                continue;
            }
            needed = present
                .stage
                .is_some_and(|stage| stage.color.needs_other() || stage.alpha.needs_other());
        }
        if !fbi.needs_texel {
            self.steps = [None; 3];
        }
    }
}

/// What TMU 0 sends in blue when trexInit1\[18\] asks for its configuration.
fn configuration(state: &State) -> Option<Lane> {
    let sends = state.tmus.first().is_some_and(|tmu| tmu.init1.send_config());
    let value = match (state.profile.tmu_configuration, state.tmus.len()) {
        (TmuConfiguration::Zero, _) => 0,
        (TmuConfiguration::Board, 1) => 1,
        (TmuConfiguration::Board, _) => 0xC1,
    };
    sends.then_some(value)
}
