//! A line of text, or two for both halves of an instruction.

use super::build::Builder;
use super::error::{AsmError, AsmFault, shown};
use super::hint::Hint;
use super::lex::Cursor;
use super::{alu, fetch, flow};

/// The predicate in front of an instruction: `(p0)`, `(!p0)` or none.
pub(super) fn predicate(cursor: &mut Cursor<'_>) -> Result<Option<bool>, AsmError> {
    if !cursor.took("(") {
        return Ok(None);
    }
    let value = !cursor.took("!");
    cursor.expect("p0")?;
    cursor.expect(")")?;
    Ok(Some(value))
}

/// Reads a statement, and hands it to the builder.
pub(super) fn statement<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
) -> Result<(), AsmError> {
    let first = cursor.peek();
    if first.text == "+" {
        return Err(first.error(AsmFault::Half));
    }
    if cursor.ahead(1).text == ":" {
        let name = cursor.word("a label")?;
        cursor.expect(":")?;
        return builder.label(name);
    }
    let needed = predicate(cursor)?;
    let word = cursor.word("an instruction")?;
    if let Some(half) = alu::half(word.text) {
        return alu::instruction(cursor, builder, needed, word, half);
    }
    if let Some(kind) = fetch::kind(word.text) {
        return fetch::instruction(cursor, builder, needed, word, kind);
    }
    if needed.is_none() {
        match word.text {
            "nop" => return alu::nop(cursor, builder, None, word),
            "label" => {
                let name = cursor.word("a label")?;
                return builder.label(name).and_then(|()| cursor.end());
            }
            "serialize" => {
                // The instruction may stand on the same line.
                return builder.serialize(word);
            }
            text if super::stage_word(text).is_some() => {
                return if builder.is_empty() && super::stage_word(text) == Some(builder.stage()) {
                    cursor.end()
                } else {
                    Err(word.error(AsmFault::Conflict(
                        "the stage stands once, in the first line, and is the one asked for",
                    )))
                };
            }
            _ => {}
        }
    } else if word.text == "nop" {
        return alu::nop(cursor, builder, needed, word);
    }
    if flow::instruction(cursor, builder, needed, word)? {
        return Ok(());
    }
    Err(word.error(AsmFault::Mnemonic { name: shown(word.text), hint: Hint::of(word.text) }))
}
