//! Control-flow instructions as written.

use super::build::{Builder, Goal};
use super::error::AsmError;
use super::lex::{Cursor, Token};
use super::operand::{Value, attributes, number};
use crate::codes::{AddressMode, AllocKind};
use crate::flow::{
    Alloc, Call, CondExec, Condition, ControlFlow, Exec, Jump, LoopEnd, LoopStart, Plain, PredExec,
    Return,
};
use crate::program::Stage;

/// Reads a control-flow instruction, and says whether `word` is one's name.
pub(super) fn instruction<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    needed: Option<bool>,
    word: Token<'t>,
) -> Result<bool, AsmError> {
    match (word.text, needed) {
        ("exec" | "exece", _) => {
            let condition =
                needed.map_or(Condition::Always, |value| Condition::Predicate { value });
            exec(cursor, builder, word, condition, word.text == "exece")?;
        }
        ("cexec" | "cexece", None) => {
            let (constant, value) = boolean(cursor)?;
            let condition = Condition::Boolean { constant, value };
            exec(cursor, builder, word, condition, word.text == "cexece")?;
        }
        ("endloop", _) => {
            let (constant, goal) = loop_operands(cursor)?;
            let end = LoopEnd {
                constant,
                predicated_break: needed.is_some(),
                condition: needed == Some(true),
                ..LoopEnd::default()
            };
            rest(cursor, builder, word, ControlFlow::LoopEnd(end), goal)?;
        }
        ("jmp" | "call", _) | ("cjmp" | "ccall", None) => branch(cursor, builder, needed, word)?,
        ("loop", None) => {
            let (constant, goal) = loop_operands(cursor)?;
            let mut start = LoopStart { constant, ..LoopStart::default() };
            let mut mode = AddressMode::Relative;
            attributes(cursor, word.text, |name, value| {
                match name {
                    "Repeat" => start.repeat = value.flag()?,
                    "AddressMode" => mode = value.code()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            builder.flow(word, ControlFlow::LoopStart(start).with_address_mode(mode), goal)?;
        }
        ("alloc", None) => alloc(cursor, builder, word)?,
        ("ret", None) => {
            rest(cursor, builder, word, ControlFlow::Return(Return::default()), Goal::None)?;
        }
        ("cnop", None) => {
            rest(cursor, builder, word, ControlFlow::Nop(Plain::default()), Goal::None)?;
        }
        ("vfetchdone", None) => {
            let flow = ControlFlow::MarkVertexFetchesDone(Plain::default());
            rest(cursor, builder, word, flow, Goal::None)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads what any control-flow instruction may have, and hands it over.
fn rest<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    word: Token<'t>,
    mut flow: ControlFlow,
    goal: Goal<'t>,
) -> Result<(), AsmError> {
    attributes(cursor, word.text, |name, value| {
        match (name, &mut flow) {
            ("AddressMode", _) => flow = flow.with_address_mode(value.code()?),
            ("Direction", ControlFlow::Jump(jump)) => {
                jump.direction = value.number("a direction", 0, 1)? == 1;
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    builder.flow(word, flow, goal)
}

/// A boolean constant, and the value that agrees: `b5` or `!b5`.
fn boolean(cursor: &mut Cursor<'_>) -> Result<(u8, bool), AsmError> {
    let value = !cursor.took("!");
    let token = cursor.word("b and a number")?;
    let digits = token.text.strip_prefix('b').ok_or_else(|| token.expected("b and a number"))?;
    Ok((number(token, digits, "a boolean constant's number", 0, 255)? as u8, value))
}

/// A loop's constant and label; both may be left out, and then the halves are matched.
fn loop_operands<'t>(cursor: &mut Cursor<'t>) -> Result<(u8, Goal<'t>), AsmError> {
    let token = cursor.word("i and a number")?;
    let digits = token.text.strip_prefix('i').ok_or_else(|| token.expected("i and a number"))?;
    let constant = number(token, digits, "a loop constant's number", 0, 31)? as u8;
    // An attribute may follow as well.
    if cursor.peek().text == "," && cursor.ahead(2).text != "=" {
        cursor.take();
        return Ok((constant, Goal::Label(cursor.word("a label")?)));
    }
    Ok((constant, Goal::Match))
}

fn branch<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    needed: Option<bool>,
    word: Token<'t>,
) -> Result<(), AsmError> {
    let mut boolean = (0, needed == Some(true));
    let mut always = needed.is_none();
    if word.text.starts_with('c') && word.text != "call" {
        boolean = self::boolean(cursor)?;
        always = false;
        cursor.expect(",")?;
    }
    let (constant, condition) = boolean;
    let goal = Goal::Label(cursor.word("a label")?);
    let flow = if word.text.ends_with("jmp") {
        ControlFlow::Jump(Jump {
            unconditional: always,
            predicated: needed.is_some(),
            boolean: constant,
            condition,
            ..Jump::default()
        })
    } else {
        ControlFlow::Call(Call {
            unconditional: always,
            predicated: needed.is_some(),
            boolean: constant,
            condition,
            ..Call::default()
        })
    };
    rest(cursor, builder, word, flow, goal)
}

/// What an exec's attributes say.
struct Said {
    yields: bool,
    clean: bool,
    cache: u8,
    address: Option<u16>,
    mode: AddressMode,
}

impl Said {
    fn set(&mut self, name: &str, value: Value<'_>) -> Result<bool, AsmError> {
        match name {
            "Yield" => self.yields = value.flag()?,
            "PredicateClean" => self.clean = value.flag()?,
            "VertexCache" => self.cache = value.number("a hint", 0, 63)? as u8,
            "Address" => self.address = Some(value.number("an address", 0, 0xFFF)? as u16),
            "AddressMode" => self.mode = value.code()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn exec<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    word: Token<'t>,
    condition: Condition,
    ends: bool,
) -> Result<(), AsmError> {
    let mut said =
        Said { yields: false, clean: true, cache: 0, address: None, mode: AddressMode::Relative };
    attributes(cursor, word.text, |name, value| said.set(name, value))?;
    let flow = form(condition, ends, &said).with_address_mode(said.mode);
    builder.exec(word, flow, said.address)
}

fn form(condition: Condition, ends: bool, said: &Said) -> ControlFlow {
    let (yields, predicate_clean, vertex_cache) = (said.yields, said.clean, said.cache);
    match condition {
        Condition::Always => {
            let exec = Exec { yields, predicate_clean, vertex_cache, ..Exec::default() };
            if ends { ControlFlow::ExecEnd(exec) } else { ControlFlow::Exec(exec) }
        }
        Condition::Predicate { value: condition } => {
            let exec = PredExec {
                yields,
                predicate_clean,
                vertex_cache,
                condition,
                ..PredExec::default()
            };
            if ends { ControlFlow::PredExecEnd(exec) } else { ControlFlow::PredExec(exec) }
        }
        Condition::Boolean { constant: boolean, value: condition } => {
            let exec = CondExec { yields, vertex_cache, boolean, condition, ..CondExec::default() };
            match (predicate_clean, ends) {
                (false, false) => ControlFlow::CondExec(exec),
                (false, true) => ControlFlow::CondExecEnd(exec),
                (true, false) => ControlFlow::CondExecClean(exec),
                (true, true) => ControlFlow::CondExecCleanEnd(exec),
            }
        }
    }
}

fn alloc<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    word: Token<'t>,
) -> Result<(), AsmError> {
    let what = match builder.stage() {
        Stage::Vertex => "position, interpolators, export or none",
        Stage::Pixel => "colors, export, position or none",
    };
    let token = cursor.word(what)?;
    let kind = match (token.text, builder.stage()) {
        ("none", _) => AllocKind::None,
        ("position", _) => AllocKind::Position,
        ("interpolators", Stage::Vertex) | ("colors", Stage::Pixel) => AllocKind::Parameters,
        ("export", _) => AllocKind::Memory,
        _ => return Err(token.expected(what)),
    };
    let mut alloc = Alloc { kind, ..Alloc::default() };
    if kind == AllocKind::Memory {
        cursor.expect("=")?;
        let count = cursor.word("a number")?;
        alloc.size = number(count, count.text, "a size", 0, 7)? as u8;
    }
    let mut mode = AddressMode::Relative;
    attributes(cursor, word.text, |name, value| {
        match name {
            "Size" if kind != AllocKind::Memory => {
                alloc.size = value.number("a size", 0, 7)? as u8;
            }
            "NoSerial" => alloc.unserialized = value.flag()?,
            "AddressMode" => mode = value.code()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    builder.flow(word, ControlFlow::Alloc(alloc).with_address_mode(mode), Goal::None)
}
