//! Registers of the SST-1 for people.

use sst1_regs::Format;

use super::query::Found;
use crate::registers::words::fields;
use crate::table::{columns, plain};

/// A format in a few words.
pub(crate) fn format_text(format: Format) -> String {
    match format {
        Format::Word(_) => "fields".to_owned(),
        Format::Fixed { integer, fraction, bits } => format!("{integer}.{fraction}, {bits} bits"),
        Format::Float { of } => format!("float of 0x{of:03X}"),
        Format::Command(_) => "command".to_owned(),
        Format::Counter24 => "counter, 24 bits".to_owned(),
        Format::Ncc { .. } => "NCC table".to_owned(),
        Format::Raw32 => "32 bits".to_owned(),
    }
}

/// One line each.
pub(crate) fn table(found: &[Found]) -> String {
    let head = ["offset", "name", "access", "chips", "format", "meaning"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(found.iter().map(|one| match one {
        Found::Block(r, _) => [
            format!("0x{:03X}", one.offset()),
            one.title(),
            r.access.name().to_owned(),
            r.chips.name().to_owned(),
            format_text(r.format),
            plain(r.meaning),
        ],
        Found::Config(r) => [
            format!("PCI 0x{:02X}", r.offset),
            r.name.to_owned(),
            r.access.name().to_owned(),
            "PCI".to_owned(),
            format!("{} bytes", r.bytes),
            plain(r.meaning),
        ],
    }));
    columns(&rows)
}

/// Everything about one.
pub(crate) fn one(found: &Found) -> String {
    let (meaning, note, source, section, confidence) = match found {
        Found::Block(r, _) => (r.meaning, r.note, r.source, r.section, r.confidence),
        Found::Config(r) => (r.meaning, r.note, r.source, r.section, r.confidence),
    };
    let mut lines = vec![table(std::slice::from_ref(found)), format!("\n{}\n", plain(meaning))];
    if !note.is_empty() {
        lines.push(format!("Note: {}\n", plain(note)));
    }
    if let Found::Block(r, _) = found {
        let queued = if r.fifo { "queued" } else { "not queued" };
        let sync = if r.sync { ", waits for the pipeline" } else { "" };
        let alternate = r
            .alternate
            .map_or(String::new(), |alternate| format!(" Alternate map: 0x{alternate:03X}."));
        lines.push(format!("Writes are {queued}{sync}.{alternate}\n"));
    }
    lines.push(format!("Source: {source}, digest section {section} ({}).\n", confidence.name()));
    if !found.fields().is_empty() {
        lines.push("\n".to_owned());
        lines.push(fields(found.fields()));
    }
    lines.concat()
}
