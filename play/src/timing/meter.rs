//! From when to when is measured.

use sst1_board::Device;
use sst1_cycle::Cycle;
use sst1_cycle::counters::Counters;
use sst1_cycle::stall::Stalls;

use super::probes::Probes;
use super::{FrameTime, Timing, TimingPlan};

/// Where a card stood.
#[derive(Clone, Debug)]
struct Mark {
    clocks: u64,
    pixels: u64,
    triangles: u64,
}

impl Mark {
    fn of(card: &Cycle) -> Self {
        Self {
            clocks: card.clocks(),
            pixels: card.fbi().counts.retired,
            triangles: card.state().triangles,
        }
    }
}

/// A measurement in progress.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    start: Mark,
    counters: Counters,
    stalls: Stalls,
    /// The last swap, or the start.
    last: Mark,
    frames: Vec<FrameTime>,
}

impl Meter {
    /// From now on.
    pub(super) fn start(card: &mut Cycle, plan: &TimingPlan) -> Self {
        if let Some(probes) = Probes::new(card, plan) {
            card.set_probe(Box::new(probes));
        }
        let start = Mark::of(card);
        Self {
            counters: card.counters(),
            stalls: card.stalls().clone(),
            last: start.clone(),
            start,
            frames: Vec::new(),
        }
    }

    /// A swap took effect.
    pub(super) fn swapped(&mut self, card: &Cycle, frame: u64) {
        let now = Mark::of(card);
        self.frames.push(FrameTime {
            frame,
            clocks: now.clocks - self.last.clocks,
            pixels: now.pixels - self.last.pixels,
            triangles: now.triangles.saturating_sub(self.last.triangles),
        });
        self.last = now;
    }

    /// Until now.
    pub(super) fn end(self, card: &mut Cycle) -> Timing {
        let probes = Probes::of(card);
        let now = Mark::of(card);
        let (series, waves) = probes.map_or((None, None), |probes| probes.end(card));
        Timing {
            config: *card.config(),
            first: self.start.clocks,
            clocks: now.clocks - self.start.clocks,
            pixels: now.pixels - self.start.pixels,
            triangles: now.triangles.saturating_sub(self.start.triangles),
            stalls: card.stalls().since(&self.stalls),
            counters: card.counters().since(&self.counters),
            frames: self.frames,
            series,
            waves,
        }
    }
}
