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
        Counted = "counted" [hardware, zsst] "one a pixel",
        WithColor = "with-color" [mame] "one a pixel, with fbzMode[9] only",
        Uncounted = "uncounted" [b86] "not at all",
    } "4.3, 9.7" Documented;

    /// What fastfillCMD fills where the clip rectangle has no column or no row.
    fastfill_empty: FastfillEmpty {
        Nothing = "nothing" [hardware, b86, mame] "nothing",
        OnePixel = "one-pixel" [zsst] "one column, the left one, and one row: the low one, with fbzMode[17] the one in front of the high one",
    } "1.2, zSST page" Documented;

    // ---- linear frame buffer -------------------------------------------------------------------
    /// Whether LFB accesses know a bottom Y origin.
    lfb_y_origin: LfbYOrigin {
        Honoured = "honoured" [hardware, zsst, mame] "lfbMode[13]; through the pipeline fbzMode[17]",
        Ignored = "ignored" [b86] "y = 0 is the top",
    } "5.9, 9.7" Documented;

    /// Which bit flips the rows of LFB writes through the pipeline.
    lfb_pipeline_origin: LfbPipelineOrigin {
        FbzMode = "fbzmode-17" [hardware, b86, mame] "fbzMode[17]",
        LfbMode = "lfbmode-13" [zsst] "lfbMode[13], as for all other writes",
    } "5.9" Documented;

    /// Which bit flips the rows of LFB reads.
    lfb_read_origin: LfbReadOrigin {
        LfbMode = "lfbmode-13" [hardware, b86, mame] "lfbMode[13]",
        ByPath = "by-path" [zsst] "fbzMode[17] while lfbMode[8] is set, else lfbMode[13]",
    } "5.9" Documented;

    /// Which row of an LFB pixel clipping, stipple and dither go by.
    lfb_row: LfbRow {
        Address = "address" [hardware, b86, mame] "the address's, like the row of a triangle's pixel",
        Memory = "memory" [zsst] "the one in memory, after the flip",
    } "5.9, zSST page" Inferred;

    /// Which buffers the LFB's buffer selects 0 and 1 mean.
    lfb_buffers: LfbBuffers {
        Displayed = "displayed" [hardware, b86, mame] "the displayed buffer and the one drawn to",
        Physical = "physical" [zsst] "the first and the second one in memory, whichever is displayed",
    } "5.9, 8" Documented;

    /// Whether lfbMode\[12:9\] and \[16:15\] reorder LFB data.
    lfb_order: LfbOrder {
        Honoured = "honoured" [hardware, zsst] "byte swizzle, word swap but in formats 4 and 5, lanes",
        HonouredEverywhere = "honoured-everywhere" [mame] "byte swizzle, word swap in all formats, lanes",
        Ignored = "ignored" [b86] "no effect",
    } "4.1, 5.9, 9.7" Documented;

    /// Where LFB writes beyond the end of frame-buffer memory go. (Reads there give all ones.)
    lfb_beyond: LfbBeyond {
        Dropped = "dropped" [hardware, mame] "nowhere, and sst1.memory-outside is counted",
        Wrapped = "wrapped" [b86] "addresses are taken modulo the memory's size",
    } "9.7" Guessed;

    /// Whether bypass writes store alpha when the auxiliary buffer holds alpha.
    lfb_bypass_alpha: LfbBypassAlpha {
        WithAlphaPlanes = "with-alpha-planes" [hardware, zsst] "formats 2, 5 and 14 do; 14 then writes no depth",
        AlphaOrDepth = "alpha-or-depth" [mame] "formats 2, 5 and 14 do, and no format writes depth then",
        Never = "never" [b86] "alpha is never written",
    } "5.9, 9.7" Documented;

    /// How bypass writes bring colours to 565.
    lfb_bypass_dither: LfbBypassDither {
        Dithered = "dithered" [hardware, b86, mame] "dithered by fbzMode[8]",
        Truncated = "truncated" [zsst] "cut",
    } "5.9, 8" Documented;

    /// Whether bypass writes count their pixels in fbiPixelsOut.
    lfb_bypass_counts: LfbBypassCounts {
        Uncounted = "uncounted" [hardware, b86, zsst] "not at all",
        Counted = "counted" [mame] "one a pixel, whatever is written",
    } "4.3, MAME page" Documented;

    /// Alpha of 16-bit-wide writes in formats 0 and 1 through the pipeline.
    lfb_narrow_alpha: LfbNarrowAlpha {
        ZaColor = "zacolor" [hardware, zsst, mame] "zaColor[31:24], as for wide writes",
        Opaque = "opaque" [b86] "255",
    } "9.7" Documented;

    /// Whether LFB writes through the pipeline are clipped.
    lfb_clip: LfbClip {
        Clipped = "clipped" [hardware, zsst, mame] "like any pixel",
        Unclipped = "unclipped" [b86] "never",
    } "5.9, 9.7" Documented;

    /// Whether LFB pixels that are clipped rotate the stipple register.
    lfb_clipped_stipple: LfbClippedStipple {
        Stays = "stays" [hardware, b86, mame] "no",
        Rotates = "rotates" [zsst] "as if they were not clipped",
    } "zSST page" Inferred;

    /// Whether LFB pixels pass through the combine units.
    lfb_combine: LfbCombine {
        Skipped = "skipped" [hardware, b86, zsst] "no",
        Units = "units" [mame] "yes, behind chroma key and alpha mask: their colour and alpha are c_other, a_other and the iterated ones, iterated Z is their depth, and a_other and the texel are 0 as factors",
    } "5.9, MAME page" Documented;

    /// The alpha that LFB pixels are fogged by with fogMode\[3\].
    lfb_fog_alpha: LfbFogAlpha {
        Own = "own" [hardware, b86] "their own",
        ZaColor = "zacolor" [mame] "zaColor[31:24]",
    } "9.7, MAME page" Inferred;

    /// W of LFB pixels in the pipeline.
    lfb_w: LfbW {
        Converted = "converted" [hardware] "the depth, or by lfbMode[14] zaColor[15:0], is the top fraction of W and passes through the W-depth conversion",
        SelectedAsW = "selected-as-w" [zsst] "the depth, or by lfbMode[14] zaColor[15:0], is the W depth",
        Shifted14 = "shifted-14" [mame] "the depth << 14 with 32 fraction bits passes through the W-depth conversion; lfbMode[14] is ignored",
        DepthAsW = "depth-as-w" [b86] "the depth is the W depth; lfbMode[14] is ignored",
    } "5.8, 9.7" Documented;

    /// Which tests and reads an LFB pixel passes in the pipeline.
    lfb_tests: LfbTests {
        AsTriangle = "as-triangle" [hardware, mame] "all that a triangle's pixel passes",
        OwnDepth = "own-depth" [zsst] "all that a triangle's pixel passes, but its depth is its own, without bias and W buffer",
        Reduced = "reduced" [b86] "no depth bias, W buffer, depth source, alpha mask or dither subtraction; destination alpha is 255",
    } "5.9, 9.7" Documented;

    /// What an LFB pixel writes to the auxiliary buffer in the pipeline.
    lfb_aux: LfbAux {
        AsTriangle = "as-triangle" [hardware, zsst, mame] "what a triangle's pixel does",
        DepthAlways = "depth-always" [b86] "its depth whenever fbzMode[10] is set",
    } "9.7" Documented;

    /// How stippling treats LFB pixels.
    lfb_stipple: LfbStipple {
        AsTriangle = "as-triangle" [hardware, zsst, mame] "like a triangle's pixel",
        ByteColumn = "byte-column" [b86] "the pattern's column is counted in bytes; the register rotates, is tested and stays rotated",
    } "9.7" Documented;

    /// Sums of fog and blending for LFB pixels.
    lfb_sums: LfbSums {
        Clamped = "clamped" [hardware, zsst, mame] "clamped to 0..255",
        Wrapped = "wrapped" [b86] "modulo 256",
    } "9.7" Documented;

    /// What LFB pixels in the pipeline count.
    lfb_counts: LfbCounts {
        All = "all" [hardware] "everything a triangle's pixel counts",
        AllButIn = "all-but-pixels-in" [zsst] "everything but fbiPixelsIn",
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
