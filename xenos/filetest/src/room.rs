//! How much a file may hold.
//!
//! For: bounds on what a short file can ask for by using setups and including files again and again.
//! Not for: bounds of single lines; their readers have those.
//! Facts: the bounds of `docs/filetests-xenos.md`.

use base_filetest::{INCLUDE_FILES, ParseError, Place};
use xenos_ucode::Program;

use crate::Step;

/// Lines of state, setups counted wherever they are used.
const LINES: usize = 100_000;
/// Words of state and of programs, counted alike.
const WORDS: usize = 1 << 20;
/// Words of a control-flow instruction: one and a half, rounded up.
const FLOW_WORDS: usize = 2;
/// Words of an instruction behind it.
const SLOT_WORDS: usize = 3;

/// What may still come.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    lines: usize,
    words: usize,
    files: u32,
}

impl Room {
    /// All of it.
    pub(crate) const fn new() -> Self {
        Self { lines: LINES, words: WORDS, files: INCLUDE_FILES }
    }

    /// Takes room for steps.
    pub(crate) fn steps(&mut self, place: &Place, steps: &[Step]) -> Result<(), ParseError> {
        self.lines = self.lines.checked_sub(steps.len()).ok_or_else(|| {
            ParseError::at(place.clone(), format!("a file has at most {LINES} lines of state"))
        })?;
        self.words(place, steps.iter().map(|step| step.state.words()).sum())
    }

    /// Takes room for a program.
    pub(crate) fn program(&mut self, place: &Place, program: &Program) -> Result<(), ParseError> {
        self.words(place, program.flow.len() * FLOW_WORDS + program.slots.len() * SLOT_WORDS)
    }

    /// Takes room for a file.
    pub(crate) fn include(&mut self, place: &Place) -> Result<(), ParseError> {
        self.files = self.files.checked_sub(1).ok_or_else(|| {
            let message = format!("a file includes at most {INCLUDE_FILES} others");
            ParseError::at(place.clone(), message)
        })?;
        Ok(())
    }

    fn words(&mut self, place: &Place, words: usize) -> Result<(), ParseError> {
        self.words = self.words.checked_sub(words).ok_or_else(|| {
            let message = format!("a file has at most {WORDS} words of state and programs");
            ParseError::at(place.clone(), message)
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
