//! A texture unit by chapter S of the document: what a lane of a request is answered.
//!
//! For: sizes, levels, filters, weights, border shares, and the operations on a sample.
//! Not for: storage; [`Texels`] say what a texel is.
//! Facts: rules S1 to S15 of `docs/hardware/xenos-microcode.md`.

use std::collections::BTreeSet;

use base_word::FieldValue;
use xenos_regs::fetch::{self, ClampMode, Swizzle, TextureSign};
use xenos_ucode::codes::{Dimension, FetchOpcode};

use super::Request;
use super::filter::{Pair, filter, flush, lerp};
use super::level::{self, Footprint};
use super::texel::{Texels, border, decoded};

/// Events that a lane met, by name.
pub(super) type Events = BTreeSet<&'static str>;

/// A constant as an instruction looks at it.
struct View<'a> {
    request: &'a Request,
    constant: fetch::TextureFetch,
    texels: Texels,
    /// Sizes of level 0 by the instruction's dimension; the third is depth or layers.
    size: [u32; 3],
    /// How many coordinates are filtered.
    axes: usize,
}

/// What a lane is answered (rules S1, S14 and S15).
pub(super) fn answer(
    request: &Request,
    lane: usize,
    texels: Texels,
    events: &mut Events,
) -> [f32; 4] {
    let constant = fetch::TextureFetch::from_words(request.constant);
    if constant.d0.fetch_type() != fetch::FetchType::Texture {
        events.insert("fetch-constant-type");
        return [0.0; 4];
    }
    if !decoded(constant) {
        events.insert("texture-format");
        return [0.0; 4];
    }
    if constant.d3.num_format() {
        events.insert("texture-integer");
    }
    notes(request, constant, events);
    let footprint = level::footprint(request, lane);
    if request.fetch.opcode == FetchOpcode::ComputedLod {
        count_anisotropy(footprint.as_ref(), events);
        return [level::asked(request, lane), 0.0, 0.0, 0.0];
    }
    let (size, axes) = level::size(request);
    let view = View { request, constant, texels, size, axes };
    let lod = level::unheld(request, lane);
    let magnified = lod <= 0.0;
    let (low, high) = constant.levels();
    let held = lod.clamp(low as f32, high as f32);
    let (first, second, weight) = match view.filter_code(request.fetch.mip_filter, 23) {
        1 => {
            let first = held.floor() as u32;
            (first, (first + 1).min(high), held - held.floor())
        }
        2 => (low, low, 0.0),
        _ => (((held + 0.5).floor() as u32).min(high), low, 0.0),
    };
    match request.fetch.opcode {
        FetchOpcode::Weights => {
            let [x, y, z] = view.pairs(lane, first, magnified, [0.0; 3]).map(|pair| pair.weight);
            [x, y, if axes == 3 { z } else { 0.0 }, weight]
        }
        FetchOpcode::BorderFraction => {
            events.insert("border-share");
            let share = |level: u32| {
                let pairs = view.pairs(lane, level, magnified, [0.0; 3]);
                filter(pairs, &mut |place| [if place.is_none() { 1.0 } else { 0.0 }; 4])
            };
            let [share, ..] = lerp(weight, || share(first), || share(second));
            [share, 0.0, 0.0, 0.0]
        }
        _ => {
            count_anisotropy(footprint.as_ref(), events);
            let samples = footprint.as_ref().map_or(1, |footprint| footprint.samples);
            let mut sum = [0.0f32; 4];
            for sample in 0..samples {
                let step = (sample as f32 + 0.5) / samples as f32 - 0.5;
                let shift = footprint
                    .as_ref()
                    .filter(|_| samples > 1)
                    .map_or([0.0; 3], |f| f.axis.map(|length| flush(length * step)));
                let mut seen = [Events::new(), Events::new()];
                let [near, far] = &mut seen;
                let value = lerp(
                    weight,
                    || view.filtered(lane, first, magnified, shift, near),
                    || view.filtered(lane, second, magnified, shift, far),
                );
                events.extend(seen.into_iter().flatten());
                sum = [0, 1, 2, 3].map(|at: usize| flush(sum[at] + value[at]));
            }
            if samples > 1 {
                sum = sum.map(|value| flush(value * (1.0 / samples as f32)));
            }
            finished(sum, constant)
        }
    }
}

fn count_anisotropy(footprint: Option<&Footprint>, events: &mut Events) {
    if footprint.is_some_and(|footprint| footprint.samples > 1) {
        events.insert("anisotropy");
    }
}

/// Events of rules S1 and S3.
fn notes(request: &Request, constant: fetch::TextureFetch, events: &mut Events) {
    use fetch::Dimension as Of;
    let fits = match request.fetch.dimension {
        Dimension::D1 => constant.dimension() == Of::D1,
        Dimension::D2 => constant.dimension() == Of::D2,
        Dimension::D3 => matches!(constant.dimension(), Of::D2 | Of::D3),
        Dimension::Cube => constant.dimension() == Of::Cube,
    };
    if !fits {
        events.insert("dimension-mismatch");
    }
    if !request.fetch.unnormalized {
        return;
    }
    if request.fetch.dimension == Dimension::Cube {
        events.insert("unnormalized-cube");
    } else if !level::in_texels(request) {
        events.insert("unnormalized-wrap");
    }
}

impl View<'_> {
    /// Rule S2: the instruction's filter, or the constant's, whose code lies from `bit` of dword 3 on.
    fn filter_code(&self, own: impl FieldValue, bit: u32) -> u32 {
        match own.to_bits() {
            3 => self.constant.d3.raw() >> bit & 3,
            own => own,
        }
    }

    /// Texels and weights on each axis at a level.
    fn pairs(&self, lane: usize, at: u32, magnified: bool, shift: [f32; 3]) -> [Pair; 3] {
        let fetch = &self.request.fetch;
        let plane = if magnified {
            self.filter_code(fetch.mag_filter, 19)
        } else {
            self.filter_code(fetch.min_filter, 21)
        };
        let (own, constant) = if magnified {
            (fetch.volume_mag_filter.to_bits(), self.constant.d4.vol_mag_filter())
        } else {
            (fetch.volume_min_filter.to_bits(), self.constant.d4.vol_min_filter())
        };
        let volume = if own == 3 { u32::from(constant) } else { own };
        let linear = [plane == 1, plane == 1, volume == 1];
        let offsets = [fetch.offset_x, fetch.offset_y, fetch.offset_z].map(|n| f32::from(n) * 0.5);
        let cube = fetch.dimension == Dimension::Cube;
        let clamps = if cube { [ClampMode::ClampToLast; 3] } else { self.constant.clamps() };
        let layered = level::layered(self.request);
        let texels = level::in_texels(self.request);
        [0, 1, 2].map(|axis: usize| {
            let c = f32::from_bits(self.request.coordinates[axis][lane]);
            if cube && axis == 2 {
                return Pair::only(face(c + offsets[2]));
            }
            if axis >= self.axes {
                return Pair::only(0);
            }
            let whole = self.size[axis];
            let size = if layered && axis == 2 { whole } else { (whole >> at).max(1) };
            let c = flush(c + shift[axis]);
            let u = if cube {
                flush((c - 1.0) * size as f32)
            } else if !texels {
                flush(c * size as f32)
            } else if at == 0 || size == whole {
                c
            } else {
                flush(flush(c * size as f32) / whole as f32)
            };
            Pair::of(flush(u + offsets[axis]), size, clamps[axis], linear[axis])
        })
    }

    /// Rule S8 within a level.
    fn filtered(
        &self,
        lane: usize,
        level: u32,
        magnified: bool,
        shift: [f32; 3],
        events: &mut Events,
    ) -> [f32; 4] {
        let pairs = self.pairs(lane, level, magnified, shift);
        let constant = self.constant;
        filter(pairs, &mut |place| {
            if let Some(place) = place {
                return self.texels.at(place, level, constant);
            }
            if constant.d5.border_color().to_bits() >= 2 {
                events.insert("border-color");
            }
            border(constant)
        })
    }
}

/// Rule S7.
pub(super) fn face(c: f32) -> u32 {
    if c.is_nan() { 0 } else { c.floor().clamp(0.0, 5.0) as u32 }
}

/// Rule S12, steps 4 to 6.
pub(super) fn finished(sample: [f32; 4], constant: fetch::TextureFetch) -> [f32; 4] {
    let signs = constant.signs();
    let exponent = constant.d3.exp_adjust();
    let scale = (exponent as f32).exp2();
    constant.swizzle().map(|from| {
        let stored = |at: usize| match signs[at] {
            TextureSign::Biased => flush(flush(2.0 * sample[at]) - 1.0),
            TextureSign::Gamma => linear(sample[at]),
            TextureSign::Unsigned | TextureSign::Signed => sample[at],
        };
        let value = match from {
            Swizzle::X => stored(0),
            Swizzle::Y => stored(1),
            Swizzle::Z => stored(2),
            Swizzle::W => stored(3),
            Swizzle::One => 1.0,
            Swizzle::Zero | Swizzle::Reserved6 | Swizzle::Keep => 0.0,
        };
        if exponent == 0 { value } else { flush(value * scale) }
    })
}

/// Gamma to linear, in four pieces (digest, section 3.7).
fn linear(gamma: f32) -> f32 {
    let gamma = if gamma.is_nan() { 0.0 } else { gamma.clamp(0.0, 1.0) };
    let code = gamma * 255.0;
    let (scale, offset) = match code {
        code if code < 64.0 => (1.0, 0.0),
        code if code < 96.0 => (2.0, -64.0),
        code if code < 192.0 => (4.0, -256.0),
        _ => (8.0, -1024.0),
    };
    let t = code * scale + offset;
    (t + (t * (scale / 1024.0)).trunc()) / 1023.0
}
