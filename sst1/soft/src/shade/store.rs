//! Finished pixels to memory.
//!
//! Facts: digest sections 5.8 and 9.4 step 11.

use sst1_core::dither;

use super::Shader;
use crate::batch::Batch;
use crate::plan::AuxStore;

impl Shader<'_> {
    /// Stores the live pixels.
    pub(super) fn store(&mut self, batch: &mut Batch, lanes: usize) {
        let fbi = &self.plan.fbi;
        if fbi.rgb_write {
            pack(fbi.dither.store, batch, lanes);
            for i in batch.live.iter() {
                if let Some(word) = self.words.get_mut(batch.inputs.word[i] as usize) {
                    *word = batch.packed[i];
                }
            }
        }
        if fbi.aux_store != AuxStore::Nothing {
            let alpha = fbi.aux_store == AuxStore::Alpha;
            for i in batch.live.iter() {
                let index = self.aux_word(batch.inputs.word[i]);
                if let Some(word) = self.words.get_mut(index) {
                    *word = if alpha { batch.color[3][i] as u16 } else { batch.depth[i] };
                }
            }
        }
    }
}

/// Colours to 565.
fn pack(dithered: bool, batch: &mut Batch, lanes: usize) {
    let [r, g, b, _] = &batch.color;
    let colors = r[..lanes].iter().zip(&g[..lanes]).zip(&b[..lanes]);
    let packed = batch.packed[..lanes].iter_mut().zip(colors);
    if dithered {
        for ((packed, ((r, g), b)), m) in packed.zip(&batch.inputs.matrix[..lanes]) {
            *packed = dither::dithered(*r, *g, *b, *m);
        }
    } else {
        for (packed, ((r, g), b)) in packed {
            *packed = dither::cut(*r, *g, *b);
        }
    }
}
