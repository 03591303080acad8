//! Sizes and headers of files.

use crate::source::SourceFile;

/// No file is longer.
const LONGEST: usize = 900;
/// Nine of ten files are not longer.
const NINE_OF_TEN: usize = 500;

/// Names files that are too long.
pub(crate) fn sizes(sources: &[SourceFile]) -> Vec<String> {
    let mut lengths: Vec<(usize, &str)> = sources
        .iter()
        .filter(|f| !f.generated())
        .map(|f| (f.text.lines().count(), f.path.as_str()))
        .collect();
    lengths.sort_unstable();
    let mut found: Vec<String> = lengths
        .iter()
        .filter(|(lines, _)| *lines > LONGEST)
        .map(|(lines, path)| format!("{path}: {lines} lines, at most {LONGEST}"))
        .collect();
    if let Some((lines, path)) = lengths.get(lengths.len() * 9 / 10)
        && *lines > NINE_OF_TEN
    {
        found
            .push(format!("one file in ten is longer than {path} ({lines}, {NINE_OF_TEN} wanted)"));
    }
    found
}

/// Names files that do not say what they are for; `foo/tests.rs` says it by its name.
pub(crate) fn headers(sources: &[SourceFile]) -> Vec<String> {
    sources
        .iter()
        .filter(|f| {
            let first = f.text.lines().find(|line| !line.trim().is_empty());
            !first.is_some_and(|line| line.starts_with("//!") && line.len() > 8)
                && !f.path.ends_with("/tests.rs")
        })
        .map(|f| format!("{}: does not start with a //! header", f.path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.to_owned(), text: text.to_owned(), test: false }
    }

    #[test]
    fn long_and_headless_files_are_named() {
        let long = format!("//! A header.\n{}", "fn f() {}\n".repeat(LONGEST));
        let files = [file("a/src/long.rs", &long), file("a/src/bare.rs", "fn f() {}\n")];
        assert_eq!(sizes(&files).len(), 2, "too long, and one in ten is");
        assert_eq!(headers(&files), ["a/src/bare.rs: does not start with a //! header"]);
    }
}
