//! A file's first line, and how included files are found.

use std::io;
use std::sync::Arc;

use crate::{ParseError, Place};

/// The version of the format that is read.
pub const FORMAT_VERSION: u32 = 1;
/// What the first line begins with.
const HEADER: &str = "; afterimage filetest ";
/// Files inside files inside files: a bound for those that include each other.
pub const INCLUDE_DEPTH: u32 = 8;

/// Files that a file includes, directly and through others: a bound for those that multiply.
pub const INCLUDE_FILES: u32 = 64;

/// Finds the text of an included file.
pub type Include<'a> = dyn FnMut(&str) -> io::Result<String> + 'a;

/// Complains unless the first line of `text` names the version that is read.
///
/// # Errors
/// At the first line, with what it says instead.
pub fn check_head(file: &Arc<str>, text: &str) -> Result<(), ParseError> {
    let first = text.lines().next().unwrap_or_default();
    let version = first.strip_prefix(HEADER).map(str::trim);
    if version == Some(&*FORMAT_VERSION.to_string()) {
        return Ok(());
    }
    let message = match version {
        Some(other) => format!("version {other} is not known; {FORMAT_VERSION} is"),
        None => format!("the first line is not `{HEADER}{FORMAT_VERSION}`"),
    };
    Err(ParseError::at(Place { file: Arc::clone(file), line: 1, column: 1 }, message))
}
