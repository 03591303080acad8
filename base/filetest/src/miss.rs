//! What did not hold.

use std::fmt;

use crate::Place;

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// Where the expectation stands.
    pub place: Place,
    /// What was expected and what is.
    pub text: String,
}

impl Miss {
    /// All of them, one a line.
    pub fn lines(misses: &[Self]) -> String {
        misses.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}
