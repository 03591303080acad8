//! Memory that the programs of a draw export to.

use serde::Serialize;
use xenos_front::State;
use xenos_regs::index;
use xenos_regs::words::SqConst;
use xenos_ucode::{Analysis, Stage};

/// Memory export of a program, by a constant that its address is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExportRow {
    /// The stage.
    pub stage: Stage,
    /// The constant, as the program names it; none where the address is made otherwise.
    pub constant: Option<u32>,
    /// Its words, as an address has them.
    pub words: Option<[u32; 4]>,
    /// The address in bytes that they begin at.
    pub address: Option<u32>,
    /// Elements that they allow.
    pub elements: Option<u32>,
}

/// The memory exports of some programs.
pub(super) fn exports(state: &State<'_>, analyses: &[&Analysis]) -> Vec<ExportRow> {
    let mut rows = Vec::new();
    for analysis in analyses.iter().filter(|analysis| analysis.exports_memory()) {
        let memory = &analysis.exports.memory;
        let constants = memory.stream_constants.iter();
        rows.extend(constants.map(|number| by_constant(state, analysis.stage, (*number).into())));
        if memory.other_addresses || memory.stream_constants.is_empty() {
            let (constant, words, address, elements) = (None, None, None, None);
            rows.push(ExportRow { stage: analysis.stage, constant, words, address, elements });
        }
    }
    rows
}

fn by_constant(state: &State<'_>, stage: Stage, number: u32) -> ExportRow {
    let window = match stage {
        Stage::Vertex => index::SQ_VS_CONST,
        Stage::Pixel => index::SQ_PS_CONST,
    };
    let window = SqConst::from_raw(state.registers.get(window));
    let first = u32::from(index::SHADER_CONSTANT) + 4 * (window.base() + number);
    let in_file = window.base() + number < 512;
    let words: Option<[u32; 4]> =
        in_file.then(|| std::array::from_fn(|n| state.registers.get((first + n as u32) as u16)));
    ExportRow {
        stage,
        constant: Some(number),
        words,
        address: words.map(|words| words[0] << 2),
        elements: words.map(|words| words[3] & 0x7F_FFFF),
    }
}
