//! The whole state of a draw or copy, for people.

use play::xtr::{
    DrawRow, DrawState, ElementRow, ExportRow, FetchRow, FieldRow, FieldValueRow, RegisterRow,
    VertexRow, What,
};

use super::line;
use crate::numbered::counted;
use crate::table::columns;

/// Everything; registers that are 0 only with `all`.
pub(super) fn human(state: &DrawState, all: bool) -> String {
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
    let vertices: Vec<_> = state.draw.vertices.iter().flat_map(vertex).collect();
    section(&mut text, "vertex data", &vertices);
    let exports: Vec<_> = state.draw.memory_exports.iter().map(export).collect();
    section(&mut text, "memory export", &exports);
    let slot = |f: &FetchRow| match f.used_as {
        "vertices" => format!("{} (slot {})", f.name, f.constant),
        _ => f.name.clone(),
    };
    let fetches: Vec<_> = state
        .fetches
        .iter()
        .map(|f| [f.used_as.to_owned(), slot(f), words(&f.words), fields(&f.fields)])
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
    let shown = state.registers.iter().filter(|row| all || row.word != 0);
    let shown: Vec<_> = shown.map(register).collect();
    section(&mut text, "registers", &shown);
    let left_out = state.registers.len() - shown.len();
    if left_out > 0 {
        let more = counted(left_out, "more is 0", "more are 0");
        text = format!("{text}{more}: --all prints them\n");
    }
    text
}

/// Vertex data of a slot, and a line for each element that is taken from it.
fn vertex(row: &VertexRow) -> Vec<[String; 4]> {
    let head = [
        format!("{} (slot {})", row.name, row.constant),
        format!("0x{:08X}", row.address),
        format!("{} bytes, {} an element", row.bytes, row.stride),
        row.endian.to_owned(),
    ];
    let element = |element: &ElementRow| {
        let mut how = vec![if element.signed { "signed" } else { "unsigned" }];
        how.push(if element.integer { "integer" } else { "fraction" });
        let exponent = match element.exponent {
            0 => String::new(),
            exponent => format!(" times 2^{exponent}"),
        };
        let stride = if element.stride == row.stride {
            String::new()
        } else {
            format!("{} an element", element.stride)
        };
        let how =
            if element.format.name().ends_with("FLOAT") { String::new() } else { how.join(" ") };
        [
            format!("  {:+}", element.offset),
            element.format.name().to_owned(),
            how + &exponent,
            stride,
        ]
    };
    std::iter::once(head).chain(row.elements.iter().map(element)).collect()
}

fn export(row: &ExportRow) -> [String; 4] {
    let constant = row.constant.map_or_else(|| "not by a constant".to_owned(), |n| format!("c{n}"));
    let place = row.address.map_or_else(String::new, |address| format!("0x{address:08X}"));
    let elements = row.elements.map_or_else(String::new, |n| counted(n, "element", "elements"));
    [row.stage.short().to_owned(), constant, place, elements]
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
    if let Some(reset) = indices.reset {
        rows.push(("reset index", format!("0x{reset:X}")));
    }
    if let (What::Copy, Some(copy)) = (row.what, &row.copy) {
        rows.push(("samples", copy.samples.to_owned()));
        rows.push(("command", copy.command.to_owned()));
        rows.push(("byte order", copy.endian.to_owned()));
        rows.push(("red and blue exchanged", copy.swaps.to_string()));
        let vertices = copy.vertices.map_or_else(
            || "not in memory".to_owned(),
            |all| all.map(|[x, y]| format!("{x:?},{y:?}")).join(" "),
        );
        rows.push(("vertices", vertices));
        let rectangle = copy.rectangle.map_or_else(
            || "unknown".to_owned(),
            |[left, top, right, bottom]| format!("{left},{top}..{right},{bottom}"),
        );
        rows.push(("rectangle", rectangle + ", before offset and scissor"));
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
        FieldValueRow::Address(address) => format!("0x{address:08X}"),
        FieldValueRow::Flag(on) => u8::from(on).to_string(),
        FieldValueRow::Name(name) => name.to_owned(),
    };
    let fields = fields.iter().map(|field| format!("{}={}", field.name, value(field.value)));
    fields.collect::<Vec<_>>().join(" ")
}
