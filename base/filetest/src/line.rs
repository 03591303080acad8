//! A line as a row of words, each with its column.
//!
//! Words are separated by blanks; `=`, `,`, `:` and `|` are words of their own; `;` begins a comment.

use std::sync::Arc;

use crate::{ParseError, Place};

/// Characters that are words by themselves.
const MARKS: [char; 4] = ['=', ',', ':', '|'];

/// One word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    column: u32,
}

/// The words of a line, taken from the left.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    file: Arc<str>,
    number: u32,
    tokens: Vec<Token<'a>>,
    next: usize,
    /// The column behind the last word, for complaints about what is missing.
    end: u32,
}

impl<'a> Line<'a> {
    /// Takes `text`, line `number` of `file`, apart.
    pub fn new(file: Arc<str>, number: u32, text: &'a str) -> Self {
        let code = text.split(';').next().unwrap_or_default();
        let mut tokens = Vec::new();
        let mut start = None;
        let mut column = 0;
        let mut begun = 0;
        for (index, c) in code.char_indices() {
            column += 1;
            let mark = MARKS.contains(&c);
            if mark || c.is_whitespace() {
                if let Some(first) = start.take() {
                    tokens.push(Token { text: &code[first..index], column: begun });
                }
                if mark {
                    tokens.push(Token { text: &code[index..=index], column });
                }
            } else if start.is_none() {
                start = Some(index);
                begun = column;
            }
        }
        if let Some(first) = start {
            tokens.push(Token { text: &code[first..], column: begun });
        }
        let end = code.trim_end().chars().count() as u32 + 1;
        Self { file, number, tokens, next: 0, end }
    }

    /// Whether no word is left.
    pub fn done(&self) -> bool {
        self.next >= self.tokens.len()
    }

    /// The next word, which stays.
    pub fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.next).map(|token| token.text)
    }

    /// The place of the next word, or of the line's end.
    pub fn place(&self) -> Place {
        let column = self.tokens.get(self.next).map_or(self.end, |token| token.column);
        Place { file: Arc::clone(&self.file), line: self.number, column }
    }

    /// An error at the next word, or at the line's end.
    pub fn fail(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(self.place(), message)
    }

    /// Takes a word.
    pub fn word(&mut self, what: &str) -> Result<&'a str, ParseError> {
        match self.tokens.get(self.next) {
            Some(token) => {
                self.next += 1;
                Ok(token.text)
            }
            None => Err(self.fail(format!("{what} is missing"))),
        }
    }

    /// Takes the next word if it is `text`.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        if found {
            self.next += 1;
        }
        found
    }

    /// Takes `text`, or complains.
    pub fn need(&mut self, text: &str) -> Result<(), ParseError> {
        if self.eat(text) { Ok(()) } else { Err(self.fail(format!("`{text}` is missing"))) }
    }

    /// Complains if words are left.
    pub fn end(&self) -> Result<(), ParseError> {
        match self.peek() {
            Some(word) => Err(self.fail(format!("`{word}` is one word too many"))),
            None => Ok(()),
        }
    }

    /// Takes a word and hands it to `read`; the complaint stands at that word.
    pub fn parsed<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(&'a str) -> Result<T, String>,
    ) -> Result<T, ParseError> {
        let place = self.place();
        let word = self.word(what)?;
        read(word).map_err(|message| ParseError::at(place, message))
    }

    /// Takes a name: letters, digits, `_`, `-` and `.`.
    pub fn name(&mut self) -> Result<&'a str, ParseError> {
        self.parsed("a name", |word| {
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
            if word.chars().all(plain) {
                Ok(word)
            } else {
                let word = word.escape_debug();
                Err(format!("`{word}`: a name has letters, digits, `_`, `-` and `.`"))
            }
        })
    }

    /// Takes an integer.
    pub fn integer(&mut self, what: &str) -> Result<u32, ParseError> {
        self.parsed(what, crate::number::integer)
    }

    /// Takes an integer of at most `limit`.
    pub fn up_to(&mut self, what: &str, limit: u32) -> Result<u32, ParseError> {
        self.parsed(what, |word| match crate::number::integer(word)? {
            value if value > limit => Err(format!("{what} is at most {limit:#x}, not `{word}`")),
            value => Ok(value),
        })
    }

    /// Takes `name = integer` where `name` is the next word.
    pub fn option(&mut self, name: &str, limit: u32) -> Result<Option<u32>, ParseError> {
        if !self.eat(name) {
            return Ok(None);
        }
        self.need("=")?;
        self.up_to(name, limit).map(Some)
    }
}

#[cfg(test)]
mod tests;
