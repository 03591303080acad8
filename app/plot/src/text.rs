//! Text and numbers for SVG.

/// `text` with everything that means something in XML escaped.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A place: tenths of a unit are fine enough.
pub(crate) fn place(value: f64) -> String {
    trimmed(format!("{value:.1}"))
}

/// A number for a reader: four digits, thousands and millions by letter.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    let (scaled, unit) = match size {
        _ if size >= 1e9 => (value / 1e9, "G"),
        _ if size >= 1e6 => (value / 1e6, "M"),
        _ if size >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let digits = match scaled.abs() {
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 10.0 => 2,
        _ => 3,
    };
    trimmed(format!("{scaled:.digits$}")) + unit
}

fn trimmed(text: String) -> String {
    if !text.contains('.') {
        return text;
    }
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_places() {
        assert_eq!([0.0, 0.25, 12.0, 9999.0].map(number), ["0", "0.25", "12", "9999"]);
        assert_eq!([10_000.0, 1_234_567.0, 2.5e9].map(number), ["10k", "1.235M", "2.5G"]);
        assert_eq!([1.0, -0.01, 33.333].map(place), ["1", "0", "33.3"]);
        assert_eq!(escape("<a&\u{1b}>"), "&lt;a&amp;\u{FFFD}&gt;");
    }
}
