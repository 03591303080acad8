//! What the three text formats share: the first line, comments, fields, errors.

use base_text::excerpt;
use thiserror::Error;

/// A text file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// Another file.
    #[error("line 1: it does not begin with `afterimage {format} VERSION`, but with `{found}`")]
    Head {
        /// The format that was expected.
        format: &'static str,
        /// How its first line begins.
        found: String,
    },
    /// No file.
    #[error("line 1: the file is empty; it should begin with `afterimage {format} VERSION`")]
    Empty {
        /// The format that was expected.
        format: &'static str,
    },
    /// A version that this build does not know.
    #[error("line 1: {format} of version {found}; this build knows version {known}")]
    Version {
        /// The format.
        format: &'static str,
        /// The version found.
        found: String,
        /// The version known.
        known: u32,
    },
    /// A line that makes no sense.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

impl TextError {
    pub(crate) fn at(line: usize, reason: impl Into<String>) -> Self {
        Self::Line { line, reason: reason.into() }
    }
}

/// A line that says something, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    pub(crate) fn error(&self, reason: impl Into<String>) -> TextError {
        TextError::at(self.number, reason)
    }

    /// Its fields, if there are `N`.
    pub(crate) fn fields<const N: usize>(&self, what: &str) -> Result<[&'a str; N], TextError> {
        let fields: Vec<&str> = self.text.split_ascii_whitespace().take(N + 1).collect();
        let more = if fields.len() > N { "or more " } else { "" };
        let found = fields.len();
        fields
            .try_into()
            .map_err(|_| self.error(format!("{found} {more}fields instead of {N}: {what}")))
    }

    /// A decimal number.
    pub(crate) fn number(&self, field: &str, what: &str) -> Result<u64, TextError> {
        let digits = field.bytes().all(|byte| byte.is_ascii_digit());
        let number = field.parse().ok().filter(|_| digits);
        number.ok_or_else(|| self.error(format!("{what}: `{}` is no number", excerpt(field))))
    }

    /// A hexadecimal number of `digits` digits.
    pub(crate) fn hex(&self, field: &str, digits: usize, what: &str) -> Result<u64, TextError> {
        let good = field.len() == digits && field.bytes().all(|b| b.is_ascii_hexdigit());
        u64::from_str_radix(field, 16).ok().filter(|_| good).ok_or_else(|| {
            let field = excerpt(field);
            self.error(format!("{what}: `{field}` has not {digits} hexadecimal digits"))
        })
    }
}

/// The lines behind a checked first line, without blank ones and comments.
pub(crate) fn lines<'a>(
    bytes: &'a [u8],
    format: &'static str,
    known: u32,
) -> Result<impl Iterator<Item = Line<'a>>, TextError> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = before.split(|byte| *byte == b'\n').count();
            return Err(TextError::at(line, "it is no UTF-8 text"));
        }
    };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err(TextError::Empty { format });
    }
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default().trim_end();
    let version = head
        .strip_prefix("afterimage ")
        .and_then(|rest| rest.strip_prefix(format)?.strip_prefix(' '))
        .ok_or_else(|| TextError::Head { format, found: excerpt(head) })?;
    if version != known.to_string() {
        return Err(TextError::Version { format, found: excerpt(version), known });
    }
    Ok((2..)
        .zip(lines)
        .map(|(number, text)| Line { number, text: text.trim() })
        .filter(|line| !line.text.is_empty() && !line.text.starts_with('#')))
}
