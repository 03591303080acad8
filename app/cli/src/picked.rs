//! One draw or copy of a trace, by its number in the trace or in a frame.
//!
//! For: `draws` and `eval`, which number alike. Not for: what is wanted of it.

use play::xtr::{DrawSeen, Draws, What};

use crate::numbered::{not_in_frame, not_there};

/// Which one.
#[derive(Clone, Copy)]
pub(crate) struct Picked {
    pub(crate) what: What,
    /// Its number: in the frame, if there is one, otherwise in the trace.
    pub(crate) number: u64,
    pub(crate) frame: Option<u64>,
}

/// What was met on the way.
struct Met<T> {
    taken: Option<T>,
    /// Of those of its kind in the frame, how many there are.
    there: u64,
    /// The number in the trace of the first of them.
    first: Option<u64>,
}

impl Picked {
    /// Plays up to it and takes what is wanted. That it is not there is wrong usage.
    pub(crate) fn find<T>(
        self,
        draws: &mut Draws,
        mut take: impl FnMut(DrawSeen<'_>) -> T,
    ) -> anyhow::Result<T> {
        let Self { what, number, frame } = self;
        let mut met = Met { taken: None, there: 0, first: None };
        let mut look = |met: &mut Met<T>, seen: DrawSeen<'_>| -> anyhow::Result<()> {
            if seen.what != what || frame.is_some_and(|frame| seen.place.frame != frame) {
                return Ok(());
            }
            met.there += 1;
            met.first.get_or_insert(seen.draw.number);
            let own = if frame.is_some() { seen.nth } else { seen.draw.number };
            if own == number {
                met.taken = Some(take(seen));
            }
            Ok(())
        };
        let mut over = false;
        while met.taken.is_none() && !over && draws.step(|seen| look(&mut met, seen))? {
            over = frame.is_some_and(|frame| draws.player().frames() > frame);
        }
        if let Some(taken) = met.taken {
            return Ok(taken);
        }
        let name = match what {
            What::Draw => "draw",
            What::Copy => "copy",
        };
        Err(match frame {
            Some(frame) if frame >= draws.frames() && !over => {
                not_there("frame", frame, draws.frames())
            }
            Some(frame) => not_in_frame(name, number, frame, met.there, met.first),
            None => not_there(name, number, met.there),
        })
    }
}
