//! A draw, stage by stage.
//!
//! 1. indices, and the vertex program for each ([`crate::vertices`]);
//! 2. primitives, clipped, placed, culled ([`crate::geometry`]);
//! 3. quads of covered samples, and the pixel program for them ([`crate::pixels`]);
//! 4. alpha, stencil, depth, blending, sample by sample in the order of quads ([`crate::merge`]).
//!
//! What programs store goes to memory behind the stage that stored it. With a reset state of nothing
//! to draw, a vertex program that stores still runs.

use std::sync::Arc;

use xenos_eval::{Constants, QUADS, Report};
use xenos_front::{Draw, Shader, State};
use xenos_raster::{IndexRules, Setup, Shape, centroids, enabled};
use xenos_regs::index;
use xenos_regs::state::{Interpolators, Scissors};
use xenos_regs::words::{
    EdramMode, MsaaSamples, OutputPath, PaClClipCntl, PaScAaMask, RbModecontrol, RbSurfaceInfo,
    VgtOutputPathCntl, VsExportMode,
};
use xenos_texture::{Event, Sampler};

use crate::exports::{self, Stored};
use crate::geometry::Geometry;
use crate::merge::Merge;
use crate::pixels::{PixelStage, ShapeQuad};
use crate::programs::Ready;
use crate::queries::Counts;
use crate::refusals::refusal;
use crate::soft::Soft;
use crate::targets::Targets;
use crate::vertices::{Vertex, VertexRun, VertexStage};

/// Quads that are shaded before they are merged: bounds what a large primitive keeps.
const BATCH: usize = 1024 * QUADS;

/// What the pixels of a draw share.
struct PixelWork<'a> {
    /// The pixel program, if one runs.
    program: Option<(Arc<Ready>, Constants)>,
    vertices: &'a [Vertex],
    shapes: &'a [Shape],
    /// The program's colours that targets take.
    colors: Vec<usize>,
    merge: Merge<'a>,
    interpolators: Interpolators,
}

impl Soft {
    /// Draws.
    pub(crate) fn draw(&mut self, state: &State<'_>, draw: &Draw<'_>) {
        let read = |register: u16| state.registers.get(register);
        let mode = RbModecontrol::from_raw(read(index::RB_MODECONTROL));
        let path = VgtOutputPathCntl::from_raw(read(index::VGT_OUTPUT_PATH_CNTL));
        if path.path_select() == OutputPath::Tessellation {
            let word = read(index::VGT_OUTPUT_PATH_CNTL);
            self.refusals.refuse(&refusal::TESSELLATION, "VGT_OUTPUT_PATH_CNTL", word);
            return;
        }
        if RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO)).msaa_samples()
            == MsaaSamples::Reserved3
        {
            let word = read(index::RB_SURFACE_INFO);
            self.refusals.refuse(&refusal::SAMPLES, "RB_SURFACE_INFO", word);
            return;
        }
        let Some(shader) = state.vertex_shader else {
            self.refusals.refuse(&refusal::PROGRAM_MISSING, "vertex", 0);
            return;
        };
        let indices = u64::from(draw.initiator.num_indices());
        if !self.budget.spend(1 + indices, &mut self.refusals) {
            return;
        }
        let program = self.ready(shader);
        match mode.edram_mode() {
            EdramMode::ColorDepth | EdramMode::DepthOnly => {}
            EdramMode::NoOperation if program.stores => {}
            EdramMode::NoOperation => return,
            _ => {
                let word = read(index::RB_MODECONTROL);
                self.refusals.refuse(&refusal::EDRAM_MODE, "RB_MODECONTROL", word);
                return;
            }
        }
        self.statistics.draws += 1;
        let vertices = self.vertices(state, draw, &program);
        let control = Interpolators::gather(read).program;
        if mode.edram_mode() != EdramMode::NoOperation
            && control.vs_export_mode() != VsExportMode::Multipass
        {
            self.rasterise(state, draw, &vertices, mode.edram_mode());
        }
    }

    /// A program, ready; making it so is work.
    fn ready(&mut self, shader: &Shader) -> Arc<Ready> {
        let before = self.programs.made();
        let ready = self.programs.ready(shader);
        self.budget.used(self.programs.made() - before);
        ready
    }

    fn vertices(&mut self, state: &State<'_>, draw: &Draw<'_>, program: &Ready) -> VertexRun {
        let read = |register: u16| state.registers.get(register);
        let control = Interpolators::gather(read).program;
        let words = state.registers.words();
        let constants = Constants::of_registers(words, xenos_ucode::Stage::Vertex);
        let textures = self.sampler();
        let stage = VertexStage {
            program,
            constants: &constants,
            memory: &self.memory,
            textures: &textures,
            interpolators: control.vs_export_count() as usize + 1,
            limits: self.budget.limits(draw.initiator.num_indices() as usize),
            workers: &*self.workers,
        };
        let mut vertices = stage.run(draw, &IndexRules::gather(read));
        let events = textures.events().collect();
        self.sampled(events);
        self.statistics.vertices += vertices.vertices.len() as u64;
        self.store(&std::mem::take(&mut vertices.stored));
        self.ran(&vertices.report);
        vertices
    }

    fn rasterise(
        &mut self,
        state: &State<'_>,
        draw: &Draw<'_>,
        vertices: &VertexRun,
        mode: EdramMode,
    ) {
        let read = |register: u16| state.registers.get(register);
        // A draw of depth alone runs no pixel program.
        let program = match (mode, state.pixel_shader) {
            (EdramMode::DepthOnly, _) => None,
            (_, Some(shader)) => Some(self.ready(shader)),
            (_, None) => {
                self.refusals.refuse(&refusal::PROGRAM_MISSING, "pixel", 0);
                return;
            }
        };
        let colors = program.as_ref().map_or(0, |program| program.colors);
        let targets = Targets::gather(read, colors, &mut self.refusals);
        let info = RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO));
        let mut setup = Setup::gather(read);
        setup.shift(self.habits.moved.map(|steps| f64::from(steps) / 16.0));
        let interpolators = Interpolators::gather(read);
        let mode = interpolators.program.vs_export_mode();
        let kind = draw.initiator.prim_type();
        let clip = PaClClipCntl::from_raw(read(index::PA_CL_CLIP_CNTL));
        let retains = clip.xy_nan_retain() || clip.z_nan_retain() || clip.w_nan_retain();
        let geometry = Geometry::of(&setup, kind, mode, retains, vertices);
        let Ok(Geometry { shapes, drawn, unplaceable }) = geometry else {
            let word = draw.initiator.raw();
            self.refusals.refuse(&refusal::PRIMITIVE, "VGT_DRAW_INITIATOR", word);
            return;
        };
        self.refusals.refuse_times(&refusal::POSITION, "position", 0, unplaceable);
        self.statistics.primitives += drawn;
        let scissor = Scissors::gather(read).rectangle();
        let area = setup.area(scissor, info.surface_pitch(), targets.samples);
        let enabled_samples = match targets.samples {
            MsaaSamples::X1 => [15; 4],
            _ => enabled(PaScAaMask::from_raw(read(index::PA_SC_AA_MASK))),
        };
        let work = PixelWork {
            program: program.map(|program| {
                let words = state.registers.words();
                (program, Constants::of_registers(words, xenos_ucode::Stage::Pixel))
            }),
            vertices: &vertices.vertices,
            shapes: &shapes,
            colors: targets.colors.iter().map(|target| target.color).collect(),
            merge: Merge { targets: &targets, enabled_samples },
            interpolators,
        };
        let rows = area.rows();
        let mut counts = Counts::default();
        let mut quads = Vec::new();
        for (number, shape) in shapes.iter().enumerate() {
            // Walking rows is work even where nothing is covered.
            if !self.budget.spend(rows.len() as u64, &mut self.refusals) {
                break;
            }
            let mut walk = shape.quads(&area, &rows);
            for quad in walk.by_ref() {
                quads.push(ShapeQuad { shape: number as u32, quad });
                if quads.len() >= BATCH {
                    self.batch(&work, &quads, &mut counts);
                    quads.clear();
                }
            }
            self.budget.used(walk.missed());
        }
        self.batch(&work, &quads, &mut counts);
        self.statistics.samples += counts.covered;
        self.statistics.passed += counts.passed;
        self.queries.count(&counts);
    }

    /// Shades and merges quads.
    fn batch(&mut self, work: &PixelWork<'_>, quads: &[ShapeQuad], counts: &mut Counts) {
        let PixelWork { shapes, merge, interpolators, .. } = work;
        if !self.budget.spend(quads.len() as u64, &mut self.refusals) {
            return;
        }
        let pixels = |quad: &ShapeQuad| quad.quad.masks.iter().filter(|mask| **mask != 0).count();
        self.statistics.pixels += quads.iter().map(pixels).sum::<usize>() as u64;
        let Some((program, constants)) = &work.program else {
            for quads in quads.chunks(QUADS) {
                merge.quads(shapes, quads, None, &mut self.edram, counts);
            }
            return;
        };
        let textures = self.sampler();
        let control = interpolators.program;
        let shaded = PixelStage {
            program,
            constants,
            memory: &self.memory,
            textures: &textures,
            vertices: work.vertices,
            interpolators: control.vs_export_count() as usize + 1,
            param_gen: control.param_gen().then(|| interpolators.context.param_gen_pos()),
            samples: merge.targets.samples,
            centroids: centroids(interpolators, merge.targets.samples),
            colors: &work.colors,
            limits: self.budget.limits(quads.len()),
            workers: &*self.workers,
        }
        .run(shapes, quads);
        let events = textures.events().collect();
        self.sampled(events);
        self.store(&shaded.stored);
        self.ran(&shaded.report);
        for (quads, shaded) in quads.chunks(QUADS).zip(&shaded.shaded) {
            merge.quads(shapes, quads, Some(shaded), &mut self.edram, counts);
        }
    }

    fn sampler(&self) -> Sampler<'_> {
        Sampler::new(&self.memory, &self.textures)
            .with_anisotropy(self.habits.anisotropy)
            .with_one_filter(self.habits.one_filter)
    }

    /// Stores what programs exported.
    fn store(&mut self, stored: &[Stored]) {
        self.statistics.exported += stored.len() as u64;
        self.budget.used(stored.len() as u64);
        if let Some((address, count)) = exports::store(&self.memory, stored) {
            let kind = &refusal::MEMORY_OUTSIDE;
            self.refusals.refuse_times(kind, "memory export", address, count);
        }
    }

    /// Counts a run.
    fn ran(&mut self, report: &Report) {
        self.statistics.instructions += report.lane_instructions;
        self.budget.used(report.lane_instructions + report.flow);
        for (event, times) in report.unspecified() {
            let kind = &refusal::PROGRAM_UNSPECIFIED;
            self.refusals.refuse_times(kind, event.name(), 0, u64::from(times));
        }
    }

    /// Counts what sampling met.
    fn sampled(&mut self, events: Vec<(Event, u64)>) {
        self.budget.used(self.textures.take_decoded());
        for (event, times) in events {
            if event.is_answered() {
                *self.guessed.entry(event.name()).or_default() += times;
            } else {
                let kind = &refusal::TEXTURE_UNSPECIFIED;
                self.refusals.refuse_times(kind, event.name(), 0, times);
            }
        }
    }
}
