//! How a run failed, as JSON.
//!
//! For: what --json prints where there is nothing else to print; docs/json.md describes it.
//! Not for: what is wrong with an input that a verb describes all the same; its own JSON has that.

use serde::Serialize;
use sst1_vood::VoodError;
use xenos_ucode::AsmError;
use xenos_xtr::XtrError;

use super::{BadText, Exit};

/// The object.
#[derive(Serialize)]
pub(super) struct Failed {
    version: u32,
    error: Error,
}

#[derive(Serialize)]
struct Error {
    exit: u8,
    kind: &'static str,
    message: String,
    /// Byte in the decompressed trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
    /// Of a program's text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Fault>,
}

/// An error in a program's text.
#[derive(Serialize)]
pub(crate) struct Fault {
    line: u32,
    column: u32,
    message: String,
}

impl From<&AsmError> for Fault {
    fn from(error: &AsmError) -> Self {
        Self { line: error.line, column: error.column, message: error.fault.to_string() }
    }
}

impl Failed {
    /// Without a place.
    pub(super) fn plain(exit: Exit, message: String) -> Self {
        let error = Error {
            exit: exit as u8,
            kind: exit.name(),
            message,
            offset: None,
            record: None,
            errors: Vec::new(),
        };
        Self { version: 1, error }
    }

    /// With the place that an error among the causes has.
    pub(super) fn of(error: &anyhow::Error, exit: Exit, message: String) -> Self {
        let mut failed = Self::plain(exit, message);
        let of = &mut failed.error;
        for cause in error.chain() {
            if let Some(XtrError::Malformed { offset, record, .. }) = cause.downcast_ref() {
                (of.offset, of.record) = (Some(*offset), *record);
            }
            if let Some(VoodError::Malformed { offset, record, .. }) = cause.downcast_ref() {
                (of.offset, of.record) = (Some(*offset), *record);
            }
            if let Some(BadText(errors)) = cause.downcast_ref() {
                of.errors = errors.iter().map(Fault::from).collect();
            }
        }
        failed
    }
}
