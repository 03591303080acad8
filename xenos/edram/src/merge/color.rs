//! The colour unit: one exported colour into one stored sample.
//!
//! For: exponent bias, range, blending, encoding, write mask.
//! Not for: whether a target is touched at all (rule B9).
//! Facts: `docs/hardware/xenos-edram.md`, rules B1 to B9.

#[cfg(test)]
mod tests;

use xenos_regs::state::{BlendConstant, ColorTarget};
use xenos_regs::words::{BlendFactor, ColorFormat, RbBlendcontrol};

use super::blend::{Colors, Half};
use crate::format;

/// One colour target's state, decoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorUnit {
    format: ColorFormat,
    /// Two to the power of the exponent bias; `None` for none, which keeps a NaN's bits.
    scale: Option<f32>,
    /// Colour's and alpha's; `None` where both take the source alone.
    blend: Option<[Half; 2]>,
    /// Within the format's range.
    constant: [f32; 4],
    /// Bits that are written.
    mask: [u32; 2],
}

/// A pixel's colour, made ready for each of its samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// Biased, and within the format's range.
    color: [f32; 4],
    /// As stored where nothing is blended.
    packed: [u32; 2],
}

impl ColorUnit {
    /// Decodes the state of a target.
    pub fn new(target: &ColorTarget, constant: BlendConstant) -> Self {
        let format = target.info.color_format();
        let halves = [Half::color(target.blend), Half::alpha(target.blend)];
        let bias = target.info.color_exp_bias();
        Self {
            format,
            scale: (bias != 0).then(|| f32::from_bits(((127 + bias) as u32) << 23)),
            blend: (!halves.iter().all(|half| half.is_source())).then_some(halves),
            constant: format::clamp(format, constant.0.map(f32::from_bits)),
            mask: format::component_mask(format, target.mask),
        }
    }

    /// No bias, no blending: a colour is stored through four mask bits, red being bit 0.
    pub fn plain(format: ColorFormat, mask: u32) -> Self {
        let blend = RbBlendcontrol::from_raw(0)
            .with_color_srcblend(BlendFactor::One)
            .with_alpha_srcblend(BlendFactor::One);
        let info = xenos_regs::words::RbColorInfo::from_raw(0).with_color_format(format);
        Self::new(&ColorTarget { info, blend, mask }, BlendConstant::default())
    }

    /// The bits of a sample that are written.
    pub const fn mask(&self) -> [u32; 2] {
        self.mask
    }

    /// Whether what is stored decides what will be, but for bits that are not written.
    pub const fn blends(&self) -> bool {
        self.blend.is_some()
    }

    /// What all samples of a pixel share.
    #[inline]
    pub fn prepare(&self, source: [f32; 4]) -> Source {
        // B2: bias first. A product is a number or the one NaN.
        let color = match self.scale {
            None => source,
            Some(scale) => source.map(|value| {
                let product = value * scale;
                if product.is_nan() { f32::from_bits(0x7FC0_0000) } else { product }
            }),
        };
        if self.blend.is_some() {
            Source { color: format::clamp(self.format, color), packed: [0; 2] }
        } else {
            Source { color, packed: format::pack(self.format, color) }
        }
    }

    /// The words of a sample after a prepared colour came in.
    #[inline]
    pub fn apply(&self, source: &Source, stored: [u32; 2]) -> [u32; 2] {
        let packed = match self.blend {
            None => source.packed,
            Some(halves) => self.blend(halves, source.color, stored),
        };
        core::array::from_fn(|n| (packed[n] & self.mask[n]) | (stored[n] & !self.mask[n]))
    }

    /// The words of a sample after a colour came in.
    #[inline]
    pub fn merge(&self, source: [f32; 4], stored: [u32; 2]) -> [u32; 2] {
        self.apply(&self.prepare(source), stored)
    }

    fn blend(&self, [color, alpha]: [Half; 2], source: [f32; 4], stored: [u32; 2]) -> [u32; 2] {
        let mut dest = format::unpack(self.format, stored);
        // B6: an alpha that is not stored counts as 1.
        if format::components(self.format) & 8 == 0 {
            dest[3] = 1.0;
        }
        let colors = Colors { source, dest, constant: self.constant };
        let [rgb, a] = format::reach(self.format);
        format::pack(
            self.format,
            core::array::from_fn(|c| {
                if c < 3 { color.apply(&colors, c, rgb) } else { alpha.apply(&colors, c, a) }
            }),
        )
    }
}
