//! Documents speak of the project alone, and their links lead somewhere.

use std::path::Path;

use anyhow::Result;

use crate::source::text_files;

/// Words that would tie a document to a machine.
const FOREIGN: &[&str] = &["/work/", "/root/", "/tmp/target", "index.crates.io"];

/// Names foreign words and broken relative links in Markdown, TOML and shell files.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let kinds = ["md", "toml", "rs", "test"];
    let files =
        text_files(root, |path| path.extension().is_some_and(|e| kinds.iter().any(|k| e == *k)))?;
    let mut found = Vec::new();
    for file in files.iter().filter(|f| f.path != "xtask/src/check/documents.rs") {
        for (index, line) in file.text.lines().enumerate() {
            let place = format!("{}:{}", file.path, index + 1);
            found.extend(
                FOREIGN.iter().filter(|w| line.contains(**w)).map(|w| format!("{place}: {w}")),
            );
            let path = root.join(&file.path);
            if path.extension().is_some_and(|e| e == "md") {
                let folder = path.parent().unwrap_or(root);
                for link in links(line) {
                    if !folder.join(link).exists() {
                        found.push(format!("{place}: nothing at {link}"));
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Relative targets of Markdown links in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let target = rest.split(')').next()?.split('#').next()?;
        (!target.is_empty() && !target.contains("://")).then_some(target)
    })
}
