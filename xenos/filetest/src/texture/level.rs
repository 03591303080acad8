//! The level of detail of a lane: rules S9 to S11, anisotropy apart.

use xenos_regs::fetch;
use xenos_ucode::codes::Dimension;

use super::Request;

/// Rule S10: from the gradients alone; minus infinity where there are none.
pub(super) fn computed(request: &Request, lane: usize) -> f32 {
    let Some(gradients) = &request.gradients else { return f32::NEG_INFINITY };
    let constant = fetch::TextureFetch::from_words(request.constant);
    let extent = constant.extent_as(match request.fetch.dimension {
        Dimension::D1 => fetch::Dimension::D1,
        Dimension::Cube => fetch::Dimension::Cube,
        Dimension::D3 if constant.dimension() == fetch::Dimension::D3 => fetch::Dimension::D3,
        // Two dimensions, or a stack of them.
        Dimension::D2 | Dimension::D3 => fetch::Dimension::D2,
    });
    let volume = constant.dimension() == fetch::Dimension::D3;
    let size = [extent.width, extent.height, extent.depth].map(|texels| texels as f32);
    let exponents = [constant.d4.grad_exp_adjust_h(), constant.d4.grad_exp_adjust_v()];
    let squares = [0, 1].map(|way: usize| {
        let scale = (exponents[way] as f32).exp2();
        let own = gradients[way].map(|axis| f32::from_bits(axis[lane]) * scale);
        let texels = match request.fetch.dimension {
            Dimension::Cube => cube(request, lane, (way, scale), own, size),
            dimension => {
                let axes = match dimension {
                    Dimension::D1 => 1,
                    Dimension::D3 if volume => 3,
                    _ => 2,
                };
                let factor = if request.fetch.unnormalized { [1.0; 3] } else { size };
                [0, 1, 2].map(|axis| if axis < axes { own[axis] * factor[axis] } else { 0.0 })
            }
        };
        let [x, y, z] = texels.map(|length| length * length);
        x + y + z
    });
    let longest = if squares[0] >= squares[1] { squares[0] } else { squares[1] };
    0.5 * (f64::from(longest).log2() as f32)
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
    f32::from_bits(request.coordinates[2][lane]).floor().clamp(0.0, 5.0) as u32
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

/// Rule S9: computed, register and biases, held to the constant's levels.
pub(super) fn level(request: &Request, lane: usize) -> f32 {
    let constant = fetch::TextureFetch::from_words(request.constant);
    let computed = if request.gradients.is_some() { computed(request, lane) } else { 0.0 };
    let register = request.register_lod.map_or(0.0, |lod| f32::from_bits(lod[lane]));
    let bias = constant.d4.lod_bias() as f32 / 32.0 + f32::from(request.fetch.lod_bias) / 16.0;
    let lod = (computed + register) + bias;
    if lod.is_nan() {
        return 0.0;
    }
    let (low, high) = constant.levels();
    lod.clamp(low as f32, high as f32)
}
