//! Microcode programs by the name that was typed: words, or a text.
//!
//! For: what `eval` and `shader-diff` read alike.
//! Not for: `asm` and `disasm`, which read one of the two.

use std::path::Path;

use anyhow::Context;
use xenos_ucode::{ASM_BYTES, Program, Stage, assemble};

use crate::disasm::by_name;
use crate::exit::{BadInput, BadText, Usage};
use crate::{input, out};

/// A program as a file holds it.
pub(crate) enum Read {
    /// A text, assembled.
    Text(Program),
    /// Words, which may be malformed.
    Words(Stage, Vec<u32>),
}

/// Reads a program: words if the name ends in .bin or a byte is zero, a text otherwise. Control flow
/// always has zeros in it, and texts have none.
pub(crate) fn read(path: &Path, stage: Option<Stage>) -> anyhow::Result<Read> {
    let shown = input::shown(path);
    let stage = stage.or_else(|| by_name(path));
    let bytes = input::bytes(path, ASM_BYTES as u64)?;
    let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bin"));
    if !named && !bytes.contains(&0) {
        return text(&bytes, stage, &shown).map(Read::Text).with_context(|| shown);
    }
    let stage = stage.ok_or_else(|| {
        Usage::error(format!("{shown}: --stage is needed: the name does not say which stage it is"))
    })?;
    words(&bytes).map(|words| Read::Words(stage, words)).with_context(|| shown)
}

/// Assembles a text; what is wrong with it goes to standard error, an error a line.
fn text(bytes: &[u8], stage: Option<Stage>, shown: &str) -> anyhow::Result<Program> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        BadInput(format!(
            "no text from byte {} on; the name of a program's words ends in .bin",
            error.valid_up_to()
        ))
    })?;
    assemble(stage, text).map_err(|errors| {
        for error in &errors {
            out::error(format!("{shown}:{error}\n"));
        }
        BadText(errors).into()
    })
}

fn words(bytes: &[u8]) -> anyhow::Result<Vec<u32>> {
    let (words, rest) = bytes.as_chunks();
    if words.is_empty() || !rest.is_empty() {
        let message = format!("{} bytes are no whole dwords of a program", bytes.len());
        return Err(BadInput(message).into());
    }
    if bytes.len() > MOST_WORDS {
        let message = format!("{} bytes of a program, at most {MOST_WORDS}", bytes.len());
        return Err(BadInput(message).into());
    }
    Ok(words.iter().map(|word| u32::from_be_bytes(*word)).collect())
}

/// Bytes of a program's words at most: more than any load names.
const MOST_WORDS: usize = 1 << 20;
