//! What a name that no instruction has may have meant.
//!
//! For: people who know Direct3D 9's assembler or HLSL, and slips of the finger.
//! Not for: reading such names; a text says what the chip does.
//! Facts: Direct3D 9's instructions by Microsoft's reference of vs_3_0 and ps_3_0 (documented); what
//! stands for them here by `docs/hardware/xenos-microcode.md`.

use std::fmt;

use crate::codes::{Dimension, FetchOpcode, ScalarOpcode, VectorOpcode};
use base_word::FieldValue;

/// Names of Direct3D 9 and HLSL that the chip has no instruction for, and what does the same.
const FOREIGN: &[(&str, &str)] = &[
    ("abs", "write `max d, r_abs1, r_abs1`"),
    ("break", "a predicated `endloop` leaves a loop"),
    ("breakp", "a predicated `endloop` leaves a loop"),
    ("callnz", "write `ccall b0, label`"),
    ("clip", "write `kill_gt r0._, zero, a`, zero being a constant"),
    ("cmp", "write `cndge d, a, b, c`"),
    ("crs", "write a `mul` and a `mad` of swizzled sources"),
    ("dcl", "inputs and samplers are not declared"),
    ("def", "constants are no part of a program"),
    ("defb", "constants are no part of a program"),
    ("defi", "constants are no part of a program"),
    ("discard", "write `kills_one r0._, a`"),
    ("div", "write a `rcp` and a `mul`"),
    ("dot", "write `dp3` or `dp4`"),
    ("dp2", "write `dp2add d, a, b, zero`, zero being a constant"),
    ("dsx", "write `getGradients`"),
    ("dsy", "write `getGradients`"),
    ("else", "write a `jmp` or `cjmp`, or predicate the instructions"),
    ("endif", "write a `jmp` or `cjmp`, or predicate the instructions"),
    ("endrep", "write `endloop i0`"),
    ("expp", "write `exp`"),
    ("frac", "write `frc`"),
    ("if", "write a `jmp` or `cjmp`, or predicate the instructions"),
    ("ifc", "write a `setp` and a predicated `jmp`"),
    ("lerp", "write an `add` and a `mad`: a + t (b - a)"),
    ("lit", "write `max`, `log`, `exp` and `cndgt`"),
    ("logp", "write `log`"),
    ("lrp", "write an `add` and a `mad`: a + t (b - a)"),
    ("m3x2", "write a `dp3` for each row"),
    ("m3x3", "write a `dp3` for each row"),
    ("m3x4", "write a `dp3` for each row"),
    ("m4x3", "write a `dp4` for each row"),
    ("m4x4", "write a `dp4` for each row"),
    ("mov", "write `max d, a, a`"),
    ("mova", "write `maxa r0._, a, a`"),
    ("nrm", "write a `dp3`, an `rsq` and a `mul`"),
    ("pow", "write a `log`, a `muls` and an `exp`"),
    ("rep", "write `loop i0`"),
    ("sgn", "write two `sgt` and an `add`"),
    ("sincos", "write a `sin` and a `cos`"),
    ("sle", "write `sge` with the sources exchanged"),
    ("slt", "write `sgt` with the sources exchanged"),
    ("sub", "write `add d, a, -b`"),
    ("tex2D", "write `tfetch2D`"),
    ("tex3D", "write `tfetch3D`"),
    ("texCUBE", "write `cube` for the coordinates and `tfetchCube`"),
    ("texkill", "write `kill_gt r0._, zero, a`, zero being a constant"),
    ("texld", "write `tfetch2D`, `tfetch3D` or, behind `cube`, `tfetchCube`"),
    ("texldb", "write `setTexLOD`, and a `tfetch2D` with UseRegisterLOD=true"),
    (
        "texldd",
        "write `setGradientH`, `setGradientV`, and a `tfetch2D` with UseRegisterGradients=true",
    ),
    (
        "texldl",
        "write `setTexLOD`, and a `tfetch2D` with UseComputedLOD=false and UseRegisterLOD=true",
    ),
    ("texldp", "write an `rcp` and a `mul`, and `tfetch2D`"),
];

/// Names of control flow, and of what has no opcode of its own.
const OTHERS: &[&str] = &[
    "exec",
    "exece",
    "cexec",
    "cexece",
    "loop",
    "endloop",
    "jmp",
    "cjmp",
    "call",
    "ccall",
    "ret",
    "cnop",
    "alloc",
    "vfetchdone",
    "serialize",
    "label",
    "nop",
    "vfetch_full",
    "vfetch_mini",
    "vfetch",
];

/// The longest name that is compared.
const LONGEST: usize = 24;
/// Names told at most.
const MOST: usize = 3;

/// What may have been meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hint {
    /// Nothing is near.
    #[default]
    None,
    /// Direct3D 9 calls it so; what to do.
    Foreign(&'static str),
    /// The nearest names, in order.
    Near(Vec<String>),
}

impl Hint {
    /// The hint for a name that no instruction has.
    pub(super) fn of(word: &str) -> Self {
        if word.len() > LONGEST {
            return Self::None;
        }
        // Neither belongs to the name.
        let name = word.strip_suffix("_pp").unwrap_or(word);
        let name = name.strip_suffix("_sat").unwrap_or(name);
        let foreign = |(other, _): &&(&str, &str)| {
            name.eq_ignore_ascii_case(other)
                || *other == "dcl" && name.starts_with("dcl_")
                || matches!(*other, "ifc" | "breakp")
                    && name.strip_prefix(other.trim_end_matches(['c', 'p'])).is_some_and(compares)
        };
        if let Some((_, instead)) = FOREIGN.iter().find(foreign) {
            return Self::Foreign(instead);
        }
        // A third of the letters may be wrong.
        let bound = (name.len() / 3).max(1);
        let lower = name.to_ascii_lowercase();
        let mut near: Vec<(usize, String)> = names()
            .map(|known| (base_text::edits(&lower, &known.to_ascii_lowercase()), known))
            .filter(|(edits, _)| *edits <= bound)
            .collect();
        near.sort_unstable();
        near.dedup();
        let least = near.first().map_or(0, |(edits, _)| *edits);
        let nearest = near.into_iter().filter(|(edits, _)| *edits == least);
        let names: Vec<String> = nearest.map(|(_, name)| name).take(MOST).collect();
        if names.is_empty() { Self::None } else { Self::Near(names) }
    }
}

/// The comparison behind `if` and `break`.
fn compares(suffix: &str) -> bool {
    matches!(suffix, "_eq" | "_ne" | "_gt" | "_ge" | "_lt" | "_le")
}

/// The names that there are.
fn names() -> impl Iterator<Item = String> {
    let defined = |name: &&'static str| !name.starts_with("opcode_");
    let vector = (0..32).map(|code| VectorOpcode::from_bits(code).mnemonic()).filter(defined);
    let scalar = (0..64).map(|code| ScalarOpcode::from_bits(code).mnemonic()).filter(defined);
    let texture = (1..32).map(FetchOpcode::from_bits).filter(|opcode| opcode.is_defined());
    let texture = texture.flat_map(|opcode| {
        let ends: &[u32] = if opcode.names_dimension() { &[0, 1, 2, 3] } else { &[] };
        let plain = ends.is_empty().then(|| opcode.name().to_owned());
        let named = ends.iter().map(move |code| Dimension::from_bits(*code).name());
        named.map(move |end| format!("{}{end}", opcode.name())).chain(plain)
    });
    let others = OTHERS.iter().copied();
    vector.chain(scalar).chain(others).map(str::to_owned).chain(texture)
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Foreign(instead) => write!(f, ", a name of Direct3D: {instead}"),
            Self::Near(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "; did you mean {}?", names.join(" or "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(name: &str) -> String {
        Hint::of(name).to_string()
    }

    #[test]
    fn slips_have_the_nearest_name() {
        assert_eq!(hint("mull"), "; did you mean `mul` or `muls`?");
        assert_eq!(hint("Mul"), "; did you mean `mul`?");
        assert_eq!(hint("mul_pp"), "; did you mean `mul`?");
        assert_eq!(hint("tfetch2d_sat"), "; did you mean `tfetch2D`?");
        assert_eq!(hint("setGradientsH"), "; did you mean `setGradientH`?");
        assert_eq!(hint("enloop"), "; did you mean `endloop`?");
        assert_eq!(hint("vfetch_ful"), "; did you mean `vfetch_full`?");
        assert_eq!(hint("something"), "");
        assert_eq!(hint(&"mul".repeat(1000)), "");
    }

    #[test]
    fn names_of_direct3d_have_what_stands_for_them() {
        assert_eq!(hint("mov"), ", a name of Direct3D: write `max d, a, a`");
        assert_eq!(hint("mov_sat_pp"), hint("mov"));
        assert!(hint("texld").contains("`tfetch2D`"));
        assert!(hint("dcl_texcoord0").contains("not declared"));
        assert!(hint("if_lt").contains("`setp`") && hint("break_ge").contains("`endloop`"));
        assert!(hint("iffy").is_empty());
    }

    /// What the table offers exists, and what it replaces does not.
    #[test]
    fn the_table_is_about_this_assembler() {
        let known: Vec<String> = names().collect();
        for (name, instead) in FOREIGN {
            assert!(!known.iter().any(|known| known == name), "{name}");
            for quoted in instead.split('`').skip(1).step_by(2) {
                let word = quoted.split(' ').next().unwrap_or_default();
                let there = known.iter().any(|known| known == word) || word == "setp";
                assert!(there, "{name}: {word}");
            }
        }
        assert!(FOREIGN.is_sorted_by_key(|(name, _)| name.to_ascii_lowercase()));
        for name in known {
            let word = name.as_str();
            let read = super::super::alu::half(word).is_some()
                || super::super::fetch::kind(word).is_some();
            assert!(read || OTHERS.contains(&word), "{name}");
        }
    }
}
