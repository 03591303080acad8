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

/// A text's words in lines of at most `width` characters; a longer word is a line of its own.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
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

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(super::wrapped("aa bb ccccccc d", 5), ["aa bb", "ccccccc", "d"]);
        assert_eq!(super::wrapped("", 5), [""]);
    }
}
