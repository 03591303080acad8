//! A player whose card is observed, and the observer shared with whoever plays.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sst1_board::{Device, State};
use sst1_stimulus::{Drawn, Observer, StimulusLine, Watch};
use sst1_vood::Trace;

use crate::{EngineKind, PlayError, Player, Setup};

/// An observer that both the card and its maker hold.
pub(crate) struct Shared<O>(Arc<Mutex<O>>);

impl<O> Shared<O> {
    /// The observer.
    pub(crate) fn get(&self) -> MutexGuard<'_, O> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The observer, if the card is gone.
    pub(crate) fn into_inner(self) -> Option<O> {
        let only = Arc::try_unwrap(self.0).ok()?;
        Some(only.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<O: Observer> Observer for Shared<O> {
    fn operation(&mut self, line: &StimulusLine) {
        self.get().operation(line);
    }

    fn begins(&mut self, state: &State) {
        self.get().begins(state);
    }

    fn drawn(&mut self, drawn: &Drawn<'_>) {
        self.get().drawn(drawn);
    }

    fn finished(&self) -> bool {
        self.get().finished()
    }
}

/// A card at power-on for `trace`.
pub(crate) fn card(
    trace: &Trace,
    engine: EngineKind,
    setup: &Setup,
) -> Result<Box<dyn Device>, PlayError> {
    let profile = setup.profile.profile().unwrap_or_default();
    Ok(engine.card(setup.board(trace.reader.header()), profile)?)
}

/// A player on `device`, observed. Swaps take effect at once, whatever `setup` says.
pub(crate) fn player<O: Observer>(
    device: Box<dyn Device>,
    trace: Trace,
    setup: Setup,
    observer: O,
) -> Result<(Player, Shared<O>), PlayError> {
    let observer = Arc::new(Mutex::new(observer));
    let watch = Watch::new(device, Shared(Arc::clone(&observer)));
    let setup = Setup { vsync: false, ..setup };
    Ok((Player::on(Box::new(watch), trace, setup)?, Shared(observer)))
}
