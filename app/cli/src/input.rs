//! Opening traces and other inputs by the name that was typed.

use std::path::Path;

use anyhow::Context;
use base_trace::{Options, Source, Stored};
use play::{Input, PlayError};
use sst1_vood::{Reader, Trace};

use crate::exit::Usage;

/// A trace by its path; `-` is standard input.
pub(crate) fn trace(path: &Path) -> anyhow::Result<Trace> {
    Trace::open(path, Options::default()).with_context(|| shown(path))
}

/// A trace that is read several times; the first opening has told what is wrong with the file.
pub(crate) fn again(path: &Path) -> Result<Trace, PlayError> {
    Ok(Trace::open(path, Options::default().with_sha256(false))?)
}

/// Refuses what has no second reading.
pub(crate) fn readable_again(path: &Path) -> anyhow::Result<()> {
    let pipe = std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
    if path.as_os_str() == "-" || pipe {
        return Err(Usage::error("a trace is read several times: standard input cannot be"));
    }
    Ok(())
}

/// A path for messages.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// The SHA-256 of a folder trace's state image.
pub(crate) fn image_digest(trace: &Trace) -> Option<String> {
    trace.state_stored.and_then(|stored| stored.sha256_hex())
}

/// What is stored of a trace whose stream was read as far as needed; `whole` if that was to its end.
pub(crate) fn described(
    path: &Path,
    reader: Reader,
    state_sha256: Option<String>,
    whole: bool,
) -> Input {
    let source = reader.into_source();
    // What is left of a pipe may never end. Unreadable rests leave the fields empty too; whoever read
    // the stream has reported the fault.
    let ends = whole || source.progress().total().is_some();
    let stored: Option<Stored> = if ends { source.finish().ok() } else { None };
    let name = if path.as_os_str() == "-" {
        "-".to_owned()
    } else {
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = path.file_name().or_else(|| full.file_name()).unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    Input {
        name,
        bytes: stored.map(|stored| stored.bytes),
        sha256: stored.and_then(|stored| stored.sha256_hex()),
        state_sha256,
    }
}

/// All bytes of a (perhaps compressed) file of at most `most` bytes; `-` is standard input.
pub(crate) fn bytes(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let read = || -> anyhow::Result<Vec<u8>> {
        let mut source = Source::open(path, Options::default().with_sha256(false))?;
        let mut bytes = Vec::new();
        loop {
            let available = source.fill(1)?;
            let n = available.len();
            if n == 0 {
                return Ok(bytes);
            }
            bytes.extend_from_slice(available);
            source.consume(n);
            if bytes.len() as u64 > most {
                anyhow::bail!(crate::exit::BadInput(format!("it has more than {most} bytes")));
            }
        }
    };
    read().with_context(|| shown(path))
}
