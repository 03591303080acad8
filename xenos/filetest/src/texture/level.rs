//! The level of detail of a lane: rules S1, S9 to S11, S13, and S14 of opcode 17.

use base_word::FieldValue;
use xenos_regs::fetch::{self, ClampMode, TextureSize1d, TextureSize2d, TextureSize3d};
use xenos_ucode::codes::Dimension;

use super::Request;
use super::filter::flush;

/// Sizes of level 0 by the instruction's dimension, and how many coordinates are filtered (rule S1).
pub(super) fn size(request: &Request) -> ([u32; 3], usize) {
    let constant = fetch::TextureFetch::from_words(request.constant);
    let raw = constant.d2.raw();
    let flat = TextureSize2d::from_raw(raw);
    let own = match request.fetch.dimension {
        Dimension::D1 => [TextureSize1d::from_raw(raw).width(), 0, 0],
        Dimension::D3 if !layered(request) => {
            let solid = TextureSize3d::from_raw(raw);
            [solid.width(), solid.height(), solid.depth()]
        }
        Dimension::D3 => [flat.width(), flat.height(), flat.stack_depth()],
        Dimension::D2 | Dimension::Cube => [flat.width(), flat.height(), 0],
    };
    let axes = match request.fetch.dimension {
        Dimension::D1 => 1,
        Dimension::D2 | Dimension::Cube => 2,
        Dimension::D3 => 3,
    };
    (own.map(|less| less + 1), axes)
}

/// Whether the third coordinate chooses a layer: three dimensions of a constant of others.
pub(super) fn layered(request: &Request) -> bool {
    let constant = fetch::TextureFetch::from_words(request.constant);
    request.fetch.dimension == Dimension::D3 && constant.dimension() != fetch::Dimension::D3
}

/// Whether coordinates are in texels (rule S3): asked for, and no used axis wraps.
pub(super) fn in_texels(request: &Request) -> bool {
    let constant = fetch::TextureFetch::from_words(request.constant);
    let (_, axes) = size(request);
    let wraps = |mode: &ClampMode| matches!(mode, ClampMode::Repeat | ClampMode::Mirror);
    let cube = request.fetch.dimension == Dimension::Cube;
    request.fetch.unnormalized && !cube && !constant.clamps().iter().take(axes).any(wraps)
}

/// What a pixel covers of a texture.
pub(super) struct Footprint {
    /// Squared lengths along a row and along a column, in texels of level 0.
    squares: [f32; 2],
    /// Samples along the longer one (rule S13); 1 without anisotropy.
    pub(super) samples: u32,
    /// The longer one, in coordinates.
    pub(super) axis: [f32; 3],
}

/// Rules S10, S11 and S13; none without gradients.
pub(super) fn footprint(request: &Request, lane: usize) -> Option<Footprint> {
    let gradients = request.gradients.as_ref()?;
    let constant = fetch::TextureFetch::from_words(request.constant);
    let (whole, axes) = size(request);
    let axes = if layered(request) { 2 } else { axes };
    let size = whole.map(|texels| texels as f32);
    let factor = if in_texels(request) { [1.0; 3] } else { size };
    let exponents = [constant.d4.grad_exp_adjust_h(), constant.d4.grad_exp_adjust_v()];
    let ways = [0, 1].map(|way: usize| {
        let scale = (exponents[way] as f32).exp2();
        let own = gradients[way].map(|axis| flush(f32::from_bits(axis[lane]) * scale));
        match request.fetch.dimension {
            Dimension::Cube => cube(request, lane, (way, scale), own, size),
            _ => [0, 1, 2].map(
                |axis| {
                    if axis < axes { flush(own[axis] * factor[axis]) } else { 0.0 }
                },
            ),
        }
    });
    let squares = ways.map(|texels| {
        let [x, y, z] = texels.map(|length| flush(length * length));
        flush(flush(x + y) + z)
    });
    let longer = usize::from(squares[0] < squares[1] || squares[0].is_nan());
    let axis = [0, 1, 2].map(|axis| flush(ways[longer][axis] / factor[axis]));
    let mut footprint = Footprint { squares, samples: 1, axis };
    let own = request.fetch.anisotropy.to_bits();
    let code = if own == 7 { constant.d3.aniso_filter().to_bits() } else { own };
    if (2..=5).contains(&code) && squares[longer] > 1.0 {
        let limit = 1u32 << (code - 1);
        let [a, b] = [squares[longer], squares[1 - longer]].map(f32::sqrt);
        let ratio = if b == 0.0 { limit as f32 } else { (a / b).ceil() };
        footprint.samples = (ratio.min(limit as f32) as u32).max(1);
    }
    Some(footprint)
}

/// Rules S10 and S13: from the gradients alone; minus infinity where there are none.
pub(super) fn computed(request: &Request, lane: usize) -> f32 {
    let Some(footprint) = footprint(request, lane) else { return f32::NEG_INFINITY };
    let [h, v] = footprint.squares;
    let longest = if h >= v { h } else { v };
    let level = 0.5 * (f64::from(longest).log2() as f32);
    if footprint.samples > 1 { level - (footprint.samples as f32).log2() } else { level }
}

/// Rule S14: what opcode 17 answers.
pub(super) fn asked(request: &Request, lane: usize) -> f32 {
    let constant = fetch::TextureFetch::from_words(request.constant);
    computed(request, lane) + constant.d4.lod_bias() as f32 / 32.0
}

/// The point of a lane on the cube with faces at distance 1.
fn point(request: &Request, lane: usize) -> [f32; 3] {
    let [sc, tc, _] = request.coordinates.map(|axis| f32::from_bits(axis[lane]));
    let (s, t) = (2.0 * sc - 3.0, 2.0 * tc - 3.0);
    match face(request, lane) {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// Rule S7, without the offset.
fn face(request: &Request, lane: usize) -> u32 {
    super::sample::face(f32::from_bits(request.coordinates[2][lane]))
}

/// Rule S11: a gradient in texels of the lane's own face.
fn cube(
    request: &Request,
    lane: usize,
    (way, scale): (usize, f32),
    own: [f32; 3],
    size: [f32; 3],
) -> [f32; 3] {
    let direction = if request.directions {
        own
    } else {
        let (from, to) = (point(request, 0), point(request, 1 + way));
        [0, 1, 2].map(|axis| (to[axis] - from[axis]) * scale)
    };
    let [dx, dy, dz] = direction;
    let (ds, dt, dm) = match face(request, lane) {
        0 => (-dz, -dy, dx),
        1 => (dz, -dy, -dx),
        2 => (dx, dz, dy),
        3 => (dx, -dz, -dy),
        4 => (dx, -dy, dz),
        _ => (-dx, -dy, -dz),
    };
    let [sc, tc, _] = request.coordinates.map(|axis| f32::from_bits(axis[lane]));
    let (s, t) = (2.0 * sc - 3.0, 2.0 * tc - 3.0);
    let (du, dv) = (ds - s * dm, dt - t * dm);
    [du * (size[0] / 2.0), dv * (size[1] / 2.0), 0.0]
}

/// Rule S9: computed, register and biases, not yet held to the levels.
pub(super) fn unheld(request: &Request, lane: usize) -> f32 {
    let constant = fetch::TextureFetch::from_words(request.constant);
    let computed = if request.gradients.is_some() { computed(request, lane) } else { 0.0 };
    let register = request.register_lod.map_or(0.0, |lod| f32::from_bits(lod[lane]));
    let bias = constant.d4.lod_bias() as f32 / 32.0 + f32::from(request.fetch.lod_bias) / 16.0;
    let lod = flush(flush(computed + register) + bias);
    if lod.is_nan() { 0.0 } else { lod }
}

/// Rule S9: held to the constant's levels.
pub(super) fn level(request: &Request, lane: usize) -> f32 {
    let (low, high) = fetch::TextureFetch::from_words(request.constant).levels();
    unheld(request, lane).clamp(low as f32, high as f32)
}
