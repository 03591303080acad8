//! What a case claims to cover, and the one thing that is changed to prove it.
//!
//! Facts: the claims of `docs/filetests-xenos.md`.

use base_filetest::{Line, ParseError, Place, field_value};
use base_word::{EnumValue, Field, FieldKind, FieldValue, Word};
use xenos_regs::fetch::{
    TextureFetch0, TextureFetch1, TextureFetch3, TextureFetch4, TextureFetch5, TextureSize1d,
    TextureSize2d, TextureSize3d, VertexFetch0, VertexFetch1,
};
use xenos_regs::words::LoopConstant;
use xenos_ucode::codes::{ControlFlowOpcode, FetchOpcode, ScalarOpcode, VectorOpcode};

use crate::form::{FORMS, Form};
use crate::pair::modifiers;
use crate::piece::{FieldOf, Kind, short};

/// What happens to a case when the one thing is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// At least one expectation fails.
    Changes,
    /// No expectation fails.
    Inert,
}

/// What takes a value's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// This value.
    Value(u32),
    /// The complement: of a flag.
    Opposite,
}

/// A table of opcodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcodes {
    /// Of the vector half.
    Vector,
    /// Of the scalar half.
    Scalar,
    /// Of fetches.
    Fetch,
    /// Of control flow.
    Flow,
}

impl Opcodes {
    /// The word in front of an opcode in claims.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vector => "vector",
            Self::Scalar => "scalar",
            Self::Fetch => "fetch",
            Self::Flow => "flow",
        }
    }

    /// All codes.
    pub const fn values(self) -> &'static [EnumValue] {
        match self {
            Self::Vector => VectorOpcode::VALUES,
            Self::Scalar => ScalarOpcode::VALUES,
            Self::Fetch => FetchOpcode::VALUES,
            Self::Flow => ControlFlowOpcode::VALUES,
        }
    }
}

/// Words of state that claims change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Vertex fetch constants: which of two dwords.
    Vertex(u8),
    /// Texture fetch constants: which of six dwords.
    Texture(u8),
    /// Loop constants.
    Loop,
    /// The stage's window of float constants.
    Window,
    /// A register.
    Register(u16),
}

/// The one thing that is changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// An opcode; its neighbours take its place if none is named.
    Opcode {
        /// Of which table.
        table: Opcodes,
        /// The code that is covered.
        from: u32,
        /// The code in its place.
        to: Option<u32>,
    },
    /// A field of instructions.
    Field {
        /// The field.
        field: FieldOf,
        /// The value that is covered; any, if none.
        from: Option<u32>,
        /// What takes its place.
        to: To,
    },
    /// A form of instructions.
    Form(&'static Form),
    /// A field of state.
    State {
        /// The words.
        words: Words,
        /// Lowest and highest bit.
        bits: (u32, u32),
        /// The value that is covered; any, if none.
        from: Option<u32>,
        /// What takes its place.
        to: To,
    },
    /// The boolean constants that the case set.
    Booleans,
    /// Packets of a kind are left out.
    Packet(String),
}

/// A claim of a case.
#[derive(Clone, Debug)]
pub struct Cover {
    /// Where it stands.
    pub place: Place,
    /// What happens.
    pub claim: Claim,
    /// What is changed.
    pub subject: Subject,
    /// The one instruction that is changed, if not all.
    pub only: Option<u32>,
    /// The opcode of the instructions that are changed, if not all: of a pair.
    pub opcode: Option<(Opcodes, u32)>,
    /// The name of what is covered.
    pub key: String,
}

impl Cover {
    /// Takes what stands behind `covers` or `inert`.
    pub(crate) fn parse(line: &mut Line<'_>, claim: Claim) -> Result<Self, ParseError> {
        let place = line.place();
        let name = line.word("what is covered")?;
        let fail = |message: String| ParseError::at(place.clone(), message);
        let (room, rest) = name.split_once('.').unwrap_or((name, ""));
        let mut of = None;
        let (subject, key) = match room {
            "vector" | "scalar" if line.eat("x") => {
                let table = if room == "vector" { Opcodes::Vector } else { Opcodes::Scalar };
                let code = opcode_code(table, rest).map_err(fail)?;
                of = Some((table, code));
                pair(line, table, rest)?
            }
            "boolean" if rest.is_empty() => (Subject::Booleans, name.to_owned()),
            "packet" if !rest.is_empty() => (Subject::Packet(rest.to_owned()), name.to_owned()),
            "form" => {
                let form = FORMS.iter().find(|form| form.name == rest);
                let form = form.ok_or_else(|| fail(format!("no form is called `{rest}`")))?;
                (Subject::Form(form), name.to_owned())
            }
            "vector" => opcode(line, Opcodes::Vector, rest, &place)?,
            "scalar" => opcode(line, Opcodes::Scalar, rest, &place)?,
            "fetch" => opcode(line, Opcodes::Fetch, rest, &place)?,
            "flow" => opcode(line, Opcodes::Flow, rest, &place)?,
            _ => match Kind::ALL.iter().find(|kind| kind.name() == room) {
                Some(kind) => {
                    let field = FieldOf::find(*kind, rest)
                        .ok_or_else(|| fail(format!("`{room}` has no field `{rest}`")))?;
                    field_claim(line, field)?
                }
                None => state_claim(line, room, rest, &place)?,
            },
        };
        let only = if line.eat("in") { Some(line.integer("an instruction")?) } else { None };
        line.end()?;
        Ok(Self { place, claim, subject, only, opcode: of, key })
    }
}

fn opcode_code(table: Opcodes, name: &str) -> Result<u32, String> {
    let found = table.values().iter().find(|value| value.name == name);
    let code = found.map(|value| value.code);
    code.ok_or_else(|| format!("no {} opcode is called `{name}`", table.name()))
}

/// A modifier behind an opcode: its field becomes what does nothing.
fn pair(line: &mut Line<'_>, table: Opcodes, name: &str) -> Result<(Subject, String), ParseError> {
    let find = |field: &str| {
        let known = modifiers(table).iter().find(|modifier| modifier.field == field);
        let field_of = FieldOf::find(Kind::Alu, field);
        known.zip(field_of).ok_or_else(|| format!("`{field}` does not modify an operation"))
    };
    let (modifier, field) = line.parsed("a modifier", find)?;
    let subject = Subject::Field { field, from: None, to: To::Value(modifier.idle) };
    Ok((subject, pair_key(table, name, modifier.field)))
}

/// The key of an opcode with a modifier.
pub(crate) fn pair_key(table: Opcodes, opcode: &str, field: &str) -> String {
    format!("{}.{opcode} x {field}", table.name())
}

fn opcode(
    line: &mut Line<'_>,
    table: Opcodes,
    name: &str,
    place: &Place,
) -> Result<(Subject, String), ParseError> {
    let code = |name: &str| opcode_code(table, name);
    let from = code(name).map_err(|message| ParseError::at(place.clone(), message))?;
    let to = if line.eat("against") { Some(line.parsed("an opcode", code)?) } else { None };
    Ok((Subject::Opcode { table, from, to }, format!("{}.{name}", table.name())))
}

/// Whether claims of the field name its value.
pub(crate) fn by_value(field: &FieldOf) -> bool {
    field.field.kind == FieldKind::Enumerated || field.field.name.ends_with("condition")
}

/// The key of a field, or of a value of it.
pub(crate) fn field_key(field: &FieldOf, value: Option<u32>) -> String {
    let key = format!("{}.{}", field.kind.name(), field.name());
    match value.filter(|_| by_value(field)) {
        Some(code) => {
            let named = field.field.values.iter().find(|value| value.code == code);
            let name = named.map_or_else(|| code.to_string(), |v| short(v.name).to_owned());
            format!("{key}={name}")
        }
        None => key,
    }
}

fn field_claim(line: &mut Line<'_>, field: FieldOf) -> Result<(Subject, String), ParseError> {
    let value = |text: &str| field.value(text);
    let from = if line.eat("=") { Some(line.parsed("a value", value)?) } else { None };
    if by_value(&field) && from.is_none() {
        return Err(line.fail(format!("`{}` is claimed value by value", field.name())));
    }
    let to = if line.eat("against") {
        To::Value(line.parsed("a value", value)?)
    } else if field.is_flag() {
        To::Opposite
    } else {
        return Err(line.fail("`against` and another value are missing"));
    };
    let key = field_key(&field, from);
    let from = from.or_else(|| (field.is_flag() && to == To::Opposite).then_some(1));
    Ok((Subject::Field { field, from, to }, key))
}

fn find(fields: &'static [Field], name: &str) -> Option<&'static Field> {
    fields.iter().find(|field| field.name == name)
}

/// The field of a fetch constant of textures, with its dword.
pub(crate) fn texture_field(name: &str, size: &'static [Field]) -> Option<(u8, &'static Field)> {
    [
        (0, TextureFetch0::FIELDS),
        (1, TextureFetch1::FIELDS),
        (2, size),
        (3, TextureFetch3::FIELDS),
        (4, TextureFetch4::FIELDS),
        (5, TextureFetch5::FIELDS),
    ]
    .into_iter()
    .find_map(|(dword, fields)| find(fields, name).map(|field| (dword, field)))
}

/// The field of a fetch constant of vertices, with its dword.
pub(crate) fn vertex_field(name: &str) -> Option<(u8, &'static Field)> {
    [(0, VertexFetch0::FIELDS), (1, VertexFetch1::FIELDS)]
        .into_iter()
        .find_map(|(dword, fields)| find(fields, name).map(|field| (dword, field)))
}

fn state_claim(
    line: &mut Line<'_>,
    room: &str,
    rest: &str,
    place: &Place,
) -> Result<(Subject, String), ParseError> {
    let fail = |message: String| ParseError::at(place.clone(), message);
    let none = || fail(format!("`{room}.{rest}` is nothing that can be covered"));
    let (words, field) = match room {
        "vertex_constant" => {
            let (dword, field) = vertex_field(rest).ok_or_else(none)?;
            (Words::Vertex(dword), field)
        }
        "texture_constant" | "texture_constant_1d" | "texture_constant_3d" => {
            // The third dword has three forms.
            let size = match room {
                "texture_constant_1d" => TextureSize1d::FIELDS,
                "texture_constant_3d" => TextureSize3d::FIELDS,
                _ => TextureSize2d::FIELDS,
            };
            let (dword, field) = texture_field(rest, size).ok_or_else(none)?;
            if room != "texture_constant" && dword != 2 {
                return Err(none());
            }
            (Words::Texture(dword), field)
        }
        "loop_constant" => (Words::Loop, find(LoopConstant::FIELDS, rest).ok_or_else(none)?),
        "window" => {
            let fields = xenos_regs::words::SqConst::FIELDS;
            (Words::Window, find(fields, rest).ok_or_else(none)?)
        }
        "register" => {
            let (register, field) = rest.split_once('.').ok_or_else(none)?;
            let index = xenos_regs::by_name(register)
                .ok_or_else(|| fail(format!("no register is called `{register}`")))?;
            let row = xenos_regs::register_at(u32::from(index)).ok_or_else(none)?;
            (Words::Register(index), find(row.fields(), field).ok_or_else(none)?)
        }
        _ => return Err(none()),
    };
    let value = |text: &str| field_value(field, text);
    let from = if line.eat("=") { Some(line.parsed("a value", value)?) } else { None };
    let to = if line.eat("against") {
        To::Value(line.parsed("a value", value)?)
    } else if field.kind == FieldKind::Flag {
        To::Opposite
    } else {
        return Err(line.fail("`against` and another value are missing"));
    };
    let mut key = format!("{room}.{rest}");
    if let Some(code) = from.filter(|_| field.kind == FieldKind::Enumerated) {
        let name = field.values.iter().find(|v| v.code == code).map_or("", |v| v.name);
        key = format!("{key}={name}");
    }
    Ok((Subject::State { words, bits: (field.lo, field.hi), from, to }, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Result<String, String> {
        let mut line = Line::new("f".into(), 1, text);
        Cover::parse(&mut line, Claim::Changes)
            .map(|cover| cover.key)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn claims_have_keys() {
        for (text, known) in [
            ("vector.mad", "vector.mad"),
            ("scalar.rcpc against rcpf", "scalar.rcpc"),
            ("vfetch.format=2_10_10_10 against 8_8_8_8", "vfetch.format=2_10_10_10"),
            ("alu.vector_clamp in 1", "alu.vector_clamp"),
            ("alu.swizzle_2=wzyx against xyzw", "alu.swizzle_2"),
            ("alu.predicate_condition=1 against 0", "alu.predicate_condition=1"),
            ("alu.source_1_relative", "alu.source_1_relative"),
            ("vertex_constant.endian=8in32 against none", "vertex_constant.endian=8in32"),
            ("texture_constant.exp_adjust against 0", "texture_constant.exp_adjust"),
            ("loop_constant.step against 0", "loop_constant.step"),
            ("flow.loop-start", "flow.loop-start"),
            ("register.SQ_VS_CONST.base against 0", "register.SQ_VS_CONST.base"),
            ("form.export-ones", "form.export-ones"),
            ("boolean", "boolean"),
            ("vector.mul x vector_clamp", "vector.mul x vector_clamp"),
            ("scalar.mulsc-1 x swizzle_3 in 1", "scalar.mulsc-1 x swizzle_3"),
        ] {
            assert_eq!(key(text).as_deref(), Ok(known), "{text}");
        }
        for wrong in [
            "vector.mud",
            "alu.swizzle_1",
            "vfetch.format against 32",
            "x.y",
            "form.x",
            "vector.mul x source_1",
            "vector.mul x scalar_clamp",
        ] {
            assert!(key(wrong).is_err(), "{wrong}");
        }
        assert_eq!(key("alu.x against 0"), Err("f:1:1: `alu` has no field `x`".to_owned()));
    }
}
