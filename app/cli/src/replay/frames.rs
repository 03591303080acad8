//! Which frames to write.

use std::fmt;
use std::str::FromStr;

/// A half-open range of frame numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frames {
    first: u64,
    end: Option<u64>,
}

impl Frames {
    /// Whether `frame` is one of them.
    pub(crate) fn contains(self, frame: u64) -> bool {
        frame >= self.first && self.end.is_none_or(|end| frame < end)
    }

    /// The numbers from the first to before the end.
    pub(crate) fn range(self) -> std::ops::Range<u64> {
        self.first..self.end.unwrap_or(u64::MAX)
    }

    /// The last one, if there is one; ranges from text are never empty.
    pub(crate) fn last(self) -> Option<u64> {
        self.end.map(|end| end.saturating_sub(1))
    }
}

/// As a range, `A..B` or `A..`.
impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            Some(end) => write!(f, "{}..{end}", self.first),
            None => write!(f, "{}..", self.first),
        }
    }
}

impl FromStr for Frames {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| {
            part.parse::<u64>().map_err(|_| {
                let part = base_text::excerpt(part);
                format!("`{part}` is no number; A..B, A.., ..B or N is expected")
            })
        };
        let Some((first, end)) = text.split_once("..") else {
            let first = number(text)?;
            return Ok(Self { first, end: first.checked_add(1) });
        };
        let first = if first.is_empty() { 0 } else { number(first)? };
        let end = if end.is_empty() { None } else { Some(number(end)?) };
        if end.is_some_and(|end| end <= first) {
            return Err(format!("no frame is in {text}: the end is not written"));
        }
        Ok(Self { first, end })
    }
}

#[cfg(test)]
mod tests {
    use super::Frames;

    #[test]
    fn all_forms() {
        let frames = |text: &str| text.parse::<Frames>().unwrap();
        let bounds = |text: &str| {
            let range = frames(text);
            (range.contains(0), range.contains(2), range.contains(5), range.last())
        };
        assert_eq!(bounds(".."), (true, true, true, None));
        assert_eq!(bounds("2.."), (false, true, true, None));
        assert_eq!(bounds("..3"), (true, true, false, Some(2)));
        assert_eq!(bounds("1..5"), (false, true, false, Some(4)));
        assert_eq!(bounds("2"), (false, true, false, Some(2)));
        assert_eq!(
            ["..", "..3", "2"].map(|text| frames(text).to_string()),
            ["0..", "0..3", "2..3"]
        );
    }

    #[test]
    fn what_is_no_range() {
        for text in ["", "x", "3..3", "..0", "4..2", "-1", "1...2", "1..=2"] {
            assert!(text.parse::<Frames>().is_err(), "{text}");
        }
    }
}
