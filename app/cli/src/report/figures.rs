//! A report's numbers, from the census and the timeline.

use ::report::{Bar, Bars, Report, Row, Table, Tile};
use base_census::Census;
use sst1_census::Sums;

use super::timeline::{Names, Timeline};
use crate::counted::{Chip, Titled};

/// Rows of a census table that are shown at most.
const MOST_ROWS: usize = 500;

/// What the timeline shows of an SST-1.
pub(crate) const SST1: Names = [
    ("Triangles", "triangles"),
    ("Pixels covered", "pixels"),
    ("Uploads: textures and LFB writes", "bytes"),
];

/// The values of [`SST1`].
pub(crate) fn values(sums: Sums) -> [u64; 3] {
    [sums.triangles, sums.pixels, sums.bytes]
}

pub(crate) fn fill(report: &mut Report, census: &Census, timeline: &Timeline) {
    timeline.fill(report);
    report.tiles = tiles(census, timeline.sums());
    report.bars = vec![
        bars(
            census,
            "triangle sizes",
            "Triangle sizes",
            "Pixels covered inside the clip rectangle, before any test.",
            "triangles",
        ),
        bars(
            census,
            "overdraw",
            "Overdraw",
            "Pixels that a frame covers, against the picture's: by triangles, and by LFB writes \
             through the pipeline.",
            "frames",
        ),
    ];
    report.bars.retain(|bars| !bars.bars.is_empty());
    (report.tables, report.empty_tables) = tables(census);
}

fn tiles(census: &Census, [triangles, pixels, bytes]: [u64; 3]) -> Vec<Tile> {
    let frames = census.frames().max(1);
    let tile =
        |name: &str, value: String, note: String| Tile { name: name.to_owned(), value, note };
    let entries =
        |table: &str| census.tables.get(table).map_or(0, |table| table.entries.len() as u64);
    let a_frame = |sum: u64| format!("{} a frame", short(sum.saturating_add(frames / 2) / frames));
    vec![
        tile("frames", short(census.frames()), picture_sizes(census)),
        tile("triangles", short(triangles), a_frame(triangles)),
        tile("pixels covered", short(pixels), a_frame(pixels)),
        tile("bytes uploaded", short(bytes), a_frame(bytes)),
        tile("pipeline states", short(entries("pipelines")), "of triangles".to_owned()),
        tile("texture states", short(entries("textures")), "formats, sizes, filters".to_owned()),
    ]
}

/// The size of the pictures shown most.
fn picture_sizes(census: &Census) -> String {
    let rows = sst1_census::rows(census, "pictures");
    rows.first().map_or_else(|| "none shown".to_owned(), |(size, _)| size.replace('x', " × "))
}

/// A number with three digits or so.
pub(crate) fn short(value: u64) -> String {
    let (divisor, unit) = match value {
        0..10_000 => return value.to_string(),
        10_000..1_000_000 => (1_000.0, "k"),
        1_000_000..1_000_000_000 => (1_000_000.0, "M"),
        _ => (1_000_000_000.0, "G"),
    };
    let scaled = value as f64 / divisor;
    if scaled < 100.0 { format!("{scaled:.1} {unit}") } else { format!("{scaled:.0} {unit}") }
}

fn bars(census: &Census, table: &str, title: &str, note: &str, unit: &str) -> Bars {
    let rows = sst1_census::rows(census, table);
    let bar = |(name, count): (&str, u64)| Bar { name: name.to_owned(), count };
    Bars {
        title: title.to_owned(),
        note: note.to_owned(),
        unit: unit.to_owned(),
        bars: rows.into_iter().map(|(key, entry)| bar((key, entry.count))).collect(),
    }
}

/// The census, table by table, and titles of tables in which nothing was found.
pub(crate) fn tables(census: &Census) -> (Vec<Table>, Vec<String>) {
    let (frames, chip) = (census.frames().max(1), Chip::named(&census.chip));
    let table = |found: Titled<'_>| {
        let (name, title) = (found.name, found.title);
        let rows = chip.rows(census, name);
        let entries = rows.len() as u64;
        let total = rows.iter().fold(0_u64, |sum, (_, e)| sum.saturating_add(e.count));
        // The summary's entries count packets, draws and frames: their sum is nothing.
        let total = (name != "summary").then_some(total);
        let row = |(key, entry): (&str, &base_census::Entry)| Row {
            key: key.to_owned(),
            count: entry.count,
            value: entry.value,
            mean_tenths: entry.count.saturating_mul(10) / frames,
            worst: entry.worst,
            worst_frame: entry.worst_frame,
            frames: entry.frames,
            first_frame: entry.first.frame,
            first_record: entry.first.record,
        };
        Table {
            title: title.to_owned(),
            addresses: chip.has_addresses(),
            rows: rows.into_iter().take(MOST_ROWS).map(row).collect(),
            entries,
            total,
            value: found.value.to_owned(),
            overflow: census.tables.get(name).map_or(0, |table| table.overflow),
        }
    };
    let all = chip.tables(census).into_iter().map(table);
    let (there, empty): (Vec<_>, Vec<_>) =
        all.partition(|table| table.entries > 0 || table.overflow > 0);
    (there, empty.into_iter().map(|table| table.title).collect())
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn short_numbers() {
        let values = [0, 9_999, 12_345, 136_607, 4_393_126, 123_456_789_012];
        assert_eq!(values.map(short), ["0", "9999", "12.3 k", "137 k", "4.4 M", "123 G"]);
    }
}
