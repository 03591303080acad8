//! Alpha blending.
//!
//! Facts: digest sections 5.8 and 9.4 step 10; `alpha_blend`, `saturate`; the decisions on colour.

use sst1_facts::{AlphaBlend, Profile, Saturate};
use sst1_regs::words::{AlphaMode, BlendFactor};

use crate::lane::Lane;

/// floor(color * factor / 255) of two channels.
#[inline(always)]
pub fn multiply(color: Lane, factor: Lane) -> Lane {
    // 65,280 at most, so that 16 bits hold every step.
    let product = (color as u16).wrapping_mul(factor as u16);
    (product.wrapping_add(1).wrapping_add(product >> 8) >> 8) as Lane
}

/// Which side of the equation a factor belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The pixel's own colour.
    Source,
    /// The frame buffer's.
    Destination,
}

/// A factor, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// 0; reserved destination codes.
    Zero,
    /// 1; reserved source codes.
    One,
    /// The source alpha.
    SourceAlpha,
    /// 1 - source alpha.
    InverseSourceAlpha,
    /// The destination alpha.
    DestinationAlpha,
    /// 1 - destination alpha.
    InverseDestinationAlpha,
    /// The other side's channel.
    OtherColor,
    /// 1 - the other side's channel.
    InverseOtherColor,
    /// Source side: min(source alpha, 1 - destination alpha).
    Saturate,
    /// Destination side: the source channel before fog.
    BeforeFog,
}

impl Factor {
    /// Decodes a code of one side.
    pub fn new(side: Side, code: BlendFactor) -> Self {
        match code {
            BlendFactor::Zero => Self::Zero,
            BlendFactor::SrcAlpha => Self::SourceAlpha,
            BlendFactor::Color => Self::OtherColor,
            BlendFactor::DstAlpha => Self::DestinationAlpha,
            BlendFactor::One => Self::One,
            BlendFactor::OneMinusSrcAlpha => Self::InverseSourceAlpha,
            BlendFactor::OneMinusColor => Self::InverseOtherColor,
            BlendFactor::OneMinusDstAlpha => Self::InverseDestinationAlpha,
            BlendFactor::Special if side == Side::Source => Self::Saturate,
            BlendFactor::Special => Self::BeforeFog,
            _ if side == Side::Source => Self::One,
            _ => Self::Zero,
        }
    }

    /// The factor's value. `other` is the other side's channel, `before_fog` the source channel
    /// before fog.
    #[inline(always)]
    pub fn value(
        self,
        source_alpha: Lane,
        dest_alpha: Lane,
        other: Lane,
        before_fog: Lane,
    ) -> Lane {
        match self {
            Self::Zero => 0,
            Self::One => 255,
            Self::SourceAlpha => source_alpha,
            Self::InverseSourceAlpha => 255 - source_alpha,
            Self::DestinationAlpha => dest_alpha,
            Self::InverseDestinationAlpha => 255 - dest_alpha,
            Self::OtherColor => other,
            Self::InverseOtherColor => 255 - other,
            Self::Saturate => source_alpha.min(255 - dest_alpha),
            Self::BeforeFog => before_fog,
        }
    }
}

/// alphaMode's blending, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// Factor of the source colour.
    pub source: Factor,
    /// Factor of the destination colour.
    pub destination: Factor,
    /// What the source factor scales: under `saturate = destination` factor 15 scales the
    /// destination colour instead.
    pub source_scales_destination: bool,
    /// The alpha channel.
    pub alpha: AlphaRule,
}

/// How the alpha channel blends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlphaRule {
    /// By factors, clamped; source and destination.
    Factors(Factor, Factor),
    /// Only factor one counts; the sum is not clamped. Whether source and destination count.
    OneOnly(bool, bool),
}

impl Blend {
    /// Decodes the register; `None` when blending is off.
    pub fn new(profile: &Profile, mode: AlphaMode) -> Option<Self> {
        if !mode.blend_enable() {
            return None;
        }
        let source = Factor::new(Side::Source, mode.src_rgb());
        let alpha = match profile.alpha_blend {
            AlphaBlend::AllFactors => AlphaRule::Factors(
                Factor::new(Side::Source, mode.src_alpha()),
                // In the alpha channel there is no fog: factor 15 is the source alpha.
                match Factor::new(Side::Destination, mode.dst_alpha()) {
                    Factor::BeforeFog => Factor::SourceAlpha,
                    factor => factor,
                },
            ),
            AlphaBlend::OneOnly => AlphaRule::OneOnly(
                mode.src_alpha() == BlendFactor::One,
                mode.dst_alpha() == BlendFactor::One,
            ),
        };
        Some(Self {
            source,
            destination: Factor::new(Side::Destination, mode.dst_rgb()),
            source_scales_destination: source == Factor::Saturate
                && profile.saturate == Saturate::Destination,
            alpha,
        })
    }

    /// A blended channel before clamping.
    #[inline]
    pub fn sum(
        &self,
        source: Lane,
        destination: Lane,
        source_alpha: Lane,
        dest_alpha: Lane,
        before_fog: Lane,
    ) -> Lane {
        let scaled = if self.source_scales_destination { destination } else { source };
        let factor = self.source.value(source_alpha, dest_alpha, destination, before_fog);
        let own = multiply(scaled, factor);
        let factor = self.destination.value(source_alpha, dest_alpha, source, before_fog);
        own + multiply(destination, factor)
    }
}

impl AlphaRule {
    /// The blended alpha.
    #[inline]
    pub fn apply(self, source: Lane, destination: Lane) -> Lane {
        match self {
            Self::Factors(own, other) => {
                let own = own.value(source, destination, destination, source);
                let other = other.value(source, destination, source, source);
                (multiply(source, own) + multiply(destination, other)).min(255)
            }
            Self::OneOnly(own, other) => {
                (if own { source } else { 0 }) + (if other { destination } else { 0 })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiplication_is_exact_division() {
        for color in 0..=255i32 {
            for factor in 0..=255i32 {
                let exact = color * factor / 255;
                assert_eq!(i32::from(multiply(color as Lane, factor as Lane)), exact);
            }
        }
    }

    #[test]
    fn factors_and_saturation() {
        let mode = AlphaMode::default()
            .with_blend_enable(true)
            .with_src_rgb(BlendFactor::Special)
            .with_dst_rgb(BlendFactor::Color)
            .with_src_alpha(BlendFactor::One)
            .with_dst_alpha(BlendFactor::One);
        let chip = Blend::new(&Profile::hardware(), mode).expect("on");
        let b86 = Blend::new(&Profile::b86(), mode).expect("on");
        // min(200, 255 - 100) = 155.
        assert_eq!(chip.sum(50, 80, 200, 100, 0), 50 * 155 / 255 + 80 * 50 / 255);
        assert_eq!(b86.sum(50, 80, 200, 100, 0), 80 * 155 / 255 + 80 * 50 / 255);
        assert_eq!(chip.alpha.apply(200, 100), 255);
        assert_eq!(b86.alpha.apply(200, 100), 300);
        let reserved =
            mode.with_src_rgb(BlendFactor::Reserved9).with_dst_rgb(BlendFactor::Reserved8);
        let reserved = Blend::new(&Profile::hardware(), reserved).expect("on");
        assert_eq!(reserved.sum(50, 80, 200, 100, 0), 50);
    }
}
