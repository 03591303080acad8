//! Facts about the status register, swaps and the way to the monitor.
//! Section numbers are those of the SST-1 digest; see `docs/hardware/`.

/// Hands the facts before it and its own on to the next part.
macro_rules! and_video {
    ($($before:tt)*) => { $crate::declare::facts! { $($before)*

    // ---- video ---------------------------------------------------------------------------------
    /// What a clutData write with index bit 5 stores.
    clut_index_32: ClutIndex32 {
        Data = "data" [hardware, zsst] "its colour, in entry 32",
        White = "white" [b86] "white",
    } "4.4, 9.8" Documented;

    /// Whether clutData is ignored during video reset (fbiInit1\[8\]).
    clut_in_reset: ClutInReset {
        Ignored = "ignored" [hardware, zsst] "yes",
        Accepted = "accepted" [b86] "no",
    } "4.4" Documented;

    /// How 565 becomes 888 in front of the gamma table.
    gamma_expand: GammaExpand {
        Replicated = "replicated" [hardware, zsst] "top bits repeated",
        Shifted = "shifted" [b86] "low bits 0",
    } "1.5, 9.8" Inferred;
    } };
}
pub(crate) use and_video;
