//! Looking into the card while clocks pass.
//!
//! For: whoever wants to know what stands where at given clocks: waveforms, counts over time.
//! Not for: changing anything. A card with a probe keeps the clocks and values of one without.
//!
//! Quiet clocks are passed over up to the next clock that a probe wants to see, so that a probe which
//! looks seldom costs little.

use std::any::Any;
use std::fmt::Debug;

use crate::Cycle;

/// What looks into a card.
pub trait Probe: Any + Debug + Send {
    /// How many clocks shall have passed when it looks next; `u64::MAX`: it has seen enough.
    fn due(&self) -> u64;

    /// The card between two clocks: [`Cycle::clocks`] have passed.
    fn look(&mut self, card: &Cycle);
}

/// Where a card keeps its probe.
#[derive(Debug)]
pub(crate) struct Seat {
    /// Clocks after which it is to look.
    pub(crate) due: u64,
    probe: Option<Box<dyn Probe>>,
}

impl Seat {
    /// Nobody looks.
    pub(crate) const EMPTY: Self = Self { due: u64::MAX, probe: None };
}

/// What looks at a card does not look at its copy.
impl Clone for Seat {
    fn clone(&self) -> Self {
        Self::EMPTY
    }
}

impl Cycle {
    /// Lets `probe` look, from the clocks on that it asks for. One that was there is given back.
    pub fn set_probe(&mut self, probe: Box<dyn Probe>) -> Option<Box<dyn Probe>> {
        let before = self.take_probe();
        self.probe.probe = Some(probe);
        self.look();
        before
    }

    /// Gives the probe back. A card that loads a state loses its probe.
    pub fn take_probe(&mut self) -> Option<Box<dyn Probe>> {
        let probe = self.probe.probe.take();
        self.probe = Seat::EMPTY;
        probe
    }

    /// Lets the probe look if it is due, and asks when it wants to look again.
    #[cold]
    pub(crate) fn look(&mut self) {
        let Some(mut probe) = self.probe.probe.take() else { return };
        if probe.due() <= self.clocks() {
            probe.look(self);
        }
        // A probe that wants to look at what it has seen would be asked forever.
        let due = probe.due().max(self.clocks() + 1);
        self.probe = Seat { due, probe: Some(probe) };
    }
}
