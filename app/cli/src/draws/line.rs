//! A draw or copy in a line.

use play::xtr::{CopyRow, DrawRow, IndexRow, SurfaceRow, TextureRow, What};

/// Digits of a program's SHA-1 that are shown.
const DIGITS: usize = 8;

/// The first line.
pub(super) fn head() -> String {
    padded(
        [
            "number",
            "frame",
            "nth",
            "primitive",
            "count",
            "indices",
            "vertex",
            "pixel",
            "surface",
            "textures",
        ]
        .map(str::to_owned),
    ) + "state\n"
}

/// Columns; what is longer pushes the rest to the right.
fn padded(cells: [String; 10]) -> String {
    const WIDTHS: [usize; 10] = [9, 5, 4, 14, 6, 15, 8, 8, 32, 24];
    let cells = cells.into_iter().zip(WIDTHS);
    cells.map(|(cell, width)| format!("{cell:width$}  ")).collect::<Vec<_>>().concat()
}

/// The line of a draw.
pub(super) fn of(row: &DrawRow) -> String {
    let what = match row.what {
        What::Draw => "draw",
        What::Copy => "copy",
    };
    let textures: Vec<_> = row.textures.iter().map(texture).collect();
    let textures = if textures.is_empty() { "-".to_owned() } else { textures.join(" ") };
    let cells = [
        format!("{what} {}", row.number),
        row.place.frame.to_string(),
        row.nth.to_string(),
        row.primitive.to_owned(),
        row.count.to_string(),
        indices(&row.indices),
        program(row.vertex_shader.as_deref()),
        program(row.pixel_shader.as_deref()),
        surface(&row.surface),
        textures,
    ];
    let mut words: Vec<String> = row.copy.as_ref().map(copy).into_iter().collect();
    words.extend(row.predicated.then(|| "predicated".to_owned()));
    words.extend(row.query.map(|query| format!("query={query}")));
    words.extend(row.indices.reset.map(|reset| format!("reset={reset:X}")));
    if !row.memory_exports.is_empty() {
        words.push("memexport".to_owned());
    }
    words.extend(row.state.iter().cloned());
    padded(cells) + &words.join(" ") + "\n"
}

fn indices(row: &IndexRow) -> String {
    let Some(bits) = row.bits else { return row.source.to_owned() };
    let endian = row.endian.filter(|endian| *endian != "none");
    format!(
        "{}{bits}{}",
        row.source,
        endian.map_or_else(String::new, |endian| format!(":{endian}"))
    )
}

fn program(sha1: Option<&str>) -> String {
    sha1.map_or_else(|| "-".to_owned(), |sha1| sha1.chars().take(DIGITS).collect())
}

/// `1280 4x c0:8_8_8_8@720 D24S8@0`: pitch, samples, colour targets and depth at their tiles.
fn surface(row: &SurfaceRow) -> String {
    let mut parts = vec![row.pitch.to_string(), row.samples.to_owned()];
    parts.extend(row.colors.iter().map(|color| {
        let mask = if color.mask == 0xF { String::new() } else { format!("/{:X}", color.mask) };
        format!("c{}:{}@{}{mask}", color.target, color.format, color.base)
    }));
    parts.extend(row.depth.iter().map(|depth| format!("{}@{}", depth.format, depth.base)));
    parts.join(" ")
}

fn texture(row: &TextureRow) -> String {
    let depth = if row.depth == 1 { String::new() } else { format!("x{}", row.depth) };
    let kind = if row.kind == "texture" { "" } else { ":INVALID" };
    let (constant, dimension, format) = (row.constant, row.dimension, row.format);
    format!("t{constant}:{dimension}:{}x{}{depth}:{format}{kind}", row.width, row.height)
}

fn copy(row: &CopyRow) -> String {
    let CopyRow { source, address, pitch, height, format, .. } = row;
    let color = row.clear_color.map(|[word, _]| format!(" clear-color={word:08X}"));
    let depth = row.clear_depth.map(|word| format!(" clear-depth={word:08X}"));
    let (color, depth) = (color.unwrap_or_default(), depth.unwrap_or_default());
    let rectangle = row.rectangle.map_or_else(
        || "no-rectangle".to_owned(),
        |[left, top, right, bottom]| format!("{left},{top}..{right},{bottom}"),
    );
    format!("{source}->0x{address:08X}:{pitch}x{height}:{format} {rectangle}{color}{depth}")
}
