//! A program with one thing changed.

use xenos_ucode::codes::{FetchOpcode, ScalarOpcode, VectorOpcode};
use xenos_ucode::{Instruction, Program, Slot};

use crate::claim::{Cover, Opcodes, Subject, To};
use crate::piece::Piece;

/// Where an opcode lies: its lowest bit and its width.
fn opcode_bits(table: Opcodes) -> (u32, u32) {
    match table {
        Opcodes::Vector => (88, 5),
        Opcodes::Scalar => (26, 6),
        Opcodes::Fetch => (0, 5),
        Opcodes::Flow => (44, 4),
    }
}

/// The opcode of a piece, if it has one of that table.
fn opcode_of(table: Opcodes, piece: &Piece) -> Option<u32> {
    let code = match (table, piece) {
        (Opcodes::Vector, Piece::Instruction(Instruction::Alu(alu))) => alu.vector_opcode.code(),
        (Opcodes::Scalar, Piece::Instruction(Instruction::Alu(alu))) => alu.scalar_opcode.code(),
        (Opcodes::Fetch, Piece::Instruction(Instruction::VertexFetch(_))) => 0,
        (Opcodes::Fetch, Piece::Instruction(Instruction::TextureFetch(f))) => f.opcode.code(),
        (Opcodes::Flow, Piece::Flow(flow)) => flow.opcode().code(),
        _ => return None,
    };
    Some(u32::from(code))
}

/// The codes that stand in for an opcode: the nearest below and above of the same shape.
pub(crate) fn neighbours(table: Opcodes, code: u32) -> Vec<u32> {
    let nearest = |shapes: &[&dyn Fn(u32) -> bool]| {
        let codes = || (0..table.values().len() as u32).filter(|other| *other != code);
        let same = shapes.iter().find(|same| codes().any(same));
        let found: Vec<u32> =
            same.map_or(Vec::new(), |same| codes().filter(|c| same(*c)).collect());
        let below = found.iter().rev().find(|other| **other < code);
        let above = found.iter().find(|other| **other > code);
        below.into_iter().chain(above).copied().collect()
    };
    match table {
        Opcodes::Vector => {
            let of = |code: u32| <VectorOpcode as base_word::FieldValue>::from_bits(code);
            let own = of(code);
            let defined = |c: u32| of(c).is_defined();
            let operands = |c: u32| defined(c) && of(c).operands() == own.operands();
            let shape = |c: u32| operands(c) && of(c).changes() == own.changes();
            nearest(&[&shape, &operands, &defined])
        }
        Opcodes::Scalar => {
            let of = |code: u32| <ScalarOpcode as base_word::FieldValue>::from_bits(code);
            let own = of(code);
            let defined = |c: u32| of(c).is_defined();
            let operands = |c: u32| defined(c) && of(c).operands() == own.operands();
            let shape = |c: u32| {
                operands(c)
                    && of(c).changes() == own.changes()
                    && of(c).reads_previous() == own.reads_previous()
            };
            nearest(&[&shape, &operands, &defined])
        }
        Opcodes::Fetch => {
            let of = |code: u32| <FetchOpcode as base_word::FieldValue>::from_bits(code);
            let own = of(code);
            // A vertex fetch is another kind of instruction.
            let defined = |c: u32| c != 0 && of(c).is_defined();
            let shape = |c: u32| defined(c) && of(c).is_set() == own.is_set();
            nearest(&[&shape, &defined])
        }
        Opcodes::Flow => vec![match code {
            2 | 3 | 5 | 13 => 1,
            4 => 3,
            6 => 5,
            9 => 11,
            14 => 13,
            0 => 15,
            _ => 0,
        }],
    }
}

/// `program` with every piece changed that `change` changes; `None` if there is none.
fn changed(
    program: &Program,
    only: Option<u32>,
    change: &dyn Fn(&Piece, u32) -> Option<Piece>,
) -> Option<Program> {
    let mut program = program.clone();
    let mut any = false;
    let meant = |number: u32| only.is_none_or(|only| only == number);
    for (flow, number) in program.flow.iter_mut().zip(0u32..) {
        if let Some(Piece::Flow(other)) =
            change(&Piece::Flow(*flow), number).filter(|_| meant(number))
        {
            any |= other != *flow;
            *flow = other;
        }
    }
    for (slot, number) in program.slots.iter_mut().zip(0u32..) {
        let Slot::Used(instruction) = slot else { continue };
        let other = change(&Piece::Instruction(*instruction), number).filter(|_| meant(number));
        if let Some(Piece::Instruction(other)) = other {
            any |= other != *instruction;
            *instruction = other;
        }
    }
    any.then_some(program)
}

/// The programs that a claim is proved with; none if what it covers is not there. A claim about
/// state has the program itself.
pub(crate) fn programs(program: &Program, cover: &Cover) -> Vec<Program> {
    let only = cover.only;
    match &cover.subject {
        Subject::Opcode { table, from, to } => {
            let (lo, width) = opcode_bits(*table);
            let others = to.map_or_else(|| neighbours(*table, *from), |to| vec![to]);
            let with = |other: u32| {
                changed(program, only, &|piece, _| {
                    (opcode_of(*table, piece) == Some(*from)).then(|| piece.with(lo, width, other))
                })
            };
            others.into_iter().filter_map(with).collect()
        }
        Subject::Field { field, from, to } => {
            let one = changed(program, only, &|piece, _| {
                if let Some((table, code)) = cover.opcode
                    && opcode_of(table, piece) != Some(code)
                {
                    return None;
                }
                let value = field.get(piece)?;
                if from.is_some_and(|from| from != value) {
                    return None;
                }
                let other = match to {
                    To::Value(other) => *other,
                    To::Opposite => value ^ 1,
                };
                Some(field.set(piece, other))
            });
            one.into_iter().collect()
        }
        Subject::Form(form) => changed(program, only, &form.change).into_iter().collect(),
        Subject::State { .. } | Subject::Booleans | Subject::Packet(_) => vec![program.clone()],
    }
}

#[cfg(test)]
mod tests {
    use base_word::FieldValue;

    use super::*;

    fn names(table: Opcodes, code: u32) -> Vec<&'static str> {
        neighbours(table, code).iter().map(|c| table.values()[*c as usize].name).collect()
    }

    #[test]
    fn neighbours_have_the_same_shape() {
        assert_eq!(names(Opcodes::Vector, VectorOpcode::Mad.to_bits()), ["cndeq"]);
        assert_eq!(names(Opcodes::Vector, VectorOpcode::MaxA.to_bits()), ["dst"]);
        assert_eq!(names(Opcodes::Scalar, ScalarOpcode::RcpF.to_bits()), ["rcpc", "rcp"]);
        assert_eq!(names(Opcodes::Fetch, FetchOpcode::Fetch.to_bits()), ["getBCF"]);
        for table in [Opcodes::Vector, Opcodes::Scalar, Opcodes::Fetch, Opcodes::Flow] {
            for value in table.values() {
                let others = neighbours(table, value.code);
                assert!(!others.is_empty() && !others.contains(&value.code), "{}", value.name);
            }
        }
    }
}
