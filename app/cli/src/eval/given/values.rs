//! Names and values of inputs, out of their text.
//!
//! For: numbers to words, each rounded once and none silently changed.
//! Not for: where they go (`given`).

use xenos_eval::FETCH_WORDS;
use xenos_regs::words::LoopConstant;

/// A number behind a prefix, below a bound.
pub(super) fn number(name: &str, prefix: &str, bound: usize) -> Result<usize, String> {
    name.strip_prefix(prefix)
        .filter(|digits| plain(digits, 10))
        .and_then(|digits| digits.parse().ok())
        .filter(|number| *number < bound)
        .ok_or_else(|| format!("{prefix}0 to {prefix}{} are names", bound - 1))
}

/// Whether a text is digits alone: what parses numbers takes a sign as well.
fn plain(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.chars().all(|digit| digit.is_digit(radix))
}

/// A whole number, decimal or hexadecimal.
pub(super) fn word(text: &str) -> Option<u32> {
    let (digits, radix) = match hexadecimal(text) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    plain(digits, radix).then(|| u32::from_str_radix(digits, radix).ok()).flatten()
}

fn hexadecimal(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}

/// A float from its decimal text; what is too large for one is none.
fn float(text: &str) -> Option<u32> {
    let value: f32 = text.parse().ok()?;
    let named = !text.contains(|character: char| character.is_ascii_digit());
    (value.is_finite() || named).then(|| value.to_bits())
}

/// Values, at most `most`: words as 0x and digits, everything else as floats.
pub(super) fn words(values: &[&str], most: usize) -> Result<Vec<u32>, String> {
    let value = |text: &&str| {
        let word = if hexadecimal(text).is_some() { word(text) } else { float(text) };
        word.ok_or_else(|| format!("{text} is no number that fits"))
    };
    within(values, most)?.iter().map(value).collect()
}

/// Values that are words: a decimal number among them would be a float elsewhere.
pub(super) fn plain_words(values: &[&str], most: usize) -> Result<Vec<u32>, String> {
    let value = |text: &&str| {
        let word = hexadecimal(text).and_then(|_| word(text));
        word.ok_or_else(|| format!("{text} is no word: 0x and up to 8 hexadecimal digits are"))
    };
    within(values, most)?.iter().map(value).collect()
}

fn within<'v, 't>(values: &'v [&'t str], most: usize) -> Result<&'v [&'t str], String> {
    match values.len() {
        0 => Err("no value".to_owned()),
        count if count > most => Err(format!("{count} values, at most {most}")),
        _ => Ok(values),
    }
}

/// The first word of a fetch constant and how many it has. Listings call the constant in slot N of
/// those of vertices vf(95 - N).
pub(super) fn fetch(name: &str) -> Result<(usize, usize), String> {
    const SLOTS: usize = FETCH_WORDS / 2;
    if name.starts_with("tf") {
        return Ok((number(name, "tf", FETCH_WORDS / 6)? * 6, 6));
    }
    let slot = if name.starts_with("slot") {
        number(name, "slot", SLOTS)?
    } else if name.starts_with("vf") {
        SLOTS - 1 - number(name, "vf", SLOTS)?
    } else {
        return Err("vf0 to vf95, slot0 to slot95 and tf0 to tf31 are names".to_owned());
    };
    Ok((slot * 2, 2))
}

pub(super) fn boolean(values: &[&str]) -> Result<bool, String> {
    match values {
        ["0" | "false"] => Ok(false),
        ["1" | "true"] => Ok(true),
        _ => Err("a boolean is 0 or 1".to_owned()),
    }
}

pub(super) fn loop_constant(values: &[&str]) -> Result<u32, String> {
    let wrong = || "count, start and step are 0 to 255, 0 to 255 and -128 to 127".to_owned();
    let signed = |text: &&str| -> Option<i32> {
        plain(text.strip_prefix('-').unwrap_or(text), 10).then(|| text.parse().ok()).flatten()
    };
    let parts: Option<Vec<i32>> = values.iter().map(signed).collect();
    let [count, start, step] = match parts.ok_or_else(wrong)?[..] {
        [count] => [count, 0, 1],
        [count, start, step] => [count, start, step],
        _ => return Err(wrong()),
    };
    if !(0..256).contains(&count) || !(0..256).contains(&start) || !(-128..128).contains(&step) {
        return Err(wrong());
    }
    let constant = LoopConstant::from_raw(0);
    Ok(constant.with_count(count as u32).with_start(start as u32).with_step(step).raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_listings() {
        assert_eq!(fetch("vf0"), Ok((190, 2)));
        assert_eq!(fetch("vf95"), Ok((0, 2)));
        assert_eq!(fetch("slot95"), Ok((190, 2)));
        assert_eq!(fetch("tf31"), Ok((186, 6)));
        assert!(fetch("vf96").unwrap_err().contains("vf0 to vf95"));
        for name in ["r+5", "r", "r 5", "r64"] {
            assert!(number(name, "r", 64).is_err(), "{name}");
        }
        for text in ["0x+1", "0x", "+1", "-1", "0x100000000", ""] {
            assert_eq!(word(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_rounded_once() {
        assert_eq!(
            words(&["16777217.0000000001", "-0", "inf"], 3).unwrap(),
            [0x4B80_0001, 0x8000_0000, 0x7F80_0000]
        );
        assert!(words(&["1e999"], 1).is_err());
        assert!(words(&["1", "2"], 1).is_err());
        assert!(plain_words(&["4099"], 1).is_err());
    }
}
