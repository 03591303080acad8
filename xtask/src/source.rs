//! Rust files of the workspace, with the parts that are tests told apart.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A Rust file.
pub(crate) struct SourceFile {
    /// Path from the repository's root.
    pub(crate) path: String,
    /// The whole text.
    pub(crate) text: String,
    /// Whether the whole file is test code.
    pub(crate) test: bool,
}

impl SourceFile {
    /// Lines that are not test code, numbered from 1. In-file test modules come last by custom.
    pub(crate) fn product_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = if self.test { "" } else { self.text.as_str() };
        lines
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line))
            .take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"))
    }

    /// Whether line 1 says that the file is generated.
    pub(crate) fn generated(&self) -> bool {
        self.text.lines().next().is_some_and(|line| line.to_lowercase().contains("generated"))
    }
}

/// The part of a line in front of a `//` comment. Good enough for these checks: strings that hold
/// `//` are cut short, never extended.
pub(crate) fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// All Rust files below `root`, build output aside.
pub(crate) fn rust_files(root: &Path) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    walk(root, root, &mut |path| path.extension().is_some_and(|e| e == "rs"), &mut files)?;
    Ok(files)
}

/// All files below `root` that `wanted` takes, as text, build output aside.
pub(crate) fn text_files(
    root: &Path,
    mut wanted: impl FnMut(&Path) -> bool,
) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    walk(root, root, &mut wanted, &mut files)?;
    Ok(files)
}

fn walk(
    root: &Path,
    folder: &Path,
    wanted: &mut dyn FnMut(&Path) -> bool,
    files: &mut Vec<SourceFile>,
) -> Result<()> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && name != "corpus" && name != ".git" && name != "out" {
                walk(root, &path, wanted, files)?;
            }
        } else if wanted(&path) {
            let text =
                std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let path = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            let test = ["/tests/", "/tests.rs", "/benches/", "/examples/"]
                .iter()
                .any(|part| path.contains(part));
            files.push(SourceFile { path, text, test });
        }
    }
    Ok(())
}
