//! Programs as text, in the syntax that Xenia and the console's tools share.
//!
//! For: a listing that equals Xenia's, white space and comments aside, wherever Xenia's stands for
//! the words; and that the assembler reads.
//! Not for: a listing of malformed words that anything reads; what has no syntax gets a name that
//! says so.
//! Facts: Xenia 95a5c3e's texts of 129 programs; the syntax of what they do not show from Xenia's
//! description of it.
//!
//! Where this text is not Xenia's, each for a reason:
//!
//! - `vfetchdone`: Xenia prints nothing, and an instruction would be lost.
//! - An export register without meaning is `export`N; Xenia prints no destination at all.
//! - An undefined fetch opcode is `fetch_`N with all operands; Xenia reads the name of none.
//! - An undefined vertex format is `FMT_`N`_UNDEFINED`; Xenia reads a name that is not there.
//! - The undefined destination code 6 is `?`; Xenia prints 0, which is code 4.
//! - The undefined anisotropy code 6 is `aniso_6`; Xenia prints `keep`, which is code 7.
//! - `alloc` for nothing is `alloc none`; Xenia leaves the word out.
//!
//! Comments carry what the syntax has no word for: addresses, and whether the predicate is clean.

mod alu;
mod fetch;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::codes::AllocKind;
use crate::flow::{Condition, ControlFlow};
use crate::instruction::Instruction;
use crate::program::{Program, Stage};

/// The predicate's place at the start of an instruction.
fn predicate(needed: Option<bool>) -> &'static str {
    match needed {
        None => "     ",
        Some(true) => " (p0)",
        Some(false) => "(!p0)",
    }
}

/// A program's listing.
pub fn disassemble(program: &Program) -> String {
    let labels: BTreeSet<u32> = program.flow.iter().filter_map(ControlFlow::target).collect();
    let mut text = String::new();
    for (flow, number) in program.flow.iter().zip(0u32..) {
        if labels.contains(&number) {
            let _ = writeln!(text, "                label L{number}");
        }
        let _ = write!(text, "/* {:4}.{} */ ", number / 2, number % 2);
        control(&mut text, flow, program.stage);
        for (address, serialized, instruction) in program.run_by(number as usize) {
            let _ = write!(text, "/* {address:4}   */ ");
            if serialized {
                text.push_str("         serialize\n             ");
            }
            text.push_str(&line(&instruction, program.stage));
        }
        let missing = flow.exec().map_or(0, |exec| exec.count as usize)
            - program.run_by(number as usize).count();
        if missing != 0 {
            let _ = writeln!(text, "               // {missing} more, outside the program");
        }
    }
    text
}

/// The listing of one instruction: a line, or two if both halves of an ALU instruction work.
pub fn line(instruction: &Instruction, stage: Stage) -> String {
    let mut text = String::new();
    match instruction {
        Instruction::Alu(alu) => alu::write(&mut text, alu, stage),
        Instruction::VertexFetch(fetch) => fetch::vertex(&mut text, fetch),
        Instruction::TextureFetch(fetch) => fetch::texture(&mut text, fetch),
    }
    text
}

/// A branch's condition, ready for its operands.
fn branch(text: &mut String, name: &str, condition: Condition) {
    let _ = match condition {
        Condition::Always => write!(text, "      {name} "),
        Condition::Predicate { value } => write!(text, "{} {name} ", predicate(Some(value))),
        Condition::Boolean { constant, value } => {
            write!(text, "      c{name} {}b{constant}, ", if value { "" } else { "!" })
        }
    };
}

fn control(text: &mut String, flow: &ControlFlow, stage: Stage) {
    match flow {
        ControlFlow::Nop(_) => text.push_str("      cnop"),
        ControlFlow::MarkVertexFetchesDone(_) => text.push_str("      vfetchdone"),
        ControlFlow::LoopStart(start) => {
            let _ = write!(text, "      loop i{}, L{}", start.constant, start.target);
            if start.repeat {
                text.push_str(", Repeat=true");
            }
        }
        ControlFlow::LoopEnd(end) => {
            let left = end.predicated_break.then_some(end.condition);
            let _ = write!(text, "{} endloop i{}, L{}", predicate(left), end.constant, end.target);
        }
        ControlFlow::Call(call) => {
            branch(text, "call", flow.condition());
            let _ = write!(text, "L{}", call.target);
        }
        ControlFlow::Return(_) => text.push_str("      ret"),
        ControlFlow::Jump(jump) => {
            branch(text, "jmp", flow.condition());
            let _ = write!(text, "L{}", jump.target);
        }
        ControlFlow::Alloc(alloc) => match (alloc.kind, stage) {
            (AllocKind::None, _) => text.push_str("      alloc none"),
            (AllocKind::Position, _) => text.push_str("      alloc position"),
            (AllocKind::Parameters, Stage::Vertex) => text.push_str("      alloc interpolators"),
            (AllocKind::Parameters, Stage::Pixel) => text.push_str("      alloc colors"),
            (AllocKind::Memory, _) => {
                let _ = write!(text, "      alloc export = {}", alloc.size);
            }
        },
        _ => exec(text, flow),
    }
    text.push('\n');
}

fn exec(text: &mut String, flow: &ControlFlow) {
    let Some(exec) = flow.exec() else { return };
    let end = if exec.ends { "e" } else { "" };
    let _ = match exec.condition {
        Condition::Always => write!(text, "      exec{end}"),
        Condition::Predicate { value } => write!(text, "{} exec{end}", predicate(Some(value))),
        Condition::Boolean { constant, value } => {
            write!(text, "      cexec{end} {}b{constant}", if value { "" } else { "!" })
        }
    };
    if exec.yields {
        // The console's assembler wants a comma behind an operand only.
        let comma = if matches!(exec.condition, Condition::Boolean { .. }) { "," } else { "" };
        let _ = write!(text, "{comma} Yield=true");
    }
    if !exec.predicate_clean {
        text.push_str("    // PredicateClean=false");
    }
}

#[cfg(test)]
mod tests;
