//! What a program uses.
//!
//! For: the census, the draw list, and whoever prepares state for a program: constants, fetches,
//! interpolators, exports, and what the chip must watch for. Plain data, for JSON beside a program.
//! Not for: values; nothing is executed, and a constant that switches code off is not looked at.
//! Facts: digest sections 2.1 to 2.6.
//!
//! Only what control can reach counts. An operand counts if its operation has an effect: a vector
//! operation that writes nothing and changes nothing reads nothing, in a scalar operation the
//! previous result is an effect.

mod gather;
mod inputs;

pub(crate) use inputs::{reads, writes};

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::alu::Index;
use crate::codes::{
    AnisotropyFilter, Dimension, FetchOpcode, SampleLocation, SignedMode, TextureFilter,
    VertexFormat,
};
use crate::graph::Graph;
use crate::pieces::{FetchSwizzle, Mask};
use crate::program::{Program, Stage};

/// The version of this data as JSON.
pub const ANALYSIS_VERSION: u32 = 1;

/// What a program uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// [`ANALYSIS_VERSION`].
    pub version: u32,
    /// The stage.
    pub stage: Stage,
    /// The program's length in dwords: its true end.
    pub dwords: u32,
    /// Control-flow instructions.
    pub flow_instructions: u32,
    /// Instructions that can be reached, counted once each.
    pub instructions: Instructions,
    /// Float constants.
    pub float_constants: FloatConstants,
    /// Boolean constants.
    pub booleans: BTreeSet<u8>,
    /// Loop constants.
    pub loop_constants: BTreeSet<u8>,
    /// Vertex fetches, by address.
    pub vertex_fetches: Vec<VertexFetchUse>,
    /// Texture fetches, by address.
    pub texture_fetches: Vec<TextureFetchUse>,
    /// Temporaries.
    pub temporaries: Temporaries,
    /// Registers that are read before the program wrote them: interpolators of a pixel program, the
    /// index of a vertex program.
    pub inputs: BTreeMap<u8, Mask>,
    /// What leaves the program.
    pub exports: Exports,
    /// Pixels can be killed.
    pub kills: bool,
    /// The predicate.
    pub predicate: Predicate,
    /// The address register is written.
    pub writes_address: bool,
    /// The address register is read.
    pub reads_address: bool,
    /// The loop register is read.
    pub reads_loop_register: bool,
    /// Differences between neighbouring pixels are taken.
    pub gradients: Gradients,
    /// Loops, branches and calls.
    pub control: Control,
}

/// How many instructions of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instructions {
    /// ALU instructions.
    pub alu: u32,
    /// Vertex fetches.
    pub vertex_fetch: u32,
    /// Texture fetches.
    pub texture_fetch: u32,
    /// Those that are serialised.
    pub serialized: u32,
}

/// Float constants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatConstants {
    /// Those named by number.
    pub absolute: BTreeSet<u8>,
    /// Those named by number plus a register: any may be meant. Number and register.
    pub relative: BTreeSet<(u8, Index)>,
}

/// A vertex fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VertexFetchUse {
    /// Its address.
    pub address: u32,
    /// The full fetch that a mini fetch belongs to: the last before it in order.
    pub full: Option<u32>,
    /// The fetch constant, 0 to 95; a mini fetch has its full one's.
    pub constant: u32,
    /// The element's format.
    pub format: VertexFormat,
    /// Dwords from an element's start.
    pub offset: i32,
    /// Dwords between elements; a mini fetch has its full one's.
    pub stride: u8,
    /// Components are signed.
    pub signed: bool,
    /// Components are integers.
    pub integer: bool,
    /// How signed fractions reach -1.
    pub signed_mode: SignedMode,
    /// The power of two that results are multiplied by.
    pub exponent: i8,
    /// The index is rounded.
    pub rounded: bool,
    /// What is written.
    pub destination: FetchSwizzle,
    /// It is predicated.
    pub predicated: bool,
}

/// A texture fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextureFetchUse {
    /// Its address.
    pub address: u32,
    /// Which.
    pub opcode: FetchOpcode,
    /// The fetch constant, 0 to 31; none for those that set registers.
    pub constant: Option<u8>,
    /// The dimension, likewise.
    pub dimension: Option<Dimension>,
    /// What is written.
    pub destination: FetchSwizzle,
    /// What is not as the fetch constant says.
    pub overrides: Overrides,
    /// It is predicated.
    pub predicated: bool,
}

/// What a texture fetch overrides; nothing where absent.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default)]
pub struct Overrides {
    /// The filter when magnified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mag_filter: Option<TextureFilter>,
    /// The filter when minified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_filter: Option<TextureFilter>,
    /// The filter between levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mip_filter: Option<TextureFilter>,
    /// The limit of anisotropy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anisotropy: Option<AnisotropyFilter>,
    /// The filter between layers when magnified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_mag_filter: Option<TextureFilter>,
    /// The filter between layers when minified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_min_filter: Option<TextureFilter>,
    /// The sample is taken at the centre; otherwise at the centroid, as in every program of the
    /// console's compiler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample_location: Option<SampleLocation>,
    /// Coordinates are texels.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unnormalized: bool,
    /// Pixels outside the primitive are fetched too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fetches_invalid: bool,
    /// The computed level of detail does not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_computed_lod: bool,
    /// The LOD register counts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub register_lod: bool,
    /// Gradients come from registers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub register_gradients: bool,
    /// Sixteenths added to the level of detail.
    #[serde(skip_serializing_if = "is_zero")]
    pub lod_bias: i8,
    /// Half texels added to the coordinates.
    #[serde(skip_serializing_if = "is_zeros")]
    pub offset: [i8; 3],
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(value: &i8) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zeros(value: &[i8; 3]) -> bool {
    *value == [0; 3]
}

/// Temporaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Temporaries {
    /// One more than the highest that is named; relative ones may reach higher.
    pub count: u8,
    /// Some are read by number plus aL.
    pub relative_reads: bool,
    /// Some are written by number plus aL.
    pub relative_writes: bool,
}

/// What leaves a program, by whatever path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exports {
    /// Interpolators, with the components that are written.
    pub interpolators: BTreeMap<u8, Mask>,
    /// Components of the position.
    pub position: Mask,
    /// Components of point size (x), edge flag (y) and vertex kill (z).
    pub point_size: Mask,
    /// Colours, with the components that are written.
    pub colors: BTreeMap<u8, Mask>,
    /// The depth is written.
    pub depth: bool,
    /// Memory export.
    pub memory: MemoryExport,
    /// Export registers without a meaning.
    pub undefined: BTreeSet<u8>,
}

/// Memory export.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryExport {
    /// Instructions that write the address.
    pub addresses: u32,
    /// Constants that the addresses are made with: the addend of each `mad` to eA.
    pub stream_constants: BTreeSet<u8>,
    /// An address is written otherwise: its stream cannot be told.
    pub other_addresses: bool,
    /// Data registers that are written, 0 to 4.
    pub data: BTreeSet<u8>,
}

/// The predicate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predicate {
    /// Instructions that set it.
    pub sets: u32,
    /// Instructions that depend on it.
    pub instructions: u32,
    /// Control-flow instructions that depend on it.
    pub flow: u32,
}

/// Differences between neighbouring pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gradients {
    /// Texture fetches of a pixel program compute a level of detail from their coordinates.
    pub implicit: bool,
    /// `getGradients` or `getCompTexLOD` is used.
    pub explicit: bool,
    /// Gradient registers are set.
    pub sets_registers: bool,
    /// The LOD register is set.
    pub sets_lod: bool,
}

/// Loops, branches and calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Loops.
    pub loops: u32,
    /// Loops inside one another.
    pub loop_depth: u32,
    /// Jumps that are always taken.
    pub jumps: u32,
    /// Jumps that depend on something.
    pub conditional_jumps: u32,
    /// Calls.
    pub calls: u32,
    /// Execs that depend on something.
    pub conditional_execs: u32,
}

impl Analysis {
    /// What `program` uses.
    pub fn of(program: &Program) -> Self {
        let graph = Graph::of(program);
        let mut analysis = Self {
            version: ANALYSIS_VERSION,
            stage: program.stage,
            dwords: program.dwords() as u32,
            flow_instructions: program.flow.len() as u32,
            instructions: Instructions::default(),
            float_constants: FloatConstants::default(),
            booleans: BTreeSet::new(),
            loop_constants: BTreeSet::new(),
            vertex_fetches: Vec::new(),
            texture_fetches: Vec::new(),
            temporaries: Temporaries::default(),
            inputs: inputs::inputs(program),
            exports: Exports::default(),
            kills: false,
            predicate: Predicate::default(),
            writes_address: false,
            reads_address: false,
            reads_loop_register: false,
            gradients: Gradients::default(),
            control: Control::default(),
        };
        gather::gather(program, &graph, &mut analysis);
        analysis
    }

    /// Dimensions under which each texture constant is fetched.
    pub fn textures(&self) -> BTreeMap<u8, BTreeSet<Dimension>> {
        let mut textures = BTreeMap::<u8, BTreeSet<Dimension>>::new();
        for fetch in &self.texture_fetches {
            if let (Some(constant), Some(dimension)) = (fetch.constant, fetch.dimension) {
                textures.entry(constant).or_default().insert(dimension);
            }
        }
        textures
    }

    /// Whether any float constant may be read.
    pub fn reads_any_constant(&self) -> bool {
        !self.float_constants.relative.is_empty()
    }

    /// Whether it writes guest memory.
    pub fn exports_memory(&self) -> bool {
        !self.exports.memory.data.is_empty()
    }
}

#[cfg(test)]
mod tests;
