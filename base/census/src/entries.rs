//! What the numbers of an entry cannot be, given the frames that were counted.

use base_text::excerpt;

use crate::census::touches;
use crate::names::number;
use crate::{Entry, Frames};

/// The frames that an entry is of.
#[derive(Clone, Copy)]
pub(crate) struct Counted<'a> {
    pub(crate) window: u64,
    pub(crate) ranges: &'a [Frames],
    pub(crate) frames: u64,
}

impl Counted<'_> {
    /// Names what is impossible.
    pub(crate) fn check(self, key: &str, entry: &Entry, mean: f64) -> Result<(), String> {
        let key = excerpt(key);
        let no = |reason: String| Err(format!("`{key}`: {reason}"));
        let Entry { count, frames, worst, worst_frame, first, windows, value } = entry;
        let places = crate::First { places: first.places, ..crate::First::default() };
        if *entry == (Entry { first: places, ..Entry::default() }) && mean == 0.0 {
            // It was looked for and does not occur.
            return Ok(());
        }
        number("count", *count)?;
        number("record", first.record)?;
        number("value", *value)?;
        let sum = windows.values().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        if *count == 0 || sum != Some(*count) || windows.values().any(|count| *count == 0) {
            return no("it counts nothing, or its windows do not sum to its count".to_owned());
        }
        if *frames == 0 || *frames > self.frames {
            return no(format!("it is in {frames} frames of {}", self.frames));
        }
        // The frames beside the worst one have between one occurrence and as many as that.
        let others = u128::from(frames - 1);
        let (least, most) = (others + u128::from(*worst), u128::from(*worst) * (others + 1));
        if *worst == 0 || !(least..=most).contains(&u128::from(*count)) {
            return no(format!("{count} cannot be in {frames} frames, at most {worst} in each"));
        }
        for (what, frame) in [("worst_frame", *worst_frame), ("first", first.frame)] {
            if !self.has(frame) {
                return no(format!("{what}: frame {frame} was not counted"));
            }
        }
        if first.frame > *worst_frame || (*frames == 1 && first.frame != *worst_frame) {
            return no(format!("frame {worst_frame} is the worst, and {} the first", first.frame));
        }
        if let Some(window) = windows.keys().find(|window| !self.has_window(**window)) {
            return no(format!("window {window} has no frame that was counted"));
        }
        if windows.len() as u64 > *frames
            || windows.keys().next() != Some(&(first.frame / self.window))
            || windows.get(&(worst_frame / self.window)).is_none_or(|count| count < worst)
        {
            return no("its windows contradict its frames".to_owned());
        }
        let exact = *count as f64 / self.frames as f64;
        if mean.is_nan() || (mean - exact).abs() > exact * 1e-9 {
            return no(format!("its mean is {exact:?}, not {mean:?}"));
        }
        Ok(())
    }

    fn has(self, frame: u64) -> bool {
        frame.checked_add(1).is_some_and(|end| touches(self.ranges, frame..end))
    }

    fn has_window(self, window: u64) -> bool {
        let start = window.checked_mul(self.window);
        start.is_some_and(|start| touches(self.ranges, start..start.saturating_add(self.window)))
    }
}
