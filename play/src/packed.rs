//! The file around a saved position: a magic number, a version, a zstd frame with a checksum, so that
//! a damaged one is noticed.

use std::io::{Cursor, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

const LEVEL: i32 = 3;

/// What a file turned out to be.
pub(crate) enum Unpacked<T> {
    Body(T),
    /// It does not start with the magic number.
    Magic,
    /// A version that is not known.
    Version(u32),
    /// Why the body cannot be unpacked or decoded.
    Damaged(String),
}

pub(crate) fn pack<T: Serialize>(
    magic: [u8; 8],
    version: u32,
    saved: &T,
) -> std::io::Result<Vec<u8>> {
    let body = postcard::to_extend(saved, Vec::new()).map_err(std::io::Error::other)?;
    let mut bytes = magic.to_vec();
    bytes.extend(version.to_le_bytes());
    let mut encoder = zstd::Encoder::new(bytes, LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.write_all(&body)?;
    encoder.finish()
}

/// Takes a file apart whose body unpacks to `most` bytes at most.
pub(crate) fn unpack<T: DeserializeOwned>(
    magic: [u8; 8],
    version: u32,
    most: u64,
    bytes: &[u8],
) -> Unpacked<T> {
    let rest = bytes.strip_prefix(&magic).and_then(|rest| rest.split_first_chunk());
    let Some((found, packed)) = rest else { return Unpacked::Magic };
    let found = u32::from_le_bytes(*found);
    if found != version {
        return Unpacked::Version(found);
    }
    let read = || {
        let mut body = Vec::new();
        zstd::Decoder::new(Cursor::new(packed))?.take(most + 1).read_to_end(&mut body)?;
        std::io::Result::Ok(body)
    };
    match read() {
        Err(error) => Unpacked::Damaged(error.to_string()),
        Ok(body) if body.len() as u64 > most => {
            Unpacked::Damaged(format!("it unpacks to more than {most} bytes"))
        }
        Ok(body) => postcard::from_bytes(&body)
            .map_or_else(|error| Unpacked::Damaged(error.to_string()), Unpacked::Body),
    }
}
