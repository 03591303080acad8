//! Facts about the status register, swaps and the way to the monitor.
//! Section numbers are those of the SST-1 digest; see `docs/hardware/`.

/// Hands the facts before it and its own on to the next part.
macro_rules! and_video {
    ($($before:tt)*) => { $crate::declare::facts! { $($before)*

    // ---- status and swaps ----------------------------------------------------------------------
    /// What status\[6\] says of the vertical retrace.
    status_retrace: StatusRetrace {
        ZeroInside = "0-in-retrace" [hardware, b86] "0 in the retrace",
        OneInside = "1-in-retrace" [zsst, mame] "1 in the retrace",
    } "4.3, 8" Documented;

    /// What status\[27:12\] says while writes wait behind a swap.
    status_memory_fifo: StatusMemoryFifo {
        Counted = "counted" [hardware, b86] "0xFFFF less the writes beyond the PCI FIFO's 64",
        Full = "constant" [zsst, mame] "always 0xFFFF",
    } "1.1, 4.3, 9.1" Documented;

    /// When a swap that asks for a retrace takes effect.
    swap_timing: SwapTiming {
        SinceSwap = "since-last-swap" [hardware, b86] "at the retrace that makes those since the last swap more than the interval",
        SinceCommand = "since-command" [zsst, spinal] "at the retrace that makes those since it began to wait more than the interval",
        AtOnce = "at-once" [mame] "without waiting, whatever it asks for",
    } "5.9, 9.2" Documented;

    /// What waits behind a swap that waits.
    swap_blocks: SwapBlocks {
        Everything = "everything" [hardware, b86] "all accesses, with three buffers the next swap",
        SyncRegisters = "sync-registers" [zsst] "from the first write on to a register that waits for the pixel pipeline; triangles, LFB writes and downloads in front of it are drawn",
    } "1, 1.1, 5.9" Documented;

    /// Whether fbiInit2\[4\] gives three buffers.
    triple_buffering: TripleBuffering {
        Honoured = "honoured" [hardware, b86] "as specified; the auxiliary buffer is the fourth",
        Absent = "absent" [zsst] "there are two, and the auxiliary buffer is the third",
    } "1.5, 5.9" Documented;

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
