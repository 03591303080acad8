//! The vertex stage: indices, and the vertex program run for them.
//!
//! Facts: specification digest `xenos-hardware` section 5.1. How often a program that stores to
//! memory runs for an index that occurs twice is open: once for each occurrence (chosen).

use std::collections::HashMap;
use std::sync::Mutex;

use xenos_eval::{Constants, Group, LANES, Limits, Report, TextureUnit, inputs, run};
use xenos_front::Draw;
use xenos_memory::GuestMemory;
use xenos_raster::{IndexRules, Indexed};
use xenos_renderer::{Workers, stored_index};

use crate::exports::{self, Guest, Stored};
use crate::programs::Ready;

/// What a vertex program gives for a vertex.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Vertex {
    /// x, y, z, w.
    pub(crate) position: [f32; 4],
    /// Point size, edge flag, kill flag.
    pub(crate) flags: [f32; 4],
    /// Interpolators.
    pub(crate) interpolators: Vec<[f32; 4]>,
}

/// A draw's vertices.
#[derive(Debug, Default)]
pub(crate) struct VertexRun {
    /// Those that a program ran for.
    pub(crate) vertices: Vec<Vertex>,
    /// Which of them each index of the draw is; `None` restarts a primitive.
    pub(crate) sequence: Vec<Option<u32>>,
    /// What the programs stored, in order.
    pub(crate) stored: Vec<Stored>,
    /// What the runs met.
    pub(crate) report: Report,
}

/// What the vertex stage of a draw needs.
pub(crate) struct VertexStage<'a, T: ?Sized> {
    pub(crate) program: &'a Ready,
    pub(crate) constants: &'a Constants,
    pub(crate) memory: &'a GuestMemory,
    pub(crate) textures: &'a T,
    pub(crate) interpolators: usize,
    pub(crate) limits: Limits,
    pub(crate) workers: &'a dyn Workers,
}

impl<T: TextureUnit + Sync + ?Sized> VertexStage<'_, T> {
    /// Runs the program for every index of a draw.
    pub(crate) fn run(&self, draw: &Draw<'_>, rules: &IndexRules) -> VertexRun {
        let mut found: HashMap<u32, u32> = HashMap::new();
        let mut indices = Vec::new();
        let mut sequence = Vec::with_capacity(draw.initiator.num_indices() as usize);
        for number in 0..draw.initiator.num_indices() {
            let Indexed::Vertex(index) = rules.indexed(stored_index(draw, self.memory, number))
            else {
                sequence.push(None);
                continue;
            };
            let next = indices.len() as u32;
            let vertex =
                if self.program.stores { next } else { *found.entry(index).or_insert(next) };
            if vertex == next {
                indices.push(index);
            }
            sequence.push(Some(vertex));
        }
        let mut result = self.run_all(&indices);
        result.sequence = sequence;
        result
    }

    fn run_all(&self, indices: &[u32]) -> VertexRun {
        let groups: Vec<&[u32]> = indices.chunks(LANES).collect();
        let each = groups.len().div_ceil(self.workers.width().max(1)).max(1);
        let limits = exports::shared(self.limits, groups.len());
        let jobs: Vec<&[&[u32]]> = groups.chunks(each).collect();
        let results: Vec<Mutex<VertexRun>> = jobs.iter().map(|_| Mutex::default()).collect();
        self.workers.run(jobs.len(), &|job| {
            let mut done = VertexRun::default();
            let mut group = Group::new();
            for indices in jobs[job] {
                self.run_group(indices, &limits, &mut group, &mut done);
            }
            if let Ok(mut result) = results[job].lock() {
                *result = done;
            }
        });
        let mut all = VertexRun::default();
        for part in results {
            let part = part.into_inner().unwrap_or_default();
            all.vertices.extend(part.vertices);
            all.stored.extend(part.stored);
            all.report.add(&part.report);
        }
        all
    }

    fn run_group(&self, indices: &[u32], limits: &Limits, group: &mut Group, done: &mut VertexRun) {
        let program = &self.program.prepared;
        inputs::vertices(group, program.registers(), indices);
        let memory = Guest(self.memory);
        let report = run(program, self.constants, group, &memory, self.textures, &mut (), limits);
        done.report.add(&report);
        done.stored.extend(group.memory_exports.drain(..).map(Stored::from));
        let exports = &group.exports;
        done.vertices.extend((0..indices.len()).map(|lane| {
            Vertex {
                position: exports.position().lane(lane),
                flags: exports.point_size().lane(lane),
                interpolators: exports
                    .interpolators()
                    .iter()
                    .take(self.interpolators)
                    .map(|export| export.lane(lane))
                    .collect(),
            }
        }));
    }
}
