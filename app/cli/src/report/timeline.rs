//! A report's timeline: a few values a frame, in bounded memory.
//!
//! Each point keeps the highest value of its frames. When there are too many points, two become one, and
//! from there on a point stands for twice as many frames.

use ::report::{Report, Series};

/// Points that a timeline has at most.
const MOST: usize = 2048;

/// The values' names and units.
pub(crate) type Names = [(&'static str, &'static str); 3];

#[derive(Clone, Copy, Default)]
struct Value {
    sum: u64,
    most: u64,
    most_frame: u64,
}

/// What was seen so far.
pub(crate) struct Timeline {
    names: Names,
    before: [u64; 3],
    first: u64,
    frames: u64,
    /// Frames that a point stands for.
    each: u64,
    points: Vec<[u64; 3]>,
    values: [Value; 3],
}

impl Timeline {
    /// One of such values.
    pub(crate) fn of(names: Names) -> Self {
        let values = [Value::default(); 3];
        Self { names, before: [0; 3], first: 0, frames: 0, each: 1, points: Vec::new(), values }
    }

    /// Frames follow that are counted; `sums` is what was counted of others before.
    pub(crate) fn begin(&mut self, sums: [u64; 3]) {
        self.before = sums;
    }

    /// A frame was counted; `sums` is what was counted from the beginning on.
    pub(crate) fn frame(&mut self, frame: u64, sums: [u64; 3]) {
        if self.frames == 0 {
            self.first = frame;
        }
        if self.frames.is_multiple_of(self.each) {
            if self.points.len() >= MOST {
                let pair = |pair: &[[u64; 3]]| {
                    std::array::from_fn(|n| pair.iter().map(|point| point[n]).max().unwrap_or(0))
                };
                self.points = self.points.chunks(2).map(pair).collect();
                self.each *= 2;
            }
            self.points.push([0; 3]);
        }
        self.frames += 1;
        let Some(point) = self.points.last_mut() else { return };
        let before = std::mem::replace(&mut self.before, sums);
        for (((point, value), sum), before) in
            point.iter_mut().zip(&mut self.values).zip(sums).zip(before)
        {
            let here = sum.saturating_sub(before);
            value.sum = value.sum.saturating_add(here);
            if here > value.most || self.frames == 1 {
                (value.most, value.most_frame) = (here, frame);
            }
            *point = here.max(*point);
        }
    }

    /// Frames seen.
    pub(crate) fn frames(&self) -> u64 {
        self.frames
    }

    /// The sums of the values.
    pub(crate) fn sums(&self) -> [u64; 3] {
        self.values.map(|value| value.sum)
    }

    /// Puts the series into a report.
    pub(crate) fn fill(&self, report: &mut Report) {
        report.first_frame = self.first;
        let series = |n: usize| {
            let ((name, unit), value) = (self.names[n], self.values[n]);
            Series {
                name: name.to_owned(),
                unit: unit.to_owned(),
                values: self.points.iter().map(|point| point[n]).collect(),
                each: self.each,
                frames: self.frames,
                sum: value.sum,
                most_frame: value.most_frame,
            }
        };
        report.timeline = (0..self.names.len()).map(series).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_pair_up_and_keep_the_highest() {
        let names = [("Triangles", "triangles"), ("Pixels", "pixels"), ("Uploads", "bytes")];
        let mut timeline = Timeline::of(names);
        let frames = 10 * MOST as u64 + 3;
        let mut sums = [0; 3];
        for frame in 0..frames {
            sums[0] += if frame == 7777 { 1000 } else { frame % 5 };
            timeline.frame(frame + 60, sums);
        }
        let mut report = Report::default();
        timeline.fill(&mut report);
        let series = &report.timeline[0];
        assert_eq!((series.frames, series.each, series.most_frame), (frames, 16, 7837));
        assert_eq!(series.values.len() as u64, frames.div_ceil(16));
        assert_eq!(series.values[7777 / 16], 1000);
        assert!(series.values.iter().filter(|value| **value != 1000).all(|value| *value <= 4));
        assert_eq!((series.sum, report.first_frame), (sums[0], 60));
    }
}
