//! Printing, where a reader may hang up.

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::Context;
use serde::Serialize;

/// Prints `text` as it is.
pub(crate) fn text(text: impl Display) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        // Nobody listens any more: that is no failure, and no reason to forget how the work went.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// Prints `text` on standard error; where nobody listens, it is lost.
pub(crate) fn error(text: impl Display) {
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Prints `value` as JSON over several lines.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    text(pretty(value)?)
}

/// `value` as JSON over several lines, with a line end.
pub(crate) fn pretty(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
