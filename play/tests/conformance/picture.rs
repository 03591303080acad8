//! Difference pictures for frames that differ, where the reference's picture is stored.

use std::path::{Path, PathBuf};

use base_pixels::{
    Words16, compare_words, difference_picture, encode_rgb8, fnv1a_words, rgb565_to_rgb8,
};
use sst1_board::Picture;

/// Says how `found` differs from the reference's picture, if that is stored, and draws it.
pub(crate) fn explain(
    reference: &Path,
    frame: &str,
    what: &str,
    wanted: u64,
    found: &Picture,
    case: &str,
) -> String {
    let Some(stored) = stored(reference, frame, what, found) else {
        return String::new();
    };
    // A few stored pictures are strays; the hash decides.
    if fnv1a_words(&stored.data) != wanted {
        return format!("; the stored {what} picture is not the one that was hashed");
    }
    let found = Words16 { width: found.width, height: found.height, data: found.words.clone() };
    let Ok((identical, first)) = compare_words(&stored, &found) else { return String::new() };
    let at = first.map_or(String::new(), |at| {
        let (x, y) = (at % found.width as usize, at / found.width as usize);
        format!(", first at {x},{y}: {:04x}, expected {:04x}", found.data[at], stored.data[at])
    });
    let pixels = found.data.len();
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{case}-{frame}-{what}.png"));
    let written = difference_picture(&rgb565_to_rgb8(&stored), &rgb565_to_rgb8(&found))
        .and_then(|picture| encode_rgb8(&picture))
        .map_err(|e| e.to_string())
        .and_then(|png| base_trace::write_whole(&path, &png).map_err(|e| e.to_string()));
    let drawn = match written {
        Ok(()) => format!("see {}", path.display()),
        Err(error) => error,
    };
    format!("; {what}: {identical} of {pixels} pixels are equal{at}; {drawn}")
}

fn stored(reference: &Path, frame: &str, what: &str, found: &Picture) -> Option<Words16> {
    let name = match (frame, what) {
        ("final", "aux") => "final_aux.u16.zst".to_owned(),
        ("final", what) => format!("final_{what}.rgb565.zst"),
        (frame, "front") => format!("{frame}.rgb565.zst"),
        _ => return None,
    };
    let packed = std::fs::read(reference.join(name)).ok()?;
    let bytes = zstd::decode_all(&*packed).ok()?;
    Words16::from_le_bytes(found.width, found.height, &bytes).ok()
}
