//! Instructions as bits with named fields: what claims change and patches set.
//!
//! For: finding a field by `KIND.FIELD`, reading it, replacing it; whatever the kind.
//! Not for: what a field means. Facts: the layouts of `xenos-ucode`.

use base_filetest::field_value;
use base_word::{Field, FieldKind, mask};
use xenos_ucode::{
    Alloc, Alu, Call, CondExec, ControlFlow, Exec, Instruction, Jump, Layout, LoopEnd, LoopStart,
    Mask, Plain, PredExec, Return, Swizzle, TextureFetch, VertexFetch,
};

/// A kind of instruction, or of control flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A vector and a scalar operation.
    Alu,
    /// A vertex fetch.
    VertexFetch,
    /// A texture fetch.
    TextureFetch,
    /// nop, vertex-fetches-done.
    Plain,
    /// exec, exec-end.
    Exec,
    /// cond-exec and those like it.
    CondExec,
    /// pred-exec, pred-exec-end.
    PredExec,
    /// loop-start.
    LoopStart,
    /// loop-end.
    LoopEnd,
    /// call.
    Call,
    /// return.
    Return,
    /// jump.
    Jump,
    /// alloc.
    Alloc,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Alu,
        Self::VertexFetch,
        Self::TextureFetch,
        Self::Plain,
        Self::Exec,
        Self::CondExec,
        Self::PredExec,
        Self::LoopStart,
        Self::LoopEnd,
        Self::Call,
        Self::Return,
        Self::Jump,
        Self::Alloc,
    ];

    /// The word in front of its fields.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alu => "alu",
            Self::VertexFetch => "vfetch",
            Self::TextureFetch => "tfetch",
            Self::Plain => "plain",
            Self::Exec => "exec",
            Self::CondExec => "cexec",
            Self::PredExec => "pexec",
            Self::LoopStart => "loop",
            Self::LoopEnd => "endloop",
            Self::Call => "call",
            Self::Return => "ret",
            Self::Jump => "jmp",
            Self::Alloc => "alloc",
        }
    }

    /// Its fields; the opcodes have claims of their own.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Self::Alu => Alu::FIELDS,
            Self::VertexFetch => VertexFetch::FIELDS,
            Self::TextureFetch => TextureFetch::FIELDS,
            Self::Plain => Plain::FIELDS,
            Self::Exec => Exec::FIELDS,
            Self::CondExec => CondExec::FIELDS,
            Self::PredExec => PredExec::FIELDS,
            Self::LoopStart => LoopStart::FIELDS,
            Self::LoopEnd => LoopEnd::FIELDS,
            Self::Call => Call::FIELDS,
            Self::Return => Return::FIELDS,
            Self::Jump => Jump::FIELDS,
            Self::Alloc => Alloc::FIELDS,
        }
    }
}

/// An instruction of either part of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Behind the control flow.
    Instruction(Instruction),
    /// Control flow.
    Flow(ControlFlow),
}

impl Piece {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        use ControlFlow as F;
        match self {
            Self::Instruction(Instruction::Alu(_)) => Kind::Alu,
            Self::Instruction(Instruction::VertexFetch(_)) => Kind::VertexFetch,
            Self::Instruction(Instruction::TextureFetch(_)) => Kind::TextureFetch,
            Self::Flow(F::Nop(_) | F::MarkVertexFetchesDone(_)) => Kind::Plain,
            Self::Flow(F::Exec(_) | F::ExecEnd(_)) => Kind::Exec,
            Self::Flow(
                F::CondExec(_) | F::CondExecEnd(_) | F::CondExecClean(_) | F::CondExecCleanEnd(_),
            ) => Kind::CondExec,
            Self::Flow(F::PredExec(_) | F::PredExecEnd(_)) => Kind::PredExec,
            Self::Flow(F::LoopStart(_)) => Kind::LoopStart,
            Self::Flow(F::LoopEnd(_)) => Kind::LoopEnd,
            Self::Flow(F::Call(_)) => Kind::Call,
            Self::Flow(F::Return(_)) => Kind::Return,
            Self::Flow(F::Jump(_)) => Kind::Jump,
            Self::Flow(F::Alloc(_)) => Kind::Alloc,
        }
    }

    /// Its bits.
    pub fn bits(&self) -> u128 {
        match self {
            Self::Instruction(instruction) => {
                let words = instruction.to_words();
                words.iter().rev().fold(0, |bits, word| bits << 32 | u128::from(*word))
            }
            Self::Flow(flow) => u128::from(flow.to_bits()),
        }
    }

    /// The instruction of other bits, as the same half of a program.
    #[must_use]
    pub fn with_bits(&self, bits: u128) -> Self {
        match self {
            Self::Instruction(instruction) => {
                let words = [bits as u32, (bits >> 32) as u32, (bits >> 64) as u32];
                Self::Instruction(Instruction::from_words(words, instruction.is_fetch()))
            }
            Self::Flow(_) => Self::Flow(ControlFlow::from_bits(bits as u64)),
        }
    }

    /// It with `width` bits from `lo` on replaced.
    #[must_use]
    pub fn with(&self, lo: u32, width: u32, value: u32) -> Self {
        let field = u128::from(mask(width)) << lo;
        self.with_bits(self.bits() & !field | (u128::from(value) << lo) & field)
    }
}

/// What part of a field is meant: ALU sources have several in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    /// The number of ALU source 1 to 3.
    Number(u32),
    /// Bits 6 or 7 of a temporary's number.
    Bit(u32, u32),
}

/// A field of a kind of instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldOf {
    /// The kind.
    pub kind: Kind,
    /// The field.
    pub field: &'static Field,
    part: Part,
}

impl FieldOf {
    /// The field of that name. `source_1_relative` and its like are bits of a temporary's number.
    pub fn find(kind: Kind, name: &str) -> Option<Self> {
        if kind == Kind::Alu
            && let Some((stem, bit)) = [("_relative", 6), ("_absolute", 7)]
                .iter()
                .find_map(|(end, bit)| Some((name.strip_suffix(end)?, *bit)))
            && let Some(number) = source(stem)
        {
            let field = kind.fields().iter().find(|field| field.name == stem)?;
            return Some(Self { kind, field, part: Part::Bit(number, bit) });
        }
        let field = kind.fields().iter().find(|field| field.name == name)?;
        let number = source(name).filter(|_| kind == Kind::Alu);
        Some(Self { kind, field, part: number.map_or(Part::Whole, Part::Number) })
    }

    /// Its name.
    pub fn name(&self) -> String {
        let end = match self.part {
            Part::Bit(_, 6) => "_relative",
            Part::Bit(..) => "_absolute",
            Part::Whole | Part::Number(_) => "",
        };
        format!("{}{end}", self.field.name)
    }

    /// Whether it is a flag.
    pub fn is_flag(&self) -> bool {
        self.field.kind == FieldKind::Flag || matches!(self.part, Part::Bit(..))
    }

    /// Lowest bit and width in this instruction; `None` if it has no such field.
    fn place(&self, piece: &Piece) -> Option<(u32, u32)> {
        if piece.kind() != self.kind {
            return None;
        }
        let (lo, width) = (self.field.lo, self.field.hi - self.field.lo + 1);
        let temporary = |number: u32| piece.bits() >> (96 - number) & 1 != 0;
        match self.part {
            Part::Whole => Some((lo, width)),
            // Bits 95, 94 and 93 say that source 1, 2 or 3 is a temporary.
            Part::Number(number) => Some((lo, if temporary(number) { 6 } else { width })),
            Part::Bit(number, bit) => temporary(number).then_some((lo + bit, 1)),
        }
    }

    /// Its value in an instruction that has it.
    pub fn get(&self, piece: &Piece) -> Option<u32> {
        let (lo, width) = self.place(piece)?;
        Some((piece.bits() >> lo) as u32 & mask(width))
    }

    /// The instruction with another value; the same if it has no such field.
    #[must_use]
    pub fn set(&self, piece: &Piece, value: u32) -> Piece {
        self.place(piece).map_or(*piece, |(lo, width)| piece.with(lo, width, value))
    }

    /// Reads a value of it: letters of swizzles and masks, names, numbers.
    pub(crate) fn value(&self, text: &str) -> Result<u32, String> {
        let name = self.field.name;
        match (self.kind, name) {
            (Kind::Alu, "swizzle_1" | "swizzle_2" | "swizzle_3") => {
                let codes = letters(text, "xyzw", 4)?;
                let relative = |index: usize| (codes[index] + 4 - index as u32) & 3;
                let packed =
                    (0..4).fold(0, |packed, index| packed | relative(index) << (2 * index));
                Ok(u32::from(Swizzle(packed as u8).0))
            }
            (Kind::Alu, "vector_mask" | "scalar_mask") => {
                let bits = text.chars().try_fold(0u8, |bits, letter| match letter {
                    '_' => Some(bits),
                    _ => "xyzw".find(letter).map(|index| bits | 1 << index),
                });
                let mask = bits.filter(|_| !text.is_empty()).map(Mask);
                let mask = mask.ok_or_else(|| format!("`{text}` is no mask of x, y, z, w"))?;
                Ok(u32::from(mask.0))
            }
            (_, "destination_swizzle") => {
                let codes = letters(text, "xyzw01?_", 4)?;
                Ok(codes.iter().rev().fold(0, |packed, code| packed << 3 | code))
            }
            (_, "source_swizzle") => {
                let codes = letters(text, "xyzw", 3)?;
                Ok(codes.iter().rev().fold(0, |packed, code| packed << 2 | code))
            }
            _ if matches!(self.part, Part::Bit(..)) => match text {
                "0" => Ok(0),
                "1" => Ok(1),
                _ => Err(format!("`{text}` is neither 0 nor 1")),
            },
            _ => {
                let long = format!("FMT_{text}");
                let named = |text: &str| self.field.values.iter().any(|value| value.name == text);
                field_value(self.field, if named(&long) { &long } else { text })
            }
        }
    }
}

/// The name of an enumerated value in claims.
pub(crate) fn short(name: &str) -> &str {
    name.strip_prefix("FMT_").unwrap_or(name)
}

fn source(name: &str) -> Option<u32> {
    match name {
        "source_1" => Some(1),
        "source_2" => Some(2),
        "source_3" => Some(3),
        _ => None,
    }
}

fn letters(text: &str, known: &str, count: usize) -> Result<Vec<u32>, String> {
    let codes: Option<Vec<u32>> =
        text.chars().map(|letter| known.find(letter).map(|index| index as u32)).collect();
    codes
        .filter(|codes| codes.len() == count)
        .ok_or_else(|| format!("`{text}` is not {count} letters of `{known}`"))
}

#[cfg(test)]
mod tests;
