//! Reading a picture of any kind that is written here.

use std::path::Path;

use anyhow::Context;
use base_pixels::{
    MAX_PIXELS, PixelsError, Rgb8, Words16, decode_gray16, decode_rgb8, rgb565_to_rgb8,
};

use super::Size;
use crate::exit::BadInput;
use crate::input;

const PNG: [u8; 8] = *b"\x89PNG\r\n\x1A\n";
/// Largest file that is read as a picture: its pixels may be [`MAX_PIXELS`] of four bytes each.
const MOST_BYTES: u64 = 256 << 20;
/// Endings of files that are pictures.
const ENDINGS: [&str; 4] = ["png", "rgb565", "aux16", "u16"];

/// A picture in memory.
pub(crate) enum Picture {
    Color(Rgb8),
    /// Compared with all 16 bits.
    Gray(Words16),
}

impl Picture {
    pub(crate) fn size(&self) -> (u32, u32) {
        match self {
            Self::Color(picture) => (picture.width, picture.height),
            Self::Gray(words) => (words.width, words.height),
        }
    }
}

/// Whether a file of this name is a picture.
pub(crate) fn is_picture(name: &str) -> bool {
    ENDINGS.contains(&ending(name))
}

/// Whether a file of this name is compared byte by byte: what a replay writes of an .xtr trace beside
/// pictures.
pub(crate) fn is_raw(name: &str) -> bool {
    match ending(name) {
        "words" => true,
        "bin" => name.starts_with("edram-") || name.starts_with("resolve-"),
        _ => false,
    }
}

/// All bytes of such a file.
pub(crate) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    input::bytes(path, MOST_BYTES)
}

/// The name of a difference picture in a folder.
pub(crate) fn difference_name(name: &str) -> String {
    if ending(name) == "png" { name.to_owned() } else { format!("{name}.png") }
}

/// What stands behind the last dot, compression aside.
fn ending(name: &str) -> &str {
    let name = name.strip_suffix(".zst").or_else(|| name.strip_suffix(".gz")).unwrap_or(name);
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Reads a PNG by its content, anything else as raw words by its name's ending.
pub(crate) fn picture(path: &Path, size: Option<Size>) -> anyhow::Result<Picture> {
    let bytes = input::bytes(path, MOST_BYTES)?;
    let read = if bytes.starts_with(&PNG) { png(&bytes) } else { raw(path, size, bytes) };
    read.with_context(|| input::shown(path))
}

fn png(bytes: &[u8]) -> anyhow::Result<Picture> {
    let read = match decode_gray16(bytes) {
        Ok(words) => Ok(Picture::Gray(words)),
        Err(PixelsError::NotGray16 { .. }) => decode_rgb8(bytes).map(Picture::Color),
        Err(error) => Err(error),
    };
    read.map_err(|error| anyhow::Error::new(error).context(BadInput("not a sound PNG".into())))
}

fn raw(path: &Path, size: Option<Size>, bytes: Vec<u8>) -> anyhow::Result<Picture> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let gray = matches!(ending(&name), "aux16" | "u16");
    if !gray && ending(&name) != "rgb565" && size.is_none() {
        let message = "neither a PNG nor raw words (.rgb565, .aux16, .u16, or --size)";
        return Err(BadInput(message.into()).into());
    }
    let pixels = bytes.len() as u64 / 2;
    if pixels > MAX_PIXELS {
        let message = format!("{pixels} pixels, and at most {MAX_PIXELS} are compared");
        return Err(BadInput(message).into());
    }
    let row = Size { width: (bytes.len() / 2) as u32, height: 1 };
    let size = size.unwrap_or(row);
    let words = Words16::from_le_bytes(size.width, size.height, &bytes)
        .map_err(|error| BadInput(error.to_string()))?;
    drop(bytes);
    Ok(if gray { Picture::Gray(words) } else { Picture::Color(rgb565_to_rgb8(&words)) })
}
