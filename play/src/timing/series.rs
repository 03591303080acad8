//! Counts over time.
//!
//! For: a few hundred moments at even distances, however long the run: when there are too many, every
//! other one is dropped and the distance doubled.

use sst1_cycle::Cycle;
use sst1_cycle::counters::Counters;
use sst1_cycle::stall::Stalls;

/// Moments that are kept at most.
const MOST: usize = 512;
/// Clocks between moments at first.
const FIRST: u64 = 16;

/// What had been counted at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Clocks since the measurement's start.
    pub clock: u64,
    /// The counters.
    pub counters: Counters,
    /// The causes.
    pub stalls: Stalls,
}

/// A series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Clocks from one moment to the next, the last aside.
    pub step: u64,
    /// The moments, the start and the end among them.
    pub moments: Vec<Moment>,
}

impl Series {
    /// What was counted between each two moments, with the first clock and the end.
    pub fn bins(&self) -> impl Iterator<Item = (u64, u64, Counters, Stalls)> {
        self.moments.windows(2).filter_map(|pair| {
            let [from, to] = pair else { return None };
            let counters = to.counters.since(&from.counters);
            Some((from.clock, to.clock, counters, to.stalls.since(&from.stalls)))
        })
    }
}

/// A series in the making.
#[derive(Debug)]
pub(super) struct Taking {
    start: u64,
    step: u64,
    moments: Vec<Moment>,
}

impl Taking {
    pub(super) fn new(card: &Cycle) -> Self {
        let mut taking = Self { start: card.clocks(), step: FIRST, moments: Vec::new() };
        taking.take(card);
        taking
    }

    pub(super) fn due(&self) -> u64 {
        self.start + self.moments.len() as u64 * self.step
    }

    pub(super) fn look(&mut self, card: &Cycle) {
        self.take(card);
        if self.moments.len() > MOST {
            let mut number = 0_u64;
            self.moments.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.step *= 2;
        }
    }

    fn take(&mut self, card: &Cycle) {
        self.moments.push(Moment {
            clock: card.clocks() - self.start,
            counters: card.counters(),
            stalls: card.stalls().clone(),
        });
    }

    pub(super) fn end(mut self, card: &Cycle) -> Series {
        let last = self.moments.last().map(|moment| moment.clock);
        if last != Some(card.clocks() - self.start) {
            self.take(card);
        }
        Series { step: self.step, moments: self.moments }
    }
}
