//! Names in files: what they may consist of.

use base_text::{excerpt, steers};

/// Bytes that a name or a key has at most.
const MOST: usize = 1024;
/// Largest number in a file: TOML has no larger ones.
pub(crate) const MOST_NUMBER: u64 = i64::MAX as u64;

/// Names and keys are printed as they are: nothing that steers a terminal, and not without end.
pub(crate) fn one_line(text: &str) -> Result<(), String> {
    if text.is_empty() || text.chars().any(steers) {
        return Err(format!(
            "`{}` is no name: it is empty or has control characters",
            excerpt(text)
        ));
    }
    if text.len() > MOST {
        return Err(format!("`{}` is no name: it has more than {MOST} bytes", excerpt(text)));
    }
    Ok(())
}

/// A digest: 64 hexadecimal digits, for a folder with a state image twice, joined by `+`.
pub(crate) fn digest(text: &str) -> Result<(), String> {
    let good = |part: &str| {
        part.len() == 64 && part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    if text.len() < 130 && text.split('+').all(good) {
        return Ok(());
    }
    Err(format!("`{}` is no SHA-256 in lower-case hexadecimal digits", excerpt(text)))
}

/// A number that both formats can hold.
pub(crate) fn number(what: &str, value: u64) -> Result<(), String> {
    if value > MOST_NUMBER {
        return Err(format!("{what} {value} is more than {MOST_NUMBER}"));
    }
    Ok(())
}
