//! Facts about the pixel pipeline of triangles. Not for: what LFB pixels do otherwise (`lfb`).
//! Section numbers are those of the SST-1 digest; see `docs/hardware/`.

/// Hands the facts before it and its own on to the next part.
macro_rules! and_pixels {
    ($($before:tt)*) => { $crate::list::and_lfb! { $($before)*

    // ---- pixels --------------------------------------------------------------------------------
    /// What colour factor 5 of fbzColorPath selects.
    color_mselect_5: ColorMselect5 {
        Zero = "zero" [hardware, zsst] "reserved: 0",
        TextureRgb = "texture-rgb" [b86, mame] "the texel's colour, as on Voodoo 2",
    } "4.3, 9.4" Documented;

    /// Iterated Z as a_local.
    alpha_local_z: AlphaLocalZ {
        Top = "high-byte" [hardware, b86, zsst] "bits 15:8 of Z's 16 bits: Z >> 20",
        Low = "low-byte" [mame] "bits 7:0 of them",
    } "5.2, MAME page" Documented;

    /// Which colour the chroma key is compared with.
    chroma_source: ChromaSource {
        COther = "c-other" [hardware, b86, zsst, mame] "c_other, in front of the combine unit",
        Combined = "combined" [spinal] "what the combine unit made",
    } "5.7, 8" Documented;

    /// Which alpha the alpha mask looks at.
    alpha_mask_source: AlphaMaskSource {
        AOther = "a-other" [hardware, b86, mame] "a_other, in front of the combine unit",
        Combined = "combined" [zsst] "what the combine unit made",
    } "5.7, 8" Documented;

    /// Which alpha the alpha test compares.
    alpha_test_source: AlphaTestSource {
        Combined = "combined" [hardware, b86, zsst] "what the combine unit made",
        AOther = "a-other" [mame] "a_other, in front of the combine unit",
    } "5.7, 8" Documented;

    /// Whether the alpha mask counts its kills as alpha-test failures.
    alpha_mask_counts: AlphaMaskCounts {
        Counted = "counted" [hardware, zsst, mame] "in fbiAfuncFail",
        Uncounted = "uncounted" [b86] "nowhere",
    } "5.7, 9.4" Documented;

    /// How iterated Z becomes 16 bits.
    iterated_z: IteratedZ {
        Clamped = "clamped" [hardware, b86, zsst] "Z >> 12, clamped to 0..0xFFFF",
        Wrapped = "wrapped" [mame] "the low 20 bits of Z >> 12: 0xFFFFF is 0, 0x10000 is 0xFFFF, else the low 16 bits",
    } "5.2, MAME page" Inferred;

    /// The W depth where W's bits 31:16 of 32 fraction bits, and all bits above, are 0.
    w_depth_floor: WDepthFloor {
        F001 = "0xf001" [hardware, b86, zsst, spinal] "0xF001",
        Ffff = "0xffff" [mame] "0xFFFF",
    } "5.8" Inferred;

    /// Whether fbzMode\[16\] biases the W depth.
    depth_bias_w: DepthBiasW {
        Applied = "applied" [hardware, b86, mame, spinal] "like the Z depth",
        ZOnly = "z-only" [zsst] "no: with fbzMode[3] nothing is biased",
    } "5.8, 8" Documented;

    /// Whether pixels that fail the depth test are counted.
    depth_counts: DepthCounts {
        Counted = "counted" [hardware, b86, zsst] "in fbiZfuncFail",
        Uncounted = "uncounted" [mame] "nowhere",
    } "4.3, MAME page" Documented;

    /// How fbzMode\[20\] compares.
    depth_source: DepthSource {
        Compared = "compared" [hardware, zsst, mame] "zaColor[15:0] takes the place of the pixel's depth",
        Written = "written" [spinal] "as compared, but the selected value is biased and is what is written",
        NonZeroPasses = "non-zero-passes" [b86] "never fails, always passes, any other function passes if zaColor[15:0] is not 0",
    } "5.8, 9.4" Documented;

    /// How the rotating stipple advances.
    stipple_rotation: StippleRotation {
        FreeRunning = "free-running" [hardware, zsst] "bit 31 is tested, then the register rotates by one for every pixel in the clip rectangle, in rotate mode, stippling or not",
        RotateFirst = "rotate-first" [mame] "while stippling in rotate mode the register rotates by one for every pixel in the clip rectangle, then bit 31 is tested",
        RestartsAndSticks = "restarts-and-sticks" [b86] "each triangle starts from the register; rotated before the test as a signed word, so that it fills with ones",
    } "5.8, 9.4" Documented;

    /// When the destination's dither is subtracted before blending.
    dither_subtract: DitherSubtract {
        WithDither = "with-dither" [hardware, zsst, mame] "when fbzMode[19] and [8] are set",
        Alone = "alone" [b86] "when fbzMode[19] is set",
    } "5.8, 9.4" Inferred;

    /// Dither subtraction from the smallest values.
    dither_subtract_low: DitherSubtractLow {
        Formula = "formula" [hardware, zsst, mame] "as from all others",
        Zero = "zero" [b86] "red and blue up to 3 and green up to 1 become 0",
    } "5.8" Inferred;

    /// What dither subtraction adds to the destination, with the matrix value m.
    dither_subtract_terms: DitherSubtractTerms {
        TenTwelve = "10-12" [hardware, b86, zsst] "(10 - m) >> 1 for red and blue, (12 - m) >> 2 for green",
        Fifteen = "15" [mame] "(15 - m) >> 1 and (15 - m) >> 2",
    } "5.8, MAME page" Inferred;

    /// How the destination's 565 is widened for blending.
    destination_expand: DestinationExpand {
        Replicated = "replicated" [hardware, b86, zsst] "top bits repeated",
        Shifted = "shifted" [mame] "low bits 0",
    } "5.8, MAME page" Documented;

    /// When depth is written.
    aux_write: AuxWrite {
        WheneverEnabled = "whenever-enabled" [hardware, zsst, mame] "when fbzMode[10] is set",
        WithTest = "with-test" [b86] "when the depth test or alpha planes are on as well",
    } "5.8, 9.4" Documented;

    /// Which factors the alpha channel blends with.
    alpha_blend: AlphaBlend {
        AllFactors = "all-factors" [hardware, zsst] "all, clamped",
        OneOnlyClamped = "one-only-clamped" [mame] "factor one only, anything else is zero, the sum clamped",
        OneOnly = "one-only" [b86] "factor one only, anything else is zero, the sum not clamped",
    } "5.8, 9.4" Documented;

    /// What source factor 15 scales.
    saturate: Saturate {
        Source = "source" [hardware, zsst] "the source colour",
        Source256 = "source-256" [mame] "the source colour, and dstA is subtracted from 256 instead of 255",
        Destination = "destination" [b86] "the destination colour",
    } "5.8, 9.4" Documented;

    /// How a channel c is scaled by a blend factor f.
    blend_multiply: BlendMultiply {
        Quotient = "quotient" [hardware, b86, zsst] "c * f / 255, rounded down",
        PlusOne = "plus-one" [mame] "(c * (f + 1)) >> 8",
    } "5.8, MAME page" Documented;

    /// What reserved source factors are. (Reserved destination factors are 0.)
    blend_reserved: BlendReserved {
        One = "one" [hardware, b86, zsst] "one",
        Zero = "zero" [mame] "zero",
    } "5.8, 9.4" Inferred;

    /// How iterated Z becomes a fog factor.
    fog_z: FogZ {
        Clamped = "clamped" [hardware, zsst, mame] "bits 15:8 of Z's 16 bits: Z >> 20, clamped to 0..255",
        Masked = "masked" [b86] "(Z >> 20) & 255",
    } "5.8, 9.4" Inferred;

    /// Which source wins when fogMode\[4:3\] are both set.
    fog_both: FogBoth {
        Z = "z" [hardware, zsst] "iterated Z",
        W = "w" [b86] "(W >> 32) & 255",
        WWrapped = "w-wrapped" [mame] "(W >> 32) & 0xFFFF: 0xFFFF gives 0, 0x100 gives 255, anything else its low byte",
    } "4.3, 9.4" Documented;

    /// What constant fog makes of the pixel's colour where fogMode\[2\] is set.
    fog_constant: FogConstant {
        Added = "added" [hardware, b86, zsst] "fogColor is added to it, as without",
        Replaces = "replaces" [mame] "fogColor takes its place",
    } "4.3, 5.8, MAME page" Documented;
    } };
}
pub(crate) use and_pixels;
