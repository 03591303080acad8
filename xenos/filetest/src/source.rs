//! Programs of files: assembly, or dwords.

use base_filetest::{Line, ParseError, Place};
use xenos_ucode::{Program, Stage, assemble};

/// Whether a comment of several lines is open behind a line of assembly, as the assembler reads it.
/// `open`: whether one is in front of it.
pub(crate) fn in_comment(mut text: &str, mut open: bool) -> bool {
    loop {
        let next = if open {
            text.find("*/").map(|at| at + 2)
        } else {
            let line = text.find(';').into_iter().chain(text.find("//")).min();
            // The assembler takes `/*/` for a whole comment.
            text.find("/*").filter(|at| line.is_none_or(|line| *at < line)).map(|at| at + 1)
        };
        match next.and_then(|at| text.get(at..)) {
            Some(rest) => (text, open) = (rest, !open),
            None => return open,
        }
    }
}

/// Assembles the lines behind `place`; complaints stand at the file's own lines.
pub(crate) fn assembly(place: &Place, stage: Stage, text: &str) -> Result<Program, ParseError> {
    assemble(Some(stage), text).map_err(|errors| match errors.first() {
        Some(error) => {
            let at = Place { line: place.line + error.line, column: error.column, ..place.clone() };
            ParseError::at(at, error.fault.to_string())
        }
        None => ParseError::at(place.clone(), "the program has an error"),
    })
}

/// The program of dwords.
pub(crate) fn words(place: &Place, stage: Stage, text: &str) -> Result<Program, ParseError> {
    let mut words = Vec::new();
    for (number, text) in (place.line + 1..).zip(text.lines()) {
        let mut line = Line::new(place.file.clone(), number, text);
        while !line.done() {
            words.push(line.integer("a dword")?);
        }
    }
    Ok(Program::decode(stage, &words).program)
}
