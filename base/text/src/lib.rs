//! Text of strangers, made fit for a message.
//!
//! For: how far apart two names are, where one is not known; and what comes from files, names of files and arguments, and is repeated to a person: cut, and with
//! everything escaped that would steer a terminal or change the order in which text is read.
//! Not for: HTML, JSON and TOML, which escape by rules of their own.
//! Facts: which characters steer the order of text is in the Unicode Bidirectional Algorithm (UAX 9);
//! the two separators are from the Unicode Standard, section 23.2.
#![forbid(unsafe_code)]

use std::path::Path;

/// Characters that an excerpt has at most, before the dots that say that it was cut.
pub const EXCERPT: usize = 40;
/// Characters that a reason of another library has at most.
pub const REASON: usize = 160;
/// Characters that a path has at most.
const PATH: usize = 240;

/// Whether a character steers instead of being seen: controls, marks of writing direction, and the
/// separators of lines and paragraphs.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// At most `most` characters of `text`, with those that steer escaped; dots where it was cut.
pub fn shown(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let mut characters = text.chars();
    for c in characters.by_ref().take(most) {
        if steers(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if characters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// The beginning of what a file says, for a message.
pub fn excerpt(text: &str) -> String {
    shown(text, EXCERPT)
}

/// What another library says of a file; it may repeat parts of it.
pub fn reason(text: &str) -> String {
    shown(text, REASON)
}

/// A path, for a message.
pub fn path(path: &Path) -> String {
    shown(&path.to_string_lossy(), PATH)
}

/// How far apart two names are: bytes inserted, left out and replaced on the way from one to the
/// other. The work is the product of their lengths.
pub fn edits(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!((edits("", ""), edits("", "abc"), edits("abc", "")), (0, 3, 3));
        assert_eq!((edits("mul", "mul"), edits("mul", "mad"), edits("mul", "muls")), (0, 2, 1));
        assert_eq!(edits("egdes", "edges"), 2);
    }

    #[test]
    fn what_steers_is_escaped() {
        assert_eq!(excerpt("plain, äöü `x`"), "plain, äöü `x`");
        assert_eq!(excerpt("a\u{1b}[2J\n\u{85}"), "a\\u{1b}[2J\\n\\u{85}");
        assert_eq!(excerpt("a\u{202e}b\u{2028}c\u{2066}d"), "a\\u{202e}b\\u{2028}c\\u{2066}d");
        assert!(!"a b-ü\u{200D}".chars().any(steers));
    }

    #[test]
    fn what_is_long_is_cut() {
        assert_eq!(excerpt(&"x".repeat(EXCERPT)), "x".repeat(EXCERPT));
        assert_eq!(excerpt(&"\u{7}".repeat(1 << 20)), "\\u{7}".repeat(EXCERPT) + "...");
        assert_eq!(path(Path::new(&"é".repeat(4096))).chars().count(), PATH + 3);
        assert_eq!(reason(&"y".repeat(999)).len(), REASON + 3);
    }
}
