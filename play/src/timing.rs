//! How long a stream takes on the clocked card.
//!
//! For: running a trace or a scene on [`Cycle`], and what is measured of it: clocks, pixels, causes,
//! counters, frames, a series over time, waveforms.
//! Not for: how the card keeps time (`sst1-cycle`), nor tables, files and pictures (the program).
//!
//! The host is as fast as the configuration lets it be: it begins its next write as soon as the card
//! took the last one. Swaps take effect at once, so that no clock is spent on waiting for a monitor.

mod grid;
mod meter;
mod probes;
mod scenes;
mod series;
#[cfg(test)]
mod tests;
mod trace;
mod waves;

use std::ops::Range;

use serde::Serialize;
use sst1_cycle::config::Config;
use sst1_cycle::counters::Counters;
use sst1_cycle::stall::Stalls;

pub use grid::{Axis, Cell, Grid, GridError, Outcome, Sweep, sweep};
pub use scenes::{Drawing, GROUPS, Group, SpecificationRow, scenes, specified, time_scene};
pub use series::{Moment, Series};
pub use trace::{Played, time_trace};
pub use waves::{Change, MOST_WAVE_CLOCKS, Waves};

/// What to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimingPlan {
    /// How the card is built.
    pub config: Config,
    /// Frames that are measured; those before are played, and the run stops behind the last.
    pub frames: Range<u64>,
    /// Whether to keep a series over time.
    pub series: bool,
    /// Clocks of which waveforms are kept, counted from the first that is measured.
    pub waves: Option<Range<u64>>,
}

impl TimingPlan {
    /// Everything of a stream, without series and waveforms.
    pub fn new(config: Config) -> Self {
        Self { config, frames: 0..u64::MAX, series: false, waves: None }
    }
}

/// A frame's share: from the swap before it, or the start, to its own swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FrameTime {
    /// Its number.
    pub frame: u64,
    /// Clocks.
    pub clocks: u64,
    /// Pixels retired.
    pub pixels: u64,
    /// Triangles drawn.
    pub triangles: u64,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Timing {
    /// How the card was built.
    pub config: Config,
    /// Clocks before the first that was measured.
    pub first: u64,
    /// Clocks measured.
    pub clocks: u64,
    /// Triangles' pixels that retired, whatever the tests made of them. Fills and LFB writes are not
    /// among them.
    pub pixels: u64,
    /// Triangles.
    pub triangles: u64,
    /// What the clocks went to.
    pub stalls: Stalls,
    /// The performance counters; greatest values are those since the start.
    pub counters: Counters,
    /// The frames whose swaps were measured.
    pub frames: Vec<FrameTime>,
    /// The series, if one was kept.
    pub series: Option<Series>,
    /// The waveforms, if they were kept.
    pub waves: Option<Waves>,
}

impl Timing {
    /// Pixels a clock.
    pub fn pixels_per_clock(&self) -> f64 {
        ratio(self.pixels, self.clocks)
    }

    /// Millions of pixels a second.
    pub fn mpixel_per_s(&self) -> f64 {
        self.pixels_per_clock() * self.config.hertz as f64 / 1e6
    }

    /// Triangles a second.
    pub fn triangles_per_s(&self) -> f64 {
        ratio(self.triangles, self.clocks) * self.config.hertz as f64
    }

    /// Seconds that so many clocks take.
    pub fn seconds(&self, clocks: u64) -> f64 {
        ratio(clocks, self.config.hertz)
    }
}

fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b.max(1) as f64
}
