//! Text to words and signs, with places, comments left out.

use super::error::{AsmError, AsmFault, Found, shown};
use super::places::SourcePlace;

/// A word, a sign, or the end of a line (`"\n"`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    /// As it stands.
    pub(super) text: &'t str,
    /// Bytes before it.
    at: usize,
    line: u32,
    column: u32,
}

impl Token<'_> {
    /// Where it stands.
    pub(super) const fn place(&self) -> SourcePlace {
        SourcePlace { line: self.line, column: self.column }
    }

    /// An error here.
    pub(super) fn error(&self, fault: AsmFault) -> AsmError {
        AsmError { line: self.line, column: self.column, fault }
    }

    /// An error here: something else should stand in its place.
    pub(super) fn expected(&self, expected: impl Into<String>) -> AsmError {
        let found = match self.text {
            "" | "\n" => Found::End,
            text => Found::Text(shown(text)),
        };
        self.error(AsmFault::Expected { expected: expected.into(), found })
    }
}

const fn in_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '?')
}

/// The tokens of a text; the last one is the end of a line.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, AsmError> {
    let mut tokens = Vec::new();
    let (mut at, mut line, mut column) = (0, 1, 1);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or('\n');
        let length = if rest.starts_with("/*") {
            let comment = AsmError { line, column, fault: AsmFault::Comment };
            rest.find("*/").ok_or(comment)? + 2
        } else if rest.starts_with("//") || first == ';' {
            rest.find('\n').unwrap_or(rest.len())
        } else if in_word(first) {
            rest.find(|c| !in_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let piece = rest.get(..length).unwrap_or(rest);
        let comment = piece.starts_with("/*") || piece.starts_with("//") || first == ';';
        if !comment && (first == '\n' || !first.is_whitespace()) {
            if tokens.len() == super::ASM_TOKENS {
                return Err(AsmError { line, column, fault: AsmFault::Tokens });
            }
            tokens.push(Token { text: piece, at, line, column });
        }
        for character in piece.chars() {
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        at += piece.len();
    }
    tokens.push(Token { text: "\n", at: text.len(), line, column });
    Ok(tokens)
}

/// A place among tokens.
pub(super) struct Cursor<'t> {
    text: &'t str,
    tokens: &'t [Token<'t>],
    next: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t str, tokens: &'t [Token<'t>]) -> Self {
        Self { text, tokens, next: 0 }
    }

    /// The next token; the end of the line again and again behind the last.
    pub(super) fn peek(&self) -> Token<'t> {
        self.ahead(0)
    }

    /// The token `count` behind the next.
    pub(super) fn ahead(&self, count: usize) -> Token<'t> {
        let end = Token { text: "\n", at: self.text.len(), line: 1, column: 1 };
        self.tokens.get(self.next + count).or(self.tokens.last()).copied().unwrap_or(end)
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Token<'t> {
        let token = self.peek();
        self.next += 1;
        token
    }

    /// Takes the next token if it is `text`.
    pub(super) fn took(&mut self, text: &str) -> bool {
        let there = self.peek().text == text;
        self.next += usize::from(there);
        there
    }

    /// Takes `text`, which must be next.
    pub(super) fn expect(&mut self, text: &str) -> Result<(), AsmError> {
        if self.took(text) { Ok(()) } else { Err(self.peek().expected(format!("`{text}`"))) }
    }

    /// Takes a word.
    pub(super) fn word(&mut self, expected: &str) -> Result<Token<'t>, AsmError> {
        let token = self.peek();
        if token.text.starts_with(in_word) {
            self.next += 1;
            Ok(token)
        } else {
            Err(token.expected(expected))
        }
    }

    /// Takes everything up to a comma or the end of the line, as it stands; comments are no part.
    pub(super) fn value(&mut self) -> Result<(Token<'t>, &'t str), AsmError> {
        let first = self.peek();
        let mut end = first.at;
        while !matches!(self.peek().text, "," | "\n") {
            let token = self.take();
            if end != token.at {
                return Err(token.expected("a comma"));
            }
            end = token.at + token.text.len();
        }
        match self.text.get(first.at..end) {
            Some(value) if !value.is_empty() => Ok((first, value)),
            _ => Err(first.expected("a value")),
        }
    }

    /// The end of the line must be next, or the second half of an instruction.
    pub(super) fn end(&self) -> Result<(), AsmError> {
        match self.peek().text {
            "\n" | "+" => Ok(()),
            _ => Err(self.peek().expected("the end of the line")),
        }
    }

    /// Takes ends of lines, and says whether something is left.
    pub(super) fn skip_lines(&mut self) -> bool {
        while self.next < self.tokens.len() && self.peek().text == "\n" {
            self.next += 1;
        }
        self.next < self.tokens.len()
    }

    /// Whether a second half follows, on this line or a later one; takes its sign.
    pub(super) fn took_plus(&mut self) -> bool {
        let here = self.next;
        self.skip_lines();
        if self.took("+") {
            return true;
        }
        self.next = here;
        false
    }

    /// Goes on to the end of the line.
    pub(super) fn skip_line(&mut self) {
        while self.next < self.tokens.len() && self.peek().text != "\n" {
            self.next += 1;
        }
    }
}
