//! Pixel-pipeline states without the bits that cannot matter.

use base_census::Key;
use sst1_board::Fbi;
use sst1_regs::words::{
    AlphaMode, BlendFactor, Compare, DitherMatrix, FbzMode, FogAlpha, FogMode, StippleMode,
};

use super::combine::Surroundings;
use super::{ColorCombineKey, fields_text};

/// How pixels are made and stored, normalised. Values (colours, references, rectangles, tables) are
/// not part of it: they change without changing what a renderer must be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PipelineKey {
    combine: ColorCombineKey,
    fog: FogMode,
    alpha: AlphaMode,
    fbz: FbzMode,
}

impl PipelineKey {
    /// The key of FBI's drawing registers.
    pub fn of(fbi: &Fbi) -> Self {
        let around = Surroundings {
            chroma_key: fbi.fbz_mode.chroma_key(),
            alpha_mask: fbi.fbz_mode.alpha_mask(),
        };
        Self {
            combine: ColorCombineKey::within(fbi.color_path, around),
            fog: fog(fbi.fog_mode),
            alpha: alpha(fbi.alpha_mode, fbi.fbz_mode),
            fbz: fbz(fbi.fbz_mode, fbi.alpha_mode),
        }
    }

    /// The combine part.
    pub fn combine(&self) -> ColorCombineKey {
        self.combine
    }
}

fn fog(mode: FogMode) -> FogMode {
    if !mode.enable() {
        return FogMode::default();
    }
    if mode.constant() {
        return FogMode::default().with_enable(true).with_constant(true);
    }
    let source = match mode.alpha_source() {
        FogAlpha::Both => FogAlpha::IteratedZ,
        other => other,
    };
    mode.with_alpha_source(source).with_reserved_6(0)
}

fn alpha(mode: AlphaMode, fbz: FbzMode) -> AlphaMode {
    let mut m = mode.with_antialias(false).with_reserved_6(0).with_reference(0);
    if !m.test_enable() {
        m = m.with_test_function(Compare::Never);
    }
    if !m.blend_enable() {
        m = m.with_src_rgb(BlendFactor::Zero).with_dst_rgb(BlendFactor::Zero);
    }
    if !m.blend_enable() || !fbz.alpha_planes() || !fbz.aux_write() {
        m = m.with_src_alpha(BlendFactor::Zero).with_dst_alpha(BlendFactor::Zero);
    }
    m
}

fn fbz(mode: FbzMode, alpha: AlphaMode) -> FbzMode {
    let mut m = mode.with_reserved_21(0);
    if !m.depth_test() {
        m = m.with_depth_function(Compare::Never).with_depth_source_zacolor(false);
    }
    let stores_depth = m.aux_write() && !m.alpha_planes();
    let compares_depth = m.depth_test() && !m.depth_source_zacolor();
    if !stores_depth && !compares_depth {
        m = m.with_w_buffer(false).with_depth_bias(false);
    }
    if !alpha.blend_enable() {
        m = m.with_dither_subtract(false);
    }
    if !m.dither() && !m.dither_subtract() {
        m = m.with_dither_matrix(DitherMatrix::FourByFour);
    }
    if !m.stipple_enable() {
        m = m.with_stipple_mode(StippleMode::Rotate);
    }
    if !m.aux_write() && !alpha.blend_enable() {
        m = m.with_alpha_planes(false);
    }
    m
}

impl Key for PipelineKey {
    fn text(&self) -> String {
        let mut parts = vec![format!("color({})", self.combine.text())];
        let fields = [
            ("fog", fields_text(self.fog, &["enable"]), self.fog.enable()),
            ("alpha", fields_text(self.alpha, &[]), self.alpha.raw() != 0),
            ("fbz", fields_text(self.fbz, &[]), self.fbz.raw() != 0),
        ];
        for (name, text, used) in fields {
            if used {
                parts.push(format!("{name}({text})"));
            }
        }
        if self.combine.word().subpixel_adjust() {
            parts.push("subpixel".to_owned());
        }
        parts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_that_draw_the_same_are_one_key() {
        let fbz = FbzMode::default().with_rgb_write(true);
        let plain = Fbi { fbz_mode: fbz, ..Fbi::default() };
        let noisy = Fbi {
            fbz_mode: fbz
                .with_depth_function(Compare::Greater)
                .with_w_buffer(true)
                .with_dither_subtract(true)
                .with_dither_matrix(DitherMatrix::TwoByTwo)
                .with_stipple_mode(StippleMode::Pattern),
            alpha_mode: AlphaMode::default()
                .with_src_rgb(BlendFactor::One)
                .with_test_function(Compare::Less)
                .with_reference(99),
            fog_mode: FogMode::default().with_constant(true).with_zero_color(true),
            ..Fbi::default()
        };
        assert_eq!(PipelineKey::of(&plain), PipelineKey::of(&noisy));
        assert_eq!(PipelineKey::of(&plain).text(), "color(iterated) fbz(rgb_write)");
    }
}
