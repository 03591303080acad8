//! Files from disk.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::{Include, ParseError};

/// Bytes of a file, an included one too.
pub const FILE_BYTES: u64 = 1 << 20;

/// The text of a file that is not too long.
fn text_of(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(FILE_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > FILE_BYTES {
        return Err(io::Error::other(format!("a file has at most {FILE_BYTES} bytes")));
    }
    Ok(text)
}

/// Reads a file and hands it to `parse` with its name; those it includes are found beside it.
///
/// # Errors
/// When a file cannot be read or `parse` does not know a line.
pub fn load<T>(
    path: &Path,
    parse: impl FnOnce(&str, &str, &mut Include<'_>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let read = |source| ParseError::Read { path: path.to_owned(), source };
    let text = text_of(path).map_err(read)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parse(&name, &text, &mut |name| text_of(&folder.join(name)))
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

#[cfg(test)]
mod tests;
