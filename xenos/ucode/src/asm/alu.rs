//! ALU instructions: halves as written, put together into one instruction.

use super::build::Builder;
use super::error::{AsmError, AsmFault};
use super::lex::{Cursor, Token};
use super::operand::{Read, index, read};
use super::statement::predicate;
use crate::alu::{Alu, Index, Operand, Register, ScalarSources};
use crate::codes::{Component, RelativeBase, ScalarOpcode, ScalarOperands, VectorOpcode};
use crate::instruction::Instruction;
use crate::pieces::{Mask, Swizzle};
use crate::program::Stage;
use base_word::FieldValue;

/// An operation, and whether its result is clamped.
#[derive(Clone, Copy)]
pub(super) enum Half {
    Vector(VectorOpcode, bool),
    Scalar(ScalarOpcode, bool),
}

/// The half of a mnemonic.
pub(super) fn half(word: &str) -> Option<Half> {
    let (name, clamp) = word.strip_suffix("_sat").map_or((word, false), |name| (name, true));
    let vector = (0..32).map(VectorOpcode::from_bits).find(|opcode| opcode.mnemonic() == name);
    let scalar = || (0..64).map(ScalarOpcode::from_bits).find(|opcode| opcode.mnemonic() == name);
    match vector {
        Some(opcode) => Some(Half::Vector(opcode, clamp)),
        None => scalar().map(|opcode| Half::Scalar(opcode, clamp)),
    }
}

/// Where a half's result goes.
struct To {
    export: bool,
    number: u8,
    relative: bool,
    /// Components it gets, and those of an export that become 0 and 1.
    written: u8,
    zeros: u8,
    ones: u8,
}

fn conflict(token: Token<'_>, what: &'static str) -> AsmError {
    token.error(AsmFault::Conflict(what))
}

/// An export's number for a stage by name.
fn export(stage: Stage, token: Token<'_>) -> Option<Result<u8, AsmError>> {
    let numbered = |digits: &str, first: i64, most: i64| {
        super::operand::number(token, digits, "an export's number", 0, most)
            .map(|number| (first + number) as u8)
    };
    let digits = |name: &str| {
        let digits = token.text.strip_prefix(name)?;
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
    };
    Some(match (token.text, stage) {
        ("oPos", Stage::Vertex) => Ok(62),
        ("oPts", Stage::Vertex) => Ok(63),
        ("oDepth", Stage::Pixel) => Ok(61),
        ("eA", _) => Ok(32),
        _ => {
            if let Some(digits) = digits("eM") {
                numbered(digits, 33, 4)
            } else if let Some(digits) = digits("export") {
                numbered(digits, 0, 63)
            } else if let (Some(digits), Stage::Vertex) = (digits("o"), stage) {
                numbered(digits, 0, 15)
            } else if let (Some(digits), Stage::Pixel) = (digits("oC"), stage) {
                numbered(digits, 0, 3)
            } else {
                return None;
            }
        }
    })
}

fn destination(cursor: &mut Cursor<'_>, stage: Stage) -> Result<To, AsmError> {
    let expected = match stage {
        Stage::Vertex => "a destination: r0 to r63, o0 to o15, oPos, oPts, eA, eM0 to eM4",
        Stage::Pixel => "a destination: r0 to r63, oC0 to oC3, oDepth, eA, eM0 to eM4",
    };
    let token = cursor.word(expected)?;
    let mut to = To { export: true, number: 0, relative: false, written: 15, zeros: 0, ones: 0 };
    match (export(stage, token), token.text.strip_prefix('r')) {
        (Some(number), _) => to.number = number?,
        (None, Some(digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            to.export = false;
            let (number, made) = index(cursor, token, digits, "a temporary's number", 63)?;
            if made == Index::Address {
                return Err(conflict(token, "a destination can be relative to aL, not to a0"));
            }
            (to.number, to.relative) = (number, made == Index::Loop);
        }
        _ => return Err(token.expected(expected)),
    }
    if cursor.took(".") {
        mask(cursor, &mut to)?;
    }
    Ok(to)
}

/// Components: four places with a letter, `_`, and in exports 0 or 1; or letters alone.
fn mask(cursor: &mut Cursor<'_>, to: &mut To) -> Result<(), AsmError> {
    let expected = "components in the order of xyzw, others left out or `_`";
    let token = cursor.word(expected)?;
    to.written = 0;
    let letters: Vec<char> = token.text.chars().collect();
    let places = letters.len() == 4;
    if token.text == "_" {
        return Ok(());
    }
    let mut next = 0;
    for letter in letters {
        if !places {
            while next < 4 && Component::from_bits(next).name() != letter.to_string() {
                next += 1;
            }
        }
        if next > 3 {
            return Err(token.expected(expected));
        }
        let bit = 1 << next;
        match letter {
            '_' => {}
            '0' => to.zeros |= bit,
            '1' => to.ones |= bit,
            _ if Component::from_bits(next).name() == letter.to_string() => to.written |= bit,
            _ => return Err(token.expected(expected)),
        }
        next += 1;
    }
    if !to.export && to.zeros | to.ones != 0 {
        return Err(conflict(token, "0 and 1 stand in exports only"));
    }
    Ok(())
}

/// A half as written.
struct Written<'t> {
    token: Token<'t>,
    needed: Option<bool>,
    half: Half,
    to: To,
    reads: Vec<Read<'t>>,
}

fn written<'t>(
    cursor: &mut Cursor<'t>,
    stage: Stage,
    needed: Option<bool>,
    token: Token<'t>,
    half: Half,
) -> Result<Written<'t>, AsmError> {
    let to = destination(cursor, stage)?;
    let mut reads = Vec::new();
    while cursor.took(",") {
        reads.push(read(cursor)?);
    }
    let (least, most) = match half {
        Half::Vector(opcode, _) => (opcode.operands(), opcode.operands()),
        Half::Scalar(opcode, _) => match opcode.operands() {
            ScalarOperands::None => (0, 0),
            ScalarOperands::A => (1, 1),
            ScalarOperands::AB => (1, 2),
            ScalarOperands::ConstantTemporary => (2, 2),
        },
    };
    let count = reads.len() as u32;
    if count < least {
        return Err(cursor.peek().expected(format!("a comma and operand {}", count + 1)));
    }
    if let Some(extra) = reads.get(most as usize) {
        return Err(extra.token.expected("the end of the line"));
    }
    cursor.end()?;
    Ok(Written { token, needed, half, to, reads })
}

/// `nop`, which stands for both halves.
pub(super) fn nop<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    needed: Option<bool>,
    token: Token<'t>,
) -> Result<(), AsmError> {
    cursor.end()?;
    let alu = Alu {
        predicated: needed.is_some(),
        predicate_condition: needed == Some(true),
        ..Alu::nop()
    };
    builder.instruction(token, Instruction::Alu(alu))
}

/// An instruction that begins with `half`.
pub(super) fn instruction<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    needed: Option<bool>,
    token: Token<'t>,
    half: Half,
) -> Result<(), AsmError> {
    let stage = builder.stage();
    let first = written(cursor, stage, needed, token, half)?;
    let mut second = None;
    if cursor.took_plus() {
        let needed = predicate(cursor)?;
        let token = cursor.word("a scalar operation")?;
        let half = self::half(token.text).filter(|half| matches!(half, Half::Scalar(..)));
        let half = half.ok_or_else(|| token.expected("a scalar operation"))?;
        if matches!(first.half, Half::Scalar(..)) {
            return Err(token.error(AsmFault::Half));
        }
        second = Some(written(cursor, stage, needed, token, half)?);
    }
    let alu = match first.half {
        Half::Vector(..) => put_together(Some(&first), second.as_ref())?,
        Half::Scalar(..) => put_together(None, Some(&first))?,
    };
    builder.instruction(token, Instruction::Alu(alu))
}

fn put_together(
    vector: Option<&Written<'_>>,
    scalar: Option<&Written<'_>>,
) -> Result<Alu, AsmError> {
    let needed = vector.or(scalar).and_then(|half| half.needed);
    let mut alu = Alu {
        predicated: needed.is_some(),
        predicate_condition: needed == Some(true),
        ..Alu::nop()
    };
    if let (Some(vector), Some(scalar)) = (vector, scalar) {
        if vector.needed != scalar.needed {
            return Err(conflict(scalar.token, "both halves have the same predicate"));
        }
        if vector.to.export != scalar.to.export
            || vector.to.export && vector.to.number != scalar.to.number
        {
            return Err(conflict(scalar.token, "an export takes both halves, to one register"));
        }
        if vector.to.export && vector.to.written & scalar.to.written != 0 {
            return Err(conflict(
                scalar.token,
                "a component of an export that both halves write is 1; write 1 in the first",
            ));
        }
    }
    let mut constants = Constants::default();
    if let Some(vector) = vector {
        vector_half(&mut alu, vector, &mut constants);
    }
    if let Some(scalar) = scalar {
        scalar_half(&mut alu, scalar, &mut constants)?;
    }
    if let Some(vector) = vector {
        ones_and_zeros(&mut alu, vector)?;
    }
    constants.settle(&mut alu);
    check(&alu, vector, scalar)?;
    Ok(alu)
}

/// How each source that is a constant wants to be read, sources 1 to 3.
#[derive(Default)]
struct Constants([Option<(Index, bool)>; 3]);

impl Constants {
    fn add(&mut self, number: usize, operand: &Operand) {
        if matches!(operand.register, Register::Constant(_)) {
            self.0[number - 1] = Some((operand.index, operand.absolute));
        }
    }

    /// Sets the bits that constants share.
    fn settle(&self, alu: &mut Alu) {
        let mut wanted = self.0.iter().flatten();
        alu.absolute_constants = self.0.iter().flatten().any(|(_, absolute)| *absolute);
        if self.0.iter().flatten().any(|(index, _)| *index == Index::Address) {
            alu.relative_base = RelativeBase::Address;
        }
        alu.first_constant_relative = wanted.next().is_some_and(|(i, _)| *i != Index::Static);
        alu.later_constants_relative = wanted.any(|(index, _)| *index != Index::Static);
    }
}

fn set_source(alu: &mut Alu, number: usize, operand: &Operand) {
    let (raw, temporary) = match operand.register {
        Register::Temporary(n) => {
            let modifiers =
                u8::from(operand.index == Index::Loop) << 6 | u8::from(operand.absolute) << 7;
            (n | modifiers, true)
        }
        Register::Constant(n) => (n, false),
    };
    let (swizzle, negate) = (operand.swizzle, operand.negate);
    match number {
        1 => {
            (alu.source_1, alu.temporary_1, alu.swizzle_1, alu.negate_1) =
                (raw, temporary, swizzle, negate)
        }
        2 => {
            (alu.source_2, alu.temporary_2, alu.swizzle_2, alu.negate_2) =
                (raw, temporary, swizzle, negate)
        }
        _ => {
            (alu.source_3, alu.temporary_3, alu.swizzle_3, alu.negate_3) =
                (raw, temporary, swizzle, negate)
        }
    }
}

fn vector_half(alu: &mut Alu, half: &Written<'_>, constants: &mut Constants) {
    let Half::Vector(opcode, clamp) = half.half else { return };
    (alu.vector_opcode, alu.vector_clamp) = (opcode, clamp);
    alu.vector_destination = half.to.number;
    alu.vector_destination_relative = half.to.relative;
    alu.export = half.to.export;
    alu.vector_mask = Mask(half.to.written);
    for (read, number) in half.reads.iter().zip(1..) {
        let operand = Operand { swizzle: read.swizzle(), ..read.operand };
        constants.add(number, &operand);
        set_source(alu, number, &operand);
    }
}

fn scalar_half(
    alu: &mut Alu,
    half: &Written<'_>,
    constants: &mut Constants,
) -> Result<(), AsmError> {
    let Half::Scalar(opcode, clamp) = half.half else { return Ok(()) };
    (alu.scalar_opcode, alu.scalar_clamp) = (opcode, clamp);
    alu.export = half.to.export;
    alu.scalar_mask = Mask(half.to.written);
    if half.to.zeros | half.to.ones != 0 {
        return Err(conflict(half.token, "0 and 1 stand in the vector half"));
    }
    if half.to.export {
        alu.vector_destination = half.to.number;
    } else {
        alu.scalar_destination = half.to.number;
        alu.scalar_destination_relative = half.to.relative;
    }
    // A third source of the vector half is the scalar's as well.
    let shared = alu.vector_opcode.operands() == 3;
    let letters = scalar_letters(half)?;
    match (opcode.operands(), half.reads.as_slice()) {
        (ScalarOperands::ConstantTemporary, [constant, temporary]) => {
            let Register::Temporary(register) = temporary.operand.register else {
                return Err(temporary.token.expected("r and a number"));
            };
            let Register::Constant(number) = constant.operand.register else {
                return Err(constant.token.expected("c and a number"));
            };
            // Codes come in pairs: the temporary's lowest bit chooses.
            alu.scalar_opcode =
                ScalarOpcode::from_bits(u32::from(opcode.code() & !1 | register & 1));
            constants.add(3, &constant.operand);
            if !shared {
                let turned = |c: Component, place: u32| (c.to_bits() + 4 - place & 3) as u8;
                let ends = turned(letters[0], 3) << 6 | turned(letters[1], 0);
                alu.swizzle_3 = Swizzle(register & 0x3C | ends);
                (alu.source_3, alu.temporary_3) = (number, register & 2 != 0);
                alu.negate_3 = constant.operand.negate;
            }
        }
        (_, [read, ..]) => {
            constants.add(3, &read.operand);
            if !shared {
                let [a, b] = letters;
                let swizzle = if opcode.operands() == ScalarOperands::A {
                    Swizzle::of([a; 4])
                } else {
                    Swizzle::of([b, b, a, a])
                };
                set_source(alu, 3, &Operand { swizzle, ..read.operand });
            }
        }
        _ => {}
    }
    Ok(())
}

/// The components a and b of a scalar half.
fn scalar_letters(half: &Written<'_>) -> Result<[Component; 2], AsmError> {
    let one = |read: &Read<'_>| match read.count {
        1 => Ok(read.letters[0]),
        _ => Err(read.token.expected("an operand with one component")),
    };
    match half.reads.as_slice() {
        [] => Ok([Component::X; 2]),
        [only] => {
            let two = matches!(half.half, Half::Scalar(o, _) if o.operands() == ScalarOperands::AB);
            match only.count {
                1 => Ok([only.letters[0]; 2]),
                2 if two => Ok([only.letters[0], only.letters[1]]),
                _ if two => Err(only.token.expected("an operand with two components")),
                _ => Err(only.token.expected("an operand with one component")),
            }
        }
        [a, b, ..] => {
            let apart = matches!(half.half, Half::Scalar(o, _)
                if o.operands() == ScalarOperands::ConstantTemporary);
            if !apart && a.operand != b.operand {
                return Err(conflict(
                    b.token,
                    "both operands are components of one register, with the same signs",
                ));
            }
            Ok([one(a)?, one(b)?])
        }
    }
}

fn ones_and_zeros(alu: &mut Alu, vector: &Written<'_>) -> Result<(), AsmError> {
    let to = &vector.to;
    if to.ones & alu.scalar_mask.0 != 0 || to.zeros & alu.scalar_mask.0 != 0 {
        return Err(conflict(vector.token, "the scalar half writes a component that is 0 or 1"));
    }
    alu.vector_mask.0 |= to.ones;
    alu.scalar_mask.0 |= to.ones;
    if to.zeros != 0 {
        alu.scalar_destination_relative = true;
        if alu.zeros_written().0 != to.zeros {
            return Err(conflict(
                vector.token,
                "if a component of an export is 0, all are that nothing writes",
            ));
        }
    }
    Ok(())
}

/// The instruction must say what was written: halves share fields.
fn check(
    alu: &Alu,
    vector: Option<&Written<'_>>,
    scalar: Option<&Written<'_>>,
) -> Result<(), AsmError> {
    let differs = |read: &Read<'_>, made: &Operand| {
        let want = &read.operand;
        if want.absolute != made.absolute {
            Some("all constants of an instruction are absolute, or none is")
        } else if want.index != made.index {
            Some("constants are relative to one register, the second and third together")
        } else if want.register != made.register || want.negate != made.negate {
            Some("the scalar half reads the third source: the same register and sign")
        } else {
            None
        }
    };
    let same = |read: &Read<'_>, made: &Operand| {
        differs(read, made).map_or(Ok(()), |what| Err(conflict(read.token, what)))
    };
    if let Some(half) = vector {
        for (read, made) in half.reads.iter().zip(alu.vector_operands()) {
            same(read, &made)?;
            if read.swizzle() != made.swizzle {
                return Err(conflict(read.token, "the scalar half has another swizzle"));
            }
        }
    }
    let Some(half) = scalar else { return Ok(()) };
    let letters = scalar_letters(half)?;
    let (sources, made) = match alu.scalar_operands() {
        ScalarSources::None => (Vec::new(), letters),
        ScalarSources::One(source, a) => (vec![source], [a, letters[1]]),
        ScalarSources::Two(source, a, b) => (vec![source, source], [a, b]),
        ScalarSources::Apart((constant, a), (temporary, b)) => (vec![constant, temporary], [a, b]),
    };
    for (read, made) in half.reads.iter().zip(&sources) {
        same(read, made)?;
    }
    if letters != made {
        return Err(conflict(
            half.token,
            "the scalar half reads the last and first component of the third source's swizzle",
        ));
    }
    Ok(())
}
