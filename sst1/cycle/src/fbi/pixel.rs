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
    let w_depth = if fbi.needs_w_depth { depth::w_depth(w32) } else { 0 };
    if !fbi.needs_depth {
        return (0, w_depth);
    }
    let value = if fbi.depth_from_w { w_depth } else { depth::z_depth(pixel.ints[Z]) };
    (fbi.bias.map_or(value, |bias| depth::biased(value, bias)), w_depth)
}

/// The operands of the colour path.
fn inputs(decoded: &Decoded, pixel: &Pixel, texel: [Lane; 4]) -> Inputs {
    let bits24 = decoded.plan.fbi.color24;
    Inputs {
        iterated: [R, G, B, A].map(|place| lane::iterated(pixel.ints[place], bits24)),
        texel,
        color0: decoded.color0,
        color1: decoded.color1,
        z: lane::z_channel(pixel.ints[Z]),
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
        return Finished::ended(Fate::Depth);
    }
    let inputs = inputs(decoded, pixel, fetched.texture);
    let [r, g, b, a_other] = fbi.path.other(&inputs);
    if fbi.chroma_key == Some([r, g, b]) {
        return Finished::ended(Fate::Chroma);
    }
    if fbi.alpha_mask && a_other & 1 == 0 {
        let counts = fbi.alpha_mask_counts;
        return Finished::ended(if counts { Fate::Alpha } else { Fate::Uncounted });
    }
    let [r, g, b, alpha] = fbi.path.evaluate(&inputs);
    let before_fog = [r, g, b];
    let mut color = before_fog;
    if let Some(fog) = fbi.fog {
        let iterated = inputs.iterated[3];
        let table = &fbi.fog_table;
        let factor = fog::factor(fog.source, table, w_depth, pixel.ints[Z], iterated, w32);
        color = std::array::from_fn(|c| fog.channel(color[c], fog.color[c], factor));
    }
    if fbi
        .alpha_test
        .is_some_and(|(function, reference)| !function.passes(alpha as u32, reference as u32))
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
    let mut dest = dither::expand(fetched.color);
    if let Some([low_five, low_six]) = fbi.dither.subtract {
        dest[0] = dither::subtract_five(dest[0], pixel.matrix, low_five);
        dest[1] = dither::subtract_six(dest[1], pixel.matrix, low_six);
        dest[2] = dither::subtract_five(dest[2], pixel.matrix, low_five);
    }
    let dest_alpha = if fbi.alpha_planes { Lane::from(fetched.aux as u8) } else { 255 };
    let sum = |c: usize| blend.sum(color[c], dest[c], alpha, dest_alpha, before_fog[c]).min(255);
    (std::array::from_fn(sum), blend.alpha.apply(alpha, dest_alpha))
}
