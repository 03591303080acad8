//! Facts about fills and the linear frame buffer.
//! Section numbers are those of the SST-1 digest; see `docs/hardware/`.

/// Hands the facts before it and its own on to the next part.
macro_rules! and_lfb {
    ($($before:tt)*) => { $crate::list::and_video! { $($before)*

    // ---- fills ---------------------------------------------------------------------------------
    /// How fastfillCMD brings color1 to 565.
    fastfill_color: FastfillColor {
        Dithered = "dithered" [hardware, spinal, mame] "dithered by fbzMode[8]",
        Truncated = "truncated" [b86, zsst] "cut",
    } "5.9" Documented;

    /// Whether fastfillCMD counts its pixels in fbiPixelsOut.
    fastfill_counts: FastfillCounts {
        Counted = "counted" [hardware] "one a pixel",
        Uncounted = "uncounted" [b86] "not at all",
    } "4.3, 9.7" Documented;

    // ---- linear frame buffer -------------------------------------------------------------------
    /// Whether LFB accesses know a bottom Y origin.
    lfb_y_origin: LfbYOrigin {
        Honoured = "honoured" [hardware] "lfbMode[13]; through the pipeline fbzMode[17]",
        Ignored = "ignored" [b86] "y = 0 is the top",
    } "5.9, 9.7" Documented;

    /// Whether lfbMode\[12:9\] and \[16:15\] reorder LFB data.
    lfb_order: LfbOrder {
        Honoured = "honoured" [hardware] "byte swizzle, word swap, lanes",
        Ignored = "ignored" [b86] "no effect",
    } "4.1, 5.9, 9.7" Documented;

    /// Where LFB writes beyond the end of frame-buffer memory go. (Reads there give all ones.)
    lfb_beyond: LfbBeyond {
        Dropped = "dropped" [hardware] "nowhere, and sst1.memory-outside is counted",
        Wrapped = "wrapped" [b86] "addresses are taken modulo the memory's size",
    } "9.7" Guessed;

    /// Whether bypass writes store alpha when the auxiliary buffer holds alpha.
    lfb_bypass_alpha: LfbBypassAlpha {
        WithAlphaPlanes = "with-alpha-planes" [hardware, zsst] "formats 2, 5 and 14 do; 14 then writes no depth",
        Never = "never" [b86] "alpha is never written",
    } "5.9, 9.7" Documented;

    /// Alpha of 16-bit-wide writes in formats 0 and 1 through the pipeline.
    lfb_narrow_alpha: LfbNarrowAlpha {
        ZaColor = "zacolor" [hardware] "zaColor[31:24], as for wide writes",
        Opaque = "opaque" [b86] "255",
    } "9.7" Documented;

    /// Whether LFB writes through the pipeline are clipped.
    lfb_clip: LfbClip {
        Clipped = "clipped" [hardware, zsst] "like any pixel",
        Unclipped = "unclipped" [b86] "never",
    } "5.9, 9.7" Documented;

    /// W of LFB pixels in the pipeline.
    lfb_w: LfbW {
        Converted = "converted" [hardware] "the depth, or by lfbMode[14] zaColor[15:0], is the top fraction of W and passes through the W-depth conversion",
        DepthAsW = "depth-as-w" [b86] "the depth is the W depth; lfbMode[14] is ignored",
    } "5.8, 9.7" Documented;

    /// Which tests and reads an LFB pixel passes in the pipeline.
    lfb_tests: LfbTests {
        AsTriangle = "as-triangle" [hardware] "all that a triangle's pixel passes",
        Reduced = "reduced" [b86] "no depth bias, W buffer, depth source, alpha mask or dither subtraction; destination alpha is 255",
    } "5.9, 9.7" Documented;

    /// What an LFB pixel writes to the auxiliary buffer in the pipeline.
    lfb_aux: LfbAux {
        AsTriangle = "as-triangle" [hardware] "what a triangle's pixel does",
        DepthAlways = "depth-always" [b86] "its depth whenever fbzMode[10] is set",
    } "9.7" Documented;

    /// How stippling treats LFB pixels.
    lfb_stipple: LfbStipple {
        AsTriangle = "as-triangle" [hardware] "like a triangle's pixel",
        ByteColumn = "byte-column" [b86] "the pattern's column is counted in bytes; the register rotates, is tested and stays rotated",
    } "9.7" Documented;

    /// Sums of fog and blending for LFB pixels.
    lfb_sums: LfbSums {
        Clamped = "clamped" [hardware, zsst] "clamped to 0..255",
        Wrapped = "wrapped" [b86] "modulo 256",
    } "9.7" Documented;

    /// What LFB pixels in the pipeline count.
    lfb_counts: LfbCounts {
        All = "all" [hardware] "everything a triangle's pixel counts",
        KillsOnly = "kills-only" [b86] "depth and alpha failures",
    } "4.3, 9.7" Documented;

    /// Colour of depth-only LFB writes (format 15) through the pipeline.
    lfb_depth_color: LfbDepthColor {
        Color1 = "color1" [hardware, zsst] "color1",
        Undefined = "undefined" [b86] "0 in 16-bit writes; 32-bit writes are undefined there and refused here",
    } "5.9, 9.8" Documented;
    } };
}
pub(crate) use and_lfb;
