//! Textures as a triangle uses them: format, size, levels, filter, wrapping.

use std::fmt::Write as _;

use base_census::Key;
use base_word::FieldValue;
use sst1_board::Tmu;
use sst1_regs::words::{TLod, TextureFormat, TextureMode};

/// How a texture unit samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureKey {
    tmu: usize,
    /// Mapping bits of textureMode.
    mode: TextureMode,
    lod: TLod,
}

impl TextureKey {
    /// The key of unit `tmu`.
    pub fn of(tmu: usize, unit: &Tmu) -> Self {
        let mut mode = TextureMode::from_raw(unit.mode.raw() & 0xFFF);
        if !matches!(mode.format(), TextureFormat::Yiq422 | TextureFormat::Ayiq8422) {
            mode = mode.with_ncc_table(0);
        }
        if !mode.perspective() {
            mode = mode.with_clamp_negative_w(false);
        }
        // Download bits do not matter to drawing.
        let mut lod = TLod::from_raw(unit.lod.raw() & 0x01FF_FFFF);
        if !lod.lod_split() {
            lod = lod.with_lod_odd(false);
        }
        if lod.aspect() == 0 {
            lod = lod.with_s_is_wider(false);
        }
        Self { tmu, mode, lod }
    }

    /// The largest level that is sampled, 0 to 8.
    pub fn largest_level(&self) -> u32 {
        (self.lod.lod_min() >> 2).min(8)
    }

    /// Width and height of that level, texels.
    pub fn size(&self) -> (u32, u32) {
        let narrow = 256 >> self.lod.aspect();
        let (width, height) = if self.lod.s_is_wider() { (256, narrow) } else { (narrow, 256) };
        let at = |size: u32| (size >> self.largest_level()).max(1);
        (at(width), at(height))
    }
}

impl Key for TextureKey {
    fn text(&self) -> String {
        let (mode, lod) = (self.mode, self.lod);
        let (width, height) = self.size();
        let code = mode.format().to_bits() as usize;
        let format = TextureFormat::VALUES.get(code).map_or("?", |v| v.name);
        let filter = |bilinear: bool| if bilinear { "bilinear" } else { "point" };
        let wrap = |clamp: bool| if clamp { "clamp" } else { "wrap" };
        let quarter = |value: u32| f64::from(value) / 4.0;
        let (s, t) = if lod.s_is_wider() { (1 << lod.aspect(), 1) } else { (1, 1 << lod.aspect()) };
        let mut text = format!(
            "tmu{} {format} {width}x{height} aspect={s}:{t} min={} mag={} s={} t={} lod={}..{}",
            self.tmu,
            filter(mode.min_bilinear()),
            filter(mode.mag_bilinear()),
            wrap(mode.clamp_s()),
            wrap(mode.clamp_t()),
            quarter(lod.lod_min()),
            quarter(lod.lod_max()),
        );
        if lod.lod_bias() != 0 {
            let _ = write!(text, " bias={}", f64::from(lod.lod_bias()) / 4.0);
        }
        if mode.ncc_table() != 0 {
            text.push_str(" ncc=1");
        }
        for (set, word) in [
            (mode.perspective(), " perspective"),
            (mode.clamp_negative_w(), " clamp-negative-w"),
            (mode.lod_dither(), " lod-dither"),
            (lod.lod_zero_fraction(), " zero-fraction"),
            (lod.lod_split(), " split"),
            (lod.lod_odd(), " odd"),
            (lod.multi_base(), " multi-base"),
        ] {
            if set {
                text.push_str(word);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::{BoardConfig, State};
    use sst1_facts::Profile;
    use std::collections::BTreeSet;

    #[test]
    fn download_bits_do_not_count_and_texts_differ() {
        let state = State::new(BoardConfig::default(), Profile::default()).expect("a board");
        let mut unit = state.tmus[0].clone();
        unit.mode = TextureMode::default().with_format(TextureFormat::Ap88).with_clamp_s(true);
        unit.lod = TLod::default().with_lod_min(9).with_lod_max(32).with_aspect(1);
        let text = TextureKey::of(0, &unit).text();
        assert_eq!(
            text,
            "tmu0 ap88 32x64 aspect=1:2 min=point mag=point s=clamp t=wrap lod=2.25..8"
        );
        let mut other = unit.clone();
        other.mode =
            other.mode.with_seq_8_download(true).with_ncc_table(1).with_tc_zero_other(true);
        other.lod = other.lod.with_lod_odd(true).with_download_word_swap(true);
        assert_eq!(TextureKey::of(0, &other).text(), text);
        // Every bit that is left makes another text.
        let mut texts = BTreeSet::new();
        for bit in 0..12 {
            let mut other = unit.clone();
            other.mode = TextureMode::from_raw(unit.mode.raw() ^ 1 << bit).with_perspective(true);
            texts.insert(TextureKey::of(0, &other).text());
        }
        assert_eq!(texts.len(), 11, "the NCC table matters to two formats only");
    }
}
