//! Whether a program is fit to be run.
//!
//! For: what the rules find, on standard error, and how a run of a program that breaks them ends.
//! Not for: the rules (`xenos-ucode`).

use anyhow::Context;
use play::xtr::Listing;
use xenos_ucode::{Remark, Severity, validate_read};

use crate::exit::BadInput;
use crate::out;

/// A program's remarks.
pub(super) struct Checked {
    pub(super) remarks: Vec<Remark>,
    /// Decoding found something.
    malformed: bool,
    shown: String,
}

impl Checked {
    /// Holds the program called `shown` against the rules.
    pub(super) fn of(listing: &Listing, shown: String) -> Self {
        let remarks = validate_read(&listing.program, &listing.findings);
        Self { remarks, malformed: !listing.findings.is_empty(), shown }
    }

    /// Says everything, a line each.
    pub(super) fn say(&self) {
        for remark in &self.remarks {
            out::error(format!("{}: {remark}\n", self.shown));
        }
    }

    /// Names of the rules that are broken, each once.
    fn broken(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for remark in self.remarks.iter().filter(|remark| remark.severity == Severity::Error) {
            let name = remark.rule.name();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Whether the program has a meaning.
    pub(super) fn is_sound(&self) -> bool {
        self.remarks.iter().all(|remark| remark.severity != Severity::Error)
    }

    /// How a run of it ends that went well otherwise; `run` says whether there was one.
    pub(super) fn ending(&self, run: bool) -> anyhow::Result<()> {
        if self.is_sound() {
            return Ok(());
        }
        let malformed = if self.malformed { "malformed: " } else { "" };
        let broken = self.broken().join(", ");
        let not = if run { "" } else { "; it was not run, which --invalid does" };
        Err(BadInput(format!("{malformed}rules broken: {broken}{not}"))).context(self.shown.clone())
    }
}
