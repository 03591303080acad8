//! A reason on each `allow`, `expect` attribute and `unsafe`.

use crate::source::{SourceFile, code};

/// How many lines an attribute may take to give its reason.
const ATTRIBUTE_LINES: usize = 8;

/// Names attributes without reason, `unsafe` without SAFETY note, and crates that could forbid it.
pub(crate) fn check(sources: &[SourceFile]) -> Vec<String> {
    let mut found = Vec::new();
    for file in sources.iter().filter(|f| !f.path.starts_with("xtask/src/check/")) {
        let lines: Vec<&str> = file.text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let text = code(line);
            let attribute = ["#[allow(", "#![allow(", "#[expect(", "#![expect("]
                .iter()
                .any(|start| text.trim_start().starts_with(start));
            let window = &lines[index..lines.len().min(index + ATTRIBUTE_LINES)];
            let end = window.iter().position(|l| l.contains(")]")).unwrap_or(window.len() - 1);
            if attribute && !window[..=end].iter().any(|l| l.contains("reason")) {
                found.push(format!("{}:{}: no reason", file.path, index + 1));
            }
            if text.contains("unsafe {") || text.contains("unsafe impl") {
                let above = &lines[index.saturating_sub(4)..=index];
                if !above.iter().any(|l| l.contains("SAFETY:")) {
                    found.push(format!("{}:{}: unsafe without SAFETY", file.path, index + 1));
                }
            }
        }
        let root = file.path.ends_with("src/lib.rs") || file.path.ends_with("src/main.rs");
        if root && !file.path.starts_with("fuzz/") && !file.text.contains("forbid(unsafe_code)") {
            found.push(format!("{}: does not forbid unsafe code", file.path));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_reasons_are_named() {
        let text = "//! x\n#![forbid(unsafe_code)]\n#[allow(dead_code)]\nfn f() {}\n\
                    #[allow(dead_code, reason = \"a test\")]\nfn g() { unsafe { h() } }\n";
        let file =
            SourceFile { path: "a/src/lib.rs".to_owned(), text: text.to_owned(), test: false };
        let found = check(&[file]);
        assert_eq!(found, ["a/src/lib.rs:3: no reason", "a/src/lib.rs:6: unsafe without SAFETY"]);
    }
}
