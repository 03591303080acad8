//! Registers that are read before they are written.
//!
//! A backward flow of live components over control-flow instructions, kept apart by the predicate's
//! value, so that a register written on both sides of a predicated if and else is written. A write
//! ends a component's life unless it is relative. A register that is only reached by number plus aL
//! is not listed; [`super::Temporaries`] says that there are such reads.
//!
//! What is found may be more than what is read, never less: both values of a boolean constant are
//! possible, each loop may be skipped, and a return goes on behind every call.

use std::collections::BTreeMap;

use crate::alu::{Alu, Index, Operand, Register, ScalarSources, Target};
use crate::codes::Change;
use crate::flow::{Condition, ControlFlow};
use crate::graph::{Edge, EdgeKind, successors};
use crate::instruction::Instruction;
use crate::pieces::Mask;
use crate::program::Program;

/// Components of all temporaries, four bits a register.
type Set = [u64; 4];

/// Components that are live, while the predicate is false, and true.
type Live = [Set; 2];

fn join(into: &mut Set, other: &Set) {
    into.iter_mut().zip(other).for_each(|(into, other)| *into |= other);
}

fn remove(from: &mut Set, other: &Set) {
    from.iter_mut().zip(other).for_each(|(from, other)| *from &= !other);
}

fn place(register: u8, components: u8) -> (usize, u64) {
    let register = usize::from(register & 63);
    (register / 16, u64::from(components & 15) << (register % 16 * 4))
}

/// What an instruction reads of temporaries, by static number.
pub(crate) fn reads(instruction: &Instruction) -> Vec<(u8, u8)> {
    match instruction {
        Instruction::Alu(alu) => alu_reads(alu),
        Instruction::VertexFetch(fetch) if fetch.mini || fetch.source_relative => Vec::new(),
        Instruction::VertexFetch(fetch) => {
            vec![(fetch.source, 1 << fetch.source_component.code())]
        }
        Instruction::TextureFetch(fetch) if fetch.source_relative => Vec::new(),
        Instruction::TextureFetch(fetch) => {
            vec![(fetch.source, fetch.source_swizzle.reads(fetch.source_components()))]
        }
    }
}

fn alu_reads(alu: &Alu) -> Vec<(u8, u8)> {
    let mut reads = Vec::new();
    let mut add = |source: &Operand, components: u8| {
        if let (Register::Temporary(number), Index::Static) = (source.register, source.index) {
            reads.push((number, components));
        }
    };
    if alu.vector_has_effect() {
        let written = alu.vector_written().0;
        for (source, number) in alu.vector_operands().zip(1..) {
            add(&source, source.swizzle.reads(alu.vector_opcode.reads(number, written)));
        }
    }
    match alu.scalar_operands() {
        ScalarSources::None => {}
        ScalarSources::One(source, a) => add(&source, 1 << a.code()),
        ScalarSources::Two(source, a, b) => add(&source, 1 << a.code() | 1 << b.code()),
        ScalarSources::Apart(_, (temporary, b)) => add(&temporary, 1 << b.code()),
    }
    reads
}

/// What an instruction writes of temporaries, by static number.
pub(crate) fn writes(program: &Program, instruction: &Instruction) -> Vec<(u8, Mask)> {
    match instruction {
        Instruction::Alu(alu) => [
            (alu.vector_target(program.stage), alu.vector_written()),
            (alu.scalar_target(program.stage), alu.scalar_written()),
        ]
        .into_iter()
        .filter_map(|(to, mask)| match (to.target, to.index) {
            (Target::Temporary(number), Index::Static) => Some((number, mask)),
            _ => None,
        })
        .collect(),
        Instruction::VertexFetch(fetch) if !fetch.destination_relative => {
            vec![(fetch.destination, fetch.destination_swizzle.mask())]
        }
        Instruction::TextureFetch(fetch)
            if !fetch.destination_relative && !fetch.opcode.is_set() =>
        {
            vec![(fetch.destination, fetch.destination_swizzle.mask())]
        }
        _ => Vec::new(),
    }
}

/// What an instruction does to temporaries and the predicate.
struct Step {
    needs: Option<bool>,
    reads: Set,
    writes: Set,
    sets_predicate: bool,
}

impl Step {
    fn of(program: &Program, instruction: &Instruction) -> Self {
        let mut step = Self {
            needs: instruction.predicate(),
            reads: Set::default(),
            writes: Set::default(),
            sets_predicate: match instruction {
                Instruction::Alu(alu) => {
                    alu.vector_opcode.changes() == Change::Predicate
                        || alu.scalar_opcode.changes() == Change::Predicate
                }
                _ => false,
            },
        };
        for (register, components) in reads(instruction) {
            let (word, bits) = place(register, components);
            step.reads[word] |= bits;
        }
        for (register, mask) in writes(program, instruction) {
            let (word, bits) = place(register, mask.0);
            step.writes[word] |= bits;
        }
        step
    }

    /// What is live before it, given what is live behind it.
    fn before(&self, behind: &Live) -> Live {
        let mut before = *behind;
        for (value, live) in [false, true].into_iter().zip(&mut before) {
            if self.needs.is_some_and(|needed| needed != value) {
                continue;
            }
            if self.sets_predicate {
                // Either value may come of it.
                *live = behind[0];
                join(live, &behind[1]);
            }
            remove(live, &self.writes);
            join(live, &self.reads);
        }
        before
    }
}

/// What is live before a control-flow instruction, or before a mere meeting of edges.
fn before(flow: Option<&ControlFlow>, steps: &[Step], edges: &[Edge], live: &[Live]) -> Live {
    let mut before = Live::default();
    for edge in edges {
        let mut then = edge.to.map_or(Live::default(), |to| live[to as usize]);
        let exec = flow.and_then(ControlFlow::exec);
        // An exec with a condition that does not end has one edge for running and not running.
        let either = exec.is_some_and(|e| !e.ends && e.condition != Condition::Always);
        let (ran, condition) = match exec {
            Some(exec) if exec.ends => (edge.kind == EdgeKind::End, edge.condition),
            Some(exec) => (true, exec.condition),
            None => (false, edge.condition),
        };
        let skipped = then;
        if ran {
            then = steps.iter().rev().fold(then, |behind, step| step.before(&behind));
        }
        for value in [false, true] {
            let index = usize::from(value);
            let taken = match condition {
                Condition::Predicate { value: needed } => needed == value,
                _ => true,
            };
            if taken {
                join(&mut before[index], &then[index]);
            }
            if either && (!taken || matches!(condition, Condition::Boolean { .. })) {
                join(&mut before[index], &skipped[index]);
            }
        }
    }
    before
}

/// Registers that are read before they are written, with the components.
pub(super) fn inputs(program: &Program) -> BTreeMap<u8, Mask> {
    let flow = &program.flow;
    let steps: Vec<Vec<Step>> = (0..flow.len())
        .map(|at| program.run_by(at).map(|(_, _, i)| Step::of(program, &i)).collect())
        .collect();
    let mut edges: Vec<Vec<Edge>> = (0..flow.len() as u32).map(|at| successors(flow, at)).collect();
    // All returns meet in one place behind the last instruction, and go on from there behind every
    // call. A taken call goes on through the subroutine; the edge past it stays: more live, never
    // less.
    let meeting = flow.len() as u32;
    let after_calls: Vec<Edge> = edges
        .iter()
        .flatten()
        .filter(|edge| edge.kind == EdgeKind::AfterCall)
        .map(|edge| Edge { from: meeting, condition: Condition::Always, ..*edge })
        .collect();
    for edge in edges.iter_mut().flatten().filter(|edge| edge.kind == EdgeKind::Return) {
        edge.to = Some(meeting);
    }
    edges.push(after_calls);
    let mut leading: Vec<Vec<u32>> = vec![Vec::new(); edges.len()];
    for edge in edges.iter().flatten() {
        if let Some(to) = edge.to {
            leading[to as usize].push(edge.from);
        }
    }
    let mut live = vec![Live::default(); edges.len()];
    let mut work: Vec<u32> = (0..edges.len() as u32).collect();
    while let Some(at) = work.pop() {
        let at = at as usize;
        let steps = steps.get(at).map_or(&[][..], Vec::as_slice);
        let new = before(flow.get(at), steps, &edges[at], &live);
        if new != live[at] {
            live[at] = new;
            work.extend(&leading[at]);
        }
    }
    let mut entry = Set::default();
    for live in live.first().into_iter().flatten() {
        join(&mut entry, live);
    }
    (0..64u8)
        .filter_map(|register| {
            let (word, all) = place(register, 15);
            let bits = (entry[word] & all) >> all.trailing_zeros();
            (bits != 0).then_some((register, Mask(bits as u8)))
        })
        .collect()
}
