//! Frames and windows while a stream is counted.
//!
//! For: which frames are counted, where windows end, and when they double. Not for: what a frame is.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::Frames;

/// Windows that a census has at most.
const MOST_WINDOWS: u64 = 8_192;

/// Where windows end.
#[derive(Clone, Debug)]
enum Windows {
    /// After so many frames. With more than [`MOST_WINDOWS`] of them they double.
    Of(u64),
    /// At these frames; a window's number is that of its first frame.
    At { cuts: BTreeSet<u64>, first: u64 },
}

/// Counts frames.
#[derive(Clone, Debug)]
pub struct Clock {
    windows: Windows,
    wanted: Range<u64>,
    frame: u64,
    ranges: Vec<Frames>,
}

/// What ends with a frame; for [`Table::end`](crate::Table::end).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The frame, if it was counted.
    pub(crate) frame: Option<u64>,
    /// The window that ends with it.
    pub(crate) window: Option<u64>,
    /// Windows become twice as large.
    pub(crate) pair: bool,
}

impl Default for Clock {
    /// All frames, in windows of 60.
    fn default() -> Self {
        Self { windows: Windows::Of(60), wanted: 0..u64::MAX, frame: 0, ranges: Vec::new() }
    }
}

impl Clock {
    /// Sets the number of frames a window; at least 1.
    pub fn set_window(&mut self, frames: u64) {
        self.windows = Windows::Of(frames.max(1));
    }

    /// Lets windows begin at these frames only. The census then has windows of one frame, each of
    /// which stands for all frames up to the next cut.
    pub fn set_cuts(&mut self, cuts: BTreeSet<u64>) {
        self.windows = Windows::At { cuts, first: 0 };
    }

    /// Sets the frames that are counted, before the first one begins.
    pub fn set_frames(&mut self, frames: Range<u64>) {
        self.wanted = frames;
    }

    /// The frame that is open.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Whether a frame is counted.
    pub fn wants(&self, frame: u64) -> bool {
        self.wanted.contains(&frame)
    }

    /// Ends the frame.
    pub fn end_frame(&mut self) -> Ended {
        let frame = self.frame;
        let counted = self.wants(frame);
        if counted {
            match self.ranges.last_mut() {
                Some(last) if last.end == frame => last.end = frame + 1,
                _ => self.ranges.push(Frames { start: frame, end: frame + 1 }),
            }
        }
        let next = frame + 1;
        let ends = match &self.windows {
            Windows::Of(frames) => next.is_multiple_of(*frames),
            Windows::At { cuts, .. } => cuts.contains(&next),
        };
        let window = ends.then(|| self.window_now());
        let mut pair = false;
        match &mut self.windows {
            Windows::Of(frames) if next / MOST_WINDOWS >= *frames => {
                *frames = frames.saturating_mul(2);
                pair = true;
            }
            Windows::At { first, .. } if ends => *first = next,
            _ => {}
        }
        self.frame = next;
        Ended { frame: counted.then_some(frame), window, pair }
    }

    /// What ends with the stream, all frames being ended: the last window.
    pub fn close(&mut self) -> Ended {
        self.frame = self.frame.saturating_sub(1);
        Ended { frame: None, window: Some(self.window_now()), pair: false }
    }

    fn window_now(&self) -> u64 {
        match &self.windows {
            Windows::Of(frames) => self.frame / frames,
            Windows::At { first, .. } => *first,
        }
    }

    /// Frames a window, as a census says it.
    pub fn window(&self) -> u64 {
        match self.windows {
            Windows::Of(frames) => frames,
            Windows::At { .. } => 1,
        }
    }

    /// The frames that were counted.
    pub fn into_ranges(self) -> Vec<Frames> {
        self.ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_end_after_frames_or_at_cuts() {
        let mut clock = Clock::default();
        clock.set_window(2);
        clock.set_frames(1..3);
        let ended: Vec<Ended> = (0..4).map(|_| clock.end_frame()).collect();
        let parts = |ended: &Ended| (ended.frame, ended.window);
        let parts: Vec<_> = ended.iter().map(parts).collect();
        assert_eq!(parts, [(None, None), (Some(1), Some(0)), (Some(2), None), (None, Some(1))]);
        assert_eq!(clock.close().window, Some(1));
        assert_eq!((clock.window(), clock.into_ranges()), (2, vec![Frames { start: 1, end: 3 }]));

        let mut clock = Clock::default();
        clock.set_cuts([2].into());
        assert_eq!([0; 3].map(|_| clock.end_frame().window), [None, Some(0), None]);
        assert_eq!(clock.close().window, Some(2));
    }

    #[test]
    fn windows_double() {
        let mut clock = Clock::default();
        clock.set_window(1);
        let pairs = (0..MOST_WINDOWS * 2).filter(|_| clock.end_frame().pair).count();
        assert_eq!((pairs, clock.window()), (2, 4));
    }
}
