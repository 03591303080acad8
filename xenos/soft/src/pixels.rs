//! The pixel stage: the pixel program run for quads, sixteen at a time.
//!
//! Quads of a draw's primitives share a vector in the order they are drawn in: nothing that a program
//! reads is written by the draw's own pixels, and what it stores is stored in order.

use std::sync::Mutex;

use xenos_eval::inputs::{self, ParamGen};
use xenos_eval::{
    Constants, Group, LANES, LaneMask, Limits, QUAD, QUADS, Report, TextureUnit, Vector, run,
};
use xenos_memory::GuestMemory;
use xenos_raster::{Kind, Quad, Shape, Weights, center, interpolate};
use xenos_regs::words::MsaaSamples;
use xenos_renderer::Workers;

use crate::exports::{self, Guest, Stored};
use crate::programs::Ready;
use crate::vertices::Vertex;

/// A quad of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeQuad {
    pub(crate) shape: u32,
    pub(crate) quad: Quad,
}

/// What a pixel program gives for sixteen quads.
#[derive(Debug)]
pub(crate) struct Shaded {
    pub(crate) killed: LaneMask,
    /// Of each colour target.
    pub(crate) colors: Vec<[[f32; 4]; LANES]>,
    /// Colour 0's alpha, if the program writes that colour.
    pub(crate) alpha: Option<[f32; LANES]>,
    pub(crate) depth: Option<[f32; LANES]>,
}

/// Many quads' results.
#[derive(Debug, Default)]
pub(crate) struct Pixels {
    pub(crate) shaded: Vec<Shaded>,
    pub(crate) stored: Vec<Stored>,
    pub(crate) report: Report,
}

/// What the pixel stage of a draw needs.
pub(crate) struct PixelStage<'a, T: ?Sized> {
    pub(crate) program: &'a Ready,
    pub(crate) constants: &'a Constants,
    pub(crate) memory: &'a GuestMemory,
    pub(crate) textures: &'a T,
    pub(crate) vertices: &'a [Vertex],
    pub(crate) interpolators: usize,
    /// The register that gets position and facing.
    pub(crate) param_gen: Option<u32>,
    pub(crate) samples: MsaaSamples,
    /// Interpolators that are taken at the centroid, a bit each.
    pub(crate) centroids: u16,
    /// The colours that targets take, in their order.
    pub(crate) colors: &'a [usize],
    pub(crate) limits: Limits,
    pub(crate) workers: &'a dyn Workers,
}

impl<T: TextureUnit + Sync + ?Sized> PixelStage<'_, T> {
    /// Runs the program for quads; results come sixteen quads each, in order.
    pub(crate) fn run(&self, shapes: &[Shape], quads: &[ShapeQuad]) -> Pixels {
        let groups: Vec<&[ShapeQuad]> = quads.chunks(QUADS).collect();
        let each = groups.len().div_ceil(self.workers.width().max(1)).max(1);
        let limits = exports::shared(self.limits, groups.len());
        let jobs: Vec<&[&[ShapeQuad]]> = groups.chunks(each).collect();
        let results: Vec<Mutex<Pixels>> = jobs.iter().map(|_| Mutex::default()).collect();
        self.workers.run(jobs.len(), &|job| {
            let mut done = Pixels::default();
            let mut room = Room::new(self.interpolators, limits);
            for quads in jobs[job] {
                self.run_group(shapes, quads, &mut room, &mut done);
            }
            if let Ok(mut result) = results[job].lock() {
                *result = done;
            }
        });
        let mut all = Pixels::default();
        for part in results {
            let part = part.into_inner().unwrap_or_default();
            all.shaded.extend(part.shaded);
            all.stored.extend(part.stored);
            all.report.add(&part.report);
        }
        all
    }

    fn run_group(&self, shapes: &[Shape], quads: &[ShapeQuad], room: &mut Room, done: &mut Pixels) {
        let mut covered: LaneMask = 0;
        let mut place = ParamGen::new(self.param_gen.unwrap_or(0), [[0; 2]; LANES]);
        for (number, ShapeQuad { shape, quad }) in quads.iter().enumerate() {
            let shape = &shapes[*shape as usize];
            for pixel in 0..QUAD {
                let lane = number * QUAD + pixel;
                let bit = 1 << lane;
                let mask = quad.masks[pixel];
                if mask != 0 {
                    covered |= bit;
                }
                let at = quad.pixel(pixel);
                let middle = shape.weights(center(at));
                let centroid = if self.centroids == 0 {
                    middle
                } else {
                    shape.weights(shape.centroid(at, mask, self.samples))
                };
                self.interpolate(shape, [middle, centroid], lane, &mut room.interpolators);
                if self.param_gen.is_some() {
                    place.position[lane] = at;
                    match shape.kind {
                        Kind::Polygon if shape.back => place.back |= bit,
                        Kind::Polygon | Kind::Rectangle => {}
                        Kind::Line => place.lines |= bit,
                        Kind::Point => {
                            place.points |= bit;
                            let coordinates = shape.point_coordinates(center(at));
                            place.point_coordinates[lane] = coordinates;
                        }
                    }
                }
            }
        }
        let program = &self.program.prepared;
        let place = self.param_gen.map(|_| &place);
        let group = &mut room.group;
        let registers = program.registers();
        let entered = inputs::pixels(group, registers, covered, &room.interpolators, place);
        let memory = Guest(self.memory);
        let report =
            run(program, self.constants, group, &memory, self.textures, &mut (), &room.limits);
        done.report.add(&entered);
        done.report.add(&report);
        done.stored.extend(group.memory_exports.drain(..).map(Stored::from));
        let exports = &group.exports;
        let colors = self.colors.iter().map(|color| {
            let export = &exports.colors()[*color];
            std::array::from_fn(|lane| export.lane(lane))
        });
        done.shaded.push(Shaded {
            killed: group.killed,
            colors: colors.collect(),
            alpha: (self.program.colors & 1 != 0).then(|| exports.colors()[0].values[3]),
            depth: self.program.depth.then(|| exports.depth().values[0]),
        });
    }

    /// A lane's interpolators, from the weights at the centre or those at the centroid.
    fn interpolate(
        &self,
        shape: &Shape,
        [center, centroid]: [Weights; 2],
        lane: usize,
        into: &mut [Vector],
    ) {
        const NOTHING: [f32; 4] = [0.0; 4];
        let vertices = shape.vertices.map(|vertex| &self.vertices[vertex as usize].interpolators);
        for (number, register) in into.iter_mut().enumerate() {
            let weights = if self.centroids >> number & 1 != 0 { centroid } else { center };
            let corners = vertices.map(|all| all.get(number).unwrap_or(&NOTHING));
            for (component, lanes) in register.iter_mut().enumerate() {
                lanes[lane] = interpolate(weights, corners.map(|corner| corner[component]));
            }
        }
    }
}

/// What one job uses again and again.
struct Room {
    group: Group,
    interpolators: Vec<Vector>,
    limits: Limits,
}

impl Room {
    fn new(interpolators: usize, limits: Limits) -> Self {
        let interpolators = vec![[[0.0; LANES]; 4]; interpolators];
        Self { group: Group::new(), interpolators, limits }
    }
}
