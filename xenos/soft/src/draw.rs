//! A draw, stage by stage.
//!
//! 1. indices, and the vertex program for each ([`crate::vertices`]);
//! 2. primitives, clipped, placed, culled ([`crate::geometry`]);
//! 3. quads of covered samples, and the pixel program for them ([`crate::pixels`]);
//! 4. alpha, stencil, depth, blending, sample by sample in the order of quads ([`crate::merge`]).
//!
//! What programs store goes to memory behind the stage that stored it. With a reset state of nothing
//! to draw, a vertex program that stores still runs.

use xenos_eval::{Constants, QUADS, Report};
use xenos_front::{Draw, State};
use xenos_raster::{IndexRules, Setup, Shape, centroids};
use xenos_regs::index;
use xenos_regs::state::{Interpolators, Scissors};
use xenos_regs::words::{
    EdramMode, MsaaSamples, OutputPath, PaClClipCntl, PaScAaMask, RbModecontrol, RbSurfaceInfo,
    VgtOutputPathCntl, VsExportMode,
};

use xenos_texture::{Event, Sampler};

use crate::exports;
use crate::geometry::Shapes;
use crate::merge::Merge;
use crate::pixels::{PixelStage, ShapeQuad};
use crate::programs::Ready;
use crate::queries::Counts;
use crate::refusals::refusal;
use crate::soft::Soft;
use crate::targets::Targets;
use crate::vertices::{VertexStage, Vertices};

/// Quads that are shaded before they are merged: bounds what a large primitive keeps.
const BATCH: usize = 1024 * QUADS;

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
        let program = self.programs.ready(shader);
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

    fn vertices(&mut self, state: &State<'_>, draw: &Draw<'_>, program: &Ready) -> Vertices {
        let read = |register: u16| state.registers.get(register);
        let control = Interpolators::gather(read).program;
        let words = state.registers.words();
        let constants = Constants::of_registers(words, xenos_ucode::Stage::Vertex);
        let textures = Sampler::new(&self.memory, &self.textures).with_anisotropy(self.habits.anisotropy);
        let stage = VertexStage {
            program,
            constants: &constants,
            memory: &self.memory,
            textures: &textures,
            interpolators: control.vs_export_count() as usize + 1,
            workers: &*self.workers,
        };
        let vertices = stage.run(draw, &IndexRules::gather(read));
        self.sampled(textures.events().collect());
        self.statistics.vertices += vertices.vertices.len() as u64;
        self.store(&vertices.stored);
        self.ran(&vertices.report);
        vertices
    }

    fn rasterise(
        &mut self,
        state: &State<'_>,
        draw: &Draw<'_>,
        vertices: &Vertices,
        mode: EdramMode,
    ) {
        let read = |register: u16| state.registers.get(register);
        // A draw of depth alone runs no pixel program.
        let program = match (mode, state.pixel_shader) {
            (EdramMode::DepthOnly, _) => None,
            (_, Some(shader)) => Some(self.programs.ready(shader)),
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
        let shapes = Shapes::of(&setup, kind, mode, retains, vertices);
        let Ok(Shapes { shapes, drawn, unplaceable }) = shapes else {
            let word = draw.initiator.raw();
            self.refusals.refuse(&refusal::PRIMITIVE, "VGT_DRAW_INITIATOR", word);
            return;
        };
        self.refusals.refuse_times(&refusal::POSITION, "position", 0, unplaceable);
        self.statistics.primitives += drawn;
        let scissor = Scissors::gather(read).rectangle();
        let area = setup.area(scissor, info.surface_pitch(), targets.samples);
        let sample_mask = match targets.samples {
            MsaaSamples::X1 => 0xFFFF,
            _ => PaScAaMask::from_raw(read(index::PA_SC_AA_MASK)).aa_mask(),
        };
        let merge = Merge { targets: &targets, sample_mask };
        let constants = program
            .as_ref()
            .map(|_| Constants::of_registers(state.registers.words(), xenos_ucode::Stage::Pixel));
        let colors: Vec<usize> = targets.colors.iter().map(|target| target.color).collect();
        let mut counts = Counts::default();
        let mut quads = Vec::new();
        let mut work = |soft: &mut Self, quads: &mut Vec<ShapeQuad>| {
            let stage = program.as_ref().zip(constants.as_ref());
            soft.batch(
                stage,
                &shapes,
                quads,
                &merge,
                vertices,
                &interpolators,
                &colors,
                &mut counts,
            );
            quads.clear();
        };
        for (number, shape) in shapes.iter().enumerate() {
            for quad in shape.quads(&area, &area.rows()) {
                quads.push(ShapeQuad { shape: number as u32, quad });
                if quads.len() >= BATCH {
                    work(self, &mut quads);
                }
            }
        }
        work(self, &mut quads);
        self.statistics.samples += counts.covered;
        self.statistics.passed += counts.passed;
        self.queries.count(&counts);
    }

    #[expect(clippy::too_many_arguments, reason = "the pieces of one draw, gathered once")]
    fn batch(
        &mut self,
        stage: Option<(&std::sync::Arc<Ready>, &Constants)>,
        shapes: &[Shape],
        quads: &[ShapeQuad],
        merge: &Merge<'_>,
        vertices: &Vertices,
        interpolators: &Interpolators,
        colors: &[usize],
        counts: &mut Counts,
    ) {
        let pixels = |quad: &ShapeQuad| quad.quad.masks.iter().filter(|mask| **mask != 0).count();
        self.statistics.pixels += quads.iter().map(pixels).sum::<usize>() as u64;
        let Some((program, constants)) = stage else {
            for quads in quads.chunks(QUADS) {
                merge.quads(shapes, quads, None, &mut self.edram, counts);
            }
            return;
        };
        let textures = Sampler::new(&self.memory, &self.textures).with_anisotropy(self.habits.anisotropy);
        let control = interpolators.program;
        let shaded = PixelStage {
            program,
            constants,
            memory: &self.memory,
            textures: &textures,
            vertices: &vertices.vertices,
            interpolators: control.vs_export_count() as usize + 1,
            param_gen: control.param_gen().then(|| interpolators.context.param_gen_pos()),
            samples: merge.targets.samples,
            centroids: centroids(interpolators, merge.targets.samples),
            colors,
            workers: &*self.workers,
        }
        .run(shapes, quads);
        self.sampled(textures.events().collect());
        self.store(&shaded.stored);
        self.ran(&shaded.report);
        for (quads, shaded) in quads.chunks(QUADS).zip(&shaded.shaded) {
            merge.quads(shapes, quads, Some(shaded), &mut self.edram, counts);
        }
    }

    /// Stores what programs exported.
    fn store(&mut self, stored: &[xenos_eval::MemoryExport]) {
        self.statistics.exported += stored.len() as u64;
        if let Some((address, count)) = exports::store(&self.memory, stored) {
            let kind = &refusal::MEMORY_OUTSIDE;
            self.refusals.refuse_times(kind, "memory export", address, count);
        }
    }

    /// Counts a run.
    fn ran(&mut self, report: &Report) {
        self.statistics.instructions += report.lane_instructions;
        for (event, times) in report.unspecified() {
            let kind = &refusal::PROGRAM_UNSPECIFIED;
            self.refusals.refuse_times(kind, event.name(), 0, u64::from(times));
        }
    }

    /// Counts what sampling met.
    fn sampled(&mut self, events: Vec<(Event, u64)>) {
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
