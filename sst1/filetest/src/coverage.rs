//! Which register fields and values cases cover, and which they do not.

use std::collections::BTreeMap;

use base_word::{Field, FieldKind};
use sst1_regs::{Format, REGISTERS, Register};

use crate::{Claim, TestFile};

/// What is no reserved field and has no effect all the same: anti-aliasing, which the chip does not
/// implement, and trexInit0, of which nothing is known (digest 4.3, 4.5).
const IDLE: [&str; 2] = ["alphaMode.antialias", "trexInit0"];
/// Table 1 has no palette (digest 4.5).
const NO_PALETTE: &str = "nccTable1[";

/// Something that a case has to cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// `register`, `register.field`, `register.field=value` or `alt register`, as claims name it.
    pub key: String,
    /// What it means.
    pub meaning: &'static str,
    /// Whether it has no effect, so that a proof of that is enough.
    pub idle: bool,
}

/// Everything that decides pixels: every field and every enumerated value of every drawing
/// register, every parameter, and every parameter that moves in the alternate map.
pub fn required() -> Vec<Requirement> {
    let drawing = || REGISTERS.iter().filter(|register| register.draws());
    let mut all: Vec<_> = drawing().flat_map(words).collect();
    let moved = |register: &&Register| register.alternate.is_some_and(|a| a != register.offset);
    all.extend(drawing().filter(moved).map(|register| Requirement {
        key: format!("alt {}", register.name),
        meaning: register.meaning,
        idle: false,
    }));
    all
}

fn words(register: &'static Register) -> Vec<Requirement> {
    (0..register.words).flat_map(|word| word_of(register, word)).collect()
}

fn word_of(register: &'static Register, word: u32) -> Vec<Requirement> {
    let name = match register.words {
        1 => register.name.to_owned(),
        _ => format!("{}[{word}]", register.name),
    };
    let fields = register.fields(word);
    let whole = fields.is_empty() || matches!(register.format, Format::Command(_));
    let idle = IDLE.contains(&&*name);
    let own = Requirement { key: name.clone(), meaning: register.meaning, idle };
    let own = whole.then_some(own).into_iter();
    own.chain(fields.iter().flat_map(move |field| field_of(&name, field))).collect()
}

fn field_of(register: &str, field: &'static Field) -> Vec<Requirement> {
    if field.kind == FieldKind::Enumerated {
        let value = |value: &'static base_word::EnumValue| Requirement {
            key: format!("{register}.{}={}", field.name, value.name),
            meaning: value.doc.trim_ascii(),
            idle: false,
        };
        field.values.iter().map(value).collect()
    } else {
        let key = format!("{register}.{}", field.name);
        let idle = field.kind == FieldKind::Reserved
            || IDLE.contains(&&*key)
            || (key.starts_with(NO_PALETTE) && field.name == "palette");
        vec![Requirement { key, meaning: field.doc.trim_ascii(), idle }]
    }
}

/// Which cases cover what.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    changes: BTreeMap<String, Vec<String>>,
    inert: BTreeMap<String, Vec<String>>,
}

impl Coverage {
    /// Collects the claims of files.
    pub fn of(files: &[TestFile]) -> Self {
        let mut all = Self::default();
        for file in files {
            for case in &file.cases {
                for cover in &case.covers {
                    let at = format!("{}: {}", file.name, case.name);
                    let claims = match cover.claim {
                        Claim::Changes => &mut all.changes,
                        Claim::Inert => &mut all.inert,
                    };
                    let places = claims.entry(cover.key.clone()).or_default();
                    if !places.contains(&at) {
                        places.push(at);
                    }
                }
            }
        }
        all
    }

    /// The cases that cover a requirement, as `file: case`.
    pub fn cases(&self, requirement: &Requirement) -> &[String] {
        let claims = if requirement.idle { &self.inert } else { &self.changes };
        claims.get(&requirement.key).map_or(&[], Vec::as_slice)
    }

    /// What is required and not covered.
    pub fn gaps(&self) -> Vec<Requirement> {
        required().into_iter().filter(|r| self.cases(r).is_empty()).collect()
    }

    /// What is covered beyond what is required: values of disputed facts.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.changes.iter().filter_map(|(key, cases)| {
            key.strip_prefix("fact ").map(|fact| (fact, cases.as_slice()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_follows_from_the_register_table() {
        let keys: Vec<_> = required().into_iter().map(|r| r.key).collect();
        for key in [
            "fbzMode.depth_function=less",
            "fbzMode.clip",
            "fogTable[31].odd_fog",
            "nccTable1[7].red",
            "startR",
            "alt fdWdX",
            "fastfillCMD",
            "triangleCMD.negative",
            "trexInit0",
        ] {
            assert!(keys.iter().any(|k| k == key), "{key}");
        }
        for key in ["fbzMode", "alt vertexAx", "fbiPixelsIn", "fbiInit0.vga_pass", "status"] {
            assert!(!keys.iter().any(|k| k == key), "{key}");
        }
    }
}
