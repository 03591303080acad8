//! Programs of files: assembly, or dwords.

use base_filetest::{Line, ParseError, Place};
use xenos_ucode::{Program, Stage, assemble};

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
