//! ALU instructions as text.

use std::fmt::Write;

use super::predicate;
use crate::alu::{Alu, Destination, Index, Operand, Register, ScalarSources, Target};
use crate::codes::Component;
use crate::pieces::{Mask, Swizzle};
use crate::program::Stage;

/// What component `index` of a destination shows.
fn shown(index: u32, written: Mask, zeros: Mask, ones: Mask) -> char {
    if zeros.has(index) {
        '0'
    } else if ones.has(index) {
        '1'
    } else if written.has(index) {
        ['x', 'y', 'z', 'w'][index as usize & 3]
    } else {
        '_'
    }
}

fn destination(text: &mut String, to: Destination, [written, zeros, ones]: [Mask; 3]) {
    let (name, number) = match to.target {
        Target::Temporary(number) => ("r", Some(number)),
        Target::Interpolator(number) => ("o", Some(number)),
        Target::Position => ("oPos", None),
        Target::PointSize => ("oPts", None),
        Target::Color(number) => ("oC", Some(number)),
        Target::Depth => ("oDepth", None),
        Target::MemoryAddress => ("eA", None),
        Target::MemoryData(number) => ("eM", Some(number)),
        Target::Undefined(number) => ("export", Some(number)),
    };
    text.push_str(name);
    if let Some(number) = number {
        indexed(text, number, to.index, false);
    }
    let components: String = (0..4).map(|index| shown(index, written, zeros, ones)).collect();
    match components.as_str() {
        "xyzw" => {}
        "____" => text.push_str("._"),
        _ => {
            let _ = write!(text, ".{components}");
        }
    }
}

fn indexed(text: &mut String, number: u8, index: Index, brackets: bool) {
    let _ = match index {
        Index::Loop => write!(text, "[{number}+aL]"),
        Index::Address => write!(text, "[{number}+a0]"),
        Index::Static if brackets => write!(text, "[{number}]"),
        Index::Static => write!(text, "{number}"),
    };
}

fn operand(text: &mut String, operand: Operand) {
    if operand.negate {
        text.push('-');
    }
    let (name, number) = match operand.register {
        Register::Temporary(number) => ('r', number),
        Register::Constant(number) => ('c', number),
    };
    text.push(name);
    if operand.absolute {
        text.push_str("_abs");
    }
    indexed(text, number, operand.index, operand.absolute);
}

fn vector_operand(text: &mut String, source: Operand) {
    operand(text, source);
    if source.swizzle != Swizzle(0) {
        text.push('.');
        text.extend((0..4).map(|index| source.swizzle.component(index).name()));
    }
}

fn scalar_operand(text: &mut String, source: Operand, components: &[Component]) {
    operand(text, source);
    text.push('.');
    text.extend(components.iter().map(|component| component.name()));
}

/// Writes the halves that work, a line each.
pub(super) fn write(text: &mut String, alu: &Alu, stage: Stage) {
    let needed = predicate(alu.predicate());
    let (no_vector, no_scalar) = (alu.vector_is_filler(), alu.scalar_is_filler());
    if no_vector && no_scalar {
        let _ = writeln!(text, "   {needed} nop");
        return;
    }
    if !no_vector {
        let clamp = if alu.vector_clamp { "_sat" } else { "" };
        let _ = write!(text, "   {needed} {}{clamp} ", alu.vector_opcode.mnemonic());
        let masks = [alu.vector_written(), alu.zeros_written(), alu.ones_written()];
        destination(text, alu.vector_target(stage), masks);
        for source in alu.vector_operands() {
            text.push_str(", ");
            vector_operand(text, source);
        }
        text.push('\n');
    }
    if !no_scalar {
        let place = if no_vector { "   " } else { "              + " };
        let clamp = if alu.scalar_clamp { "_sat" } else { "" };
        let _ = write!(text, "{place}{needed} {}{clamp} ", alu.scalar_opcode.mnemonic());
        let masks = [alu.scalar_written(), Mask(0), Mask(0)];
        destination(text, alu.scalar_target(stage), masks);
        match alu.scalar_operands() {
            ScalarSources::None => {}
            ScalarSources::One(source, a) => {
                text.push_str(", ");
                scalar_operand(text, source, &[a]);
            }
            ScalarSources::Two(source, a, b) => {
                text.push_str(", ");
                scalar_operand(text, source, &[a, b]);
            }
            ScalarSources::Apart((constant, a), (temporary, b)) => {
                text.push_str(", ");
                scalar_operand(text, constant, &[a]);
                text.push_str(", ");
                scalar_operand(text, temporary, &[b]);
            }
        }
        text.push('\n');
    }
}
