//! The clip rectangle and the 1,024 by 1,024 pixels that exist.
//!
//! For: which of a triangle's rows and columns are drawn. Not for: fills, whose rectangle is the
//! clip rectangle itself ([`crate::fill`]).
//! Facts: digest 4.3 (clipLeftRight, clipLowYHighY), 9.3 steps 4 and 5; decisions page, "Coverage".

use std::ops::Range;

use sst1_board::Fbi;
use sst1_facts::{ClipRight, ClipRows, Profile};

use crate::edges::Span;

/// Columns and rows that a pixel can have.
pub(crate) const EXISTING: Range<i32> = 0..1024;

/// The clip rectangle: left and top inclusive, right and bottom exclusive.
#[derive(Clone, Debug)]
pub(crate) struct Clip {
    columns: Range<i32>,
    rows: Range<i32>,
    enabled: bool,
    compared: ClipRows,
    right: ClipRight,
}

impl Clip {
    pub(crate) fn new(profile: &Profile, fbi: &Fbi) -> Self {
        let (x, y) = (fbi.clip_left_right, fbi.clip_low_high);
        Self {
            columns: x.left() as i32..x.right() as i32,
            rows: y.low() as i32..y.high() as i32,
            enabled: fbi.fbz_mode.clip(),
            compared: profile.clip_rows,
            right: profile.clip_right,
        }
    }

    /// Whether a row is kept: `y` before a flip, `memory_row` after it.
    pub(crate) fn keeps_row(&self, y: i32, memory_row: i32) -> bool {
        let compared = match self.compared {
            ClipRows::BeforeFlip => y,
            ClipRows::AfterFlip => memory_row,
        };
        !self.enabled || self.rows.contains(&compared)
    }

    /// Whether the column of a pixel that is no triangle's is kept.
    pub(crate) fn keeps_column(&self, x: i32) -> bool {
        !self.enabled || self.columns.contains(&x)
    }

    /// What is kept of a row's pixels.
    pub(crate) fn columns(&self, span: Span) -> Span {
        let Range { start, end } = self.columns;
        // MAME: a row that reaches the right limit ends one column before it.
        let end = end - i32::from(self.right == ClipRight::OneLess);
        if self.enabled { within(span, &(start..end)) } else { span }
    }
}

/// What of a span lies in `columns`.
pub(crate) fn within(span: Span, columns: &Range<i32>) -> Span {
    let (low, high) = (columns.start, columns.end - 1);
    let Span { first, last, step } = span;
    if step > 0 {
        Span { first: first.max(low), last: last.min(high), step }
    } else {
        Span { first: first.min(high), last: last.max(low), step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_cut_in_their_own_direction() {
        let right = Span { first: -5, last: 2000, step: 1 };
        assert_eq!(within(right, &(10..20)), Span { first: 10, last: 19, step: 1 });
        let left = Span { first: 2000, last: -5, step: -1 };
        assert_eq!(within(left, &(10..20)), Span { first: 19, last: 10, step: -1 });
        assert!(within(right, &(10..10)).is_empty());
        let empty = Range { start: 20, end: 10 };
        assert!(within(left, &empty).is_empty());
    }
}
