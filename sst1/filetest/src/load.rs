//! Files from disk.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{ParseError, TestFile};

/// Reads a file and those it includes, which are found beside it.
///
/// # Errors
/// When a file cannot be read or the format does not know a line.
pub fn load(path: &Path) -> Result<TestFile, ParseError> {
    let read = |source| ParseError::Read { path: path.to_owned(), source };
    let text = fs::read_to_string(path).map_err(read)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    TestFile::parse(&name, &text, &mut |name| fs::read_to_string(folder.join(name)))
}

/// Reads every `.test` file of a folder, by name.
///
/// # Errors
/// As [`load`].
pub fn load_folder(folder: &Path) -> Result<Vec<TestFile>, ParseError> {
    let read = |source| ParseError::Read { path: folder.to_owned(), source };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == "test") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| load(path)).collect()
}
