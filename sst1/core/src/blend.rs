//! Alpha blending.
//!
//! Facts: digest sections 5.8 and 9.4 step 10; `alpha_blend`, `saturate`, `blend_multiply`,
//! `blend_reserved`; the decisions on colour.

use sst1_facts::{AlphaBlend, BlendMultiply, BlendReserved, Profile, Saturate};
use sst1_regs::words::{AlphaMode, BlendFactor};

use crate::lane::Lane;

/// floor(color * factor / 255) of two channels.
#[inline(always)]
pub fn multiply(color: Lane, factor: Lane) -> Lane {
    // 65,280 at most, so that 16 bits hold every step.
    let product = (color as u16).wrapping_mul(factor as u16);
    (product.wrapping_add(1).wrapping_add(product >> 8) >> 8) as Lane
}

/// (color * (factor + 1)) >> 8 of two channels.
#[inline(always)]
pub fn multiply_plus_one(color: Lane, factor: Lane) -> Lane {
    ((color as u16).wrapping_mul((factor as u16).wrapping_add(1)) >> 8) as Lane
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
    /// 1; reserved source codes, unless they are 0.
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
    /// The same, with 256 - destination alpha.
    Saturate256,
    /// Destination side: the source channel before fog.
    BeforeFog,
}

impl Factor {
    /// Decodes a code of one side.
    pub fn new(profile: &Profile, side: Side, code: BlendFactor) -> Self {
        let reserved_is_one = profile.blend_reserved == BlendReserved::One;
        match code {
            BlendFactor::Zero => Self::Zero,
            BlendFactor::SrcAlpha => Self::SourceAlpha,
            BlendFactor::Color => Self::OtherColor,
            BlendFactor::DstAlpha => Self::DestinationAlpha,
            BlendFactor::One => Self::One,
            BlendFactor::OneMinusSrcAlpha => Self::InverseSourceAlpha,
            BlendFactor::OneMinusColor => Self::InverseOtherColor,
            BlendFactor::OneMinusDstAlpha => Self::InverseDestinationAlpha,
            BlendFactor::Special if side == Side::Destination => Self::BeforeFog,
            BlendFactor::Special if profile.saturate == Saturate::Source256 => Self::Saturate256,
            BlendFactor::Special => Self::Saturate,
            _ if side == Side::Source && reserved_is_one => Self::One,
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
            Self::Saturate256 => source_alpha.min(256 - dest_alpha),
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
    /// Whether factors scale by [`multiply`], else by [`multiply_plus_one`].
    pub quotient: bool,
    /// The alpha channel.
    pub alpha: AlphaRule,
}

/// How the alpha channel blends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlphaRule {
    /// By factors, clamped.
    Factors {
        /// The source's.
        source: Factor,
        /// The destination's.
        destination: Factor,
        /// As in [`Blend`].
        quotient: bool,
    },
    /// Only factor one counts.
    Ones {
        /// Whether the source has it.
        source: bool,
        /// Whether the destination has it.
        destination: bool,
        /// The most that the sum can be.
        most: Lane,
    },
}

#[inline(always)]
fn product(quotient: bool, color: Lane, factor: Lane) -> Lane {
    if quotient { multiply(color, factor) } else { multiply_plus_one(color, factor) }
}

impl Blend {
    /// Decodes the register; `None` when blending is off.
    pub fn new(profile: &Profile, mode: AlphaMode) -> Option<Self> {
        if !mode.blend_enable() {
            return None;
        }
        let source = Factor::new(profile, Side::Source, mode.src_rgb());
        let quotient = profile.blend_multiply == BlendMultiply::Quotient;
        let ones = |most| AlphaRule::Ones {
            source: mode.src_alpha() == BlendFactor::One,
            destination: mode.dst_alpha() == BlendFactor::One,
            most,
        };
        let alpha = match profile.alpha_blend {
            AlphaBlend::AllFactors => AlphaRule::Factors {
                source: Factor::new(profile, Side::Source, mode.src_alpha()),
                // In the alpha channel there is no fog: factor 15 is the source alpha.
                destination: match Factor::new(profile, Side::Destination, mode.dst_alpha()) {
                    Factor::BeforeFog => Factor::SourceAlpha,
                    factor => factor,
                },
                quotient,
            },
            AlphaBlend::OneOnlyClamped => ones(255),
            AlphaBlend::OneOnly => ones(510),
        };
        Some(Self {
            source,
            destination: Factor::new(profile, Side::Destination, mode.dst_rgb()),
            source_scales_destination: source == Factor::Saturate
                && profile.saturate == Saturate::Destination,
            quotient,
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
        let own = product(self.quotient, scaled, factor);
        let factor = self.destination.value(source_alpha, dest_alpha, source, before_fog);
        own + product(self.quotient, destination, factor)
    }
}

impl AlphaRule {
    /// The blended alpha.
    #[inline]
    pub fn apply(self, source: Lane, destination: Lane) -> Lane {
        match self {
            Self::Factors { source: own, destination: other, quotient } => {
                let own = own.value(source, destination, destination, source);
                let other = other.value(source, destination, source, source);
                let sum = product(quotient, source, own) + product(quotient, destination, other);
                sum.min(255)
            }
            Self::Ones { source: own, destination: other, most } => {
                let own = if own { source } else { 0 };
                (own + if other { destination } else { 0 }).min(most)
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
                let shifted = (color * (factor + 1)) >> 8;
                assert_eq!(i32::from(multiply_plus_one(color as Lane, factor as Lane)), shifted);
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
        let mame = Blend::new(&Profile::mame(), mode).expect("on");
        // min(200, 256 - 100) = 156.
        assert_eq!(mame.sum(50, 80, 200, 100, 0), ((50 * 157) >> 8) + ((80 * 51) >> 8));
        assert_eq!(mame.alpha.apply(200, 100), 255);
    }
}
