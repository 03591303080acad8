//! Alpha blending over a batch.
//!
//! Facts: digest sections 5.8 and 9.4 step 10.

use sst1_core::Lane;
use sst1_core::blend::{AlphaRule, Blend, Factor, multiply};
use sst1_core::dither;

use super::Shader;
use crate::batch::{Batch, Lanes};

impl Shader<'_> {
    /// The frame buffer's colour and alpha at the live pixels.
    pub(super) fn destination(&self, batch: &mut Batch, lanes: usize) {
        let fbi = &self.plan.fbi;
        let word = &batch.inputs.word;
        let [r, g, b, a] = &mut batch.destination;
        // Kept packed for a moment; expanded below as vectors.
        let (words, packed) = (&*self.words, &mut batch.packed);
        batch.live.for_each(|i| {
            packed[i] = words.get(word[i] as usize).copied().unwrap_or(0);
        });
        let packed = &batch.packed[..lanes];
        let channels = [&mut *r, &mut *g, &mut *b];
        if fbi.expand_shifted {
            expand(packed, channels, dither::expand_shifted);
        } else {
            expand(packed, channels, dither::expand);
        }
        if fbi.alpha_planes {
            batch.live.for_each(|i| {
                let aux = words.get(self.aux_word(word[i])).copied().unwrap_or(0);
                a[i] = Lane::from(aux as u8);
            });
        } else {
            a[..lanes].fill(255);
        }
        if let Some([five, six]) = fbi.dither.subtract {
            let matrix = &batch.inputs.matrix[..lanes];
            for channel in [r, b] {
                for (value, m) in channel[..lanes].iter_mut().zip(matrix) {
                    *value = five.five(*value, *m);
                }
            }
            for (value, m) in g[..lanes].iter_mut().zip(matrix) {
                *value = six.six(*value, *m);
            }
        }
    }
}

/// Widens words channel by channel.
#[inline(always)]
fn expand(packed: &[u16], channels: [&mut Lanes; 3], wide: impl Fn(u16) -> [Lane; 3]) {
    for (c, lanes) in channels.into_iter().enumerate() {
        lanes.iter_mut().zip(packed).for_each(|(lane, word)| *lane = wide(*word)[c]);
    }
}

/// Blends the batch's colours with the destination's.
pub(super) fn apply(blend: Blend, batch: &mut Batch, lanes: usize) {
    let [r, g, b, alpha] = &mut batch.color;
    let dest_alpha = &batch.destination[3];
    for (c, color) in [r, g, b].into_iter().enumerate() {
        let side = Channel {
            alpha,
            dest: &batch.destination[c],
            dest_alpha,
            before_fog: &batch.before_fog[c],
        };
        side.blend(blend, color, &mut batch.terms, lanes);
    }
    let pairs = alpha[..lanes].iter_mut().zip(&dest_alpha[..lanes]);
    match blend.alpha {
        AlphaRule::Ones { source: true, destination: false, .. } => {}
        rule => pairs.for_each(|(alpha, dest)| *alpha = rule.apply(*alpha, *dest)),
    }
}

/// What one colour channel blends with.
struct Channel<'a> {
    alpha: &'a Lanes,
    dest: &'a Lanes,
    dest_alpha: &'a Lanes,
    before_fog: &'a Lanes,
}

impl Channel<'_> {
    fn blend(&self, blend: Blend, color: &mut Lanes, terms: &mut [Lanes; 2], lanes: usize) {
        let (alpha, dest) = (self.alpha, self.dest);
        if !blend.quotient {
            return self.one_by_one(blend, color, lanes);
        }
        // Pairs that programs use most are one loop; all others are three.
        match (blend.source, blend.destination) {
            (Factor::SourceAlpha, Factor::InverseSourceAlpha) => {
                fused(color, dest, alpha, lanes, |c, d, a| multiply(c, a) + multiply(d, 255 - a));
            }
            (Factor::SourceAlpha, Factor::One) => {
                fused(color, dest, alpha, lanes, |c, d, a| multiply(c, a) + d);
            }
            (Factor::One, Factor::InverseSourceAlpha) => {
                fused(color, dest, alpha, lanes, |c, d, a| c + multiply(d, 255 - a));
            }
            (Factor::One, Factor::One) => fused(color, dest, alpha, lanes, |c, d, _| c + d),
            (Factor::One, Factor::Zero) => {}
            (Factor::OtherColor, Factor::Zero) | (Factor::Zero, Factor::OtherColor) => {
                fused(color, dest, alpha, lanes, |c, d, _| multiply(c, d));
            }
            _ => self.by_terms(blend, color, terms, lanes),
        }
    }

    /// Pixel by pixel, for the rules that only programs have.
    fn one_by_one(&self, blend: Blend, color: &mut Lanes, lanes: usize) {
        let dest = self.dest[..lanes].iter().zip(&self.dest_alpha[..lanes]);
        let source = self.alpha[..lanes].iter().zip(&self.before_fog[..lanes]);
        for (color, ((dest, dest_alpha), (alpha, before_fog))) in
            color[..lanes].iter_mut().zip(dest.zip(source))
        {
            *color = blend.sum(*color, *dest, *alpha, *dest_alpha, *before_fog).min(255);
        }
    }

    fn by_terms(&self, blend: Blend, color: &mut Lanes, terms: &mut [Lanes; 2], lanes: usize) {
        let [own, other] = terms;
        let scaled = if blend.source_scales_destination { self.dest } else { &*color };
        self.term(blend.source, scaled, self.dest, own, lanes);
        self.term(blend.destination, self.dest, color, other, lanes);
        for (out, (own, other)) in
            color[..lanes].iter_mut().zip(own[..lanes].iter().zip(&other[..lanes]))
        {
            *out = (own + other).min(255);
        }
    }

    /// `scaled` times a factor; `opposite` is the other side's channel.
    #[inline(always)]
    fn term(
        &self,
        factor: Factor,
        scaled: &Lanes,
        opposite: &Lanes,
        out: &mut Lanes,
        lanes: usize,
    ) {
        macro_rules! each {
            ($($operand:expr),*; $value:expr) => {
                each_lane(out, scaled, [$($operand),*], lanes, $value)
            };
        }
        match factor {
            Factor::Zero => out[..lanes].fill(0),
            Factor::One => out[..lanes].copy_from_slice(&scaled[..lanes]),
            Factor::SourceAlpha => each!(self.alpha; |[a]: [Lane; 1]| a),
            Factor::InverseSourceAlpha => each!(self.alpha; |[a]: [Lane; 1]| 255 - a),
            Factor::DestinationAlpha => each!(self.dest_alpha; |[a]: [Lane; 1]| a),
            Factor::InverseDestinationAlpha => {
                each!(self.dest_alpha; |[a]: [Lane; 1]| 255 - a);
            }
            Factor::OtherColor => each!(opposite; |[c]: [Lane; 1]| c),
            Factor::InverseOtherColor => each!(opposite; |[c]: [Lane; 1]| 255 - c),
            Factor::Saturate => {
                each!(self.alpha, self.dest_alpha; |[a, d]: [Lane; 2]| a.min(255 - d));
            }
            Factor::Saturate256 => {
                each!(self.alpha, self.dest_alpha; |[a, d]: [Lane; 2]| a.min(256 - d));
            }
            Factor::BeforeFog => each!(self.before_fog; |[c]: [Lane; 1]| c),
        }
    }
}

/// A sum of colour, destination and source alpha, clamped.
#[inline(always)]
fn fused(
    color: &mut Lanes,
    dest: &Lanes,
    alpha: &Lanes,
    lanes: usize,
    sum: impl Fn(Lane, Lane, Lane) -> Lane,
) {
    let operands = dest[..lanes].iter().zip(&alpha[..lanes]);
    for (color, (dest, alpha)) in color[..lanes].iter_mut().zip(operands) {
        *color = sum(*color, *dest, *alpha).min(255);
    }
}

#[inline(always)]
fn each_lane<const N: usize>(
    out: &mut Lanes,
    scaled: &Lanes,
    operands: [&Lanes; N],
    lanes: usize,
    value: impl Fn([Lane; N]) -> Lane,
) {
    let operands = operands.map(|operand| &operand[..lanes]);
    for (i, (out, scaled)) in out[..lanes].iter_mut().zip(&scaled[..lanes]).enumerate() {
        *out = multiply(*scaled, value(operands.map(|operand| operand[i])));
    }
}
