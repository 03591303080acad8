//! Registers that are read before they are written.
//!
//! A backward flow of live components over control-flow instructions. A write ends a component's
//! life if it happens in any case: it is not predicated, not relative, and its exec runs
//! unconditionally. Reads count whatever their predicate. A register that is only reached by
//! number plus aL is not listed; [`super::Temporaries`] says that there are such reads.
//!
//! A return goes on behind every call, so a subroutine's paths are mixed: more may be found live
//! than is, never less.

use std::collections::BTreeMap;

use crate::alu::{Alu, Index, Operand, Register, ScalarSources, Target};
use crate::flow::{Condition, ControlFlow};
use crate::graph::{EdgeKind, successors};
use crate::instruction::Instruction;
use crate::pieces::Mask;
use crate::program::Program;

/// Components of all temporaries, four bits a register.
type Live = [u64; 4];

fn place(register: u8, components: u8) -> (usize, u64) {
    let register = usize::from(register & 63);
    (register / 16, u64::from(components & 15) << (register % 16 * 4))
}

/// What an instruction reads of temporaries, by static number.
pub(super) fn reads(instruction: &Instruction) -> Vec<(u8, u8)> {
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
pub(super) fn writes(program: &Program, instruction: &Instruction) -> Vec<(u8, Mask)> {
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

/// What a control-flow instruction reads before writing it, and what it writes in any case.
fn effect(program: &Program, flow: usize) -> (Live, Live) {
    let (mut used, mut written) = (Live::default(), Live::default());
    let always = program.flow.get(flow).map(ControlFlow::condition) == Some(Condition::Always);
    for (_, _, instruction) in program.run_by(flow) {
        for (register, components) in reads(&instruction) {
            let (word, bits) = place(register, components);
            used[word] |= bits & !written[word];
        }
        if always && instruction.predicate().is_none() {
            for (register, mask) in writes(program, &instruction) {
                let (word, bits) = place(register, mask.0);
                written[word] |= bits;
            }
        }
    }
    (used, written)
}

/// Registers that are read before they are written, with the components.
pub(super) fn inputs(program: &Program) -> BTreeMap<u8, Mask> {
    let count = program.flow.len();
    let effects: Vec<(Live, Live)> = (0..count).map(|flow| effect(program, flow)).collect();
    let mut after: Vec<Vec<u32>> = (0..count as u32)
        .map(|at| successors(&program.flow, at).iter().filter_map(|edge| edge.to).collect())
        .collect();
    // What stands behind a call, for the returns.
    let behind: Vec<u32> = (0..count as u32)
        .flat_map(|at| successors(&program.flow, at))
        .filter(|edge| edge.kind == EdgeKind::AfterCall)
        .filter_map(|edge| edge.to)
        .collect();
    // A taken call goes on through the subroutine. The edge past it stays: more live, never less.
    for (instruction, after) in program.flow.iter().zip(&mut after) {
        if matches!(instruction, ControlFlow::Return(_)) {
            after.extend(&behind);
        }
    }
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (from, to) in
        after.iter().zip(0u32..).flat_map(|(to, from)| to.iter().map(move |to| (from, *to)))
    {
        before[to as usize].push(from);
    }
    let mut live = vec![Live::default(); count];
    let mut work: Vec<u32> = (0..count as u32).collect();
    while let Some(at) = work.pop() {
        let at = at as usize;
        let (used, written) = effects[at];
        let mut new = used;
        for to in &after[at] {
            for (word, bits) in new.iter_mut().enumerate() {
                *bits |= live[*to as usize][word] & !written[word];
            }
        }
        if new != live[at] {
            live[at] = new;
            work.extend(&before[at]);
        }
    }
    let entry = live.first().copied().unwrap_or_default();
    (0..64u8)
        .filter_map(|register| {
            let (word, all) = place(register, 15);
            let bits = (entry[word] & all) >> all.trailing_zeros();
            (bits != 0).then_some((register, Mask(bits as u8)))
        })
        .collect()
}
