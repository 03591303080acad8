//! Registers of the SST-1 as JSON.

use serde::Serialize;

use super::query::Found;
use super::show::format_text;
use crate::registers::words::FieldRow;
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
