//! Files from disk.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Include, ParseError};

/// Reads a file and hands it to `parse` with its name; those it includes are found beside it.
///
/// # Errors
/// When a file cannot be read or `parse` does not know a line.
pub fn load<T>(
    path: &Path,
    parse: impl FnOnce(&str, &str, &mut Include<'_>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let read = |source| ParseError::Read { path: path.to_owned(), source };
    let text = fs::read_to_string(path).map_err(read)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parse(&name, &text, &mut |name| fs::read_to_string(folder.join(name)))
}

/// Reads every `.test` file of a folder, by name.
///
/// # Errors
/// As [`load`].
pub fn load_folder<T>(
    folder: &Path,
    parse: impl Fn(&str, &str, &mut Include<'_>) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let read = |source| ParseError::Read { path: folder.to_owned(), source };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == "test") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| load(path, &parse)).collect()
}
