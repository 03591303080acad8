//! Registers of the Xenos as tables and as JSON.

use serde::Serialize;
use xenos_regs::{effect_text, format_text};

use super::Found;
use crate::registers::words::{FieldRow, fields};
use crate::table::{columns, plain};

/// A register or a range.
#[derive(Serialize)]
pub(super) struct Row {
    name: String,
    index: u32,
    count: u16,
    block: &'static str,
    format: &'static str,
    fields: Vec<FieldRow>,
    pixel: bool,
    write: &'static str,
    confidence: &'static str,
    source: &'static str,
    meaning: String,
    note: String,
}

impl Row {
    pub(super) fn of(found: Found) -> Self {
        let row = found.row;
        Self {
            name: found.title(),
            index: found.index.unwrap_or(row.index.into()),
            count: if found.index.is_some() { 1 } else { row.count },
            block: row.block.title(),
            format: format_text(row.format),
            fields: row.fields().iter().map(FieldRow::of).collect(),
            pixel: row.pixel,
            write: effect_text(row.effect),
            confidence: row.confidence.name(),
            source: row.source,
            meaning: plain(row.meaning),
            note: plain(row.note),
        }
    }
}

/// One line each.
pub(super) fn table(found: &[Found]) -> String {
    let head = ["index", "name", "format", "pixel", "write", "meaning"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(found.iter().map(|one| {
        let row = one.row;
        let index = one.single().unwrap_or(row.index.into());
        [
            format!("0x{index:04X}"),
            one.title(),
            format_text(row.format).to_owned(),
            if row.pixel { "yes" } else { "no" }.to_owned(),
            effect_text(row.effect).to_owned(),
            plain(row.meaning),
        ]
    }));
    columns(&rows)
}

/// Everything about one.
pub(super) fn one(found: Found) -> String {
    let row = found.row;
    let mut parts = vec![table(&[found]), format!("\n{}\n", plain(row.meaning))];
    if !row.note.is_empty() {
        parts.push(format!("Note: {}\n", plain(row.note)));
    }
    parts.push(format!("Source: {} ({}).\n", row.source, row.confidence.name()));
    if !row.fields().is_empty() {
        parts.push(format!("\n{}", fields(row.fields())));
    }
    parts.concat()
}
