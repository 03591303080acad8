//! Depth values and the depth test.
//!
//! Facts: digest sections 5.8 and 9.4 steps 1 and 3.

use sst1_core::depth::{self, DepthTest};
use sst1_regs::words::Compare;

use super::Shader;
use sst1_plan::{FbiPlan, W, Z};

use crate::batch::{Batch, LANES};

/// W of a pixel in 32 fraction bits.
#[inline(always)]
pub(super) fn w32(fbi: &FbiPlan, w: i64) -> i64 {
    let w = if fbi.stw32 { i64::from(w as i32) } else { w };
    w << fbi.w_shift
}

/// The W depth and the depth of each pixel, where they are needed.
#[inline]
pub(super) fn values(fbi: &FbiPlan, batch: &mut Batch, lanes: usize) {
    let lanes = lanes.min(LANES);
    if fbi.needs_w_depth {
        let iterated = &batch.inputs.longs[W];
        for (depth, w) in batch.w_depth[..lanes].iter_mut().zip(iterated) {
            *depth = depth::w_depth(w32(fbi, *w));
        }
    }
    if !fbi.needs_depth {
        return;
    }
    let depths = &mut batch.depth[..lanes];
    if fbi.depth_from_w {
        depths.copy_from_slice(&batch.w_depth[..lanes]);
    } else {
        for (depth, z) in depths.iter_mut().zip(&batch.inputs.ints[Z]) {
            *depth = depth::z_depth(*z);
        }
    }
    if let Some(bias) = fbi.bias {
        for depth in depths {
            *depth = depth::biased(*depth, bias);
        }
    }
}

impl Shader<'_> {
    /// Ends pixels that fail the depth test and says how many did.
    pub(super) fn depth_test(&self, batch: &mut Batch, test: DepthTest) -> u32 {
        match test.function() {
            Compare::Never => self.compare(batch, test, |_, _| false),
            Compare::Less => self.compare(batch, test, |value, stored| value < stored),
            Compare::Equal => self.compare(batch, test, |value, stored| value == stored),
            Compare::LessEqual => self.compare(batch, test, |value, stored| value <= stored),
            Compare::Greater => self.compare(batch, test, |value, stored| value > stored),
            Compare::NotEqual => self.compare(batch, test, |value, stored| value != stored),
            Compare::GreaterEqual => self.compare(batch, test, |value, stored| value >= stored),
            Compare::Always => 0,
        }
    }

    #[inline(always)]
    fn compare(
        &self,
        batch: &mut Batch,
        test: DepthTest,
        passes: impl Fn(u16, u16) -> bool,
    ) -> u32 {
        let (depth, word) = (&batch.depth, &batch.inputs.word);
        batch.live.retain(|i| {
            let stored = self.words.get(self.aux_word(word[i])).copied().unwrap_or(0);
            passes(test.value(depth[i]), stored)
        })
    }
}
