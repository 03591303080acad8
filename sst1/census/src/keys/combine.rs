//! Combine functions without the bits that cannot matter.

use base_census::Key;
use sst1_regs::words::{
    AOther, AlphaAdd, AlphaLocal, AlphaMSelect, CLocal, COther, ColorAdd, ColorMSelect,
    FbzColorPath, TextureMSelect, TextureMode,
};

use super::fields_text;

/// Who looks at what the colour path makes and at what goes into it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings {
    /// Chroma keying compares c_other.
    pub(crate) chroma_key: bool,
    /// The alpha mask looks at a_other.
    pub(crate) alpha_mask: bool,
    /// The colour is written.
    pub(crate) color: bool,
    /// The alpha is tested, blended with or written.
    pub(crate) alpha: bool,
}

/// fbzColorPath, normalised: what reaches nobody is cleared. Whether start values are corrected to
/// the pixel's centre is no part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColorCombineKey(FbzColorPath);

impl ColorCombineKey {
    /// The key of a colour path whose colour and alpha both count.
    pub fn of(path: FbzColorPath) -> Self {
        let around =
            Surroundings { chroma_key: false, alpha_mask: false, color: true, alpha: true };
        Self::within(path, around)
    }

    pub(crate) fn within(path: FbzColorPath, around: Surroundings) -> Self {
        let mut p = path.with_reserved_28(0).with_subpixel_adjust(false);
        if !around.color {
            p = p
                .with_cc_zero_other(false)
                .with_cc_sub_clocal(false)
                .with_cc_mselect(ColorMSelect::Zero)
                .with_cc_reverse_blend(false)
                .with_cc_add(ColorAdd::Nothing)
                .with_cc_invert_output(false);
        }
        if !around.alpha {
            p = p
                .with_cca_zero_other(false)
                .with_cca_sub_clocal(false)
                .with_cca_mselect(AlphaMSelect::Zero)
                .with_cca_reverse_blend(false)
                .with_cca_add(AlphaAdd::Nothing)
                .with_cca_invert_output(false);
        }
        // With nothing to multiply, the factor does not matter.
        if p.cc_zero_other() && !p.cc_sub_clocal() {
            p = p.with_cc_mselect(ColorMSelect::Zero).with_cc_reverse_blend(false);
        }
        if p.cca_zero_other() && !p.cca_sub_clocal() {
            p = p.with_cca_mselect(AlphaMSelect::Zero).with_cca_reverse_blend(false);
        }
        if p.cca_mselect() == AlphaMSelect::ALocal3 {
            p = p.with_cca_mselect(AlphaMSelect::ALocal);
        }
        if p.cca_add() != AlphaAdd::Nothing {
            p = p.with_cca_add(AlphaAdd::ALocal);
        }
        let (color, alpha) = (p.cc_mselect(), p.cca_mselect());
        if !((around.color && !p.cc_zero_other()) || around.chroma_key) {
            p = p.with_c_other(COther::Iterated);
        }
        let a_other = (around.alpha && !p.cca_zero_other())
            || color == ColorMSelect::AOther
            || alpha == AlphaMSelect::AOther
            || around.alpha_mask;
        if !a_other {
            p = p.with_a_other(AOther::Iterated);
        }
        let c_local =
            p.cc_sub_clocal() || color == ColorMSelect::CLocal || p.cc_add() == ColorAdd::CLocal;
        if !c_local {
            p = p.with_c_local_override(false).with_c_local(CLocal::Iterated);
        } else if p.c_local_override() {
            p = p.with_c_local(CLocal::Iterated);
        }
        let a_local = p.cca_sub_clocal()
            || alpha == AlphaMSelect::ALocal
            || p.cca_add() != AlphaAdd::Nothing
            || color == ColorMSelect::ALocal
            || p.cc_add() == ColorAdd::ALocal;
        if !a_local {
            p = p.with_a_local(AlphaLocal::Iterated);
        }
        Self(p.with_texture_enable(path.texture_enable() && takes_texture(p)))
    }

    /// Whether the texture units' output is used.
    #[inline]
    pub fn textured(self) -> bool {
        self.0.texture_enable()
    }
}

/// Whether a normalised path takes anything from the texture units.
fn takes_texture(p: FbzColorPath) -> bool {
    p.c_other() == COther::Texture
        || p.a_other() == AOther::Texture
        || p.c_local_override()
        || matches!(p.cc_mselect(), ColorMSelect::TextureAlpha | ColorMSelect::TextureRgb)
        || p.cca_mselect() == AlphaMSelect::TextureAlpha
}

impl Key for ColorCombineKey {
    fn text(&self) -> String {
        let text = fields_text(self.0, &[]);
        if text.is_empty() { "iterated".to_owned() } else { text }
    }
}

/// The combine half of textureMode, normalised, with the unit it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureCombineKey {
    tmu: usize,
    mode: TextureMode,
}

impl TextureCombineKey {
    /// The key of unit `tmu`'s combine bits.
    pub fn of(tmu: usize, mode: TextureMode) -> Self {
        // Bits 11:0 are mapping, bit 31 is about downloads.
        let mut m = TextureMode::from_raw(mode.raw() & 0x7FFF_F000);
        if m.tc_zero_other() && !m.tc_sub_clocal() {
            m = m.with_tc_mselect(TextureMSelect::Zero).with_tc_reverse_blend(false);
        }
        if m.tca_zero_other() && !m.tca_sub_clocal() {
            m = m.with_tca_mselect(TextureMSelect::Zero).with_tca_reverse_blend(false);
        }
        if m.tc_add_clocal() {
            m = m.with_tc_add_alocal(false);
        }
        if m.tca_add_clocal() || m.tca_add_alocal() {
            m = m.with_tca_add_clocal(true).with_tca_add_alocal(false);
        }
        if m.tca_mselect() == TextureMSelect::ALocal {
            m = m.with_tca_mselect(TextureMSelect::CLocal);
        }
        let multiplies = |zero: bool, sub: bool| !zero || sub;
        if !multiplies(m.tc_zero_other(), m.tc_sub_clocal())
            && !multiplies(m.tca_zero_other(), m.tca_sub_clocal())
        {
            m = m.with_trilinear(false);
        }
        Self { tmu, mode: m }
    }

    /// Whether the unit looks at the next unit's output.
    pub fn takes_other(self) -> bool {
        let m = self.mode;
        !m.tc_zero_other()
            || !m.tca_zero_other()
            || m.tc_mselect() == TextureMSelect::AOther
            || m.tca_mselect() == TextureMSelect::AOther
    }
}

impl Key for TextureCombineKey {
    fn text(&self) -> String {
        let text = fields_text(self.mode, &[]);
        format!("tmu{} {}", self.tmu, if text.is_empty() { "other" } else { &text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_cannot_matter_are_dropped() {
        // c_local passes: zero_other, factor ignored, c_local added.
        let decal = FbzColorPath::default()
            .with_cc_zero_other(true)
            .with_cca_zero_other(true)
            .with_cc_add(ColorAdd::CLocal);
        let noisy = decal
            .with_cc_mselect(ColorMSelect::TextureAlpha)
            .with_cc_reverse_blend(true)
            .with_c_other(COther::Texture)
            .with_a_other(AOther::Color1)
            .with_a_local(AlphaLocal::IteratedZ)
            .with_texture_enable(true);
        assert_eq!(ColorCombineKey::of(noisy), ColorCombineKey::of(decal));
        assert!(!ColorCombineKey::of(noisy).textured());
        let keyed = Surroundings { chroma_key: true, alpha_mask: false, color: true, alpha: true };
        assert!(ColorCombineKey::within(noisy, keyed).textured(), "the key looks at c_other");
    }

    #[test]
    fn colour_that_nobody_writes_has_no_combine() {
        let path = FbzColorPath::default()
            .with_cc_mselect(ColorMSelect::AOther)
            .with_c_other(COther::Texture)
            .with_a_other(AOther::Texture)
            .with_cca_zero_other(true)
            .with_texture_enable(true);
        assert!(ColorCombineKey::of(path).textured());
        let around =
            Surroundings { chroma_key: false, alpha_mask: false, color: false, alpha: true };
        assert_eq!(ColorCombineKey::within(path, around).text(), "cca_zero_other");
        let masked = Surroundings { alpha_mask: true, ..around };
        assert_eq!(
            ColorCombineKey::within(path, masked).text(),
            "a_other=texture cca_zero_other texture_enable"
        );
    }

    #[test]
    fn a_unit_that_passes_its_own_texel_takes_no_other() {
        let own = TextureMode::default()
            .with_tc_zero_other(true)
            .with_tca_zero_other(true)
            .with_tc_add_clocal(true)
            .with_tca_add_alocal(true)
            .with_trilinear(true);
        let key = TextureCombineKey::of(0, own);
        assert!(!key.takes_other());
        assert_eq!(key.text(), "tmu0 tc_zero_other tc_add_clocal tca_zero_other tca_add_clocal");
        assert!(TextureCombineKey::of(0, own.with_tc_zero_other(false)).takes_other());
    }
}
