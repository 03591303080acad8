//! Why the clocked card refuses.

base_refusal::refusals! {
    /// Every reason that the clocked card refuses for, beside the board's.
    TEXTURE_CACHE = "sst1.cycle-texture-cache",
        "a textured triangle under `texture_cache = 86box`, which no clocked hardware has",
        "texels are those in memory";
}
