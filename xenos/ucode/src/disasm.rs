//! Programs as text, in the syntax that Xenia and the console's tools share.
//!
//! For: a listing that the assembler reads back to the same program, [`Style::Complete`]; and one
//! that equals Xenia's, white space and comments aside, wherever Xenia's stands for the words,
//! [`Style::Shared`].
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
//! The shared syntax has no word for some fields. A complete listing has attributes of its own for
//! them, where they are not as in most programs; a shared one says the same in comments:
//! `PredicateClean`, `VertexCache`, `Address` (an exec that does not run what stands next),
//! `AddressMode`, `Size` and `NoSerial` of an alloc, `Direction` of a jump, `SignedMode` and
//! `MustBeOne` of a vertex fetch, `ArbitraryFilter`, `SampleLocation` and `Dimension` of a texture
//! fetch. A complete listing also begins with the stage. What neither has is what
//! [`Program::normalized`] drops.

mod alu;
mod fetch;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::codes::{AddressMode, AllocKind};
use crate::flow::{Alloc, Condition, ControlFlow, ExecView};
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

/// What a listing shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Everything that has an effect or may have one; the assembler reads it back.
    #[default]
    Complete,
    /// What the tools share; the rest as comments.
    Shared,
}

/// What the shared syntax has no word for, by name and value.
type Extras = Vec<(&'static str, String)>;

/// Ends a line with what is extra. `operands` says that something stands before it.
fn finish(text: &mut String, extras: &Extras, style: Style, operands: bool) {
    let mut comma = operands;
    if style == Style::Shared && !extras.is_empty() {
        text.push_str("    //");
        comma = false;
    }
    for (name, value) in extras {
        let _ = write!(text, "{} {name}={value}", if comma { "," } else { "" });
        comma = true;
    }
    text.push('\n');
}

/// A program's complete listing.
pub fn disassemble(program: &Program) -> String {
    listing(program, Style::Complete)
}

/// A program's listing in a style.
pub fn listing(program: &Program, style: Style) -> String {
    let labels: BTreeSet<u32> = program.flow.iter().filter_map(ControlFlow::target).collect();
    let mut text = String::new();
    if style == Style::Complete && !program.flow.is_empty() {
        let _ = writeln!(text, "{}", program.stage.short());
    }
    let mut next = program.first_address();
    for (flow, number) in program.flow.iter().zip(0u32..) {
        if labels.contains(&number) {
            let _ = writeln!(text, "                label L{number}");
        }
        let _ = write!(text, "/* {:4}.{} */ ", number / 2, number % 2);
        let exec = flow.exec();
        control(&mut text, flow, program.stage, next, style);
        for (address, serialized, instruction) in program.run_by(number as usize) {
            let _ = write!(text, "/* {address:4}   */ ");
            if serialized {
                text.push_str("         serialize\n             ");
            }
            text.push_str(&line(&instruction, program.stage, style));
        }
        let listed = program.run_by(number as usize).count() as u32;
        if let Some(exec) = exec {
            let missing = exec.count - listed;
            if missing != 0 {
                let _ = writeln!(text, "               // {missing} more, outside the program");
            }
            // The assembler counts what is listed.
            next = exec.address + listed;
        }
    }
    text
}

/// The listing of one instruction: a line, or two if both halves of an ALU instruction work.
pub fn line(instruction: &Instruction, stage: Stage, style: Style) -> String {
    let mut text = String::new();
    match instruction {
        Instruction::Alu(alu) => alu::write(&mut text, alu, stage),
        Instruction::VertexFetch(fetch) => fetch::vertex(&mut text, fetch, style),
        Instruction::TextureFetch(fetch) => fetch::texture(&mut text, fetch, style),
    }
    text
}

/// The line of a control-flow instruction alone; it names its target as `L`N, and an exec says
/// nothing about where its instructions stand.
pub fn flow_line(flow: &ControlFlow, stage: Stage) -> String {
    let mut text = String::new();
    let next = flow.exec().map_or(0, |exec| exec.address);
    control(&mut text, flow, stage, next, Style::Complete);
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

/// Writes a control-flow instruction; `next` is the address that an exec runs if nothing is said.
fn control(text: &mut String, flow: &ControlFlow, stage: Stage, next: u32, style: Style) {
    let mut extras = Extras::new();
    let mut operands = true;
    match flow {
        ControlFlow::Nop(_) => {
            text.push_str("      cnop");
            operands = false;
        }
        ControlFlow::MarkVertexFetchesDone(_) => {
            text.push_str("      vfetchdone");
            operands = false;
        }
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
        ControlFlow::Return(_) => {
            text.push_str("      ret");
            operands = false;
        }
        ControlFlow::Jump(jump) => {
            branch(text, "jmp", flow.condition());
            let _ = write!(text, "L{}", jump.target);
            if jump.direction {
                extras.push(("Direction", "1".to_owned()));
            }
        }
        ControlFlow::Alloc(alloc) => {
            allocation(text, alloc, stage);
            if alloc.size != 0 && alloc.kind != AllocKind::Memory {
                extras.push(("Size", alloc.size.to_string()));
            }
            if alloc.unserialized {
                extras.push(("NoSerial", "true".to_owned()));
            }
        }
        _ => {
            if let Some(exec) = flow.exec() {
                operands = run(text, &exec);
                exec_extras(&mut extras, &exec, next);
            }
        }
    }
    // Where a shared listing says it anyway.
    if style == Style::Shared {
        extras.retain(|(name, _)| *name != "Address");
    }
    if flow.address_mode() == AddressMode::Absolute {
        extras.push(("AddressMode", AddressMode::Absolute.name().to_owned()));
    }
    finish(text, &extras, style, operands);
}

fn allocation(text: &mut String, alloc: &Alloc, stage: Stage) {
    match (alloc.kind, stage) {
        (AllocKind::None, _) => text.push_str("      alloc none"),
        (AllocKind::Position, _) => text.push_str("      alloc position"),
        (AllocKind::Parameters, Stage::Vertex) => text.push_str("      alloc interpolators"),
        (AllocKind::Parameters, Stage::Pixel) => text.push_str("      alloc colors"),
        (AllocKind::Memory, _) => {
            let _ = write!(text, "      alloc export = {}", alloc.size);
        }
    }
}

/// Writes an exec, and says whether the last word is an operand.
fn run(text: &mut String, exec: &ExecView) -> bool {
    let end = if exec.ends { "e" } else { "" };
    let constant = matches!(exec.condition, Condition::Boolean { .. });
    let _ = match exec.condition {
        Condition::Always => write!(text, "      exec{end}"),
        Condition::Predicate { value } => write!(text, "{} exec{end}", predicate(Some(value))),
        Condition::Boolean { constant, value } => {
            write!(text, "      cexec{end} {}b{constant}", if value { "" } else { "!" })
        }
    };
    if exec.yields {
        // The console's assembler wants a comma behind an operand only.
        let _ = write!(text, "{} Yield=true", if constant { "," } else { "" });
    }
    constant || exec.yields
}

fn exec_extras(extras: &mut Extras, exec: &ExecView, next: u32) {
    if !exec.predicate_clean {
        extras.push(("PredicateClean", "false".to_owned()));
    }
    if exec.vertex_cache != 0 {
        extras.push(("VertexCache", exec.vertex_cache.to_string()));
    }
    if exec.address != next {
        extras.push(("Address", exec.address.to_string()));
    }
}

#[cfg(test)]
mod tests;
