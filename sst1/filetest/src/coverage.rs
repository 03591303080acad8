//! Which register fields and values cases cover, and which they do not.

use std::collections::BTreeMap;

use base_word::{Field, FieldKind};
use sst1_regs::{Format, REGISTERS, Register};

use crate::TestFile;

/// Something that a case has to cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// `register`, `register.field`, `register.field=value` or `alt register`, as claims name it.
    pub key: String,
    /// What it means.
    pub meaning: &'static str,
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
    let own = Requirement { key: name.clone(), meaning: register.meaning };
    let own = whole.then_some(own).into_iter();
    own.chain(fields.iter().flat_map(move |field| field_of(&name, field))).collect()
}

fn field_of(register: &str, field: &'static Field) -> Vec<Requirement> {
    if field.kind == FieldKind::Enumerated {
        let value = |value: &'static base_word::EnumValue| Requirement {
            key: format!("{register}.{}={}", field.name, value.name),
            meaning: value.doc.trim_ascii(),
        };
        field.values.iter().map(value).collect()
    } else {
        let key = format!("{register}.{}", field.name);
        vec![Requirement { key, meaning: field.doc.trim_ascii() }]
    }
}

/// Which cases cover what.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    cases: BTreeMap<String, Vec<String>>,
}

impl Coverage {
    /// Collects the claims of files.
    pub fn of(files: &[TestFile]) -> Self {
        let mut cases: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in files {
            for case in &file.cases {
                for cover in &case.covers {
                    let at = format!("{}: {}", file.name, case.name);
                    let places = cases.entry(cover.key.clone()).or_default();
                    if !places.contains(&at) {
                        places.push(at);
                    }
                }
            }
        }
        Self { cases }
    }

    /// The cases that cover `key`, as `file: case`.
    pub fn cases(&self, key: &str) -> &[String] {
        self.cases.get(key).map_or(&[], Vec::as_slice)
    }

    /// What is required and not covered.
    pub fn gaps(&self) -> Vec<Requirement> {
        required().into_iter().filter(|r| self.cases(&r.key).is_empty()).collect()
    }

    /// What is claimed beyond what is required: facts.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.cases
            .iter()
            .filter(|(key, _)| key.starts_with("fact "))
            .map(|(key, cases)| (key.as_str(), cases.as_slice()))
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
