//! The texture unit's instructions: what they ask of a texture unit, and its registers.
//!
//! For: coordinates, gradients and levels of detail of a quad, as a request; results into
//! registers; the LOD and gradient registers; gradients themselves.
//! Not for: texels, filters, levels: whoever implements [`TextureUnit`] does those.
//! Facts: `docs/hardware/xenos-microcode.md`, chapter T.

use xenos_ucode::codes::{ArbitraryFilter, FetchOpcode};
use xenos_ucode::{Stage, TextureFetch};

use crate::constants::Constants;
use crate::fetch::{Place, destination};
use crate::float::{flush, sub};
use crate::group::Group;
use crate::lanes::{LaneMask, Lanes, QUAD, QUADS, Vector, ZERO_VECTOR, ZEROS, quads_of, write};
use crate::operand::wrapped;
use crate::report::{Seen, Unspecified};

/// A number for each lane of a quad.
pub type Quad = [f32; QUAD];

/// How coordinates change from pixel to pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gradients {
    /// From a pixel to its right neighbour, for each coordinate.
    pub h: [Quad; 3],
    /// From a pixel to the one below.
    pub v: [Quad; 3],
}

/// What an instruction asks for one quad (of a vertex program: four vertices).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureRequest<'a> {
    /// The stage.
    pub stage: Stage,
    /// The instruction: its filters, offsets, dimension, level bias.
    pub instruction: &'a TextureFetch,
    /// The fetch constant's words, whatever they are.
    pub constant: [u32; 6],
    /// The coordinates that the dimension has; others are 0.
    pub coordinates: [Quad; 3],
    /// Gradients, if the computed level of detail counts: of the coordinates, or from the
    /// registers, which for a cube are of its direction. `None` in vertex programs without register
    /// gradients.
    pub gradients: Option<Gradients>,
    /// The LOD register, if it counts.
    pub lod: Option<Quad>,
    /// Lanes that get a result, bit n for lane n of the quad.
    pub lanes: u8,
    /// Lanes whose results count.
    pub covered: u8,
    /// The quad's number.
    pub quad: usize,
}

/// Whoever samples textures.
pub trait TextureUnit {
    /// A texel for each lane, four components each, before the instruction's destination swizzle.
    fn sample(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD];
    /// The computed level of detail of each lane.
    fn computed_lod(&self, request: &TextureRequest<'_>) -> Quad;
    /// Filter weights of each lane: horizontal, vertical, depth, level.
    fn weights(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD];
    /// The border colour's share in each lane.
    fn border_fraction(&self, request: &TextureRequest<'_>) -> Quad;
}

impl<T: TextureUnit + ?Sized> TextureUnit for &T {
    fn sample(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        (**self).sample(request)
    }
    fn computed_lod(&self, request: &TextureRequest<'_>) -> Quad {
        (**self).computed_lod(request)
    }
    fn weights(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        (**self).weights(request)
    }
    fn border_fraction(&self, request: &TextureRequest<'_>) -> Quad {
        (**self).border_fraction(request)
    }
}

/// A texture unit that gives zeros.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTextures;

impl TextureUnit for NoTextures {
    fn sample(&self, _: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        [[0.0; 4]; QUAD]
    }
    fn computed_lod(&self, _: &TextureRequest<'_>) -> Quad {
        [0.0; QUAD]
    }
    fn weights(&self, _: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        [[0.0; 4]; QUAD]
    }
    fn border_fraction(&self, _: &TextureRequest<'_>) -> Quad {
        [0.0; QUAD]
    }
}

/// The horizontal and the vertical difference of a quad (rule T4).
pub fn differences(quad: Quad) -> [f32; 2] {
    let [left, right, below, _] = quad;
    [sub(right, left), sub(below, left)]
}

/// Runs an instruction.
pub(crate) fn run<T: TextureUnit + ?Sized>(
    fetch: &TextureFetch,
    place: Place,
    stage: Stage,
    constants: &Constants,
    unit: &T,
    group: &mut Group,
    seen: &mut Seen,
) {
    let lanes = place.lanes;
    if !fetch.opcode.is_set() && fetch.destination_swizzle.mask().is_empty() {
        return;
    }
    let mut result = ZERO_VECTOR;
    if fetch.opcode.is_defined() {
        let source = source(fetch, place, group, seen);
        let texture = &mut *group.texture;
        match fetch.opcode {
            FetchOpcode::SetLod => {
                texture.lod_set |= lanes;
                return write(&mut texture.lod, &source[0], lanes);
            }
            FetchOpcode::SetGradientH => {
                texture.gradient_h_set |= lanes;
                return set(&mut texture.gradient_h, &source, lanes);
            }
            FetchOpcode::SetGradientV => {
                texture.gradient_v_set |= lanes;
                return set(&mut texture.gradient_v, &source, lanes);
            }
            FetchOpcode::Gradients if stage == Stage::Vertex => {
                seen.note(Unspecified::VertexGradients, lanes);
            }
            FetchOpcode::Gradients => gradients_of(&source, &mut result),
            _ => {
                events(fetch, stage, lanes, group, seen);
                let constant = constants.texture_fetch(fetch.constant);
                ask(fetch, stage, constant, &source, lanes, unit, group, &mut result);
            }
        }
    } else {
        seen.note(Unspecified::FetchOpcode, lanes);
    }
    let to = (fetch.destination, fetch.destination_relative);
    destination(to, fetch.destination_swizzle, place, &result, group, seen);
}

/// The coordinates, in all lanes (rule T2); those that are not read are 0.
fn source(fetch: &TextureFetch, place: Place, group: &Group, seen: &mut Seen) -> [Lanes; 3] {
    let offset = if fetch.source_relative { place.loop_index } else { 0 };
    let register = wrapped(i32::from(fetch.source) + offset, place.lanes, seen);
    let mut source = [ZEROS; 3];
    for (at, out) in (0..fetch.source_components()).zip(&mut source) {
        let component = fetch.source_swizzle.component(at) as usize;
        *out = group.registers[register][component].map(flush);
    }
    source
}

/// Whether a request has gradients, of whatever kind (rule T6).
fn takes_gradients(fetch: &TextureFetch) -> bool {
    fetch.use_computed_lod || fetch.opcode == FetchOpcode::ComputedLod
}

/// What in a request has no specified meaning (rules T3, T6 and T10).
fn events(fetch: &TextureFetch, stage: Stage, lanes: LaneMask, group: &Group, seen: &mut Seen) {
    let texture = &group.texture;
    let computed = fetch.opcode == FetchOpcode::ComputedLod;
    if fetch.use_register_lod && !computed {
        seen.note(Unspecified::LodRegisterUnset, lanes & !texture.lod_set);
    }
    if takes_gradients(fetch) && fetch.use_register_gradients {
        let set = texture.gradient_h_set & texture.gradient_v_set;
        seen.note(Unspecified::GradientRegisterUnset, lanes & !set);
    }
    // The console's compiler writes code 0 everywhere.
    let usual = [ArbitraryFilter::Keep, ArbitraryFilter::Sym2x4];
    let given_up = !usual.contains(&fetch.arbitrary_filter);
    seen.note_if(given_up, Unspecified::ArbitraryFilter, lanes);
    let without = stage == Stage::Vertex && !fetch.use_register_gradients;
    seen.note_if(without && computed, Unspecified::VertexComputedLod, lanes);
}

fn set(registers: &mut [Lanes; 3], source: &[Lanes; 3], lanes: LaneMask) {
    for (register, source) in registers.iter_mut().zip(source) {
        write(register, source, lanes);
    }
}

/// Differences of two components, the same in the whole quad (rule T7).
fn gradients_of(source: &[Lanes; 3], result: &mut Vector) {
    for quad in 0..QUADS {
        let [h0, v0] = differences(quad_of(&source[0], quad));
        let [h1, v1] = differences(quad_of(&source[1], quad));
        for (component, value) in result.iter_mut().zip([h0, v0, h1, v1]) {
            component[quad * QUAD..(quad + 1) * QUAD].fill(value);
        }
    }
}

fn quad_of(lanes: &Lanes, quad: usize) -> Quad {
    let first = quad * QUAD;
    [lanes[first], lanes[first + 1], lanes[first + 2], lanes[first + 3]]
}

/// Asks the unit quad by quad.
#[expect(clippy::too_many_arguments, reason = "the parts of a request, each from elsewhere")]
fn ask<T: TextureUnit + ?Sized>(
    fetch: &TextureFetch,
    stage: Stage,
    constant: [u32; 6],
    source: &[Lanes; 3],
    lanes: LaneMask,
    unit: &T,
    group: &Group,
    result: &mut Vector,
) {
    let active = quads_of(lanes);
    for quad in (0..QUADS).filter(|quad| active >> (quad * QUAD) & 1 != 0) {
        let of = |lanes: &Lanes| quad_of(lanes, quad);
        let three = |lanes: &[Lanes; 3]| lanes.each_ref().map(of);
        let coordinates = three(source);
        let gradients = if fetch.use_register_gradients {
            let (h, v) = (&group.texture.gradient_h, &group.texture.gradient_v);
            Some(Gradients { h: three(h), v: three(v) })
        } else {
            (stage == Stage::Pixel).then(|| {
                let both = coordinates.map(differences);
                Gradients { h: both.map(|[h, _]| [h; QUAD]), v: both.map(|[_, v]| [v; QUAD]) }
            })
        };
        let bits = |mask: LaneMask| (mask >> (quad * QUAD) & 15) as u8;
        let request = TextureRequest {
            stage,
            instruction: fetch,
            constant,
            coordinates,
            gradients: gradients.filter(|_| takes_gradients(fetch)),
            lod: fetch.use_register_lod.then(|| of(&group.texture.lod)),
            lanes: bits(lanes),
            covered: bits(group.covered),
            quad,
        };
        let all = |values: Quad| values.map(|value| [value, 0.0, 0.0, 0.0]);
        let values = match fetch.opcode {
            FetchOpcode::ComputedLod if request.gradients.is_none() => all([0.0; QUAD]),
            FetchOpcode::ComputedLod => all(unit.computed_lod(&request)),
            FetchOpcode::BorderFraction => all(unit.border_fraction(&request)),
            FetchOpcode::Weights => unit.weights(&request),
            _ => unit.sample(&request),
        };
        for (lane, value) in values.into_iter().enumerate() {
            for (component, value) in result.iter_mut().zip(value) {
                component[quad * QUAD + lane] = value;
            }
        }
    }
}
