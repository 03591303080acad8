//! The pixel pipeline's words: fbzMode, alphaMode, fogMode, clip, constants, commands, status.

use base_word::{field_enum, word};

field_enum! {
    /// A comparison, as depth and alpha tests use it.
    pub enum Compare: 3 {
        /// never passes
        Never = 0 => "never",
        /// passes if less
        Less = 1 => "less",
        /// passes if equal
        Equal = 2 => "equal",
        /// passes if less or equal
        LessEqual = 3 => "less-equal",
        /// passes if greater
        Greater = 4 => "greater",
        /// passes if not equal
        NotEqual = 5 => "not-equal",
        /// passes if greater or equal
        GreaterEqual = 6 => "greater-equal",
        /// always passes
        Always = 7 => "always",
    }
}

impl Compare {
    /// Whether `value` passes against `reference`.
    #[inline]
    pub fn passes(self, value: u32, reference: u32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => value < reference,
            Self::Equal => value == reference,
            Self::LessEqual => value <= reference,
            Self::Greater => value > reference,
            Self::NotEqual => value != reference,
            Self::GreaterEqual => value >= reference,
            Self::Always => true,
        }
    }
}

field_enum! {
    /// fbzMode\[11\]: which dither matrix.
    pub enum DitherMatrix: 1 {
        /// the 4x4 ordered matrix
        FourByFour = 0 => "4x4",
        /// the 2x2 ordered matrix
        TwoByTwo = 1 => "2x2",
    }
}

field_enum! {
    /// fbzMode\[12\]: how the stipple register is used.
    pub enum StippleMode: 1 {
        /// bit 31, the register rotating by one a pixel
        Rotate = 0 => "rotate",
        /// an 8x4 screen pattern
        Pattern = 1 => "pattern",
    }
}

field_enum! {
    /// fbzMode\[15:14\]: which buffer is drawn to.
    pub enum DrawBuffer: 2 {
        /// the front buffer
        Front = 0 => "front",
        /// the back buffer
        Back = 1 => "back",
        /// reserved
        Reserved2 = 2 => "reserved-2",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

word! {
    /// The pixel pipeline's switches.
    pub struct FbzMode = "fbzMode" {
        /// pixels outside the clip rectangle are not drawn
        clip: flag(0),
        /// pixels whose c_other equals chromaKey are not drawn
        chroma_key: flag(1),
        /// stippling
        stipple_enable: flag(2),
        /// depth is the W depth instead of Z
        w_buffer: flag(3),
        /// the depth test
        depth_test: flag(4),
        /// how the new depth compares with the stored one
        depth_function: Compare(5..=7),
        /// colours are dithered to 565
        dither: flag(8),
        /// colour is written
        rgb_write: flag(9),
        /// the auxiliary buffer (depth or alpha) is written
        aux_write: flag(10),
        /// which dither matrix
        dither_matrix: DitherMatrix(11),
        /// how the stipple register is used
        stipple_mode: StippleMode(12),
        /// pixels whose alpha has bit 0 clear are not drawn
        alpha_mask: flag(13),
        /// which buffer is drawn to
        draw_buffer: DrawBuffer(14..=15),
        /// zaColor\[15:0\] is added to the depth
        depth_bias: flag(16),
        /// y = 0 is the bottom line
        y_origin_bottom: flag(17),
        /// the auxiliary buffer holds alpha
        alpha_planes: flag(18),
        /// the dither that went into the destination is subtracted before blending
        dither_subtract: flag(19),
        /// zaColor\[15:0\] is compared instead of the pixel's depth
        depth_source_zacolor: flag(20),
        /// reserved
        reserved_21: reserved(21..=31),
    }
}

field_enum! {
    /// A blend factor of alphaMode.
    pub enum BlendFactor: 4 {
        /// 0
        Zero = 0 => "zero",
        /// source alpha
        SrcAlpha = 1 => "src-alpha",
        /// the other side's colour
        Color = 2 => "color",
        /// destination alpha
        DstAlpha = 3 => "dst-alpha",
        /// 1
        One = 4 => "one",
        /// 1 - source alpha
        OneMinusSrcAlpha = 5 => "one-minus-src-alpha",
        /// 1 - the other side's colour
        OneMinusColor = 6 => "one-minus-color",
        /// 1 - destination alpha
        OneMinusDstAlpha = 7 => "one-minus-dst-alpha",
        /// reserved
        Reserved8 = 8 => "reserved-8",
        /// reserved
        Reserved9 = 9 => "reserved-9",
        /// reserved
        Reserved10 = 10 => "reserved-10",
        /// reserved
        Reserved11 = 11 => "reserved-11",
        /// reserved
        Reserved12 = 12 => "reserved-12",
        /// reserved
        Reserved13 = 13 => "reserved-13",
        /// reserved
        Reserved14 = 14 => "reserved-14",
        /// source side: min(source alpha, 1 - destination alpha); destination side: the colour
        /// before fog
        Special = 15 => "saturate-or-prefog",
    }
}

word! {
    /// Alpha test and blending.
    pub struct AlphaMode = "alphaMode" {
        /// the alpha test
        test_enable: flag(0),
        /// how alpha compares with the reference
        test_function: Compare(1..=3),
        /// blending
        blend_enable: flag(4),
        /// anti-aliasing; not implemented by the chip
        antialias: flag(5),
        /// reserved
        reserved_6: reserved(6..=7),
        /// factor of the source colour
        src_rgb: BlendFactor(8..=11),
        /// factor of the destination colour
        dst_rgb: BlendFactor(12..=15),
        /// factor of the source alpha
        src_alpha: BlendFactor(16..=19),
        /// factor of the destination alpha
        dst_alpha: BlendFactor(20..=23),
        /// the alpha test's reference
        reference: uint(24..=31),
    }
}

field_enum! {
    /// fogMode\[4:3\]: where the fog factor comes from.
    pub enum FogAlpha: 2 {
        /// the fog table, indexed by W depth
        Table = 0 => "table",
        /// iterated alpha
        IteratedAlpha = 1 => "iterated-alpha",
        /// iterated Z, bits 27:20
        IteratedZ = 2 => "iterated-z",
        /// both bits: Z wins
        Both = 3 => "both",
    }
}

word! {
    /// Fog.
    pub struct FogMode = "fogMode" {
        /// fog
        enable: flag(0),
        /// 0 replaces fogColor
        zero_fog_color: flag(1),
        /// 0 replaces the combine output
        zero_color: flag(2),
        /// where the fog factor comes from
        alpha_source: FogAlpha(3..=4),
        /// fogColor is added to the colour; the factor is not used
        constant: flag(5),
        /// reserved
        reserved_6: reserved(6..=31),
    }
}

word! {
    /// Clip columns.
    pub struct ClipLeftRight = "clipLeftRight" {
        /// first column that is not drawn
        right: uint(0..=9),
        /// reserved
        reserved_10: reserved(10..=15),
        /// first column that is drawn
        left: uint(16..=25),
        /// reserved
        reserved_26: reserved(26..=31),
    }
}

word! {
    /// Clip rows.
    pub struct ClipLowYHighY = "clipLowYHighY" {
        /// first row that is not drawn
        high: uint(0..=9),
        /// reserved
        reserved_10: reserved(10..=15),
        /// first row that is drawn
        low: uint(16..=25),
        /// reserved
        reserved_26: reserved(26..=31),
    }
}

word! {
    /// A colour without alpha: fogColor, chromaKey.
    pub struct Rgb = "rgb" {
        /// blue
        blue: uint(0..=7),
        /// green
        green: uint(8..=15),
        /// red
        red: uint(16..=23),
        /// reserved
        reserved_24: reserved(24..=31),
    }
}

word! {
    /// A colour with alpha: color0, color1.
    pub struct Rgba = "rgba" {
        /// blue
        blue: uint(0..=7),
        /// green
        green: uint(8..=15),
        /// red
        red: uint(16..=23),
        /// alpha
        alpha: uint(24..=31),
    }
}

word! {
    /// Constant depth and alpha.
    pub struct ZaColor = "zaColor" {
        /// depth: the fill value, the bias (signed) and the compare source
        depth: uint(0..=15),
        /// reserved
        reserved_16: reserved(16..=23),
        /// alpha of LFB pixels that carry none
        alpha: uint(24..=31),
    }
}

word! {
    /// Two entries of the fog table. Entry 2n is in the low half.
    pub struct FogEntry = "fogTable" {
        /// slope of the even entry, 6.2
        even_delta: uint(0..=7),
        /// fog of the even entry
        even_fog: uint(8..=15),
        /// slope of the odd entry, 6.2
        odd_delta: uint(16..=23),
        /// fog of the odd entry
        odd_fog: uint(24..=31),
    }
}

word! {
    /// triangleCMD and ftriangleCMD.
    pub struct TriangleCmd = "triangleCMD" {
        /// ignored
        reserved_0: reserved(0..=30),
        /// the triangle's area is negative: clockwise vertices
        negative: flag(31),
    }
}

word! {
    /// nopCMD.
    pub struct NopCmd = "nopCMD" {
        /// clears the five pixel counters
        clear_counters: flag(0),
        /// ignored
        reserved_1: reserved(1..=31),
    }
}

word! {
    /// swapbufferCMD.
    pub struct SwapCmd = "swapbufferCMD" {
        /// waits for vertical retrace
        vsync: flag(0),
        /// retraces that must have passed since the last swap
        interval: uint(1..=8),
        /// reserved
        reserved_9: reserved(9..=31),
    }
}

word! {
    /// status.
    pub struct Status = "status" {
        /// free entries of the PCI FIFO, 63 when empty
        pci_fifo_free: uint(0..=5),
        /// 0 during vertical retrace
        not_in_retrace: flag(6),
        /// FBI busy
        fbi_busy: flag(7),
        /// TREX busy
        trex_busy: flag(8),
        /// any unit or FIFO busy
        busy: flag(9),
        /// the displayed buffer
        displayed_buffer: uint(10..=11),
        /// free entries of the memory FIFO, 0xFFFF when empty
        memory_fifo_free: uint(12..=27),
        /// swaps that wait
        swaps_pending: uint(28..=30),
        /// PCI interrupt; never set by the chip
        interrupt: flag(31),
    }
}
