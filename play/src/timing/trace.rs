//! A trace on the clocked card.

use std::any::Any;

use sst1_board::Device;
use sst1_cycle::Cycle;
use sst1_vood::Trace;

use super::meter::Meter;
use super::{Timing, TimingPlan};
use crate::{Ended, PlayError, Player, RefusalRow, Setup, Step};

/// A trace that was played and measured.
#[derive(Debug)]
pub struct Played {
    /// What was measured; of a malformed trace, up to the fault. `None` if the trace ended before the
    /// frames that are measured.
    pub timing: Option<Timing>,
    /// Swaps that took effect, before the measured frames too.
    pub frames: u64,
    /// Why the run ended.
    pub ended: Ended,
    /// What is wrong with the trace.
    pub fault: Option<PlayError>,
    /// What was refused.
    pub refusals: Vec<RefusalRow>,
    /// The trace's reader, for the digest of its source.
    pub reader: sst1_vood::Reader,
}

/// Plays a trace on a card that `plan` describes. Swaps take effect at once, whatever `setup` says.
///
/// # Errors
/// When the card cannot be built, or the state image not be loaded.
pub fn time_trace(trace: Trace, setup: Setup, plan: &TimingPlan) -> Result<Played, PlayError> {
    let profile = setup.profile.profile().unwrap_or_default();
    let card = Cycle::new(plan.config, setup.board(trace.reader.header()), profile)?;
    let setup = Setup { vsync: false, ..setup };
    let mut player = Player::on(Box::new(card), trace, setup)?.counting(work);
    let mut meter = None;
    if plan.frames.start == 0 {
        meter = card_of(&mut player).map(|card| Meter::start(card, plan));
    }
    let (ended, fault) = loop {
        match player.advance() {
            Ok(Step::Swap { frame }) => {
                let Some(card) = card_of(&mut player) else { continue };
                if let Some(meter) = &mut meter {
                    meter.swapped(card, frame);
                } else if frame + 1 == plan.frames.start {
                    meter = Some(Meter::start(card, plan));
                }
                if frame + 1 >= plan.frames.end {
                    break (Ended::Frames, None);
                }
            }
            Ok(Step::End) => break (Ended::End, None),
            Ok(Step::Budget) => break (Ended::Budget, None),
            Err(fault @ PlayError::Trace(_)) => break (Ended::Fault, Some(fault)),
            Err(error) => return Err(error),
        }
    };
    let timing = meter.and_then(|meter| card_of(&mut player).map(|card| meter.end(card)));
    Ok(Played {
        timing,
        frames: player.tally().frames,
        ended,
        fault,
        refusals: player.refusals(),
        reader: player.into_reader(),
    })
}

/// What a clock counts against the budget: it takes about as long as drawing so many pixels in
/// another engine, at least.
const A_CLOCK: u64 = 4;

/// Clocks as work: a triangle without pixels may take millions.
fn work(device: &dyn Device) -> u64 {
    let device: &dyn Any = device;
    device.downcast_ref::<Cycle>().map_or(0, |card| card.clocks().saturating_mul(A_CLOCK))
}

/// The card, which is the one that was put in.
fn card_of(player: &mut Player) -> Option<&mut Cycle> {
    let device: &mut dyn Any = &mut *player.device;
    device.downcast_mut()
}
