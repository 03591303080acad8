//! Where the shared streams are, for tests and benches that look at them.
//!
//! For: the files below the folder that `AFTERIMAGE_TRACES` names, in order.
//! Not for: opening or reading them.
#![forbid(unsafe_code)]

use std::io;
use std::path::{Path, PathBuf};

/// The variable that names the folder.
pub const VARIABLE: &str = "AFTERIMAGE_TRACES";

/// What the names of Xenos streams end with.
const XENOS: &str = ".xtr.zst";

/// The folder of shared streams, or none with the reason printed: then a test looks at nothing.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    if folder.is_none() {
        eprintln!("skipped: {VARIABLE} is not set, so there are no shared streams");
    }
    folder.map(PathBuf::from)
}

/// Every shared Xenos stream, by path; none without the folder.
///
/// # Errors
/// When the variable is set and its folder has no streams, or cannot be read.
pub fn xenos() -> io::Result<Vec<PathBuf>> {
    let Some(folder) = folder() else { return Ok(Vec::new()) };
    let mut paths = Vec::new();
    for part in ["xenos", "xenos-d3d"] {
        for entry in std::fs::read_dir(folder.join(part))? {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.to_string_lossy().ends_with(XENOS));
    paths.sort();
    if paths.is_empty() {
        let message = format!("no {XENOS} in {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    Ok(paths)
}

/// The shared Xenos streams whose path has `part` in it; without one the largest file alone, which is
/// what benches measure.
///
/// # Errors
/// As [`xenos`].
pub fn xenos_chosen(part: Option<&str>) -> io::Result<Vec<PathBuf>> {
    let mut paths = xenos()?;
    if let Some(part) = part {
        paths.retain(|path| path.to_string_lossy().contains(part));
    } else {
        let largest = paths.into_iter().max_by_key(|path| path.metadata().map_or(0, |m| m.len()));
        paths = largest.into_iter().collect();
    }
    Ok(paths)
}

/// A stream's name, without folder and ending.
pub fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.trim_end_matches(XENOS).to_owned()
}
