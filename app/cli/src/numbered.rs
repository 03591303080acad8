//! Things by their numbers: how many there are, and that one is not there.

use crate::exit::Usage;

/// A number with the word for one or for several.
pub(crate) fn counted(number: impl TryInto<u64>, one: &str, several: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The word for several.
fn several(what: &str) -> String {
    what.strip_suffix('y').map_or_else(|| format!("{what}s"), |stem| format!("{stem}ies"))
}

/// That a frame, draw or copy is not there, of which there are `there`.
pub(crate) fn not_there(what: &str, number: u64, there: u64) -> anyhow::Error {
    let are = if there == 1 { "is" } else { "are" };
    let counted = counted(there, what, &several(what));
    Usage::error(format!("--{what} {number}: there {are} {counted}, from 0"))
}

/// That a frame has fewer draws or copies; `first` is the number in the trace of its first.
pub(crate) fn not_in_frame(
    what: &str,
    number: u64,
    frame: u64,
    there: u64,
    first: Option<u64>,
) -> anyhow::Error {
    let has = counted(there, what, &several(what));
    // Whoever took the number from a list of the whole trace is told what it is here.
    let nth = first.and_then(|first| number.checked_sub(first)).filter(|nth| *nth < there);
    let meant = nth.map_or_else(String::new, |nth| {
        format!("; {what} {number} of the trace is {what} {nth} of that frame")
    });
    Usage::error(format!("--{what} {number}: frame {frame} has {has}, from 0{meant}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_several() {
        assert_eq!(counted(1_usize, "source", "sources"), "1 source");
        let text = |error: anyhow::Error| error.to_string();
        assert_eq!(text(not_there("copy", 3, 0)), "--copy 3: there are 0 copies, from 0");
        assert_eq!(text(not_there("frame", 3, 1)), "--frame 3: there is 1 frame, from 0");
        assert_eq!(
            text(not_in_frame("draw", 37, 2, 8, Some(30))),
            "--draw 37: frame 2 has 8 draws, from 0; draw 37 of the trace is draw 7 of that frame"
        );
        let other = text(not_in_frame("draw", 37, 2, 8, None));
        assert_eq!(other, "--draw 37: frame 2 has 8 draws, from 0");
    }
}
