//! Where in a file something is, and what can be wrong with a file.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A place in a file, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named.
    pub file: Arc<str>,
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Why a file is not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// A line that the format does not know.
    #[error("{place}: {message}")]
    Syntax {
        /// Where.
        place: Place,
        /// What is wrong with it.
        message: String,
    },
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file that an `include` names cannot be read.
    #[error("{place}: include: {source}")]
    Include {
        /// Where it is named.
        place: Place,
        /// Why.
        source: std::io::Error,
    },
}

impl ParseError {
    /// A line that the format does not know.
    pub fn at(place: Place, message: impl Into<String>) -> Self {
        Self::Syntax { place, message: message.into() }
    }
}
