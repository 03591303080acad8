//! Playing a trace to count what it uses.
//!
//! For: a player on a card that counts, over a range of frames: frames outside are played, since
//! what is inside depends on them, and not counted. Not for: what is counted (`sst1-census`), nor
//! files and printing.

use std::any::Any;
use std::collections::BTreeSet;
use std::ops::Range;

use base_census::Census;
use sst1_census::{CensusDevice, Sight, Sums};
use sst1_soft::Soft;
use sst1_vood::Trace;

use crate::{Ended, PlayError, Player, Setup, Step};

/// What to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CensusPlan {
    /// Frames a window.
    pub window: u64,
    /// Frames that windows begin at, instead of every so many: what labels need, and no more.
    pub cuts: BTreeSet<u64>,
    /// Frames that are counted; the run stops behind them.
    pub frames: Range<u64>,
    /// Pictures of textures to keep at most.
    pub textures: usize,
}

impl Default for CensusPlan {
    fn default() -> Self {
        Self { window: 60, cuts: BTreeSet::new(), frames: 0..u64::MAX, textures: 0 }
    }
}

/// A trace being played on a card that counts.
pub struct CensusPlayer {
    player: Player,
    frames: Range<u64>,
}

impl CensusPlayer {
    /// At the start of `trace`, on a card that draws with the fast engine.
    ///
    /// # Errors
    /// When the board cannot be built, or the state image not be loaded.
    pub fn new(trace: Trace, setup: Setup, plan: &CensusPlan) -> Result<Self, PlayError> {
        let profile = setup.profile.profile().unwrap_or_default();
        let card = CensusDevice::<Soft>::new(setup.board(trace.reader.header()), profile)?
            .with_window(plan.window)
            .with_frames(plan.frames.clone())
            .with_textures(plan.textures);
        let card = match &plan.cuts {
            cuts if cuts.is_empty() => card,
            cuts => card.with_cuts(cuts.clone()),
        };
        let player = Player::on(Box::new(card), trace, setup)?;
        Ok(Self { player, frames: plan.frames.clone() })
    }

    /// Plays to the end of the trace or of the frames that are counted. `seen` is told each frame
    /// that is counted when its picture is visible.
    pub fn run(&mut self, mut seen: impl FnMut(&Self, u64)) -> (Ended, Option<PlayError>) {
        loop {
            if self.player.tally().frames >= self.frames.end {
                return (Ended::Frames, None);
            }
            match self.player.advance() {
                Ok(Step::Swap { frame }) if self.frames.contains(&frame) => {
                    seen(self, frame);
                }
                Ok(Step::Swap { .. }) => {}
                Ok(Step::End) => return (Ended::End, None),
                Ok(Step::Budget) => return (Ended::Budget, None),
                Err(fault) => return (Ended::Fault, Some(fault)),
            }
        }
    }

    /// The census so far. `source` names the trace.
    pub fn census(&self, source: &str) -> Census {
        let census = self.card().map(|card| card.census(source)).unwrap_or_default();
        Census { profile: Some(self.player.setup().profile.to_string()), ..census }
    }

    /// What was counted so far of a few things.
    pub fn sums(&self) -> Sums {
        self.card().map(CensusDevice::sums).unwrap_or_default()
    }

    /// Pictures of the textures so far, by first use, and whether others found no room.
    pub fn textures(&self) -> (&[Sight], bool) {
        self.card().map_or((&[], false), CensusDevice::textures)
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Gives the player back.
    pub fn into_player(self) -> Player {
        self.player
    }

    /// The card, which is the one that `new` made.
    fn card(&self) -> Option<&CensusDevice<Soft>> {
        let device: &dyn Any = self.player.device();
        device.downcast_ref()
    }
}
