//! The facts themselves. Section numbers are those of the SST-1 digest; see `docs/hardware/`.

use base_word::Confidence;

use crate::declare::facts;
use crate::fact::{Fact, FactValue, UnknownFact};

facts! {
    // ---- registers -----------------------------------------------------------------------------
    /// How fixed-point writes to startR, startG, startB and startA are widened from 24 bits.
    fixed_color_start: FixedColorStart {
        SignExtended = "sign-extended" [hardware, zsst, mame] "12.12, signed",
        ZeroExtended = "zero-extended" [b86] "a negative start becomes a large positive one",
    } "5.2, 9.1" Documented;

    /// How float registers become fixed point.
    float_conversion: FloatConversion {
        TruncateWrap = "truncate-wrap" [hardware, zsst] "the magnitude is shifted and truncated, the sign applied, and the register's width wraps; exponent 0 gives 0, a shift of 40 or more and exponent 255 give 0xFFFFFFFF or -0x100000000 before wrapping",
        MultiplyCast = "multiply-cast" [b86] "single-precision multiply, truncate; out of range and NaN give the most negative number; vertices keep 16 bits, R, G, B, A and Z all 32",
    } "1.1, 9.1" Inferred;

    /// Width of S, T and W starts, gradients and accumulators.
    stw_format: StwFormat {
        Register = "register" [hardware] "S, T in 14.18 and W in 2.30, each 32 bits and wrapping",
        Fraction32 = "fraction-32" [b86, mame] "32 fraction bits in 64-bit words: fixed S, T << 14, W << 2, float x 2^32",
        Wide = "wide" [zsst] "18 and 30 fraction bits in 64-bit words that do not wrap; fixed writes sign-extended from 32 bits, float writes keep the 64-bit conversion",
    } "1.1, 5.2, 9.1" Inferred;

    /// Width of the R, G, B and A accumulators.
    color_accumulators: ColorAccumulators {
        Bits24 = "24-bit" [hardware] "12.12, wrapping",
        Bits32 = "32-bit" [b86, mame] "32 bits, wrapping",
    } "5.2" Inferred;

    /// Whether the chip field of a register write selects units for every register.
    chip_select: ChipSelect {
        ByOwner = "by-owner" [hardware] "a write reaches a register's owner only if the field is 0 or names it; TREX words are kept per unit",
        ParametersOnly = "parameters-only" [b86] "only S, T, W and 0x300-0x380 look at the field",
    } "4.1, 9.1" Documented;

    /// What the start registers hold after a triangle with sub-pixel adjustment.
    start_after_adjust: StartAfterAdjust {
        Adjusted = "adjusted" [hardware] "the corrected values: programs must send them again",
        Kept = "kept" [b86, zsst] "the written values",
    } "4.1" Documented;

    /// Whether fbiInit0\[3\] reverses the bytes of register writes with address bit 21.
    register_byte_swizzle: RegisterByteSwizzle {
        Honoured = "honoured" [hardware] "as specified",
        Ignored = "ignored" [b86, zsst, mame] "no effect",
    } "4.1, 9.1" Documented;

    /// When nopCMD clears the five pixel counters.
    nop_clears: NopClears {
        Bit0 = "bit-0" [hardware, zsst, mame] "when bit 0 of its data is set",
        Always = "always" [b86] "whatever its data",
    } "4.3" Documented;

    /// What reading texture space or a register that cannot be read returns.
    write_only_reads: WriteOnlyReads {
        Zero = "zero" [hardware] "0",
        Ones = "ones" [b86] "0xFFFFFFFF, for backPorch and videoDimensions too; fbiInit3 reads with 0x600 set",
    } "9.1" Guessed;

    /// Whether status\[11:10\] shows the displayed buffer.
    status_buffer: StatusBuffer {
        Shown = "shown" [hardware] "the displayed buffer's number",
        Zero = "zero" [b86] "always 0",
    } "4.3" Documented;

    /// Where word 10 (Q2) of NCC table 0 is stored.
    ncc_q2: NccQ2 {
        Own = "own-entry" [hardware, zsst, mame] "in its own entry",
        InI2 = "in-i2" [b86] "in I2; Q2 of table 0 stays 0",
    } "9.1" Documented;

    /// What trexInit1\[18\] of TMU 0 puts into the texel's blue.
    tmu_configuration: TmuConfiguration {
        Board = "board" [hardware] "1 with one TMU, 0xC1 with two, as drivers expect",
        Zero = "zero" [b86] "0, as in the reference replays (86Box proper: as the board)",
    } "9.4" Inferred;

    /// Whether fbiInit3\[6\] switches texture mapping off.
    disable_texturing: DisableTexturing {
        Honoured = "honoured" [hardware, mame] "texels are 0",
        Ignored = "ignored" [b86, zsst] "no effect",
    } "4.4" Documented;

    /// What the registers hold at power-on.
    power_on: PowerOn {
        Documented = "documented" [hardware, mame] "fbiInit0-4 hold the specification's defaults, all else 0",
        Zero = "zero" [b86, zsst] "everything is 0",
    } "4.4, 9.1" Documented;

    /// What fbiInit1\[24\] does.
    stride_bit24: StrideBit24 {
        Reserved = "reserved" [hardware, zsst, mame] "nothing",
        Adds2048 = "adds-2048" [b86] "adds 2,048 bytes to the row stride",
    } "4.4, 9.2" Documented;

    // ---- geometry ------------------------------------------------------------------------------
    /// Where a row of a triangle begins and ends.
    edges: Edges {
        Exact = "exact" [hardware, spinal] "pixel centres between the exact edges, left and top inclusive, right and bottom exclusive",
        Slopes = "slopes-16.16" [b86] "edges walked with slopes truncated to 16.16, in steps of 1/16 pixel",
    } "5.1, 9.3" Inferred;

    /// Which row the clip rectangle is compared with when y = 0 is the bottom.
    clip_rows: ClipRows {
        BeforeFlip = "before-flip" [hardware, b86, zsst, spinal] "the triangle's row",
        AfterFlip = "after-flip" [mame] "the screen's row",
    } "4.3, 8" Inferred;

    /// What a bottom Y origin subtracts from.
    y_origin: YOrigin {
        FbiInit3 = "fbiinit3" [hardware, mame] "fbiInit3[31:22]",
        VideoDimensions = "video-dimensions" [b86, zsst] "the picture's height minus 1",
    } "5.9, 9.3" Documented;

    /// Which row selects the stipple and dither rows.
    pattern_row: PatternRow {
        Raster = "raster" [hardware, zsst, mame] "the triangle's row",
        Memory = "memory" [b86] "the row after the Y flip",
    } "5.8, 9.3" Inferred;

    // ---- texture -------------------------------------------------------------------------------
    /// How S and T are divided by W.
    perspective: Perspective {
        Reciprocal = "reciprocal" [hardware, zsst, spinal] "a 257-entry reciprocal table, interpolated, of the magnitude of W; W = 0 gives 0",
        Quotient = "quotient" [b86] "floor(2^48 / W) of the unsigned W; W <= 0 gives 0 and the largest LOD",
    } "5.3, 9.5" Inferred;

    /// Whether textureMode\[3\] clamps S and T to 0 where W is negative.
    clamp_negative_w: ClampNegativeW {
        Honoured = "honoured" [hardware, zsst, mame] "as specified",
        Ignored = "ignored" [b86] "the quotient decides",
    } "5.3" Documented;

    /// The LOD of a pixel.
    lod: Lod {
        Half30 = "half-30" [hardware] "half of log2 of the squared gradient, minus log2(W) with constant 30; a zero gradient gives the smallest LOD",
        Quarter27 = "quarter-27" [b86] "a quarter of log2 in double precision, truncated, and constant 27",
    } "5.4, 9.3, 9.5" Inferred;

    /// Whether textureMode\[4\] dithers the LOD.
    lod_dither: LodDither {
        Honoured = "honoured" [hardware, zsst, mame] "adds 0, 1/4, 1/2 or 3/4 by position",
        Ignored = "ignored" [b86] "no effect",
    } "5.4" Documented;

    /// Whether tLOD\[23\] clears the LOD fraction.
    lod_zero_fraction: LodZeroFraction {
        Honoured = "honoured" [hardware, zsst] "the fraction is 0",
        Ignored = "ignored" [b86, mame] "no effect",
    } "5.4" Documented;

    /// Which filter bit is used.
    filter: Filter {
        MinMag = "min-mag" [hardware, zsst] "magnification where the LOD before dither and clamp is below lodmin, else minification",
        Either = "either" [b86, spinal] "bilinear if either bit is set",
    } "5.4" Documented;

    /// How many texels small levels take in texture memory.
    level_sizes: LevelSizes {
        AtLeast2 = "at-least-2" [hardware] "each dimension counts as at least 2, as in the specification's and the driver's tables",
        Tight = "tight" [b86, zsst, spinal] "width times height",
    } "5.5" Documented;

    /// Which levels tLOD\[18\] and \[19\] leave out.
    level_parity: LevelParity {
        BySplit = "by-split" [hardware, zsst, mame] "with split, only levels of the odd bit's parity are stored, and a level of the other parity samples the next one; without split the odd bit does nothing",
        B86Table = "86box-table" [b86] "split steps two levels at a time and shifts instead; odd without split repeats level 0 and shifts the levels behind it by one",
    } "5.5, 9.6" Documented;

    /// Whether tLOD\[28\] and \[29\] mirror S and T.
    mirror: Mirror {
        Reserved = "reserved" [hardware, zsst, mame] "bits of later chips: no effect",
        Voodoo2 = "voodoo2" [b86] "S or T is complemented where its bit 12 is set",
    } "9.5" Documented;

    /// What texture format 6 decodes to.
    format_6: Format6 {
        Reserved = "reserved" [hardware, zsst] "0",
        AlphaPalette = "alpha-palette" [b86] "the 6-6-6-6 palette of later chips",
    } "5.5, 9.6" Documented;

    /// Whether the texture combine unit is passed by.
    combine_bypass: CombineBypass {
        Never = "never" [hardware, zsst, mame] "every unit combines; the last one with other = 0",
        OneTmu = "one-tmu" [b86] "one-TMU boards and two settings of textureMode take a raw texel",
    } "5.6, 9.5" Documented;

    /// Which bits steer TMU 1's combine unit.
    tmu1_combine: Tmu1Combine {
        OwnBits = "own-bits" [hardware, mame] "its own, all of them",
        Slips = "slips" [b86] "reverse bits of TMU 0, alpha reversed in the opposite sense, zero_other and invert ignored, reserved factors carried over to TMU 0",
    } "9.5" Documented;

    /// The detail factor.
    detail: Detail {
        SignedClamped = "signed-clamped" [hardware, zsst] "signed bias, clamped to 0..max",
        UnsignedUnclamped = "unsigned-unclamped" [b86] "unsigned bias, no lower limit",
    } "5.6, 9.5" Documented;

    /// Which parts of a downloaded word reach texture memory.
    download: Download {
        Masked = "masked" [hardware, zsst] "texels beyond the level's width, rows beyond its height and levels that a split map leaves out are dropped",
        Whole = "whole" [b86, mame] "all 32 bits, everywhere",
    } "4.6, 9.6" Documented;

    /// Whether tLOD\[25\] and \[26\] reorder downloaded words.
    download_order: DownloadOrder {
        Honoured = "honoured" [hardware, zsst, mame] "byte reversal, then exchange of halves",
        Ignored = "ignored" [b86] "no effect",
    } "4.6" Documented;

    /// Whether drawing sees texture memory as it is.
    texture_cache: TextureCache {
        Coherent = "coherent" [hardware, zsst, mame] "always",
        B86 = "86box" [b86] "64 decoded entries a TMU, whose key leaves out format, NCC and base registers 1 to 3",
    } "9.6" Documented;

    // ---- pixels --------------------------------------------------------------------------------
    /// What colour factor 5 of fbzColorPath selects.
    color_mselect_5: ColorMselect5 {
        Zero = "zero" [hardware, zsst] "reserved: 0",
        TextureRgb = "texture-rgb" [b86] "the texel's colour, as on Voodoo 2",
    } "4.3, 9.4" Documented;

    /// Whether the alpha mask counts its kills as alpha-test failures.
    alpha_mask_counts: AlphaMaskCounts {
        Counted = "counted" [hardware, zsst] "in fbiAfuncFail",
        Uncounted = "uncounted" [b86] "nowhere",
    } "5.7, 9.4" Documented;

    /// How fbzMode\[20\] compares.
    depth_source: DepthSource {
        Compared = "compared" [hardware, zsst, mame] "zaColor[15:0] takes the place of the pixel's depth",
        NonZeroPasses = "non-zero-passes" [b86] "never fails, always passes, any other function passes if zaColor[15:0] is not 0",
    } "5.8, 9.4" Documented;

    /// How the rotating stipple advances.
    stipple_rotation: StippleRotation {
        FreeRunning = "free-running" [hardware, zsst] "bit 31 is tested, then the register rotates by one for every pixel in the clip rectangle, in rotate mode, stippling or not",
        RestartsAndSticks = "restarts-and-sticks" [b86] "each triangle starts from the register; rotated before the test as a signed word, so that it fills with ones",
    } "5.8, 9.4" Documented;

    /// When the destination's dither is subtracted before blending.
    dither_subtract: DitherSubtract {
        WithDither = "with-dither" [hardware, zsst] "when fbzMode[19] and [8] are set",
        Alone = "alone" [b86] "when fbzMode[19] is set",
    } "5.8, 9.4" Inferred;

    /// Dither subtraction from the smallest values.
    dither_subtract_low: DitherSubtractLow {
        Formula = "formula" [hardware, zsst] "as from all others",
        Zero = "zero" [b86] "red and blue up to 3 and green up to 1 become 0",
    } "5.8" Inferred;

    /// When depth is written.
    aux_write: AuxWrite {
        WheneverEnabled = "whenever-enabled" [hardware, zsst, mame] "when fbzMode[10] is set",
        WithTest = "with-test" [b86] "when the depth test or alpha planes are on as well",
    } "5.8, 9.4" Documented;

    /// Which factors the alpha channel blends with.
    alpha_blend: AlphaBlend {
        AllFactors = "all-factors" [hardware, zsst] "all, clamped",
        OneOnly = "one-only" [b86] "factor one only, anything else is zero, the sum not clamped",
    } "5.8, 9.4" Documented;

    /// What source factor 15 scales.
    saturate: Saturate {
        Source = "source" [hardware, zsst, mame] "the source colour",
        Destination = "destination" [b86] "the destination colour",
    } "5.8, 9.4" Documented;

    /// How iterated Z becomes a fog factor.
    fog_z: FogZ {
        Clamped = "clamped" [hardware, zsst] "Z >> 20, clamped to 0..255",
        Masked = "masked" [b86] "(Z >> 20) & 255",
    } "5.8, 9.4" Inferred;

    /// Which source wins when fogMode\[4:3\] are both set.
    fog_both: FogBoth {
        Z = "z" [hardware, zsst] "iterated Z",
        W = "w" [b86] "(W >> 32) & 255",
    } "4.3, 9.4" Documented;

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
}
