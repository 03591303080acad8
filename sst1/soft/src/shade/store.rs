//! Finished pixels to memory.
//!
//! Facts: digest sections 5.8 and 9.4 step 11.

use sst1_core::dither;
use sst1_plan::{AuxStore, WORD_MASK};

use super::Shader;
use crate::batch::{Batch, Colors, LANES, Lanes};

impl Shader<'_> {
    /// Stores the live pixels.
    pub(super) fn store(&mut self, batch: &mut Batch, lanes: usize) {
        let fbi = &self.plan.fbi;
        let (to_aux, words) = (self.to_aux, &mut *self.words);
        let place = &batch.inputs.word;
        if fbi.rgb_write {
            pack(fbi.dither.store, &batch.color, &batch.inputs.matrix, &mut batch.packed, lanes);
            let packed = &batch.packed;
            batch.live.for_each(|i| {
                if let Some(word) = words.get_mut(place[i] as usize) {
                    *word = packed[i];
                }
            });
        }
        let mut aux = |value: &dyn Fn(usize) -> u16| {
            batch.live.for_each(|i| {
                let index = (place[i].wrapping_add(to_aux) & WORD_MASK) as usize;
                if let Some(word) = words.get_mut(index) {
                    *word = value(i);
                }
            });
        };
        match fbi.aux_store {
            AuxStore::Nothing => {}
            AuxStore::Depth => aux(&|i| batch.depth[i]),
            AuxStore::Alpha => aux(&|i| batch.color[3][i] as u16),
        }
    }
}

/// Colours to 565.
fn pack(
    dithered: bool,
    [r, g, b, _]: &Colors,
    matrix: &Lanes,
    packed: &mut [u16; LANES],
    lanes: usize,
) {
    let colors = r[..lanes].iter().zip(&g[..lanes]).zip(&b[..lanes]);
    let packed = packed[..lanes].iter_mut().zip(colors);
    if dithered {
        for ((packed, ((r, g), b)), m) in packed.zip(&matrix[..lanes]) {
            *packed = dither::dithered(*r, *g, *b, *m);
        }
    } else {
        for (packed, ((r, g), b)) in packed {
            *packed = dither::cut(*r, *g, *b);
        }
    }
}
