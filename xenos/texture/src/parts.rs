//! Steps of chapter S alone, for units that have no memory to sample.
//!
//! For: tests of programs, whose texture unit answers with levels or with texels that a test names.
//! Not for: sampling; [`Sampler`](crate::Sampler) takes the same steps.
//! Facts: `docs/hardware/xenos-microcode.md`, rules S9 to S13.

use xenos_eval::TextureRequest;
use xenos_regs::fetch::TextureFetch;

use crate::sample::{Plan, effective, finish};
use crate::texel::Texel;

/// A lane's levels of detail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelOfDetail {
    /// From gradients alone (rule S10); 0 without any.
    pub computed: f32,
    /// With register and biases, held to the constant's levels (rule S9).
    pub level: f32,
}

/// The levels of detail of a request's lane, 0 to 3.
pub fn level_of_detail(request: &TextureRequest<'_>, lane: usize) -> LevelOfDetail {
    let fetch = TextureFetch::from_words(request.constant);
    let (fetch, kind, _) = effective(fetch, request.instruction.dimension);
    let plan = Plan::new(request, fetch, kind);
    let lane = lane & 3;
    LevelOfDetail { computed: plan.computed(lane), level: plan.held_level(lane) }
}

/// What an instruction's destination swizzle finds where the filter gave `filtered` (rule S12, steps
/// 4 to 6).
pub fn finished(constant: [u32; 6], filtered: Texel) -> Texel {
    finish(&TextureFetch::from_words(constant), filtered)
}
