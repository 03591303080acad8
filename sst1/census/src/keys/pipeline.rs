//! Pixel-pipeline states without the bits that cannot matter.

use base_census::Key;
use sst1_board::Fbi;
use sst1_regs::words::{
    AlphaMode, BlendFactor, Compare, DitherMatrix, DrawBuffer, FbzMode, FogAlpha, FogMode,
    StippleMode,
};

use super::combine::Surroundings;
use super::{ColorCombineKey, fields_text};

/// How triangles' pixels are made and stored, normalised. Values (colours, references, rectangles,
/// tables) are not part of it: they change without changing what a renderer must be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PipelineKey {
    combine: ColorCombineKey,
    subpixel: bool,
    stages: Stages,
}

/// What LFB pixels pass that go through the pipeline: everything behind the combine units. Their
/// draw buffer is lfbMode's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LfbPipelineKey(Stages);

/// What of fbzMode a fastfillCMD looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FillKey(FbzMode);

impl PipelineKey {
    /// The key of FBI's drawing registers.
    pub fn of(fbi: &Fbi) -> Self {
        let stages = Stages::of(fbi);
        let around = Surroundings {
            chroma_key: stages.fbz.chroma_key(),
            alpha_mask: stages.fbz.alpha_mask(),
            color: fbi.fbz_mode.rgb_write(),
            alpha: stages.take_alpha(),
        };
        Self {
            combine: ColorCombineKey::within(fbi.color_path, around),
            subpixel: fbi.color_path.subpixel_adjust(),
            stages,
        }
    }

    /// The combine part.
    pub fn combine(&self) -> ColorCombineKey {
        self.combine
    }
}

impl LfbPipelineKey {
    /// The key of FBI's drawing registers.
    pub fn of(fbi: &Fbi) -> Self {
        let stages = Stages::of(fbi);
        let fbz = stages.fbz.with_draw_buffer(DrawBuffer::Front);
        Self(Stages { fbz, ..stages })
    }
}

impl FillKey {
    /// The key of fbzMode.
    pub fn of(mode: FbzMode) -> Self {
        let mut key = FbzMode::default()
            .with_rgb_write(mode.rgb_write())
            .with_aux_write(mode.aux_write())
            .with_y_origin_bottom(mode.y_origin_bottom());
        if mode.rgb_write() {
            key = key.with_draw_buffer(mode.draw_buffer()).with_dither(mode.dither());
            if mode.dither() {
                key = key.with_dither_matrix(mode.dither_matrix());
            }
        }
        Self(key)
    }
}

/// The stages behind the combine units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stages {
    fog: FogMode,
    alpha: AlphaMode,
    fbz: FbzMode,
}

impl Stages {
    fn of(fbi: &Fbi) -> Self {
        let color = fbi.fbz_mode.rgb_write();
        let stores_alpha = fbi.fbz_mode.alpha_planes() && fbi.fbz_mode.aux_write();
        let alpha = alpha(fbi.alpha_mode, color, stores_alpha);
        Self { fog: fog(fbi.fog_mode, color), alpha, fbz: fbz(fbi.fbz_mode, alpha.blend_enable()) }
    }

    /// Whether the combine units' alpha is looked at.
    fn take_alpha(self) -> bool {
        let scales =
            |factor| matches!(factor, BlendFactor::SrcAlpha | BlendFactor::OneMinusSrcAlpha);
        let (source, destination) = (self.alpha.src_rgb(), self.alpha.dst_rgb());
        self.alpha.test_enable()
            || (self.fbz.alpha_planes() && self.fbz.aux_write())
            || scales(source)
            || scales(destination)
            || source == BlendFactor::Special
    }

    fn parts(self) -> Vec<String> {
        let fields = [
            ("fog", fields_text(self.fog, &[]), self.fog.enable()),
            ("alpha", fields_text(self.alpha, &[]), self.alpha.raw() != 0),
            ("fbz", fields_text(self.fbz, &[]), self.fbz.raw() != 0),
        ];
        let used = fields.iter().filter(|(_, _, used)| *used);
        used.map(|(name, text, _)| format!("{name}({text})")).collect()
    }
}

fn fog(mode: FogMode, color: bool) -> FogMode {
    if !mode.enable() || !color {
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

fn alpha(mode: AlphaMode, color: bool, stores_alpha: bool) -> AlphaMode {
    let mut m = AlphaMode::default().with_test_enable(mode.test_enable());
    if mode.test_enable() {
        m = m.with_test_function(mode.test_function());
    }
    if mode.blend_enable() && (color || stores_alpha) {
        m = m.with_blend_enable(true);
        if color {
            m = m.with_src_rgb(mode.src_rgb()).with_dst_rgb(mode.dst_rgb());
        }
        if stores_alpha {
            m = m.with_src_alpha(mode.src_alpha()).with_dst_alpha(mode.dst_alpha());
        }
    }
    m
}

fn fbz(mode: FbzMode, blends: bool) -> FbzMode {
    let mut m = mode.with_reserved_21(0);
    if !m.depth_test() {
        m = m.with_depth_function(Compare::Never).with_depth_source_zacolor(false);
    }
    let stores_depth = m.aux_write() && !m.alpha_planes();
    let compares_depth = m.depth_test() && !m.depth_source_zacolor();
    if !stores_depth && !compares_depth {
        m = m.with_w_buffer(false).with_depth_bias(false);
    }
    if !m.rgb_write() {
        m = m.with_dither(false).with_draw_buffer(DrawBuffer::Front);
    }
    if !blends || !m.rgb_write() {
        m = m.with_dither_subtract(false);
    }
    if !m.dither() && !m.dither_subtract() {
        m = m.with_dither_matrix(DitherMatrix::FourByFour);
    }
    if !m.stipple_enable() {
        m = m.with_stipple_mode(StippleMode::Rotate);
    }
    if !m.aux_write() && !blends {
        m = m.with_alpha_planes(false);
    }
    m
}

impl Key for PipelineKey {
    fn text(&self) -> String {
        let mut parts = vec![format!("color({})", self.combine.text())];
        parts.extend(self.stages.parts());
        if self.subpixel {
            parts.push("subpixel".to_owned());
        }
        parts.join(" ")
    }
}

impl Key for LfbPipelineKey {
    fn text(&self) -> String {
        let parts = self.0.parts();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(" ") }
    }
}

impl Key for FillKey {
    fn text(&self) -> String {
        let text = fields_text(self.0, &[]);
        if text.is_empty() { "nothing".to_owned() } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_regs::words::{AlphaMSelect, FbzColorPath};

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
            color_path: FbzColorPath::default()
                .with_cca_mselect(AlphaMSelect::ALocal)
                .with_cca_invert_output(true),
            ..Fbi::default()
        };
        assert_eq!(PipelineKey::of(&plain), PipelineKey::of(&noisy));
        assert_eq!(PipelineKey::of(&plain).text(), "color(iterated) fbz(rgb_write)");
        assert_eq!(LfbPipelineKey::of(&noisy).text(), "fbz(rgb_write)");
    }

    #[test]
    fn alpha_counts_where_it_is_looked_at() {
        let inverted = FbzColorPath::default().with_cca_invert_output(true);
        let blended = Fbi {
            fbz_mode: FbzMode::default().with_rgb_write(true),
            color_path: inverted,
            alpha_mode: AlphaMode::default()
                .with_blend_enable(true)
                .with_src_rgb(BlendFactor::SrcAlpha)
                .with_src_alpha(BlendFactor::One),
            ..Fbi::default()
        };
        assert_eq!(
            PipelineKey::of(&blended).text(),
            "color(cca_invert_output) alpha(blend_enable src_rgb=src-alpha) fbz(rgb_write)"
        );
        // Depth alone is written: no colour, no alpha, no fog.
        let depth = Fbi {
            fbz_mode: FbzMode::default().with_aux_write(true).with_dither(true),
            fog_mode: FogMode::default().with_enable(true),
            ..blended
        };
        assert_eq!(PipelineKey::of(&depth).text(), "color(iterated) fbz(aux_write)");
    }

    #[test]
    fn a_fill_looks_at_few_bits() {
        let mode = FbzMode::default()
            .with_clip(true)
            .with_depth_test(true)
            .with_rgb_write(true)
            .with_dither_matrix(DitherMatrix::TwoByTwo)
            .with_draw_buffer(DrawBuffer::Back);
        assert_eq!(FillKey::of(mode).text(), "rgb_write draw_buffer=back");
        assert_eq!(FillKey::of(mode.with_rgb_write(false)).text(), "nothing");
    }
}
