//! Pictures beside the streams.

use std::path::{Path, PathBuf};

use base_pixels::{Rgb8, decode_rgb8, difference_picture, encode_rgb8};

/// A picture, if it is there.
pub(crate) fn read(path: &Path) -> Result<Option<Rgb8>, String> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    decode_rgb8(&bytes).map(Some).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes what was found and how it differs; the path of the latter.
pub(crate) fn draw(found: &Rgb8, wanted: &Rgb8, case: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let write = |name: &str, picture: &Rgb8| -> Result<String, String> {
        let path = folder.join(format!("{case}-{name}.png"));
        let png = encode_rgb8(picture).map_err(|error| error.to_string())?;
        base_trace::write_whole(&path, &png).map_err(|error| error.to_string())?;
        Ok(path.display().to_string())
    };
    let drawn = write("found", found).and_then(|_| {
        let difference = difference_picture(wanted, found).map_err(|error| error.to_string())?;
        write("difference", &difference)
    });
    drawn.unwrap_or_else(|error| error)
}
