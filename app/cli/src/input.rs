//! Opening traces and other inputs by the name that was typed.

use std::ops::Range;
use std::path::Path;

use anyhow::Context;
use base_trace::{Opened, Options, Source, Stored, TraceKind};
use play::{Input, PlayError};
use sst1_vood::Trace;
use xenos_xtr::Reader;

use crate::exit::{BadInput, Usage};

/// A trace of any kind by its path; `-` is standard input.
pub(crate) fn opened(path: &Path) -> anyhow::Result<Opened> {
    base_trace::open(path, Options::default()).with_context(|| shown(path))
}

/// What a content is that is no trace of any kind.
pub(crate) fn no_trace(opened: &mut Opened) -> anyhow::Result<BadInput> {
    let beginning = opened.trace.peek(TraceKind::PREFIX)?;
    let short = |kind: &str| format!("{} bytes: too short for {kind}", beginning.len());
    let message = match beginning {
        [] => "empty: neither a VOOD trace (SST-1) nor an .xtr trace (Xenos)".to_owned(),
        [1, 0, 0, 0, ..] if beginning.len() < TraceKind::PREFIX => short("an .xtr trace"),
        _ if b"DOOV".starts_with(beginning) => short("a VOOD trace"),
        _ => "neither a VOOD trace (SST-1) nor an .xtr trace (Xenos)".to_owned(),
    };
    Ok(BadInput(message))
}

/// A trace of an SST-1 by its path; `-` is standard input.
pub(crate) fn trace(path: &Path) -> anyhow::Result<Trace> {
    let opened = opened(path)?;
    if opened.kind == TraceKind::Xtr {
        let message = "an .xtr trace of a Xenos, and this verb plays VOOD traces of an SST-1; info, \
                       replay, trim, packets, draws, shaders, census, contract, check and report \
                       read it";
        return Err(Usage::error(message)).with_context(|| shown(path));
    }
    Trace::from_opened(opened).with_context(|| shown(path))
}

/// A trace of a Xenos by its path; `-` is standard input.
pub(crate) fn xtr(path: &Path) -> anyhow::Result<Reader> {
    let opened = opened(path)?;
    if opened.kind == TraceKind::Vood {
        let message = "a VOOD trace of an SST-1, and this verb reads .xtr traces of a Xenos";
        return Err(Usage::error(message)).with_context(|| shown(path));
    }
    xtr_from(opened).with_context(|| shown(path))
}

/// Goes on from an opened path that holds an .xtr trace.
pub(crate) fn xtr_from(opened: Opened) -> anyhow::Result<Reader> {
    if opened.state.is_some() {
        return Err(Usage::error("an .xtr trace has no state.bin beside it"));
    }
    Ok(Reader::new(opened.trace)?)
}

/// What opens a trace again and again.
pub(crate) fn again(path: &Path) -> anyhow::Result<impl Fn() -> Result<Trace, PlayError>> {
    readable_again(path)?;
    // The first opening tells what is wrong with the file in the usual words.
    drop(trace(path)?);
    Ok(move || Ok(Trace::open(path, Options::default().with_sha256(false))?))
}

/// Refuses what has no second reading: standard input and pipes.
pub(crate) fn readable_again(path: &Path) -> anyhow::Result<()> {
    let pipe = std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
    if path.as_os_str() == "-" || pipe {
        return Err(Usage::error("a trace is read several times: standard input cannot be"));
    }
    Ok(())
}

/// A path for messages.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { base_text::path(path) }
}

/// That none of the frames asked for is there; `there` is how many end in the trace.
pub(crate) fn no_frames(frames: &Range<u64>, there: u64) -> anyhow::Error {
    let end = if frames.end == u64::MAX { String::new() } else { frames.end.to_string() };
    let is = if there == 1 { "frame is" } else { "frames are" };
    let message = format!("--frames {}..{end}: none of them is there; {there} {is}", frames.start);
    Usage::error(message)
}

/// The SHA-256 of a folder trace's state image.
pub(crate) fn image_digest(trace: &Trace) -> Option<String> {
    trace.state_stored.and_then(|stored| stored.sha256_hex())
}

/// What is stored of a trace whose stream was read as far as needed; `whole` if that was to its end.
pub(crate) fn described(
    path: &Path,
    source: Source,
    state_sha256: Option<String>,
    whole: bool,
) -> Input {
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
    Source::open(path, Options::default().with_sha256(false))
        .and_then(|mut source| source.read_rest(most))
        .with_context(|| shown(path))
}
