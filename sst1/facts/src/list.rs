//! The facts themselves. Section numbers are those of the SST-1 digest; see `docs/hardware/`.
//!
//! Registers, geometry and textures stand here; each part hands its facts on to the next one, so that
//! all of them make one [`Profile`].

mod lfb;
mod pixels;
mod video;

use base_word::Confidence;

use crate::fact::{Fact, FactValue, UnknownFact};

pub(crate) use lfb::and_lfb;
pub(crate) use video::and_video;

pixels::and_pixels! {
    // ---- registers -----------------------------------------------------------------------------
    /// How fixed-point writes to startR, startG, startB and startA are widened from 24 bits.
    fixed_color_start: FixedColorStart {
        SignExtended = "sign-extended" [hardware, zsst, mame] "12.12, signed",
        ZeroExtended = "zero-extended" [b86] "a negative start becomes a large positive one",
    } "5.2, 9.1" Documented;

    /// How float registers become fixed point.
    float_conversion: FloatConversion {
        TruncateWrap = "truncate-wrap" [hardware, zsst] "the magnitude is shifted and truncated, the sign applied, and the register's width wraps; exponent 0 gives 0, a shift of 40 or more and exponent 255 give 0xFFFFFFFF or -0x100000000 before wrapping",
        ShiftSaturate = "shift-saturate" [mame] "the mantissa is shifted in 32 bits (S, T, W: 64) and wraps; a shift by the word's width gives the largest number; then the sign is applied",
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
        Bits48 = "48-bit" [zsst] "48 bits, Z as well",
    } "5.2" Inferred;

    /// How iterated colours and alpha become 8 bits.
    iterated_color: IteratedColor {
        Clamped = "clamped" [hardware, b86, zsst] "the whole part, clamped to 0..255",
        Wrapped = "wrapped" [mame] "the low 12 bits of the whole part: 0xFFF is 0, 0x100 is 255, else the low 8 bits",
    } "5.2" Inferred;

    /// Whether the chip field of a register write selects units for every register.
    chip_select: ChipSelect {
        ByOwner = "by-owner" [hardware] "a write reaches a register's owner only if the field is 0 or names it; TREX words are kept per unit",
        ParametersOnly = "parameters-only" [b86] "only S, T, W and 0x300-0x380 look at the field",
        SharedFile = "shared-file" [zsst] "one file for all units: a write is applied if the field is 0 or names an owner: FBI or TREX 0 for 0x008-0x104 and nopCMD, TREX 0 for 0x300-0x380, else FBI",
        CommandsAlways = "commands-always" [mame] "as by-owner, initialisation as well, but commands are executed whatever the field",
    } "4.1, 9.1" Documented;

    /// What the start registers hold after a triangle with sub-pixel adjustment.
    start_after_adjust: StartAfterAdjust {
        Adjusted = "adjusted" [hardware] "the corrected values: programs must send them again",
        Kept = "kept" [b86, zsst] "the written values",
        AdjustedIfTextured = "adjusted-if-textured" [mame] "the corrected values, but S, T and W of texture units only after a textured triangle",
    } "4.1" Documented;

    /// Whether fbiInit0\[3\] reverses the bytes of register writes with address bit 21.
    register_byte_swizzle: RegisterByteSwizzle {
        Honoured = "honoured" [hardware] "as specified",
        Ignored = "ignored" [b86, zsst, mame] "no effect",
    } "4.1, 9.1" Documented;

    /// What initEnable\[0\] keeps from being written.
    init_lock: InitLock {
        FbiInit = "fbi-init" [hardware, b86, mame] "fbiInit0-4",
        All = "all" [zsst] "everything at 0x200-0x23C",
    } "1.1, 4.4" Documented;

    /// When nopCMD clears the five pixel counters.
    nop_clears: NopClears {
        Bit0 = "bit-0" [hardware, zsst, mame] "when bit 0 of its data is set",
        Always = "always" [b86] "whatever its data",
    } "4.3" Documented;

    /// What reading texture space or a register that cannot be read returns.
    write_only_reads: WriteOnlyReads {
        Zero = "zero" [hardware] "0",
        ZeroButColors = "zero-but-colors" [zsst] "0; but fogColor, zaColor and chromaKey read as written",
        Ones = "ones" [b86] "0xFFFFFFFF, for backPorch and videoDimensions too; fbiInit3 reads with 0x600 set",
        OnesAlone = "ones-alone" [mame] "0xFFFFFFFF; fbiInit3 reads as written even with initEnable[2]",
    } "9.1" Guessed;

    /// Whether status\[11:10\] shows the displayed buffer.
    status_buffer: StatusBuffer {
        Shown = "shown" [hardware, zsst, mame] "the displayed buffer's number",
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
        Ignored = "ignored" [zsst] "nothing: the texel stays",
        WholeTexel = "whole-texel" [mame] "0x11 with one TMU, 0xD1 with two; red, green and alpha 0; where TMU 0 has a turn in a textured triangle",
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
        Inclusive = "inclusive" [zsst] "pixel centres within or on the three edges, bit 31 saying which side is within, in the rectangle around the vertices; from left to right",
        SortedFloat = "sorted-float" [mame] "vertices sorted by y, slopes in single precision, both ends rounded with one half down; bit 31 does nothing; from left to right",
    } "5.1, 9.3" Inferred;

    /// Which row the clip rectangle is compared with when y = 0 is the bottom.
    clip_rows: ClipRows {
        BeforeFlip = "before-flip" [hardware, b86, zsst, spinal] "the triangle's row",
        AfterFlip = "after-flip" [mame] "the screen's row",
    } "4.3, 8" Inferred;

    /// Where clipping ends a triangle's row.
    clip_right: ClipRight {
        Exclusive = "exclusive" [hardware, b86, zsst, spinal] "in front of the right limit",
        OneLess = "one-less" [mame] "one column before that",
    } "4.3, 5.1" Documented;

    /// The pixel that start values belong to, with vertex A's coordinates in 12.4.
    base_pixel: BasePixel {
        Nearest = "nearest" [hardware, b86] "(A + 7) >> 4: where the fraction exceeds 8 the next one",
        Containing = "containing" [mame] "A >> 4",
    } "5.2" Inferred;

    /// When start values are moved from vertex A to the centre of a pixel.
    subpixel: Subpixel {
        ByBit = "by-bit" [hardware, b86] "with fbzColorPath[26]: to the centre of the base pixel, both products added, then shifted by 4",
        ByBitZApart = "by-bit-z-apart" [mame] "likewise, but the two products of Z are shifted one by one",
        Always = "always" [zsst] "whatever fbzColorPath[26], from A to each pixel's centre, both products added, then shifted by 4; the start registers stay",
    } "5.2" Documented;

    /// What a bottom Y origin subtracts from.
    y_origin: YOrigin {
        FbiInit3 = "fbiinit3" [hardware, mame] "fbiInit3[31:22]",
        VideoDimensions = "video-dimensions" [b86] "the picture's height minus 1",
        RawDimensions = "raw-dimensions" [zsst] "videoDimensions[25:16] minus 1",
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
        Reciprocal512 = "reciprocal-512" [mame] "a 513-entry table, interpolated, of the magnitude of W with W's sign; W = 0 gives the largest reciprocal",
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
        Quarter29 = "quarter-29" [zsst] "a quarter of log2 of the squared gradient in 32 bits each, and constant 29; a zero gradient gives 0",
        Quarter27Less = "quarter-27-less" [spinal] "as quarter-29, with constant 27 minus 1/256",
        Half512 = "half-512" [mame] "half of log2, truncated towards zero, and constant 30, by a 513-entry table, interpolated, of the magnitude of W",
    } "5.4, 9.3, 9.5" Inferred;

    /// Whether textureMode\[4\] dithers the LOD.
    lod_dither: LodDither {
        Honoured = "honoured" [hardware, zsst] "adds 0, 1/4, 1/2 or 3/4 by position",
        Ignored = "ignored" [b86] "no effect",
        Matrix = "matrix" [mame] "adds sixteenths by the 4x4 dither matrix, where fbzMode[8] is set",
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
        Clamped = "clamped" [mame] "magnification where the LOD after dither and clamp is lodmin, else minification",
    } "5.4" Documented;

    /// How four texels are weighted.
    bilinear: BilinearSum {
        Sum = "sum" [hardware, b86, zsst] "the sum of four products, cut once",
        TwoSteps = "two-steps" [mame] "between the columns of both rows, cut, then between the rows, cut",
    } "5.5" Documented;

    /// How many texels small levels take in texture memory.
    level_sizes: LevelSizes {
        AtLeast2 = "at-least-2" [hardware] "each dimension counts as at least 2, as in the specification's and the driver's tables",
        Tight = "tight" [b86, zsst, spinal] "width times height",
        AtLeast4 = "at-least-4" [mame] "width times height, and at least 4",
    } "5.5" Documented;

    /// When tLOD\[24\] gives levels base registers of their own.
    multi_base: MultiBase {
        Bit24 = "bit-24" [hardware, b86, spinal] "when it is set",
        Guarded = "guarded" [zsst] "when it is set and tLOD[31:28] is 0",
        Never = "never" [mame] "never",
    } "5.5" Documented;

    /// Where a level lies behind its own base register.
    multi_base_prefix: MultiBasePrefix {
        Added = "added" [hardware, b86, zsst] "behind all levels before it, as with one base register",
        Restarted = "restarted" [spinal, mame] "behind the levels before it that have the same base register",
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
        SignedClamped = "signed-clamped" [hardware] "signed bias, clamped to 0..max",
        UnsignedUnclamped = "unsigned-unclamped" [b86] "unsigned bias, no lower limit",
        Signed13Bits = "signed-13-bits" [zsst] "as signed-clamped, but the shifted difference wraps in 13 bits",
        WithFraction = "with-fraction" [mame] "signed bias less the LOD with its fraction, 0 unless positive, at most max",
    } "5.6, 9.5" Documented;

    /// Whether textureMode\[30\] reverses the factor on odd levels.
    trilinear: Trilinear {
        Honoured = "honoured" [hardware, b86, zsst] "as specified",
        Ignored = "ignored" [mame] "no effect",
    } "5.6" Documented;

    /// What a texture unit's colour adds with textureMode\[18\] and \[19\] both set.
    texture_add_both: TextureAddBoth {
        Color = "color" [hardware, b86, zsst] "its own colour",
        Nothing = "nothing" [mame] "nothing",
    } "5.6" Inferred;

    /// Whether a unit whose lodmin is 8.0 or more has a turn.
    unit_off: UnitOff {
        Never = "never" [hardware, b86, zsst] "it has",
        LodMin8 = "lodmin-8" [mame] "it has none: what the unit behind it made passes",
    } "5.6" Inferred;

    /// Whose textureMode\[31\] says how 8-bit downloads are addressed.
    sequential_download: SequentialDownload {
        OwnUnit = "own-unit" [hardware, b86, zsst] "the unit's that is written to",
        Tmu0 = "tmu-0" [mame] "TMU 0's",
    } "4.6" Inferred;

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
}
