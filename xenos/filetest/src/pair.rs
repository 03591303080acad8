//! Pairs of an ALU opcode and a modifier: each has to be shown to work together.
//!
//! For: which modifiers a half has, how a claim takes one away, which pairs change nothing and why.
//! Not for: what a modifier does. Facts: rules A3, A9, A20 to A64, A71 of
//! `docs/hardware/xenos-microcode.md`.

use base_word::FieldValue;
use xenos_ucode::codes::{ScalarOpcode, ScalarOperands, VectorOpcode};

use crate::claim::Opcodes;

/// A field that modifies an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The field's name, as `alu.FIELD` has it.
    pub field: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Its value where it does nothing.
    pub idle: u32,
    /// Which source it is about; 0 if about none alone.
    source: u32,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Clamp,
    Negate,
    Absolute,
    Swizzle,
    Mask,
    Predicate,
}

const fn modifier(
    field: &'static str,
    doc: &'static str,
    idle: u32,
    source: u32,
    what: What,
) -> Modifier {
    Modifier { field, doc, idle, source, what }
}

const NEGATE: &str = "a source negated";
const CONSTANT: &str = "the absolute value of a constant";
const TEMPORARY: &str = "the absolute value of a temporary";
const SWIZZLE: &str = "components of a source in another order";
const MASK: &str = "components that are not written";
const SKIPPED: &str = "skipped where the predicate differs";
const CLAMP: &str = "the result clamped to 0 to 1";

/// Those of the vector half.
const VECTOR: &[Modifier] = &[
    modifier("vector_clamp", CLAMP, 0, 0, What::Clamp),
    modifier("negate_1", NEGATE, 0, 1, What::Negate),
    modifier("negate_2", NEGATE, 0, 2, What::Negate),
    modifier("negate_3", NEGATE, 0, 3, What::Negate),
    // Of whichever source is a constant.
    modifier("absolute_constants", CONSTANT, 0, 0, What::Absolute),
    modifier("source_1_absolute", TEMPORARY, 0, 1, What::Absolute),
    modifier("source_2_absolute", TEMPORARY, 0, 2, What::Absolute),
    modifier("source_3_absolute", TEMPORARY, 0, 3, What::Absolute),
    modifier("swizzle_1", SWIZZLE, 0, 1, What::Swizzle),
    modifier("swizzle_2", SWIZZLE, 0, 2, What::Swizzle),
    modifier("swizzle_3", SWIZZLE, 0, 3, What::Swizzle),
    modifier("vector_mask", MASK, 15, 0, What::Mask),
    modifier("predicated", SKIPPED, 0, 0, What::Predicate),
];

/// Those of the scalar half.
const SCALAR: &[Modifier] = &[
    modifier("scalar_clamp", CLAMP, 0, 0, What::Clamp),
    modifier("negate_3", NEGATE, 0, 3, What::Negate),
    modifier("absolute_constants", CONSTANT, 0, 3, What::Absolute),
    modifier("source_3_absolute", TEMPORARY, 0, 3, What::Absolute),
    modifier("swizzle_3", SWIZZLE, 0, 3, What::Swizzle),
    modifier("scalar_mask", MASK, 15, 0, What::Mask),
    modifier("predicated", SKIPPED, 0, 0, What::Predicate),
];

/// The modifiers of a half; none for other tables.
pub const fn modifiers(table: Opcodes) -> &'static [Modifier] {
    match table {
        Opcodes::Vector => VECTOR,
        Opcodes::Scalar => SCALAR,
        Opcodes::Fetch | Opcodes::Flow => &[],
    }
}

/// Whether a modifier can be seen on an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// It changes what the opcode gives, which has to be shown.
    Seen,
    /// It is there and changes nothing, for this reason; that has to be shown.
    Idle(&'static str),
    /// Opcode or field is not there, so that there is nothing to show.
    Absent,
}

/// What has to be shown of an opcode with a modifier.
pub fn pairing(table: Opcodes, code: u32, modifier: &Modifier) -> Pairing {
    match table {
        Opcodes::Vector => vector(VectorOpcode::from_bits(code), modifier),
        Opcodes::Scalar => scalar(ScalarOpcode::from_bits(code), modifier),
        Opcodes::Fetch | Opcodes::Flow => Pairing::Absent,
    }
}

const BITS: &str = "the result is 0 or 1 whatever happens";
const ZERO: &str = "what is asked is whether it is 0, which has no sign";

fn vector(opcode: VectorOpcode, modifier: &Modifier) -> Pairing {
    use VectorOpcode as V;
    let sign = matches!(modifier.what, What::Negate | What::Absolute);
    match opcode {
        _ if !opcode.is_defined() => Pairing::Absent,
        _ if modifier.source > opcode.operands() => Pairing::Absent,
        V::Seq | V::Sgt | V::Sge | V::Sne | V::KillEq | V::KillGt | V::KillGe | V::KillNe
            if modifier.what == What::Clamp =>
        {
            Pairing::Idle(BITS)
        }
        V::Cube if modifier.source == 2 => {
            Pairing::Idle("cube is defined through source 1 alone (A30)")
        }
        V::CndEq if sign && modifier.source == 1 => Pairing::Idle(ZERO),
        V::SetpEqPush | V::SetpNePush if sign && modifier.source == 2 => Pairing::Idle(ZERO),
        _ => Pairing::Seen,
    }
}

fn scalar(opcode: ScalarOpcode, modifier: &Modifier) -> Pairing {
    use ScalarOpcode as S;
    let sign = matches!(modifier.what, What::Negate | What::Absolute);
    let asks =
        matches!(opcode, S::Seqs | S::Snes | S::SetpEq | S::SetpNe | S::KillsEq | S::KillsNe);
    let bits = matches!(
        opcode,
        S::Sgts | S::Sges | S::SetpGt | S::SetpGe | S::KillsGt | S::KillsGe | S::KillsOne
    );
    match opcode {
        _ if !opcode.is_defined() => Pairing::Absent,
        _ if modifier.source != 0 && opcode.operands() == ScalarOperands::None => Pairing::Absent,
        // Source 3 is a constant.
        _ if modifier.field == "source_3_absolute"
            && opcode.operands() == ScalarOperands::ConstantTemporary =>
        {
            Pairing::Absent
        }
        _ if modifier.what == What::Clamp && (asks || bits) => Pairing::Idle(BITS),
        _ if sign && asks => Pairing::Idle(ZERO),
        S::Cos if sign => Pairing::Idle("the cosine is the same for either sign"),
        S::Muls | S::Mulsc0 | S::Mulsc1 if modifier.what == What::Negate => {
            Pairing::Idle("both factors are negated")
        }
        _ => Pairing::Seen,
    }
}
