//! Colour targets: format, components, blending.

#[cfg(test)]
mod tests;

use base_word::Word;
use serde::{Deserialize, Serialize};

use crate::index;
use crate::words::{BlendFactor, BlendOp, ColorFormat, RbBlendcontrol, RbColorInfo, RbColorMask};

/// One colour target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ColorTarget {
    /// RB_COLORn_INFO.
    pub info: RbColorInfo,
    /// RB_BLENDCONTROLn.
    pub blend: RbBlendcontrol,
    /// Its four bits of RB_COLOR_MASK: red, green, blue, alpha.
    pub mask: u32,
}

/// All four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ColorTargets(pub [ColorTarget; 4]);

/// The blend constant, as floats' bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlendConstant(pub [u32; 4]);

const INFOS: [u16; 4] =
    [index::RB_COLOR_INFO, index::RB_COLOR1_INFO, index::RB_COLOR2_INFO, index::RB_COLOR3_INFO];
const BLENDS: [u16; 4] = [
    index::RB_BLENDCONTROL0,
    index::RB_BLENDCONTROL1,
    index::RB_BLENDCONTROL2,
    index::RB_BLENDCONTROL3,
];

/// One half of a blend: source factor, operation, destination factor.
type Half = (BlendFactor, BlendOp, BlendFactor);

/// source x 1 + destination x 0.
const NO_BLEND: Half = (BlendFactor::One, BlendOp::Add, BlendFactor::Zero);

impl ColorTarget {
    /// Target `n` of a register file; of 4 and up the last.
    pub fn gather(n: usize, read: impl Fn(u16) -> u32) -> Self {
        let n = n.min(3);
        Self {
            info: RbColorInfo::from_raw(read(INFOS[n])),
            blend: RbBlendcontrol::from_raw(read(BLENDS[n])),
            mask: read(index::RB_COLOR_MASK) >> (4 * n) & 0xF,
        }
    }

    /// Without don't-care bits. A target of which no existing component is written is all 0; a
    /// half of the blend whose components are not written is none; `Min` and `Max` have no
    /// factors; alpha's colour factors are its alpha factors.
    #[must_use]
    pub fn normalized(self) -> Self {
        let info = self.info.normalized().with_color_base_bit_11(false);
        let mask = self.mask & components(info.color_format());
        if mask == 0 {
            return Self::default();
        }
        let blend = self.blend;
        let color = half((blend.color_srcblend(), blend.color_comb_fcn(), blend.color_destblend()));
        let alpha = half((
            alpha_factor(blend.alpha_srcblend()),
            blend.alpha_comb_fcn(),
            alpha_factor(blend.alpha_destblend()),
        ));
        let color = if mask & 7 == 0 { NO_BLEND } else { color };
        let alpha = if mask & 8 == 0 { NO_BLEND } else { alpha };
        let blend = RbBlendcontrol::default()
            .with_color_srcblend(color.0)
            .with_color_comb_fcn(color.1)
            .with_color_destblend(color.2)
            .with_alpha_srcblend(alpha.0)
            .with_alpha_comb_fcn(alpha.1)
            .with_alpha_destblend(alpha.2);
        Self { info, blend, mask }
    }

    /// Whether anything but the source goes into a written component.
    pub fn is_blended(self) -> bool {
        let target = self.normalized();
        let blend = target.blend;
        let color = (blend.color_srcblend(), blend.color_comb_fcn(), blend.color_destblend());
        let alpha = (blend.alpha_srcblend(), blend.alpha_comb_fcn(), blend.alpha_destblend());
        target.mask != 0 && (color != NO_BLEND || alpha != NO_BLEND)
    }

    /// Whether a factor is the blend constant.
    pub fn uses_constant(self) -> bool {
        let target = self.normalized();
        let blend = target.blend;
        let factors = [
            blend.color_srcblend(),
            blend.color_destblend(),
            blend.alpha_srcblend(),
            blend.alpha_destblend(),
        ];
        target.mask != 0
            && factors.iter().any(|factor| {
                matches!(
                    factor,
                    BlendFactor::ConstantColor
                        | BlendFactor::OneMinusConstantColor
                        | BlendFactor::ConstantAlpha
                        | BlendFactor::OneMinusConstantAlpha
                )
            })
    }
}

/// Bits of the components that a format has.
const fn components(format: ColorFormat) -> u32 {
    match format {
        ColorFormat::Float32 => 0x1,
        ColorFormat::Fixed1616 | ColorFormat::Float1616 | ColorFormat::Float3232 => 0x3,
        _ => 0xF,
    }
}

fn half((source, op, dest): Half) -> Half {
    match op {
        BlendOp::Min | BlendOp::Max => (BlendFactor::One, op, BlendFactor::One),
        _ => (source, op, dest),
    }
}

/// For alpha, a colour's factor is that colour's alpha.
const fn alpha_factor(factor: BlendFactor) -> BlendFactor {
    match factor {
        BlendFactor::SourceColor => BlendFactor::SourceAlpha,
        BlendFactor::OneMinusSourceColor => BlendFactor::OneMinusSourceAlpha,
        BlendFactor::DestColor => BlendFactor::DestAlpha,
        BlendFactor::OneMinusDestColor => BlendFactor::OneMinusDestAlpha,
        BlendFactor::ConstantColor => BlendFactor::ConstantAlpha,
        BlendFactor::OneMinusConstantColor => BlendFactor::OneMinusConstantAlpha,
        other => other,
    }
}

impl ColorTargets {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self(core::array::from_fn(|n| ColorTarget::gather(n, &read)))
    }

    /// Each without don't-care bits.
    #[must_use]
    pub fn normalized(self) -> Self {
        Self(self.0.map(ColorTarget::normalized))
    }

    /// RB_COLOR_MASK with the bits of these targets.
    pub fn color_mask(self) -> RbColorMask {
        let [a, b, c, d] = self.0.map(|target| target.mask);
        RbColorMask::from_raw(a | b << 4 | c << 8 | d << 12)
    }
}

impl BlendConstant {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self(core::array::from_fn(|n| read(index::RB_BLEND_RED + n as u16)))
    }

    /// 0 unless a target uses it.
    #[must_use]
    pub fn normalized(self, targets: &ColorTargets) -> Self {
        if targets.0.iter().any(|target| target.uses_constant()) { self } else { Self::default() }
    }
}
