//! Fog over a batch.
//!
//! Facts: digest sections 5.8 and 9.4 step 8.

use sst1_core::Lane;
use sst1_core::fog::{self, Fog, Source};

use super::depth::w32;
use sst1_plan::{FbiPlan, W, Z};

use crate::batch::{Batch, Lanes};

/// Fogs the batch's colours, where fog is on, and keeps the colours before it.
pub(super) fn apply(fbi: &FbiPlan, batch: &mut Batch, lanes: usize) {
    let Some(fog) = fbi.fog else {
        if fbi.needs_before_fog {
            keep(batch);
        }
        return;
    };
    if fbi.needs_before_fog {
        keep(batch);
    }
    factors(fbi, fog, batch, lanes);
    let factors = &batch.fog_factor;
    for (color, fog_color) in batch.color.iter_mut().zip(fog.color) {
        channels(fog, &mut color[..lanes], fog_color, factors);
    }
}

fn keep(batch: &mut Batch) {
    let [r, g, b, _] = batch.color;
    batch.before_fog = [r, g, b];
}

/// One channel; one loop a mode, so that nothing is decided a pixel.
fn channels(fog: Fog, color: &mut [Lane], fog_color: Lane, factors: &Lanes) {
    if fog.source == Source::Constant {
        let fog = Fog { source: Source::Constant, ..fog };
        for c in color.iter_mut() {
            *c = fog.channel(*c, fog_color, 0);
        }
    } else if fog.zero_color {
        let fog = Fog { source: Source::Table, zero_color: true, ..fog };
        for (c, factor) in color.iter_mut().zip(factors) {
            *c = fog.channel(*c, fog_color, *factor);
        }
    } else {
        let fog = Fog { source: Source::Table, zero_color: false, ..fog };
        for (c, factor) in color.iter_mut().zip(factors) {
            *c = fog.channel(*c, fog_color, *factor);
        }
    }
}

fn factors(fbi: &FbiPlan, fog: Fog, batch: &mut Batch, lanes: usize) {
    let factors = &mut batch.fog_factor[..lanes];
    match fog.source {
        Source::Constant => {}
        Source::Table => {
            for (factor, depth) in factors.iter_mut().zip(&batch.w_depth) {
                *factor = fbi.fog_table.factor(*depth);
            }
        }
        Source::IteratedAlpha => factors.copy_from_slice(&batch.operands.iterated[3][..lanes]),
        Source::ZClamped => factors.copy_from_slice(&batch.operands.z_channel[..lanes]),
        Source::ZMasked => {
            for (factor, z) in factors.iter_mut().zip(&batch.inputs.ints[Z]) {
                *factor = fog::z_masked(*z);
            }
        }
        Source::W => {
            for (factor, w) in factors.iter_mut().zip(&batch.inputs.longs[W]) {
                *factor = (w32(fbi, *w) >> 32 & 0xFF) as Lane;
            }
        }
    }
}
