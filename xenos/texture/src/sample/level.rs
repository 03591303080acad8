//! Levels: what gradients, registers and biases choose.
//!
//! Facts: rules S9, S10 and S13.

use super::cube;
use super::plan::{Filters, Kind, Mip, Plan};
use crate::arithmetic::{add, div, floor, log2, mul, power, sqrt, sub};

/// A footprint: its level, and where anisotropic samples lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footprint {
    /// The computed level of detail.
    pub(super) lod: f32,
    /// Samples.
    pub(crate) count: u32,
    /// The longer gradient, in coordinates.
    pub(super) along: [f32; 3],
}

/// Levels to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    pub(super) filters: Filters,
    pub(super) levels: [u32; 2],
    /// The second level's.
    pub(super) weight: f32,
}

impl Plan<'_> {
    /// The four lanes' footprints, for their samples. None where no level of detail can change one:
    /// one level, one filter, no anisotropy.
    pub(crate) fn footprints(&self) -> [Option<Footprint>; 4] {
        let (lowest, highest) = self.levels;
        let filters = self.magnified.plane != self.minified.plane
            || (self.axes() == 3 && self.magnified.volume != self.minified.volume);
        let levels = lowest != highest && self.mip != Mip::Base;
        let Some(gradients) = &self.request.gradients else { return [None; 4] };
        if !levels && !filters && self.limit <= 1 {
            return [None; 4];
        }
        // Implicit gradients are a quad's, so its footprint is too; a cube's hangs on the face.
        let alike = |axes: &[[f32; 4]; 3]| {
            axes.iter()
                .all(|[first, rest @ ..]| rest.iter().all(|lane| lane.to_bits() == first.to_bits()))
        };
        if self.kind != Kind::Cube && alike(&gradients.h) && alike(&gradients.v) {
            return [footprint(self, 0); 4];
        }
        [0, 1, 2, 3].map(|lane| footprint(self, lane))
    }
}

/// A lane's footprint; `None` without gradients.
pub(super) fn footprint(plan: &Plan<'_>, lane: usize) -> Option<Footprint> {
    let gradients = plan.request.gradients.as_ref()?;
    let exponents = [plan.fetch.d4.grad_exp_adjust_h(), plan.fetch.d4.grad_exp_adjust_v()];
    let ways = [(gradients.h, exponents[0]), (gradients.v, exponents[1])];
    let mut texels = [[0.0; 3]; 2];
    let mut coordinates = [[0.0; 3]; 2];
    for (way, (gradient, exponent)) in ways.into_iter().enumerate() {
        let scale = power(exponent);
        let own = gradient.map(|axis| mul(axis[lane], scale));
        if plan.kind == Kind::Cube {
            let [u, v] = cube::gradient(plan, lane, way + 1, own, scale);
            texels[way] = [u, v, 0.0];
            let back = |texels: f32, size: u32| div(texels, size as f32);
            coordinates[way] = [back(u, plan.size[0]), back(v, plan.size[1]), 0.0];
        } else {
            // A stack's layers are not filtered by footprints.
            let axes = if plan.kind == Kind::Volume { 3 } else { plan.axes().min(2) };
            for axis in 0..axes {
                let size = if plan.normalized { plan.size[axis] as f32 } else { 1.0 };
                texels[way][axis] = mul(own[axis], size);
                coordinates[way][axis] = own[axis];
            }
        }
    }
    let squares = texels.map(|[x, y, z]| add(add(mul(x, x), mul(y, y)), mul(z, z)));
    let first = squares[0] >= squares[1];
    let longer = usize::from(!first);
    let (most, least) = (squares[longer], squares[1 - longer]);
    let plain = mul(0.5, log2(most));
    let along = coordinates[longer];
    // What is not minified is one sample, and a point has no direction to be sampled along.
    if plan.limit <= 1 || most.is_nan() || most <= 1.0 {
        return Some(Footprint { lod: plain, count: 1, along });
    }
    let (a, b) = (sqrt(most), sqrt(least));
    let limit = plan.limit as f32;
    let ratio = if b == 0.0 { limit } else { div(a, b).ceil().min(limit) };
    let count = if ratio > 1.0 { ratio as u32 } else { 1 };
    Some(Footprint { lod: sub(log2(a), log2(count as f32)), count, along })
}

/// A lane's level of detail before it is held to the constant's levels.
fn biased(plan: &Plan<'_>, lane: usize, footprint: Option<&Footprint>) -> f32 {
    let computed = footprint.map_or(0.0, |footprint| footprint.lod);
    let register = plan.request.lod.map_or(0.0, |lod| lod[lane]);
    let own = f32::from(plan.request.instruction.lod_bias) / 16.0;
    let bias = plan.fetch.d4.lod_bias() as f32 / 32.0 + own;
    let lod = add(add(computed, register), bias);
    if lod.is_nan() { 0.0 } else { lod }
}

fn held(plan: &Plan<'_>, lod: f32) -> f32 {
    let (lowest, highest) = plan.levels;
    lod.clamp(lowest as f32, highest as f32)
}

impl Plan<'_> {
    /// A lane's computed level of detail, without biases and limits; 0 without gradients.
    pub(crate) fn computed(&self, lane: usize) -> f32 {
        footprint(self, lane).map_or(0.0, |footprint| footprint.lod)
    }

    /// A lane's level, held to those that there are.
    pub(crate) fn held_level(&self, lane: usize) -> f32 {
        held(self, biased(self, lane, footprint(self, lane).as_ref()))
    }
}

/// What a lane's level of detail chooses.
pub(super) fn choice(plan: &Plan<'_>, lane: usize, footprint: Option<&Footprint>) -> Choice {
    let lod = biased(plan, lane, footprint);
    let filters = if lod <= 0.0 { plan.magnified } else { plan.minified };
    let (lowest, highest) = plan.levels;
    let held = held(plan, lod);
    let (levels, weight) = match plan.mip {
        Mip::Base => ([lowest; 2], 0.0),
        Mip::Point => ([(floor(add(held, 0.5)) as u32).clamp(lowest, highest); 2], 0.0),
        Mip::Linear => {
            let first = floor(held);
            let level = first as u32;
            ([level, (level + 1).min(highest)], sub(held, first))
        }
    };
    Choice { filters, levels, weight }
}
