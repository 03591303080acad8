//! What has to be covered, from the instruction tables.
//!
//! Facts: which fields have no effect from rules C2, T5, T10, V1 of
//! `docs/hardware/xenos-microcode.md`.

mod texture;

pub use texture::TEXTURE_FIELDS_EXEMPT;

use base_word::{FieldKind, FieldValue};
use xenos_regs::words::Endian;
use xenos_ucode::codes::VertexFormat;

use crate::claim::{Opcodes, by_value, field_key, pair_key};
use crate::form::FORMS;
use crate::pair::{Pairing, modifiers, pairing};
use crate::piece::{FieldOf, Kind, short};

/// Fields without an effect on any result.
const IDLE: &[&str] = &[
    "vfetch.must_be_one",
    "vfetch.prefetch_minus_1",
    "exec.yields",
    "exec.vertex_cache",
    "exec.predicate_clean",
    "exec.address_mode",
    "cexec.yields",
    "cexec.vertex_cache",
    "cexec.address_mode",
    "pexec.yields",
    "pexec.vertex_cache",
    "pexec.predicate_clean",
    "pexec.address_mode",
    "plain.address_mode",
    "loop.address_mode",
    "endloop.address_mode",
    "call.address_mode",
    "ret.address_mode",
    "jmp.address_mode",
    "jmp.direction",
    "alloc.address_mode",
    "alloc.size",
    "alloc.unserialized",
    "alloc.kind",
    // They name the loop; what counts is the loop that is open (rule C9).
    "endloop.constant",
];

/// Something that a case has to cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Its name, as claims have it.
    pub key: String,
    /// What it means.
    pub meaning: &'static str,
    /// Whether it has no effect, which is what has to be proved.
    pub idle: bool,
}

/// Whether a value of an enumerated field means something.
fn defined(field: &FieldOf, code: u32) -> bool {
    match (field.kind, field.field.name) {
        (Kind::VertexFetch, "format") => VertexFormat::from_bits(code).is_defined(),
        // Codes that no source gives a meaning.
        (Kind::TextureFetch, "anisotropy" | "arbitrary_filter") => code != 6,
        _ => true,
    }
}

/// Every code of a table, those without a meaning too: it has rules what they do.
fn opcodes(table: Opcodes) -> impl Iterator<Item = Requirement> {
    // Vertex fetches are claimed by their fields.
    let counts = move |code: u32| table != Opcodes::Fetch || code != 0;
    table.values().iter().filter(move |value| counts(value.code)).map(move |value| Requirement {
        key: format!("{}.{}", table.name(), value.name),
        meaning: value.doc.trim_ascii(),
        // nop, and the mark that no vertex fetch follows.
        idle: table == Opcodes::Flow && matches!(value.code, 0 | 15),
    })
}

/// Each opcode with each modifier of its half.
fn pairs(table: Opcodes) -> impl Iterator<Item = Requirement> {
    table.values().iter().flat_map(move |opcode| {
        modifiers(table).iter().filter_map(move |modifier| {
            let (meaning, idle) = match pairing(table, opcode.code, modifier) {
                Pairing::Seen => (modifier.doc, false),
                Pairing::Idle(why) => (why, true),
                Pairing::Absent => return None,
            };
            Some(Requirement { key: pair_key(table, opcode.name, modifier.field), meaning, idle })
        })
    })
}

fn fields(kind: Kind) -> impl Iterator<Item = Requirement> {
    let own = kind.fields().iter().map(|field| field.name.to_owned());
    let parts = [1, 2, 3]
        .into_iter()
        .flat_map(|number| ["relative", "absolute"].map(|part| format!("source_{number}_{part}")));
    own.chain(parts).filter_map(move |name| FieldOf::find(kind, &name)).flat_map(|field| {
        let kind = field.field.kind;
        let opcode = matches!(field.field.name, "opcode" | "vector_opcode" | "scalar_opcode");
        let general = field_key(&field, None);
        let idle = kind == FieldKind::Reserved || IDLE.contains(&general.as_str());
        let one = |key: String, meaning| Requirement { key, meaning, idle };
        let mut all = Vec::new();
        if opcode {
        } else if !by_value(&field) || idle && kind != FieldKind::Enumerated {
            all.push(one(general, field.field.doc.trim_ascii()));
        } else if kind == FieldKind::Enumerated {
            for value in field.field.values.iter().filter(|value| defined(&field, value.code)) {
                let meaning = value.doc.trim_ascii();
                all.push(one(format!("{general}={}", short(value.name)), meaning));
            }
        } else {
            for code in 0..2 {
                let meaning = field.field.doc.trim_ascii();
                all.push(one(field_key(&field, Some(code)), meaning));
            }
        }
        all
    })
}

/// Constants that decide what fetches, loops and windows give.
fn state() -> impl Iterator<Item = Requirement> {
    let one = |key: &str, meaning| Requirement { key: key.to_owned(), meaning, idle: false };
    let endian = Endian::VALUES.iter().map(move |value| {
        one(&format!("vertex_constant.endian={}", value.name), "byte order of vertex data")
    });
    let rest = [
        ("vertex_constant.address", "where vertex data begins"),
        ("vertex_constant.size", "behind it everything is 0"),
        ("vertex_constant.fetch_type=vertex", "other constants give 0"),
        ("loop_constant.count", "iterations"),
        ("loop_constant.start", "aL at the start"),
        ("loop_constant.step", "added to aL"),
        ("window.base", "the stage's first float constant"),
        ("window.last", "behind it everything is 0"),
        ("boolean", "boolean constants"),
        ("packet.type0", "register writes"),
        ("packet.type0_one_register", "writes of one register"),
        ("packet.type1", "writes of two registers"),
        ("packet.SET_CONSTANT", "constants by kind"),
        ("packet.SET_CONSTANT2", "constants by register"),
        ("packet.SET_SHADER_CONSTANTS", "constants by register"),
        ("packet.LOAD_ALU_CONSTANT", "constants from memory"),
        ("packet.IM_LOAD_IMMEDIATE", "programs"),
        ("packet.MEM_WRITE", "memory"),
        ("packet.REG_RMW", "bits of registers"),
    ];
    endian.chain(rest.into_iter().map(move |(key, meaning)| one(key, meaning)))
}

/// Everything that has to be covered.
pub fn required() -> Vec<Requirement> {
    let tables = [Opcodes::Vector, Opcodes::Scalar, Opcodes::Fetch, Opcodes::Flow];
    let forms = FORMS.iter().map(|form| Requirement {
        key: format!("form.{}", form.name),
        meaning: form.doc,
        idle: false,
    });
    let fields = Kind::ALL.into_iter().flat_map(fields);
    let pairs = [Opcodes::Vector, Opcodes::Scalar].into_iter().flat_map(pairs);
    let codes = tables.into_iter().flat_map(opcodes);
    codes
        .chain(fields)
        .chain(forms)
        .chain(state())
        .chain(texture::constant())
        .chain(pairs)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_is_required_follows_from_the_tables() {
        let all = required();
        let keys: BTreeSet<_> = all.iter().map(|r| r.key.as_str()).collect();
        assert_eq!(keys.len(), all.len(), "each once");
        for key in [
            "vector.mad",
            "scalar.mulsc-1",
            "fetch.getWeights",
            "flow.cond-exec-clean-end",
            "alu.source_2_relative",
            "alu.relative_base=a0",
            "alu.predicate_condition=0",
            "vfetch.format=16_16_FLOAT",
            "vfetch.signed_mode=no-zero",
            "tfetch.dimension=Cube",
            "endloop.condition=1",
            "jmp.predicated",
            "form.export-ones",
            "vertex_constant.endian=8in32",
            "vector.opcode_30",
            "scalar.opcode_63",
            "fetch.fetch_2",
            "texture_constant.sign_w=gamma",
            "texture_constant.swizzle_x=1",
            "texture_constant.stack_depth",
            "texture_constant_1d.width",
            "texture_constant_3d.depth",
            "vector.mul x vector_clamp",
            "vector.mad x negate_3",
            "scalar.retain_prev x scalar_clamp",
            "scalar.mulsc-0 x absolute_constants",
        ] {
            assert!(keys.contains(key), "{key}");
        }
        for key in [
            "texture_constant.pitch",
            "texture_constant.fetch_type=vertex",
            "alu.vector_opcode=mad",
            "fetch.vfetch",
            "vfetch.format=0",
            "vector.mul x negate_3",
            "scalar.retain_prev x negate_3",
            "scalar.mulsc-0 x source_3_absolute",
        ] {
            assert!(!keys.contains(key), "{key}");
        }
        for key in IDLE {
            let known = |r: &&super::Requirement| r.idle && r.key.starts_with(key);
            assert!(all.iter().any(|r| known(&r)), "{key}");
        }
    }
}
