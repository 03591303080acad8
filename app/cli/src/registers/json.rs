//! Registers as JSON.

use base_word::{EnumValue, Field, FieldKind};
use serde::Serialize;

use super::query::Found;
use super::show::format_text;
use crate::table::plain;

/// A register.
#[derive(Serialize)]
pub(crate) struct Row {
    name: &'static str,
    /// `registers` or `configuration`.
    space: &'static str,
    offset: u32,
    bytes: u32,
    alternate: Option<u32>,
    access: &'static str,
    fifo: bool,
    sync: bool,
    chips: &'static str,
    format: String,
    fields: Vec<FieldRow>,
    confidence: &'static str,
    source: &'static str,
    section: &'static str,
    meaning: String,
    note: String,
}

/// A field.
#[derive(Serialize)]
struct FieldRow {
    name: &'static str,
    hi: u32,
    lo: u32,
    kind: &'static str,
    meaning: String,
    values: Vec<ValueRow>,
}

/// A value of an enumerated field.
#[derive(Serialize)]
struct ValueRow {
    code: u32,
    name: &'static str,
    meaning: String,
}

impl Row {
    pub(crate) fn of(found: &Found) -> Self {
        let fields = found.fields().iter().map(FieldRow::of).collect();
        match found {
            Found::Block(r, word) => Self {
                name: r.name,
                space: "registers",
                offset: found.offset(),
                bytes: if word.is_some() { 4 } else { r.words * 4 },
                alternate: r.alternate,
                access: r.access.name(),
                fifo: r.fifo,
                sync: r.sync,
                chips: r.chips.name(),
                format: format_text(r.format),
                fields,
                confidence: r.confidence.name(),
                source: r.source,
                section: r.section,
                meaning: plain(r.meaning),
                note: plain(r.note),
            },
            Found::Config(r) => Self {
                name: r.name,
                space: "configuration",
                offset: r.offset,
                bytes: r.bytes,
                alternate: None,
                access: r.access.name(),
                fifo: false,
                sync: false,
                chips: "PCI",
                format: "fields".to_owned(),
                fields,
                confidence: r.confidence.name(),
                source: r.source,
                section: r.section,
                meaning: plain(r.meaning),
                note: plain(r.note),
            },
        }
    }
}

impl FieldRow {
    fn of(field: &Field) -> Self {
        let value = |v: &EnumValue| ValueRow { code: v.code, name: v.name, meaning: plain(v.doc) };
        Self {
            name: field.name,
            hi: field.hi,
            lo: field.lo,
            kind: kind(field.kind),
            meaning: plain(field.doc),
            values: field.values.iter().map(value).collect(),
        }
    }
}

/// A field's kind in one word.
pub(crate) fn kind(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Flag => "flag",
        FieldKind::Unsigned => "unsigned",
        FieldKind::Signed => "signed",
        FieldKind::Enumerated => "enumerated",
        FieldKind::Reserved => "reserved",
    }
}
