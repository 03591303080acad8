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

    /// Width and height of level 0, texels.
    pub fn size(&self) -> (u32, u32) {
        let narrow = 256 >> self.lod.aspect();
        if self.lod.s_is_wider() { (256, narrow) } else { (narrow, 256) }
    }
}

impl Key for TextureKey {
    fn text(&self) -> String {
        let (mode, lod) = (self.mode, self.lod);
        let (width, height) = self.size();
        // Levels below the smallest are never sampled: the size that counts is that level's.
        let smallest = (lod.lod_min() >> 2).min(8);
        let at = |size: u32| (size >> smallest).max(1);
        let code = mode.format().to_bits() as usize;
        let format = TextureFormat::VALUES.get(code).map_or("?", |v| v.name);
        let filter = |bilinear: bool| if bilinear { "bilinear" } else { "point" };
        let wrap = |clamp: bool| if clamp { "clamp" } else { "wrap" };
        let quarter = |value: u32| f64::from(value) / 4.0;
        let mut text = format!(
            "tmu{} {format} {}x{} min={} mag={} s={} t={} lod={}..{}",
            self.tmu,
            at(width),
            at(height),
            filter(mode.min_bilinear()),
            filter(mode.mag_bilinear()),
            wrap(mode.clamp_s()),
            wrap(mode.clamp_t()),
            quarter(lod.lod_min()),
            quarter(lod.lod_max()),
        );
        // Writing to a string does not fail.
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
