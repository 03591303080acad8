//! Reading a census of this chip: tables and rows in an order that people expect.

use base_census::{Census, Entry};

use crate::keys::{OVERDRAW, TRIANGLE_SIZES};

/// Every table, in the order that reports show them, with its title.
pub const TABLES: [(&str, &str); 17] = [
    ("commands", "Commands"),
    ("triangle sizes", "Triangle sizes, by pixels covered"),
    ("overdraw", "Overdraw: frames by pixels covered, in pictures"),
    ("pixels", "Pixels, by the card's counters"),
    ("bytes", "Bytes uploaded and read"),
    ("swaps", "Swaps"),
    ("pictures", "Pictures shown, by size"),
    ("pipelines", "Pixel-pipeline states of triangles"),
    ("color combine", "Colour combine functions"),
    ("texture combine", "Texture combine functions"),
    ("textures", "Textures, as they are sampled"),
    ("fills", "Fast fills"),
    ("lfb", "LFB accesses"),
    ("lfb pipelines", "Pixel-pipeline states of LFB writes"),
    ("register classes", "Register writes, by class"),
    ("registers", "Register writes"),
    ("register reads", "Register reads"),
];

/// What a census of this chip calls it.
pub const CHIP: &str = "sst1";

/// Whether a census of this chip has a table of that name.
pub fn is_table(name: &str) -> bool {
    TABLES.iter().any(|(table, _)| *table == name)
}

/// A table in reading order.
pub type Rows<'a> = Vec<(&'a str, &'a Entry)>;

/// The rows of a table: sizes in their order, anything else by count, most first.
pub fn rows<'a>(census: &'a Census, table: &str) -> Rows<'a> {
    let Some(found) = census.tables.get(table) else { return Vec::new() };
    let mut rows: Rows<'a> = found.entries.iter().map(|(key, entry)| (&**key, entry)).collect();
    let place = |list: &[&str], key: &str| list.iter().position(|known| *known == key);
    match table {
        "triangle sizes" => rows.sort_by_key(|(key, _)| place(&TRIANGLE_SIZES, key)),
        "overdraw" => rows.sort_by_key(|(key, _)| place(&OVERDRAW, key)),
        _ => rows.sort_by(|(a, x), (b, y)| (y.count, a).cmp(&(x.count, b))),
    }
    rows
}
