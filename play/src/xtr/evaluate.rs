//! What a draw's programs find when they run: the stream's memory, indices, interpolators.
//!
//! For: running programs in the evaluator on their own inputs, at any draw of a trace.
//! Not for: rendering. Pixels here are points of a triangle that is never put on a screen, and
//! textures a pattern; both stand in for what a renderer will do.
//! Facts: `docs/hardware/xenos-raster.md`, rules N1 to N4, for indices.

use std::sync::Arc;

use xenos_eval::inputs::{self, ParamGen};
use xenos_eval::{
    Group, LANES, Memory, Prepared, QUAD, Quad, Report, TextureRequest, TextureUnit, Vector,
};
use xenos_front::{Draw, Registers};
use xenos_memory::GuestMemory;
use xenos_raster::{IndexRules, Indexed};
use xenos_regs::index;
use xenos_regs::words::{SqContextMisc, SqProgramCntl};
use xenos_renderer::stored_index;

/// Guest memory as the evaluator reads it; outside of it is 0.
#[derive(Clone, Debug)]
pub struct Guest(pub Arc<GuestMemory>);

impl Memory for Guest {
    fn dword(&self, address: u32) -> u32 {
        self.0.read_word(address << 2).unwrap_or(0)
    }
}

/// Vertex indices of a draw from number `first` on, at most `count`, as its vertex program gets
/// them: swapped, cut to 24 bits, restarts left out, moved, held to their limits.
pub fn indices(
    registers: &Registers,
    draw: &Draw<'_>,
    memory: &GuestMemory,
    first: u32,
    count: usize,
) -> Vec<u32> {
    let rules = IndexRules::gather(|register| registers.get(register));
    (first..draw.initiator.num_indices())
        .filter_map(|number| match rules.indexed(stored_index(draw, memory, number)) {
            Indexed::Vertex(index) => Some(index),
            Indexed::Restart => None,
        })
        .take(count)
        .collect()
}

/// Makes a group of 16 quads ready whose pixels lie in the triangle of the first three vertices that
/// `vertices` has run (fewer are repeated). Pixels outside the triangle are helpers. The pixels are
/// those from `origin` on, eight in a row; a step to the right is an eighth of the way from the first
/// vertex to the second, one down an eighth from the second to the third, so that edges of a
/// rectangle's first triangle lie along quads.
pub fn pixels(
    group: &mut Group,
    program: &Prepared,
    registers: &Registers,
    vertices: &Group,
    origin: [u32; 2],
) -> Report {
    let control = SqProgramCntl::from_raw(registers.get(index::SQ_PROGRAM_CNTL));
    let misc = SqContextMisc::from_raw(registers.get(index::SQ_CONTEXT_MISC));
    let count = control.vs_export_count() as usize + 1;
    let last = (vertices.active.count_ones() as usize).max(1) - 1;
    let place = |lane: usize| {
        let (quad, pixel) = (lane / QUAD, lane % QUAD);
        [(quad % 4 * 2 + pixel % 2) as u32, (quad / 4 * 2 + pixel / 2) as u32]
    };
    let interpolators: Vec<Vector> = vertices
        .exports
        .interpolators()
        .iter()
        .take(count)
        .map(|export| {
            std::array::from_fn(|component| {
                let [a, b, c] =
                    [0, 1.min(last), 2.min(last)].map(|lane| export.values[component][lane]);
                std::array::from_fn(|lane| {
                    let [u, v] = place(lane).map(|at| (at as f32 + 0.5) / 8.0);
                    a + (b - a) * u + (c - b) * v
                })
            })
        })
        .collect();
    let covered = (0..LANES)
        .filter(|lane| place(*lane)[1] <= place(*lane)[0])
        .fold(0, |mask, lane| mask | 1 << lane);
    let position = std::array::from_fn(|lane| {
        let [x, y] = place(lane);
        [origin[0] + x, origin[1] + y]
    });
    let param_gen = control.param_gen().then(|| ParamGen::new(misc.param_gen_pos(), position));
    inputs::pixels(group, program.registers(), covered, &interpolators, param_gen.as_ref())
}

/// A texture unit that gives a pattern: numbers from 0 to 1 that follow from coordinates and
/// constant, smooth nowhere, the same in every run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pattern;

impl Pattern {
    fn texel(request: &TextureRequest<'_>, lane: usize) -> [f32; 4] {
        let slot = u32::from(request.instruction.constant);
        let seed = request.constant.into_iter().chain([slot]);
        let coordinates = request.coordinates.iter().map(|coordinate| {
            // A grid of 64, so that near coordinates often meet.
            (coordinate[lane] * 64.0).floor() as i32 as u32
        });
        let hash = seed.chain(coordinates).fold(0x811C_9DC5_u32, |hash, word| {
            (hash ^ word).wrapping_mul(0x0100_0193).rotate_left(13)
        });
        [0, 8, 16, 24].map(|shift| (hash >> shift & 0xFF) as f32 / 255.0)
    }
}

impl TextureUnit for Pattern {
    fn sample(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        [0, 1, 2, 3].map(|lane| Self::texel(request, lane))
    }

    fn computed_lod(&self, _: &TextureRequest<'_>) -> Quad {
        [0.0; QUAD]
    }

    fn weights(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        self.sample(request)
    }

    fn border_fraction(&self, _: &TextureRequest<'_>) -> Quad {
        [0.0; QUAD]
    }
}
