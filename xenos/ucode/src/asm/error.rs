//! What is wrong with a text.

use std::fmt;

use super::hint::Hint;

/// An error with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {fault}")]
pub struct AsmError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// What is wrong.
    pub fault: AsmFault,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AsmFault {
    /// Something else should stand there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should.
        expected: String,
        /// What does.
        found: Found,
    },
    /// No instruction has the name.
    #[error("no instruction is called `{name}`{hint}")]
    Mnemonic {
        /// The name.
        name: String,
        /// What may have been meant.
        hint: Hint,
    },
    /// No attribute of the instruction has the name.
    #[error("`{instruction}` has no attribute `{name}`")]
    Attribute {
        /// The instruction.
        instruction: String,
        /// The name.
        name: String,
    },
    /// An attribute stands twice.
    #[error("`{0}` stands twice")]
    Twice(String),
    /// A number does not fit.
    #[error("{what} is {value}, allowed are {least} to {most}")]
    Range {
        /// What it is.
        what: &'static str,
        /// The number as written.
        value: String,
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// A number that is no whole count of steps, or does not fit.
    #[error(
        "{what} is {value}, allowed are {} to {} in steps of 1/{steps}",
        *least as f64 / *steps as f64, *most as f64 / *steps as f64
    )]
    Steps {
        /// What it is.
        what: &'static str,
        /// The number as written.
        value: String,
        /// The least, in steps.
        least: i64,
        /// The most, in steps.
        most: i64,
        /// Steps in 1, a power of two.
        steps: i64,
    },
    /// The words of an instruction cannot hold what is asked for.
    #[error("{0}")]
    Conflict(&'static str),
    /// A label that no line has.
    #[error("no label is called `{0}`")]
    Label(String),
    /// Two lines have the same label.
    #[error("label `{0}` stands twice")]
    LabelTwice(String),
    /// A second half of an instruction stands alone.
    #[error("a second half stands behind a vector operation only")]
    Half,
    /// A predicated exec with more instructions than fit into one.
    #[error("a predicated exec runs at most 6 instructions; start another")]
    Full,
    /// A loop's end without a start, or a start without an end.
    #[error("half a loop: `loop` and `endloop` without a label must match")]
    Loop,
    /// The execs leave no instruction at the first address, so that nothing ends the control flow.
    #[error("no exec runs the first instruction, at address {0}")]
    First(u32),
    /// A program that addresses do not reach.
    #[error("the program is too long: addresses reach 4095")]
    Long,
    /// Nothing is there.
    #[error("no instruction")]
    Empty,
    /// The stage is not known.
    #[error("the stage is not known: begin with a line `vs` or `ps`")]
    Stage,
    /// The text is too long.
    #[error("{0} bytes of text, at most {most}", most = super::ASM_BYTES)]
    Size(usize),
    /// The text has too many words and signs.
    #[error("more than {most} words and signs", most = super::ASM_TOKENS)]
    Tokens,
    /// A comment does not end.
    #[error("the comment does not end")]
    Comment,
}

/// What stands in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A word or sign, cut to a bearable length.
    Text(String),
    /// The end of the line or text.
    End,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "`{text}`"),
            Self::End => f.write_str("the end of the line"),
        }
    }
}

/// The longest piece of a text that an error repeats.
const SHOWN: usize = 40;

/// A piece of a text, fit for a message.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}
