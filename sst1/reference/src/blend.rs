//! Alpha blending with the destination.
//!
//! Facts: digest 4.3 (alphaMode's factors), 5.8, 9.4 step 10; decisions page, "Colour".

use sst1_facts::{AlphaBlend, BlendMultiply, BlendReserved, Profile, Saturate};
use sst1_regs::words::{AlphaMode, BlendFactor};

use crate::color::{Color, Rgb, clamp8};

/// The three colours that meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs {
    /// The pixel, after fog.
    pub(crate) source: Color,
    /// What is stored.
    pub(crate) destination: Color,
    /// The pixel's colour before fog.
    pub(crate) before_fog: Rgb,
}

/// A channel scaled by a factor. 5.8: the chip's formula and the quotient agree for all inputs.
fn times(profile: &Profile, c: i32, f: i32) -> i32 {
    match profile.blend_multiply {
        BlendMultiply::Quotient => c * f / 255,
        BlendMultiply::PlusOne => (c * (f + 1)) >> 8,
    }
}

/// The blended colour, neither clamped nor cut (9.7: LFB pixels wrap in 86Box).
pub(crate) fn color(profile: &Profile, mode: AlphaMode, inputs: &Inputs) -> Rgb {
    let Inputs { source, destination, before_fog } = inputs;
    std::array::from_fn(|channel| {
        let (own, stored) = (source.rgb[channel], destination.rgb[channel]);
        // 9.4: 86Box scales the destination instead.
        let scales_stored =
            mode.src_rgb() == BlendFactor::Special && profile.saturate == Saturate::Destination;
        let scaled = if scales_stored { stored } else { own };
        let factor = source_factor(profile, mode.src_rgb(), inputs, stored);
        let from_source = times(profile, scaled, factor);
        let factor = destination_factor(mode.dst_rgb(), inputs, own, before_fog[channel]);
        from_source + times(profile, stored, factor)
    })
}

/// The blended alpha. Under `one-only` it is not clamped and can reach 510.
pub(crate) fn alpha(profile: &Profile, mode: AlphaMode, inputs: &Inputs) -> i32 {
    let (own, stored) = (inputs.source.a, inputs.destination.a);
    let if_one = |factor, value| if factor == BlendFactor::One { value } else { 0 };
    let of_ones = if_one(mode.dst_alpha(), stored) + if_one(mode.src_alpha(), own);
    match profile.alpha_blend {
        AlphaBlend::AllFactors => {
            let source = source_factor(profile, mode.src_alpha(), inputs, stored);
            let destination = destination_factor(mode.dst_alpha(), inputs, own, own);
            clamp8(times(profile, own, source) + times(profile, stored, destination))
        }
        AlphaBlend::OneOnlyClamped => clamp8(of_ones),
        AlphaBlend::OneOnly => of_ones,
    }
}

/// A source factor; `other` is the destination's channel.
fn source_factor(profile: &Profile, factor: BlendFactor, inputs: &Inputs, other: i32) -> i32 {
    if factor == BlendFactor::Special {
        let one = if profile.saturate == Saturate::Source256 { 256 } else { 255 };
        return inputs.source.a.min(one - inputs.destination.a);
    }
    let reserved = match profile.blend_reserved {
        BlendReserved::One => 255,
        BlendReserved::Zero => 0,
    };
    common(factor, inputs, other).unwrap_or(reserved)
}

/// A destination factor; `other` is the source's channel, `before_fog` that channel before fog.
/// Reserved codes are zero.
fn destination_factor(factor: BlendFactor, inputs: &Inputs, other: i32, before_fog: i32) -> i32 {
    match factor {
        BlendFactor::Special => before_fog,
        factor => common(factor, inputs, other).unwrap_or(0),
    }
}

/// The factors that both sides have.
fn common(factor: BlendFactor, inputs: &Inputs, other: i32) -> Option<i32> {
    match factor {
        BlendFactor::Zero => Some(0),
        BlendFactor::SrcAlpha => Some(inputs.source.a),
        BlendFactor::Color => Some(other),
        BlendFactor::DstAlpha => Some(inputs.destination.a),
        BlendFactor::One => Some(255),
        BlendFactor::OneMinusSrcAlpha => Some(255 - inputs.source.a),
        BlendFactor::OneMinusColor => Some(255 - other),
        BlendFactor::OneMinusDstAlpha => Some(255 - inputs.destination.a),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUTS: Inputs = Inputs {
        source: Color { rgb: [200, 100, 0], a: 64 },
        destination: Color { rgb: [50, 100, 255], a: 128 },
        before_fog: [10, 20, 30],
    };

    fn rgb(profile: &Profile, src: BlendFactor, dst: BlendFactor) -> Rgb {
        color(profile, AlphaMode::default().with_src_rgb(src).with_dst_rgb(dst), &INPUTS)
    }

    #[test]
    fn factors() {
        use BlendFactor::{
            Color as Other, One, OneMinusSrcAlpha, Reserved8, Special, SrcAlpha, Zero,
        };
        let p = Profile::hardware();
        assert_eq!(rgb(&p, One, Zero), [200, 100, 0]);
        assert_eq!(rgb(&p, SrcAlpha, OneMinusSrcAlpha), [50 + 37, 25 + 74, 191]);
        assert_eq!(rgb(&p, Other, Zero), [39, 39, 0]);
        assert_eq!(rgb(&p, Zero, Other), [39, 39, 0]);
        assert_eq!(rgb(&p, One, One), [250, 200, 255]);
        assert_eq!(rgb(&p, Reserved8, Reserved8), [200, 100, 0]);
        assert_eq!(rgb(&p, Zero, Special), [50 * 10 / 255, 100 * 20 / 255, 30]);
        assert_eq!(rgb(&p, Special, Zero), [50, 25, 0], "min(64, 127)");
        assert_eq!(rgb(&Profile::b86(), Special, Zero), [12, 25, 64]);
        let mame = Profile::mame();
        assert_eq!(rgb(&mame, SrcAlpha, Zero), [(200 * 65) >> 8, (100 * 65) >> 8, 0]);
        assert_eq!(rgb(&mame, One, Reserved8), [200, 100, 0]);
        assert_eq!(rgb(&mame, Reserved8, Zero), [0, 0, 0]);
    }

    #[test]
    fn the_alpha_channel() {
        let mode = AlphaMode::default()
            .with_src_alpha(BlendFactor::SrcAlpha)
            .with_dst_alpha(BlendFactor::One);
        assert_eq!(alpha(&Profile::hardware(), mode, &INPUTS), 64 * 64 / 255 + 128);
        assert_eq!(alpha(&Profile::b86(), mode, &INPUTS), 128);
        let full = Inputs { source: Color { a: 255, ..INPUTS.source }, ..INPUTS };
        let ones = mode.with_src_alpha(BlendFactor::One);
        assert_eq!(alpha(&Profile::hardware(), ones, &full), 255);
        assert_eq!(alpha(&Profile::b86(), ones, &full), 383);
        assert_eq!(alpha(&Profile::mame(), ones, &full), 255);
        assert_eq!(alpha(&Profile::mame(), mode, &full), 128);
    }

    #[test]
    fn saturation_of_mame_is_one_more() {
        let mode = AlphaMode::default().with_src_rgb(BlendFactor::Special);
        let source = Color { rgb: [255; 3], a: 200 };
        let inputs = Inputs { source, ..INPUTS };
        // 256 - 128 = 128, and (255 * 129) >> 8.
        assert_eq!(color(&Profile::mame(), mode, &inputs), [128; 3]);
        assert_eq!(color(&Profile::hardware(), mode, &inputs), [127; 3]);
    }
}
