//! The series and the waveforms, in one probe.

use std::any::Any;

use sst1_cycle::Cycle;
use sst1_cycle::probe::Probe;

use super::TimingPlan;
use super::series::{Series, Taking};
use super::waves::{Recorder, Waves};

/// What looks at a card that is measured.
#[derive(Debug)]
pub(super) struct Probes {
    series: Option<Taking>,
    waves: Option<Recorder>,
}

impl Probes {
    /// What a plan asks for, from now on.
    pub(super) fn new(card: &Cycle, plan: &TimingPlan) -> Option<Self> {
        let series = plan.series.then(|| Taking::new(card));
        let waves = plan.waves.clone().map(|clocks| Recorder::new(card, clocks));
        (series.is_some() || waves.is_some()).then_some(Self { series, waves })
    }

    /// The one that was put into a card.
    pub(super) fn of(card: &mut Cycle) -> Option<Self> {
        let probe: Box<dyn Any> = card.take_probe()?;
        probe.downcast::<Self>().ok().map(|probes| *probes)
    }

    /// What was kept.
    pub(super) fn end(self, card: &Cycle) -> (Option<Series>, Option<Waves>) {
        (self.series.map(|taking| taking.end(card)), self.waves.map(Recorder::end))
    }
}

impl Probe for Probes {
    fn due(&self) -> u64 {
        let series = self.series.as_ref().map_or(u64::MAX, Taking::due);
        series.min(self.waves.as_ref().map_or(u64::MAX, Recorder::due))
    }

    fn look(&mut self, card: &Cycle) {
        let now = card.clocks();
        if let Some(series) = self.series.as_mut().filter(|series| series.due() <= now) {
            series.look(card);
        }
        if let Some(waves) = self.waves.as_mut().filter(|waves| waves.due() <= now) {
            waves.look(card);
        }
    }
}
