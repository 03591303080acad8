//! Printing, where a reader may hang up.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use serde::Serialize;

/// Whether a whole JSON document stands on standard output.
static DOCUMENT: AtomicBool = AtomicBool::new(false);

const FAILED: &str = "cannot write to standard output";

/// Prints `text` as it is.
pub(crate) fn text(text: impl Display) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        // Nobody listens any more: that is no failure, and no reason to forget how the work went.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context(FAILED),
    }
}

/// Standard output for many lines.
pub(crate) struct Lines(io::BufWriter<io::StdoutLock<'static>>);

impl Lines {
    pub(crate) fn new() -> Self {
        Self(io::BufWriter::new(io::stdout().lock()))
    }

    /// Prints `text` as it is. Where nobody listens any more, that is an error: there is no use in
    /// going on.
    pub(crate) fn text(&mut self, text: impl Display) -> anyhow::Result<()> {
        write!(self.0, "{text}").context(FAILED)
    }

    /// Prints `value` as JSON in one line.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(value)?;
        writeln!(self.0, "{line}").context(FAILED)
    }

    /// Prints what is left.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.0.flush().context(FAILED)
    }
}

/// Prints `text` on standard error; where nobody listens, it is lost.
pub(crate) fn error(text: impl Display) {
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Prints `value` as JSON over several lines.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    document(pretty(value)?)
}

/// Prints a whole JSON document that is text already.
pub(crate) fn document(json: impl Display) -> anyhow::Result<()> {
    text(json)?;
    DOCUMENT.store(true, Ordering::Relaxed);
    Ok(())
}

/// Whether a whole JSON document was printed: what is wrong is said in it then, or beside it on
/// standard error.
pub(crate) fn has_document() -> bool {
    DOCUMENT.load(Ordering::Relaxed)
}

/// Prints `value` as JSON in one line; where nobody listens, it is lost.
pub(crate) fn last_line(value: &impl Serialize) {
    if let Ok(line) = serde_json::to_string(value) {
        let _ = writeln!(io::stdout().lock(), "{line}");
    }
}

/// `value` as JSON over several lines, with a line end.
pub(crate) fn pretty(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
