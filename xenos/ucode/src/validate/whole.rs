//! What is wrong with a program as a whole.

use std::collections::BTreeSet;

use super::{Remarks, Rule};
use crate::analysis::Analysis;
use crate::codes::AllocKind;
use crate::finding::At;
use crate::flow::ControlFlow;
use crate::graph::Graph;
use crate::instruction::Instruction;
use crate::program::{Program, Slot, Stage};

/// Whether the program is one that words can hold; says what is not.
pub(super) fn typed(program: &Program, remarks: &mut Remarks) -> bool {
    let mut fits = true;
    for (flow, number) in program.flow.iter().zip(0u32..) {
        if !flow.fits() {
            fits = false;
            remarks.flow(Rule::FieldRange, number, "a value is too large");
        }
    }
    for (slot, address) in program.slots.iter().zip(program.first_address()..) {
        if let Slot::Used(instruction) = slot
            && !instruction.fits()
        {
            fits = false;
            remarks.at(Rule::FieldRange, address, "a value is too large");
        }
    }
    if program.flow.len() % 2 == 1 {
        fits = false;
        remarks.program(Rule::OddFlow, format!("there are {}", program.flow.len()));
    }
    if program.dwords() > 3 * (0xFFF + 7) {
        fits = false;
        remarks.program(Rule::FieldRange, "addresses have 12 bits");
    }
    fits
}

pub(super) fn whole(program: &Program, graph: &Graph, remarks: &mut Remarks) {
    let decoded = Program::decode(program.stage, &program.words());
    if decoded.program != *program {
        let (flow, slots) = (decoded.program.flow.len(), decoded.program.slots.len());
        let text = format!(
            "{} control-flow instructions and {} units behind them are read as {flow} and {slots}",
            program.flow.len(),
            program.slots.len()
        );
        remarks.program(Rule::LostWords, text);
    }
    for (slot, address) in program.slots.iter().zip(program.first_address()..) {
        if matches!(slot, Slot::Unused(_)) {
            remarks.at(Rule::UnusedSlot, address, "no exec runs it");
        }
    }
    for (flow, number) in program.flow.iter().zip(0u32..) {
        if !graph.reaches(number) && !matches!(flow, ControlFlow::Nop(_)) {
            remarks.flow(Rule::Unreachable, number, flow.opcode().name());
        }
    }
    jumps(program, graph, remarks);
    exports(program, graph, remarks);
    set_registers(program, remarks);
}

fn jumps(program: &Program, graph: &Graph, remarks: &mut Remarks) {
    for (flow, number) in program.flow.iter().zip(0u32..) {
        let ControlFlow::Jump(jump) = flow else { continue };
        let target = u32::from(jump.target);
        // Bodies nest: the first that tells is enough, and the work stays small.
        let body = |at: u32| move |l: &&crate::graph::Loop| (l.start + 1..l.after).contains(&at);
        if let Some(into) = graph.loops.iter().filter(body(target)).find(|l| !body(number)(l)) {
            let text = format!("it goes to {}, in the loop of {}", At(target), At(into.start));
            remarks.flow(Rule::JumpIntoLoop, number, text);
        }
        if let Some(out) = graph.loops.iter().filter(body(number)).find(|l| !body(target)(l)) {
            let text = format!("it goes to {}, out of the loop of {}", At(target), At(out.start));
            remarks.flow(Rule::JumpOutOfLoop, number, text);
        }
    }
}

fn exports(program: &Program, graph: &Graph, remarks: &mut Remarks) {
    let analysis = Analysis::of(program);
    let exports = &analysis.exports;
    let memory = exports.memory.addresses != 0 || analysis.exports_memory();
    let position = exports.position.0 != 0;
    let colors = !exports.colors.is_empty() || exports.depth;
    match program.stage {
        Stage::Vertex if !position && !memory => {
            remarks.program(Rule::NoPosition, "oPos is not written");
        }
        Stage::Pixel if !colors && !memory && !analysis.kills => {
            remarks.program(Rule::NoOutput, "nothing leaves the program");
        }
        _ => {}
    }
    for (flow, number) in program.flow.iter().zip(0u32..) {
        let ControlFlow::Alloc(alloc) = flow else { continue };
        let used = match alloc.kind {
            AllocKind::None => false,
            AllocKind::Position => position || exports.point_size.0 != 0,
            AllocKind::Parameters => colors || !exports.interpolators.is_empty(),
            AllocKind::Memory => memory,
        };
        if graph.reaches(number) && !used {
            remarks.flow(Rule::AllocUnused, number, alloc.kind.name());
        }
    }
}

/// Registers of the texture unit that are set for nobody.
fn set_registers(program: &Program, remarks: &mut Remarks) {
    use crate::codes::FetchOpcode;
    let mut sets = BTreeSet::new();
    let (mut lod, mut gradients) = (false, false);
    for (slot, address) in program.slots.iter().zip(program.first_address()..) {
        let Slot::Used(Instruction::TextureFetch(fetch)) = slot else { continue };
        if fetch.opcode.is_set() {
            sets.insert((address, fetch.opcode));
        } else {
            lod |= fetch.use_register_lod;
            gradients |= fetch.use_register_gradients;
        }
    }
    for (address, opcode) in sets {
        let used = if opcode == FetchOpcode::SetLod { lod } else { gradients };
        if !used {
            remarks.at(Rule::SetUnused, address, opcode.name());
        }
    }
}
