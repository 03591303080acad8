//! Text in columns.

/// Rows of cells with columns as wide as needed, two spaces apart; the last one is not padded.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}  "));
        cells.collect::<String>().trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// A description without the marks that documentation needs.
pub(crate) fn plain(text: &str) -> String {
    text.trim().replace("\\[", "[").replace("\\]", "]")
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_are_as_wide_as_needed() {
        let rows = [["a", "b"], ["long", "c"]].map(|row| row.map(str::to_owned));
        assert_eq!(super::columns(&rows), "a     b\nlong  c\n");
    }
}
