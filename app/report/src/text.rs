//! Text for HTML: escaping, numbers.

/// `text` with everything that means something in HTML escaped.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if base_text::steers(c) && c != '\n' => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A number with its digits in groups of three.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of tenths; large ones are rounded.
pub(crate) fn tenths(value: u64) -> String {
    if value >= 10_000 {
        return number(value.saturating_add(5) / 10);
    }
    format!("{}.{}", number(value / 10), value % 10)
}

/// `n` of something, in the singular where it is one.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// A heading as an anchor: letters and digits, others as dashes.
pub(crate) fn anchor(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_anchors() {
        assert_eq!([0, 999, 1000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([4, 123, 9_999, 12_345].map(tenths), ["0.4", "12.3", "999.9", "1,235"]);
        assert_eq!(anchor("Triangle sizes, by pixels"), "triangle-sizes-by-pixels");
        assert_eq!(
            escape("<a href='x'>&\u{1b}\u{202e}"),
            "&lt;a href=&#39;x&#39;&gt;&amp;\u{FFFD}\u{FFFD}"
        );
    }
}
