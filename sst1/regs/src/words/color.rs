//! fbzColorPath: where colour and alpha come from and how they combine.

use base_word::{field_enum, word};

field_enum! {
    /// fbzColorPath\[1:0\]: the colour called c_other.
    pub enum COther: 2 {
        /// the iterated colour
        Iterated = 0 => "iterated",
        /// the texture colour
        Texture = 1 => "texture",
        /// color1
        Color1 = 2 => "color1",
        /// reserved (the LFB colour in later documents); reads as 0
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// fbzColorPath\[3:2\]: the alpha called a_other.
    pub enum AOther: 2 {
        /// the iterated alpha
        Iterated = 0 => "iterated",
        /// the texture alpha
        Texture = 1 => "texture",
        /// color1's alpha
        Color1 = 2 => "color1",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// fbzColorPath\[4\]: the colour called c_local.
    pub enum CLocal: 1 {
        /// the iterated colour
        Iterated = 0 => "iterated",
        /// color0
        Color0 = 1 => "color0",
    }
}

field_enum! {
    /// fbzColorPath\[6:5\]: the alpha called a_local.
    pub enum AlphaLocal: 2 {
        /// the iterated alpha
        Iterated = 0 => "iterated",
        /// color0's alpha
        Color0 = 1 => "color0",
        /// the iterated Z, bits 27:20, clamped
        IteratedZ = 2 => "iterated-z",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// fbzColorPath\[12:10\]: the factor of the colour combine.
    pub enum ColorMSelect: 3 {
        /// zero
        Zero = 0 => "zero",
        /// c_local
        CLocal = 1 => "c_local",
        /// a_other
        AOther = 2 => "a_other",
        /// a_local
        ALocal = 3 => "a_local",
        /// the texture alpha
        TextureAlpha = 4 => "texture-alpha",
        /// reserved; the texture colour on Voodoo 2 and in 86Box
        TextureRgb = 5 => "reserved-5",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

field_enum! {
    /// fbzColorPath\[15:14\]: what the colour combine adds.
    pub enum ColorAdd: 2 {
        /// nothing
        Nothing = 0 => "nothing",
        /// c_local
        CLocal = 1 => "c_local",
        /// a_local
        ALocal = 2 => "a_local",
        /// both bits: adds nothing
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// fbzColorPath\[21:19\]: the factor of the alpha combine.
    pub enum AlphaMSelect: 3 {
        /// zero
        Zero = 0 => "zero",
        /// a_local
        ALocal = 1 => "a_local",
        /// a_other
        AOther = 2 => "a_other",
        /// a_local as well
        ALocal3 = 3 => "a_local-3",
        /// the texture alpha
        TextureAlpha = 4 => "texture-alpha",
        /// reserved
        Reserved5 = 5 => "reserved-5",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

field_enum! {
    /// fbzColorPath\[24:23\]: what the alpha combine adds; both bits mean a_local.
    pub enum AlphaAdd: 2 {
        /// nothing
        Nothing = 0 => "nothing",
        /// a_local, by the bit named c_local
        CLocal = 1 => "c_local",
        /// a_local, by the bit named a_local
        ALocal = 2 => "a_local",
        /// a_local, by both bits
        Both = 3 => "both",
    }
}

word! {
    /// The colour path. `out = (zero_other ? 0 : other) - (sub_clocal ? local : 0)`, times the
    /// selected factor, plus the selected addend, clamped, optionally inverted.
    pub struct FbzColorPath = "fbzColorPath" {
        /// the colour called c_other
        c_other: COther(0..=1),
        /// the alpha called a_other
        a_other: AOther(2..=3),
        /// the colour called c_local
        c_local: CLocal(4),
        /// the alpha called a_local
        a_local: AlphaLocal(5..=6),
        /// bit 7 of the texture alpha selects c_local instead of bit 4: 1 takes color0
        c_local_override: flag(7),
        /// 0 replaces c_other in the colour combine
        cc_zero_other: flag(8),
        /// c_local is subtracted
        cc_sub_clocal: flag(9),
        /// the factor of the colour combine
        cc_mselect: ColorMSelect(10..=12),
        /// the factor is used as it is; when clear it is complemented first
        cc_reverse_blend: flag(13),
        /// what is added
        cc_add: ColorAdd(14..=15),
        /// the clamped result is inverted
        cc_invert_output: flag(16),
        /// 0 replaces a_other in the alpha combine
        cca_zero_other: flag(17),
        /// a_local is subtracted
        cca_sub_clocal: flag(18),
        /// the factor of the alpha combine
        cca_mselect: AlphaMSelect(19..=21),
        /// the factor is used as it is; when clear it is complemented first
        cca_reverse_blend: flag(22),
        /// what is added
        cca_add: AlphaAdd(23..=24),
        /// the clamped result is inverted
        cca_invert_output: flag(25),
        /// start values are corrected to the centre of vertex A's pixel
        subpixel_adjust: flag(26),
        /// the texture units take part
        texture_enable: flag(27),
        /// reserved
        reserved_28: reserved(28..=31),
    }
}
