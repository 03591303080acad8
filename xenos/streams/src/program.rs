//! Programs: text, words, and what the chip must be told of them.

use xenos_regs::index;
use xenos_regs::words::{SampleControl, SqContextMisc, SqProgramCntl, VsExportMode};
use xenos_ucode::{Analysis, Mask, Stage, assemble};

use crate::{Commands, StreamError};

/// An assembled program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its stage.
    pub stage: Stage,
    /// Its words.
    pub words: Vec<u32>,
    /// Where it lies in memory.
    pub address: u32,
    /// Temporaries that it uses.
    pub temporaries: u32,
    /// Interpolators that it exports.
    pub interpolators: u32,
    /// It exports a point size.
    pub point_size: bool,
}

impl Default for Program {
    fn default() -> Self {
        let stage = Stage::Vertex;
        let (words, address) = (Vec::new(), 0);
        Self { stage, words, address, temporaries: 1, interpolators: 0, point_size: false }
    }
}

impl Program {
    /// Assembles a text.
    pub(crate) fn assemble(name: &'static str, text: &str) -> Result<Self, StreamError> {
        let program =
            assemble(None, text).map_err(|errors| StreamError::Program { name, errors })?;
        let uses = Analysis::of(&program);
        let interpolators = uses.exports.interpolators.keys().map(|n| u32::from(*n) + 1).max();
        let bytes: Vec<u8> = program.bytes().collect();
        let words = bytes.as_chunks().0.iter().map(|word| u32::from_be_bytes(*word)).collect();
        Ok(Self {
            stage: program.stage,
            words,
            address: 0,
            temporaries: u32::from(uses.temporaries.count).max(1),
            interpolators: interpolators.unwrap_or(0),
            point_size: uses.exports.point_size != Mask::default(),
        })
    }
}

/// The programs of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'a> {
    /// For vertices.
    pub vertex: &'a Program,
    /// For pixels.
    pub pixel: &'a Program,
    /// The register that gets a pixel's position and point coordinates.
    pub generated: Option<u32>,
    /// The packets carry the programs, else they are loaded from memory.
    pub immediate: bool,
}

impl<'a> Programs<'a> {
    /// Two programs in memory, nothing generated.
    pub fn new(vertex: &'a Program, pixel: &'a Program) -> Self {
        Self { vertex, pixel, generated: None, immediate: false }
    }

    /// The same, carried by packets.
    pub fn immediate(vertex: &'a Program, pixel: &'a Program) -> Self {
        Self { immediate: true, ..Self::new(vertex, pixel) }
    }
}

impl Commands {
    /// Loads both programs and says how many registers they use.
    pub fn programs(&mut self, programs: Programs<'_>) {
        let Programs { vertex, pixel, generated, immediate } = programs;
        for program in [vertex, pixel] {
            if immediate {
                self.load_immediate(program);
            } else {
                self.load(program);
            }
        }
        let mode = if vertex.point_size { VsExportMode::Sprite } else { VsExportMode::Position };
        // A pixel program's inputs are registers too.
        let inputs = vertex.interpolators.max(generated.map_or(0, |register| register + 1));
        let control = SqProgramCntl::default()
            .with_vs_num_reg(vertex.temporaries - 1)
            .with_ps_num_reg(pixel.temporaries.max(inputs).max(1) - 1)
            .with_vs_resource(true)
            .with_ps_resource(true)
            .with_param_gen(generated.is_some())
            .with_vs_export_count(vertex.interpolators.max(1) - 1)
            .with_vs_export_mode(mode)
            // One colour, without depth.
            .with_ps_export_mode(2);
        let misc = SqContextMisc::default()
            .with_sc_sample_cntl(SampleControl::Centroids)
            .with_param_gen_pos(generated.unwrap_or(0));
        self.register(index::SQ_PROGRAM_CNTL, &[control.raw(), misc.raw()]);
    }
}
