//! Playing an `.xtr` trace to count what it uses, over a range of frames: those before are played too,
//! since what follows depends on them.

use base_census::Census;
use xenos_census::Counting;
use xenos_front::{Counts, Ignore};
use xenos_pm4::Kind;
use xenos_xtr::{Reader, XtrError};

use super::XtrPlayer;
use crate::CensusPlan;

/// A census, and what else is known of the trace then.
#[derive(Debug)]
pub struct XtrCensus {
    /// What was counted; up to the fault if there is one. It does not yet say that it is partial.
    pub census: Census,
    /// What is wrong with the trace.
    pub fault: Option<XtrError>,
    /// Whether it was played to its end.
    pub whole: bool,
    /// The player: counts, refusals, records.
    pub player: XtrPlayer,
}

/// Counts what a trace uses. `source` names it; pictures of textures are not made. `seen` is told of
/// each frame that is counted when it is over: what was executed up to then, its number, and what was
/// executed before the first that is counted.
pub fn census(
    reader: Reader,
    source: &str,
    plan: &CensusPlan,
    mut seen: impl FnMut(&Counts, u64, &Counts),
) -> XtrCensus {
    let mut player = XtrPlayer::new(reader);
    let counting = Counting::new(player.shared_memory(), Ignore).with_frames(plan.frames.clone());
    let mut counting = if plan.cuts.is_empty() {
        counting.with_window(plan.window)
    } else {
        counting.with_cuts(plan.cuts.clone())
    };
    let (mut whole, mut fault) = (false, None);
    let mut before = Counts::default();
    // A frame that has had its swap, and what was executed up to the fills behind it.
    let mut ended: Option<(u64, Counts)> = None;
    let mut tell = |ended: &mut Option<(u64, Counts)>| {
        let Some((frame, counts)) = ended.take() else { return };
        if plan.frames.contains(&frame) {
            seen(&counts, frame, &before);
        } else {
            before = counts;
        }
    };
    while counting.frame() < plan.frames.end {
        let (frame, packets) = (player.frames(), player.processor().counts().packets());
        match player.step(&mut counting) {
            Ok(true) => {}
            Ok(false) => {
                whole = true;
                break;
            }
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
        let counts = player.processor().counts();
        if player.frames() > frame {
            tell(&mut ended);
            ended = Some((frame, counts.clone()));
        } else if let Some((_, until)) = &mut ended
            && counts.packets() > packets
        {
            if only_fills(until, counts) {
                *until = counts.clone();
            } else {
                tell(&mut ended);
            }
        }
    }
    tell(&mut ended);
    let (census, _) = counting.finish(source);
    XtrCensus { census, fault, whole, player }
}

/// Whether nothing but fills was executed between two counts.
fn only_fills(before: &Counts, after: &Counts) -> bool {
    let fills = |counts: &Counts| counts.of(Kind::TYPE2) + counts.of(Kind::NULL);
    after.packets() - before.packets() == fills(after) - fills(before)
}
