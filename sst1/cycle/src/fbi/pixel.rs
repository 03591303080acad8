//! What becomes of a pixel.
//!
//! For: the order of its steps, from the values that were iterated and fetched for it to what is
//! stored and counted. Everything that is decided a command stands in the plan.
//! Not for: when. The steps are spread over the six stages of the pipe ([`super::pipe`]).
//!
//! Facts: digest 9.4 for the order, 5.7 and 5.8 for the steps.

use sst1_board::Counters;
use sst1_core::combine::Inputs;
use sst1_core::{Lane, depth, dither, fog, lane};
use sst1_plan::{A, AuxStore, B, FbiPlan, G, INTS, R, Z};

use crate::command::Decoded;

/// A pixel that was issued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pixel {
    /// The command's place among those at work.
    pub slot: u8,
    /// Whether the stipple lets it pass.
    pub passes: bool,
    /// The dither matrix at its place.
    pub matrix: Lane,
    /// Byte address of its colour; may lie outside memory.
    pub color: u32,
    /// Byte address of its depth or alpha; likewise.
    pub aux: u32,
    /// Iterated R, G, B, A, Z.
    pub ints: [i32; INTS],
    /// Iterated W.
    pub w: i64,
}

/// What was fetched for a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// What the texture units made.
    pub texture: [Lane; 4],
    /// The word at its colour's address.
    pub color: u16,
    /// The word at its auxiliary address.
    pub aux: u16,
}

/// How a pixel ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// It passed all tests.
    #[default]
    Passed,
    /// The stipple, or the alpha mask where that does not count.
    Uncounted,
    /// The chroma key.
    Chroma,
    /// The depth test.
    Depth,
    /// The alpha test or the mask.
    Alpha,
}

impl Fate {
    /// As the card's counters count it.
    pub fn counted(self) -> Counters {
        let mut counters = Counters::default();
        match self {
            Self::Passed => counters.pixels_out = 1,
            Self::Uncounted => {}
            Self::Chroma => counters.chroma_fail = 1,
            Self::Depth => counters.zfunc_fail = 1,
            Self::Alpha => counters.afunc_fail = 1,
        }
        counters
    }
}

/// A pixel's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub fate: Fate,
    /// What is stored of its colour.
    pub color: Option<u16>,
    /// What is stored of its depth or alpha.
    pub aux: Option<u16>,
}

impl Finished {
    const fn ended(fate: Fate) -> Self {
        Self { fate, color: None, aux: None }
    }
}

/// A pixel's depth, and its W depth; 0 where nothing looks at them.
fn depths(fbi: &FbiPlan, pixel: &Pixel, w32: i64) -> (u16, u16) {
    let w_depth = if fbi.needs_w_depth { depth::w_depth(fbi.w_floor, w32) } else { 0 };
    if !fbi.needs_depth {
        return (0, w_depth);
    }
    if let Some(constant) = fbi.depth_constant {
        return (constant, w_depth);
    }
    let value = if fbi.depth_from_w { w_depth } else { z_depth(fbi, pixel) };
    (fbi.bias.map_or(value, |bias| depth::biased(value, bias)), w_depth)
}

/// The Z depth.
fn z_depth(fbi: &FbiPlan, pixel: &Pixel) -> u16 {
    let z = pixel.ints[Z];
    if fbi.z_wraps { depth::z_depth_wrapped(z) } else { depth::z_depth(z) }
}

/// The operands of the colour path.
fn inputs(decoded: &Decoded, pixel: &Pixel, texel: [Lane; 4]) -> Inputs {
    let fbi = &decoded.plan.fbi;
    let channel = |value: i32| {
        if fbi.color_wraps {
            lane::iterated_wrapped(value)
        } else {
            lane::iterated(value, fbi.color24)
        }
    };
    let z = z_depth(fbi, pixel);
    Inputs {
        iterated: [R, G, B, A].map(|place| channel(pixel.ints[place])),
        texel,
        color0: decoded.color0,
        color1: decoded.color1,
        z: if fbi.needs_z_low { depth::low(z) } else { depth::high(z) },
    }
}

/// Finishes a pixel.
#[inline]
pub fn finish(decoded: &Decoded, pixel: &Pixel, fetched: &Fetched) -> Finished {
    let fbi = &decoded.plan.fbi;
    if !pixel.passes {
        return Finished::ended(Fate::Uncounted);
    }
    let w = if fbi.stw32 { i64::from(pixel.w as i32) } else { pixel.w };
    let w32 = w << fbi.w_shift;
    let (value, w_depth) = depths(fbi, pixel, w32);
    if fbi.depth_test.is_some_and(|test| !test.passes(value, fetched.aux)) {
        return Finished::ended(if fbi.depth_counts { Fate::Depth } else { Fate::Uncounted });
    }
    let inputs = inputs(decoded, pixel, fetched.texture);
    let other = fbi.path.other(&inputs);
    let combined = fbi.path.evaluate(&inputs);
    let [r, g, b, _] = if fbi.chroma_combined { combined } else { other };
    if fbi.chroma_key == Some([r, g, b]) {
        return Finished::ended(Fate::Chroma);
    }
    let masked = if fbi.mask_combined { combined[3] } else { other[3] };
    if fbi.alpha_mask && masked & 1 == 0 {
        let counts = fbi.alpha_mask_counts;
        return Finished::ended(if counts { Fate::Alpha } else { Fate::Uncounted });
    }
    let [r, g, b, alpha] = combined;
    let before_fog = [r, g, b];
    let mut color = before_fog;
    if let Some(fog) = fbi.fog {
        let iterated = inputs.iterated[3];
        let table = &fbi.fog_table;
        let factor = if fog.source == fog::Source::ZClamped {
            depth::high(z_depth(fbi, pixel))
        } else {
            fog::factor(fog.source, table, w_depth, pixel.ints[Z], iterated, w32)
        };
        color = std::array::from_fn(|c| fog.channel(color[c], fog.color[c], factor));
    }
    let tested = if fbi.test_other { other[3] } else { alpha };
    if fbi
        .alpha_test
        .is_some_and(|(function, reference)| !function.passes(tested as u32, reference as u32))
    {
        return Finished::ended(Fate::Alpha);
    }
    let (color, alpha) = blended(fbi, pixel, fetched, color, before_fog, alpha);
    let [r, g, b] = color;
    let stored = || {
        if fbi.dither.store {
            dither::dithered(r, g, b, pixel.matrix)
        } else {
            dither::cut(r, g, b)
        }
    };
    Finished {
        fate: Fate::Passed,
        color: fbi.rgb_write.then(stored),
        aux: match fbi.aux_store {
            AuxStore::Nothing => None,
            AuxStore::Depth => Some(value),
            AuxStore::Alpha => Some(alpha as u16),
        },
    }
}

/// Colour and alpha after blending.
fn blended(
    fbi: &FbiPlan,
    pixel: &Pixel,
    fetched: &Fetched,
    color: [Lane; 3],
    before_fog: [Lane; 3],
    alpha: Lane,
) -> ([Lane; 3], Lane) {
    let Some(blend) = &fbi.blend else { return (color, alpha) };
    let expand = if fbi.expand_shifted { dither::expand_shifted } else { dither::expand };
    let mut dest = expand(fetched.color);
    if let Some([five, six]) = fbi.dither.subtract {
        dest[0] = five.five(dest[0], pixel.matrix);
        dest[1] = six.six(dest[1], pixel.matrix);
        dest[2] = five.five(dest[2], pixel.matrix);
    }
    let dest_alpha = if fbi.alpha_planes { Lane::from(fetched.aux as u8) } else { 255 };
    let sum = |c: usize| blend.sum(color[c], dest[c], alpha, dest_alpha, before_fog[c]).min(255);
    (std::array::from_fn(sum), blend.alpha.apply(alpha, dest_alpha))
}
