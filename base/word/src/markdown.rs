//! Fields as Markdown, for the register documents of every chip.
//!
//! For: the table of a word's fields, and grouping rows that share what is said of them.
//! Not for: which registers there are, nor any file.

use crate::{Field, FieldKind};

const COLUMNS: &str = "| bits | field | kind | meaning |\n|---|---|---|---|";

/// The names of each distinct key, in the order of the keys' first appearance.
pub fn grouped<K: PartialEq>(pairs: impl Iterator<Item = (K, String)>) -> Vec<(K, Vec<String>)> {
    let mut groups: Vec<(K, Vec<String>)> = vec![];
    for (key, name) in pairs {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, names)) => names.push(name),
            None => groups.push((key, vec![name])),
        }
    }
    groups
}

/// Adds the table of `fields`, with an empty line behind it.
pub fn field_lines(lines: &mut Vec<String>, fields: &[Field]) {
    lines.push(COLUMNS.to_owned());
    for field in fields {
        let bits = if field.hi == field.lo {
            field.hi.to_string()
        } else {
            format!("{}:{}", field.hi, field.lo)
        };
        let values: Vec<String> = field
            .values
            .iter()
            .map(|value| format!("{} *{}*: {}", value.code, value.name, value.doc.trim()))
            .collect();
        let values =
            if values.is_empty() { String::new() } else { format!(". {}", values.join("; ")) };
        let (name, kind, doc) = (field.name, kind_text(field.kind), field.doc.trim());
        lines.push(format!("| {bits} | {name} | {kind} | {doc}{values} |"));
    }
    lines.push(String::new());
}

const fn kind_text(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Flag => "flag",
        FieldKind::Unsigned => "unsigned",
        FieldKind::Signed => "signed",
        FieldKind::Enumerated => "one of",
        FieldKind::Reserved => "reserved",
    }
}
