//! Text to programs: the syntax of listings, made easy to write by hand.
//!
//! For: reading back what [`crate::disassemble`] writes, and what people write: `docs/microcode-asm.md`
//! has the grammar.
//! Not for: judging a program; that is [`crate::validate`]. What the words cannot hold is an error
//! here, what the chip should not run is a finding there.
//! Facts: the syntax is that of Xenia and the console's tools, see `disasm`; packing instructions
//! into execs, allocs and ends that a text leaves out, and short swizzles are this assembler's own.
//!
//! ```
//! use xenos_ucode::{Stage, assemble};
//!
//! let program = assemble(None, "ps\n tfetch2D r1, r0.xy, tf0\n mul oC0, r1, c0").unwrap();
//! assert_eq!(program.stage, Stage::Pixel);
//! assert_eq!(program.flow.len(), 4);
//! let faults = assemble(None, "ps\n mul oC0, r1, k0").unwrap_err();
//! assert_eq!(faults[0].to_string(), "2:15: expected r or c, and a number, found `k0`");
//! ```

mod alu;
mod build;
mod error;
mod fetch;
mod flow;
mod hint;
mod lex;
mod operand;
mod places;
mod statement;

pub use error::{AsmError, AsmFault};
pub use hint::Hint;
pub use places::{Assembled, SourceMap, SourcePlace};

use crate::program::{Program, Stage};
use lex::Token;

/// Bytes a text has at most: execs that share instructions repeat them in their listing, which has
/// several megabytes then. Time and memory go with the size.
pub const ASM_BYTES: usize = 16 << 20;

/// Words and signs a text has at most; the longest listing has a quarter of it.
const ASM_TOKENS: usize = 4 << 20;

/// Errors reported in one run at most.
pub const ASM_ERRORS: usize = 20;

/// The program of a text.
///
/// The stage may be given here, or by a line `vs` or `ps`; otherwise registers tell, if they can.
///
/// # Errors
///
/// At least one error, in the order of the text, and at most [`ASM_ERRORS`].
pub fn assemble(stage: Option<Stage>, text: &str) -> Result<Program, Vec<AsmError>> {
    assemble_with_places(stage, text).map(|made| made.program)
}

/// The program of a text, and where the text has what of it; else as [`assemble`].
///
/// # Errors
///
/// As [`assemble`].
pub fn assemble_with_places(stage: Option<Stage>, text: &str) -> Result<Assembled, Vec<AsmError>> {
    if text.len() > ASM_BYTES {
        return Err(vec![AsmError { line: 1, column: 1, fault: AsmFault::Size(text.len()) }]);
    }
    // Some editors begin a text with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tokens = lex::tokens(text).map_err(|error| vec![error])?;
    let Some(stage) = stage.or_else(|| named(&tokens)).or_else(|| implied(&tokens)) else {
        return Err(vec![AsmError { line: 1, column: 1, fault: AsmFault::Stage }]);
    };
    let mut builder = build::Builder::new(stage);
    let mut errors = Vec::new();
    let mut cursor = lex::Cursor::new(text, &tokens);
    while cursor.skip_lines() {
        if let Err(error) = statement::statement(&mut cursor, &mut builder) {
            errors.push(error);
            if errors.len() == ASM_ERRORS {
                return Err(errors);
            }
            cursor.skip_line();
        }
    }
    builder.finish(errors)
}

/// The stage that a word names.
fn stage_word(word: &str) -> Option<Stage> {
    match word {
        "vs" | "xvs_3_0" => Some(Stage::Vertex),
        "ps" | "xps_3_0" => Some(Stage::Pixel),
        _ => None,
    }
}

/// The stage that the first line names.
fn named(tokens: &[Token<'_>]) -> Option<Stage> {
    stage_word(tokens.iter().find(|token| token.text != "\n")?.text)
}

/// The stage that registers and allocs imply.
fn implied(tokens: &[Token<'_>]) -> Option<Stage> {
    tokens.iter().find_map(|token| match token.text {
        "oC0" | "oC1" | "oC2" | "oC3" | "oDepth" | "colors" => Some(Stage::Pixel),
        "oPos" | "oPts" | "interpolators" | "vfetch_full" => Some(Stage::Vertex),
        text => {
            let number = text.strip_prefix('o')?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then_some(Stage::Vertex)
        }
    })
}

#[cfg(test)]
mod tests;
