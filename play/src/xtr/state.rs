//! The whole state of a draw or copy, with names and fields.

use serde::Serialize;
use xenos_front::{State, StateGroup};
use xenos_regs::fetch::TextureFetch;
use xenos_regs::words::SqConst;
use xenos_regs::{REGISTERS, index, texture_fetch_fields, vertex_fetch_fields};
use xenos_ucode::{Analysis, Stage};

use super::draws::{DrawSeen, vertex_name};
use super::fields::{FieldRow, RegisterRow, as_map, fields_of};
use super::{DrawRow, Listing};

/// Version of this data as JSON.
const VERSION: u32 = 1;

/// The whole state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawState {
    /// Version of this data.
    pub version: u32,
    /// The row of the list.
    pub draw: DrawRow,
    /// The programs.
    pub programs: Vec<ProgramRow>,
    /// Registers that a pixel may depend on, constants apart, by index.
    pub registers: Vec<RegisterRow>,
    /// Fetch constants that the programs use.
    pub fetches: Vec<FetchRow>,
    /// Float constants that the programs use.
    pub floats: Vec<ConstantRow>,
    /// Booleans that the programs use.
    pub booleans: Vec<(u8, bool)>,
    /// Loop constants that the programs use.
    pub loops: Vec<RegisterRow>,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProgramRow {
    /// Its stage.
    pub stage: Stage,
    /// SHA-1 of its words.
    pub sha1: String,
    /// Its words.
    pub dwords: u32,
    /// What is wrong with it, in words.
    pub findings: Vec<String>,
}

/// A fetch constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FetchRow {
    /// `texture` or `vertices`, as the programs use it.
    pub used_as: &'static str,
    /// Its name in listings: `tf0`, `vf0`.
    pub name: String,
    /// The slot: 0 to 31 of textures, 0 to 95 of vertices.
    pub constant: u32,
    /// Its words.
    pub words: Vec<u32>,
    /// Their fields.
    #[serde(serialize_with = "as_map")]
    pub fields: Vec<FieldRow>,
}

/// A float constant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ConstantRow {
    /// The stage whose window it was found by.
    pub stage: Stage,
    /// Its number in the program.
    pub number: u32,
    /// Its first register.
    pub register: u32,
    /// Its words.
    pub words: [u32; 4],
    /// Its values; what is not finite is none.
    pub values: [Option<f32>; 4],
}

/// Groups of registers that are shown whole.
const GROUPS: [StateGroup; 6] = [
    StateGroup::Surface,
    StateGroup::Vertex,
    StateGroup::Setup,
    StateGroup::Sequencer,
    StateGroup::Backend,
    StateGroup::Copy,
];

impl DrawSeen<'_> {
    /// The whole state.
    pub fn whole(&mut self) -> DrawState {
        let state = *self.state;
        let draw = self.row();
        // Where the pixel program does not count in its row, it does not here.
        let shaders =
            [state.vertex_shader, state.pixel_shader.filter(|_| draw.pixel_shader.is_some())];
        let programs: Vec<_> =
            shaders.into_iter().flatten().map(|shader| self.programs.of(shader)).collect();
        let analyses: Vec<&Analysis> = programs.iter().map(|listing| &listing.analysis).collect();
        DrawState {
            version: VERSION,
            draw,
            programs: programs.iter().map(|listing| program(listing)).collect(),
            registers: registers(&state),
            fetches: fetches(&state, &analyses),
            floats: analyses.iter().flat_map(|analysis| floats(&state, analysis)).collect(),
            booleans: booleans(&state, &analyses),
            loops: loops(&state, &analyses),
        }
    }
}

fn program(listing: &Listing) -> ProgramRow {
    ProgramRow {
        stage: listing.stage(),
        sha1: listing.sha1.clone(),
        dwords: listing.analysis.dwords,
        findings: listing.findings.iter().map(ToString::to_string).collect(),
    }
}

fn registers(state: &State<'_>) -> Vec<RegisterRow> {
    let shown = REGISTERS.iter().filter(|row| GROUPS.contains(&StateGroup::of(row.index.into())));
    shown
        .flat_map(|row| row.index..=row.last())
        .map(|register| RegisterRow::of(register.into(), state.registers.get(register)))
        .collect()
}

fn word(state: &State<'_>, register: u32) -> u32 {
    u16::try_from(register).map_or(0, |register| state.registers.get(register))
}

fn fetches(state: &State<'_>, analyses: &[&Analysis]) -> Vec<FetchRow> {
    let mut used: Vec<(&'static str, u32)> = Vec::new();
    for analysis in analyses {
        used.extend(analysis.vertex_fetches.iter().map(|fetch| ("vertices", fetch.constant)));
        used.extend(analysis.textures().keys().map(|constant| ("texture", u32::from(*constant))));
    }
    used.sort_by(|a, b| b.0.cmp(a.0).then(a.1.cmp(&b.1)));
    used.dedup();
    used.into_iter().map(|(used_as, constant)| fetch(state, used_as, constant)).collect()
}

fn fetch(state: &State<'_>, used_as: &'static str, constant: u32) -> FetchRow {
    let texture = used_as == "texture";
    let count = if texture { 6 } else { 2 };
    let first = u32::from(index::SHADER_CONSTANT_FETCH) + count * constant;
    let words: Vec<u32> = (first..first + count).map(|register| word(state, register)).collect();
    let dimension = words.first_chunk().map(|words| TextureFetch::from_words(*words).dimension());
    let fields = words.iter().zip(0..).flat_map(|(word, number)| {
        let fields = match dimension {
            Some(dimension) => texture_fetch_fields(number, dimension),
            None => vertex_fetch_fields(number),
        };
        fields_of(fields, *word)
    });
    let name = if texture { format!("tf{constant}") } else { vertex_name(constant) };
    FetchRow { used_as, name, constant, fields: fields.collect(), words }
}

/// Constants of a stage lie in a window of all 512.
fn floats(state: &State<'_>, analysis: &Analysis) -> Vec<ConstantRow> {
    let window = match analysis.stage {
        Stage::Vertex => index::SQ_VS_CONST,
        Stage::Pixel => index::SQ_PS_CONST,
    };
    let window = SqConst::from_raw(state.registers.get(window));
    let row = |number: u32| {
        let constant = window.base() + number;
        let register = u32::from(index::SHADER_CONSTANT) + 4 * constant;
        let words = std::array::from_fn(|n| word(state, register + n as u32));
        let values = words.map(|word| Some(f32::from_bits(word)).filter(|value| value.is_finite()));
        ConstantRow { stage: analysis.stage, number, register, words, values }
    };
    let in_file = |number: &u32| window.base() + number < 512;
    if analysis.reads_any_constant() {
        // Any of the window may be meant: those that are not 0.
        let all = (0..=window.last()).filter(in_file).map(row);
        return all.filter(|row| row.words != [0; 4]).collect();
    }
    let named = analysis.float_constants.absolute.iter().map(|number| u32::from(*number));
    named.filter(in_file).map(row).collect()
}

fn booleans(state: &State<'_>, analyses: &[&Analysis]) -> Vec<(u8, bool)> {
    let mut used: Vec<u8> =
        analyses.iter().flat_map(|analysis| analysis.booleans.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    let value = |number: u8| {
        let register = index::SHADER_CONSTANT_BOOL + u16::from(number / 32);
        state.registers.get(register) >> (number % 32) & 1 != 0
    };
    used.into_iter().map(|number| (number, value(number))).collect()
}

fn loops(state: &State<'_>, analyses: &[&Analysis]) -> Vec<RegisterRow> {
    let mut used: Vec<u8> =
        analyses.iter().flat_map(|analysis| analysis.loop_constants.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    let row = |number: u8| {
        let register = u32::from(index::SHADER_CONSTANT_LOOP) + u32::from(number);
        RegisterRow::of(register, word(state, register))
    };
    used.into_iter().map(row).collect()
}
