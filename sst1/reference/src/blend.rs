//! Alpha blending with the destination.
//!
//! Facts: digest 4.3 (alphaMode's factors), 5.8, 9.4 step 10; decisions page, "Colour".

use sst1_facts::{AlphaBlend, Profile, Saturate};
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

/// c * f / 255, rounded down (5.8: the chip's formula and the quotient agree for all inputs).
fn times(c: i32, f: i32) -> i32 {
    c * f / 255
}

/// The blended colour, neither clamped nor cut (9.7: LFB pixels wrap in 86Box).
pub(crate) fn color(profile: &Profile, mode: AlphaMode, inputs: &Inputs) -> Rgb {
    let Inputs { source, destination, before_fog } = inputs;
    std::array::from_fn(|channel| {
        let (own, stored) = (source.rgb[channel], destination.rgb[channel]);
        let from_source = match (mode.src_rgb(), profile.saturate) {
            // 9.4: 86Box scales the destination instead.
            (BlendFactor::Special, Saturate::Destination) => times(stored, saturation(inputs)),
            (BlendFactor::Special, Saturate::Source) => times(own, saturation(inputs)),
            (factor, _) => times(own, source_factor(factor, inputs, stored)),
        };
        let factor = destination_factor(mode.dst_rgb(), inputs, own, before_fog[channel]);
        from_source + times(stored, factor)
    })
}

/// The blended alpha. Unless `one-only` holds it is clamped; there it can reach 510.
pub(crate) fn alpha(profile: &Profile, mode: AlphaMode, inputs: &Inputs) -> i32 {
    let (own, stored) = (inputs.source.a, inputs.destination.a);
    match profile.alpha_blend {
        AlphaBlend::AllFactors => {
            let source = match mode.src_alpha() {
                BlendFactor::Special => saturation(inputs),
                factor => source_factor(factor, inputs, stored),
            };
            let destination = destination_factor(mode.dst_alpha(), inputs, own, own);
            clamp8(times(own, source) + times(stored, destination))
        }
        AlphaBlend::OneOnly => {
            let if_one = |factor, value| if factor == BlendFactor::One { value } else { 0 };
            if_one(mode.dst_alpha(), stored) + if_one(mode.src_alpha(), own)
        }
    }
}

/// Source factor 15.
fn saturation(inputs: &Inputs) -> i32 {
    inputs.source.a.min(255 - inputs.destination.a)
}

/// A source factor other than 15; `other` is the destination's channel. Reserved codes are one.
fn source_factor(factor: BlendFactor, inputs: &Inputs, other: i32) -> i32 {
    common(factor, inputs, other).unwrap_or(255)
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
    }
}
