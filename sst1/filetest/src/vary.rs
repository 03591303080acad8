//! A program with one thing changed.
//!
//! Every register write goes through [`Variation::write`], those of shapes and palettes included.
//! Where the case itself writes the register, writes of setups stay as they are.

use crate::cover::Replacement;
use crate::{Step, Subject, Target};

/// The one change, if any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variation<'a> {
    subject: Option<&'a Subject>,
    /// Whether writes of setups are changed.
    setups: bool,
}

/// What becomes of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// Nothing: it goes on as it is.
    Same(u32),
    /// Other data.
    Other(u32),
    /// It is left out.
    Dropped,
}

impl<'a> Variation<'a> {
    /// The program as it stands.
    pub(crate) const NONE: Variation<'static> = Variation { subject: None, setups: false };

    /// The program with `subject` changed. `written` lists what the program writes.
    pub(crate) fn of(subject: &'a Subject, written: &[Written]) -> Self {
        let own = Self { subject: Some(subject), setups: false };
        let in_case = written
            .iter()
            .any(|w| !w.setup && own.change(&w.target, w.data) != Changed::Same(w.data));
        Self { setups: !in_case, ..own }
    }

    /// The profile's change: a fact and its new value.
    pub(crate) fn fact(&self) -> Option<(&'static str, &'static str)> {
        match self.subject {
            Some(Subject::Fact { name, to, .. }) => Some((name, to)),
            _ => None,
        }
    }

    /// What becomes of `step`'s write of `data` to `target`.
    pub(crate) fn write(&self, step: &Step, target: &Target, data: u32) -> Changed {
        if step.setup && !self.setups { Changed::Same(data) } else { self.change(target, data) }
    }

    fn change(&self, written: &Target, data: u32) -> Changed {
        let Some(Subject::Bits { target, mask, from, to }) = self.subject else {
            return Changed::Same(data);
        };
        if !target.matches(written) || from.is_some_and(|from| data & mask != from) {
            return Changed::Same(data);
        }
        let other = match to {
            Replacement::Nothing => return Changed::Dropped,
            Replacement::Opposite => data ^ mask,
            Replacement::Bits(bits) => (data & !mask) | bits,
        };
        if other == data { Changed::Same(data) } else { Changed::Other(other) }
    }
}

/// A register write that a program made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) target: Target,
    pub(crate) data: u32,
    pub(crate) setup: bool,
}
