//! Files from disk.

use std::path::Path;

use crate::{ParseError, TestFile};

/// Reads a file and those it includes, which are found beside it.
///
/// # Errors
/// When a file cannot be read or the format does not know a line.
pub fn load(path: &Path) -> Result<TestFile, ParseError> {
    base_filetest::load(path, TestFile::parse)
}

/// Reads every `.test` file of a folder, by name.
///
/// # Errors
/// As [`load`].
pub fn load_folder(folder: &Path) -> Result<Vec<TestFile>, ParseError> {
    base_filetest::load_folder(folder, TestFile::parse)
}
