//! No trace's name and no reference hash in sources outside tests.
//!
//! Names and hashes come from the folder that `AFTERIMAGE_TRACES` names; without it the check says
//! so and looks for long hexadecimal constants only.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use crate::source::{SourceFile, code};

fn collect(
    folder: &Path,
    names: &mut BTreeSet<String>,
    hashes: &mut BTreeSet<String>,
) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, names, hashes)?;
        } else if name.contains(".vood") || name.contains(".xtr") {
            names.extend(name.split('.').next().map(str::to_owned));
        } else if name == "frames.txt" {
            let text = std::fs::read_to_string(&path)?;
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            hashes.extend(words.filter(|w| w.len() == 16).map(str::to_owned));
        }
    }
    Ok(())
}

/// Names every mention.
pub(crate) fn check(sources: &[SourceFile]) -> Result<Vec<String>> {
    let (mut names, mut hashes) = (BTreeSet::new(), BTreeSet::new());
    match std::env::var_os("AFTERIMAGE_TRACES") {
        Some(folder) => collect(Path::new(&folder), &mut names, &mut hashes)?,
        None => println!("(AFTERIMAGE_TRACES is not set: trace names are not looked for)"),
    }
    let mut found = Vec::new();
    for file in sources {
        for (number, line) in file.product_lines() {
            let text = code(line);
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            for word in words {
                let bare = word.trim_start_matches("0x").replace('_', "").to_lowercase();
                let hash = bare.len() == 16 && hashes.contains(&bare);
                // A name counts inside a string only: `splash` may well be a variable.
                let name = names.contains(word) && text.contains('"');
                if hash || name {
                    found.push(format!("{}:{number}: {word}", file.path));
                }
            }
        }
    }
    Ok(found)
}
