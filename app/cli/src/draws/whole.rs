//! The whole state of a draw or copy, for people.

use play::xtr::{DrawRow, DrawState, FieldRow, FieldValueRow, RegisterRow, What};

use super::line;
use crate::table::columns;

/// Everything.
pub(super) fn human(state: &DrawState) -> String {
    let mut text = line::head() + &line::of(&state.draw);
    section(&mut text, "packet", &packet(&state.draw));
    let programs: Vec<_> = state
        .programs
        .iter()
        .map(|p| {
            let findings = p.findings.join("; ");
            [p.stage.short().to_owned(), p.sha1.clone(), format!("{} dwords", p.dwords), findings]
        })
        .collect();
    section(&mut text, "programs", &programs);
    let vertices: Vec<_> = state
        .draw
        .vertices
        .iter()
        .map(|v| {
            [
                format!("vf{}", v.constant),
                format!("0x{:08X}", v.address),
                format!("{} bytes, {} an element", v.bytes, v.stride),
                v.endian.to_owned(),
            ]
        })
        .collect();
    section(&mut text, "vertex data", &vertices);
    let fetches: Vec<_> = state
        .fetches
        .iter()
        .map(|f| [f.used_as.to_owned(), f.constant.to_string(), words(&f.words), fields(&f.fields)])
        .collect();
    section(&mut text, "fetch constants", &fetches);
    let floats: Vec<_> = state
        .floats
        .iter()
        .map(|c| {
            let values = c.words.map(|word| format!("{:?}", f32::from_bits(word))).join(", ");
            let register = format!("{:04X}", c.register);
            [c.stage.short().to_owned(), format!("c{}", c.number), register, values]
        })
        .collect();
    section(&mut text, "float constants", &floats);
    let booleans: Vec<_> =
        state.booleans.iter().map(|(n, on)| [format!("b{n}"), on.to_string()]).collect();
    section(&mut text, "booleans", &booleans);
    section(&mut text, "loop constants", &state.loops.iter().map(register).collect::<Vec<_>>());
    section(&mut text, "registers", &state.registers.iter().map(register).collect::<Vec<_>>());
    text
}

fn section<const N: usize>(text: &mut String, title: &str, rows: &[[String; N]]) {
    if !rows.is_empty() {
        *text = format!("{text}\n{title}\n{}", columns(rows));
    }
}

fn packet(row: &DrawRow) -> Vec<[String; 2]> {
    let indices = &row.indices;
    let mut rows = vec![
        ("address", format!("0x{:08X}", row.packet)),
        ("record", format!("{} at byte {}", row.place.record, row.place.offset)),
        ("indices", indices.source.to_owned()),
    ];
    if let (Some(address), Some(endian)) = (indices.address, indices.endian) {
        rows.push(("index data", format!("0x{address:08X} {endian}")));
    }
    if let (What::Copy, Some(copy)) = (row.what, &row.copy) {
        rows.push(("samples", copy.samples.to_owned()));
        rows.push(("command", copy.command.to_owned()));
        rows.push(("byte order", copy.endian.to_owned()));
        rows.push(("red and blue exchanged", copy.swaps.to_string()));
    }
    rows.into_iter().map(|(name, value)| [name.to_owned(), value]).collect()
}

fn register(row: &RegisterRow) -> [String; 4] {
    let number = row.number.map(|number| format!("{number:?}"));
    let meaning = number.unwrap_or_else(|| fields(&row.fields));
    [format!("{:04X}", row.index), row.name.clone(), format!("{:08X}", row.word), meaning]
}

fn words(words: &[u32]) -> String {
    words.iter().map(|word| format!("{word:08X}")).collect::<Vec<_>>().join(" ")
}

fn fields(fields: &[FieldRow]) -> String {
    let value = |value| match value {
        FieldValueRow::Number(number) => number.to_string(),
        FieldValueRow::Flag(on) => u8::from(on).to_string(),
        FieldValueRow::Name(name) => name.to_owned(),
    };
    let fields = fields.iter().map(|field| format!("{}={}", field.name, value(field.value)));
    fields.collect::<Vec<_>>().join(" ")
}
