//! Finding what is malformed.

use crate::alu::Target;
use crate::codes::FetchComponent;
use crate::finding::Finding;
use crate::flow::ControlFlow;
use crate::graph::{Exit, Graph};
use crate::instruction::Instruction;
use crate::program::{Program, Slot};

/// Loops and calls that the chip has room for inside one another.
const DEPTH: u32 = 4;

/// Adds what is wrong with `program`, of whose words there were `available` units.
pub(super) fn check(program: &Program, graph: &Graph, available: u32, out: &mut Vec<Finding>) {
    flow(program, graph, available, out);
    loops(program, graph, out);
    calls(program, out);
    for (slot, address) in program.slots.iter().zip(program.first_address()..) {
        if let Slot::Used(instruction) = slot {
            one(program, *instruction, address, out);
        }
    }
    mini_fetches(program, graph, out);
}

fn flow(program: &Program, graph: &Graph, available: u32, out: &mut Vec<Finding>) {
    let count = program.flow.len() as u32;
    for (instruction, number) in program.flow.iter().zip(0u32..) {
        if let Some((field, value)) = instruction.reserved_set() {
            out.push(Finding::ReservedFlow { flow: number, field, value });
        }
        if !graph.reaches(number) {
            out.extend(unreached(program, instruction, number));
            continue;
        }
        if let Some(exec) = instruction.exec() {
            if exec.count > crate::pieces::Sequence::LENGTH {
                out.push(Finding::Count { flow: number, count: exec.count });
            }
            let end = exec.address + exec.count;
            if exec.count != 0 && end > available {
                let address = exec.address.max(available);
                out.push(Finding::Truncated { flow: number, address, available });
            }
        }
        if let Some(target) = instruction.target().filter(|target| *target >= count) {
            out.push(Finding::Target { flow: number, target, available: count });
        }
    }
    let exits = || graph.edges.iter().filter_map(|edge| edge.exit);
    if exits().any(|exit| exit == Exit::RunsOff) {
        out.push(Finding::RunsOff { flow: count.saturating_sub(1) });
    }
    if count != 0 && !exits().any(|exit| exit == Exit::End) {
        out.push(Finding::NoEnd);
    }
}

/// What an instruction that control does not reach names, and a listing cannot show.
fn unreached(program: &Program, instruction: &ControlFlow, flow: u32) -> Option<Finding> {
    let (count, units) = (program.flow.len() as u32, program.units());
    if let Some(exec) = instruction.exec() {
        let (end, address) = (exec.address + exec.count, exec.address.max(units));
        return (exec.count != 0 && end > units).then_some(Finding::UnreachedExec {
            flow,
            address,
            available: units,
        });
    }
    let target = instruction.target().filter(|target| *target >= count)?;
    Some(Finding::UnreachedTarget { flow, target, available: count })
}

fn loops(program: &Program, graph: &Graph, out: &mut Vec<Finding>) {
    let ends: std::collections::BTreeSet<u32> =
        graph.loops.iter().flat_map(|found| found.ends.iter().copied()).collect();
    for found in &graph.loops {
        if found.ends.is_empty() {
            out.push(Finding::Loop { flow: found.start });
        }
        if found.depth >= DEPTH {
            out.push(Finding::LoopDepth { flow: found.start, depth: found.depth + 1 });
        }
        for end in found.ends.iter().filter(|end| !(found.start..found.after).contains(end)) {
            out.push(Finding::LoopTargets { start: found.start, end: *end });
        }
    }
    for (instruction, number) in program.flow.iter().zip(0u32..) {
        if matches!(instruction, ControlFlow::LoopEnd(_)) && !ends.contains(&number) {
            out.push(Finding::Loop { flow: number });
        }
    }
}

/// Calls nest at most four deep. Depths are raised along calls until nothing changes; a recursion
/// passes the limit and stops there, so the work is bounded by the limit.
fn calls(program: &Program, out: &mut Vec<Finding>) {
    let flow = &program.flow;
    let mut depths = vec![None::<u32>; flow.len()];
    let mut work = vec![(0usize, 0u32)];
    let mut deep = std::collections::BTreeSet::new();
    while let Some((at, depth)) = work.pop() {
        let Some(known) = depths.get_mut(at) else { continue };
        if known.is_some_and(|known| known >= depth) {
            continue;
        }
        *known = Some(depth);
        for edge in crate::graph::successors(flow, at as u32) {
            let Some(to) = edge.to.filter(|_| edge.happens(flow, depth > 0)) else { continue };
            let to = to as usize;
            if edge.kind == crate::graph::EdgeKind::Call {
                if depth == DEPTH {
                    deep.insert(at as u32);
                } else {
                    work.push((to, depth + 1));
                }
            } else {
                work.push((to, depth));
            }
        }
    }
    out.extend(deep.into_iter().map(|flow| Finding::CallDepth { flow }));
}

fn one(program: &Program, instruction: Instruction, address: u32, out: &mut Vec<Finding>) {
    if let Some((field, value)) = instruction.reserved_set() {
        out.push(Finding::Reserved { address, field, value });
    }
    let swizzle = match instruction {
        Instruction::Alu(alu) => {
            if !alu.vector_opcode.is_defined() {
                let opcode = alu.vector_opcode.code();
                out.push(Finding::VectorOpcode { address, opcode });
            }
            if !alu.scalar_opcode.is_defined() {
                let opcode = alu.scalar_opcode.code();
                out.push(Finding::ScalarOpcode { address, opcode });
            }
            if let Target::Undefined(register) = alu.vector_target(program.stage).target {
                out.push(Finding::Export { address, register });
            }
            return;
        }
        Instruction::VertexFetch(fetch) => {
            if !fetch.format.is_defined() {
                out.push(Finding::VertexFormat { address, format: fetch.format.code() });
            }
            if fetch.constant() > 95 {
                out.push(Finding::FetchConstant { address, constant: fetch.constant() });
            }
            fetch.destination_swizzle
        }
        Instruction::TextureFetch(fetch) => {
            if !fetch.opcode.is_defined() {
                out.push(Finding::FetchOpcode { address, opcode: fetch.opcode });
            }
            fetch.destination_swizzle
        }
    };
    if (0..4).any(|index| swizzle.component(index) == FetchComponent::Undefined6) {
        out.push(Finding::FetchSwizzle { address, swizzle: swizzle.0 });
    }
}

/// A mini fetch needs a full one before it, in the order of the control flow.
fn mini_fetches(program: &Program, graph: &Graph, out: &mut Vec<Finding>) {
    let mut full = false;
    for number in 0..program.flow.len() {
        if !graph.reaches(number as u32) {
            continue;
        }
        for (address, _, instruction) in program.run_by(number) {
            if let Instruction::VertexFetch(fetch) = instruction {
                if fetch.mini && !full {
                    out.push(Finding::MiniFetch { address });
                }
                full |= !fetch.mini;
            }
        }
    }
}
