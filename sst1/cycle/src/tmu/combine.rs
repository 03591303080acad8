//! Texels to the texture units' result.
//!
//! Facts: digest sections 5.5, 5.6, 9.4 step 5, 9.5; the decisions on textures.

use sst1_core::tcombine::{self, Inputs};
use sst1_core::texel::{ByteTable, decode16};
use sst1_core::{Lane, filter, lod};
use sst1_plan::channels;
use sst1_regs::words::TextureFormat;

use super::coordinates::Sample;
use crate::command::{Decoded, LEVELS};

/// A unit's answer: its filtered texel, 0xAARRGGBB, and the LOD it was sampled at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texel {
    /// The texel.
    pub color: u32,
    /// The LOD.
    pub lod: i32,
}

/// The filtered texel of a sample whose `words` were found in memory.
#[inline]
pub fn filtered(
    format: TextureFormat,
    table: &ByteTable,
    sample: &Sample,
    words: [u16; 4],
) -> Texel {
    let wide = format.texel_bytes() == 2;
    let decode = |word: u16| {
        if wide { decode16(format, word, table) } else { table[usize::from(word & 0xFF)] }
    };
    let color = if sample.bilinear {
        let blend =
            if sample.two_steps { filter::blend_texels_in_two_steps } else { filter::blend_texels };
        blend(words.map(decode), sample.right, sample.low)
    } else {
        decode(words[0])
    };
    Texel { color, lod: sample.lod }
}

/// What the units make of their texels together: red, green, blue, alpha.
#[inline]
pub fn combined(decoded: &Decoded, texels: &[Texel; 3]) -> [Lane; 4] {
    if let Some(texel) = decoded.plain.and_then(|unit| texels.get(unit)) {
        return channels(texel.color);
    }
    let chain = &decoded.plan.chain;
    let mut result = [0; 4];
    let mut carried = [0; 4];
    for step in chain.steps() {
        let texel = texels.get(step.unit).copied().unwrap_or_default();
        let local = channels(texel.color);
        let Some(stage) = step.stage else {
            result = local;
            continue;
        };
        let level = lod::level(texel.lod);
        let inputs = Inputs {
            local,
            other: result,
            level,
            fraction: (texel.lod & 0xFF) as Lane,
            detail: match decoded.detail_by_fraction {
                Some(words) => {
                    tcombine::detail_with_fraction(words[step.unit % 3], level, texel.lod & 0xFF)
                }
                None => decoded.detail[step.unit % 3][level as usize % LEVELS],
            },
            carried: if step.unit == 0 && chain.carries() { carried } else { [0; 4] },
        };
        result = stage.evaluate(&inputs);
        if step.carries {
            carried = std::array::from_fn(|c| {
                let half = if c == 3 { &stage.alpha } else { &stage.color };
                if half.active { inputs.factor(half.factor, c) } else { 0 }
            });
        }
    }
    if let Some((blue, whole)) = chain.configuration {
        result = [0, 0, blue, if whole { 0 } else { result[3] }];
    }
    result
}
