//! Why an empty slot of the pipeline is empty.
//!
//! For: bubbles on their way from dispatch to the pixel pipe. Where no pixel is dispatched in a clock,
//! a slot stays empty, and as many clocks later as a pixel needs from dispatch to the pipe nothing
//! enters that. What was the matter at dispatch is written down here and read again then, so that a
//! clock is given to what made the gap and not to the stage that it happens to pass.
//! Not for: what keeps a pixel longer than its slot, which is seen when it happens
//! ([`Fbi::late`](super::Fbi::late)).

use crate::command::Needs;
use crate::stall::Cause;
use crate::tmu;

/// Clocks that are remembered; more than any slot is on its way.
pub(crate) const REMEMBERED: u64 = 16;

/// Clocks from dispatch to the pixel pipe when all that a pixel needs is there.
pub(super) const fn latency(needs: Needs) -> u64 {
    if needs.units != 0 { tmu::LATENCY } else { needs.any() as u64 }
}

/// Slots on their way.
#[derive(Clone, Debug, Default)]
pub(super) struct Bubbles {
    /// What the clocks went to at dispatch, by number modulo [`REMEMBERED`].
    slots: [Cause; REMEMBERED as usize],
    /// Clocks from dispatch to the pipe, for the pixels that are at work.
    lag: u64,
    /// Why the walker issued nothing in the last clock, if it did not.
    walked: Cause,
}

impl Bubbles {
    fn slot(&mut self, clock: u64) -> &mut Cause {
        &mut self.slots[(clock % REMEMBERED) as usize]
    }

    /// A pixel that needs `latency` clocks to the pipe was dispatched in clock `now`, `behind` others
    /// or alone. Where those before needed less, the difference is latency that shows.
    #[inline]
    pub(super) fn dispatched(&mut self, now: u64, latency: u64, behind: bool) {
        if latency == self.lag || (latency < self.lag && behind) {
            return;
        }
        for clocks in self.lag..latency.min(REMEMBERED - 1) {
            *self.slot(now.wrapping_sub(clocks + 1)) = stages(latency);
        }
        self.lag = latency.min(REMEMBERED - 1);
    }

    /// Nothing is on its way, and nothing waits to be.
    #[inline]
    pub(super) fn rest(&mut self) {
        self.lag = 0;
    }

    /// Ends clock `now`: what dispatch did, where the walker had given it something, and what the
    /// walker did.
    #[inline]
    pub(super) fn put(&mut self, now: u64, dispatched: Option<Cause>, walked: Cause) {
        *self.slot(now) = dispatched.unwrap_or(self.walked);
        self.walked = walked;
    }

    /// Why the slot that comes to the pipe in clock `now` is empty.
    #[inline]
    pub(super) fn at(&self, now: u64) -> Cause {
        match self.slots[(now.wrapping_sub(self.lag) % REMEMBERED) as usize] {
            // Pixels of several kinds are under way, and this one needs longer.
            Cause::Pixel => stages(self.lag),
            cause => cause,
        }
    }
}

/// Whose latency that is: a pixel without texels needs at most a clock.
const fn stages(latency: u64) -> Cause {
    if latency > 1 { Cause::TextureStages } else { Cause::Pipe }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One pixel in three clocks for the host's sake: the gaps come out as long as they went in, and
    /// the latency of the first pixel is shown once.
    #[test]
    fn gaps_keep_their_causes_and_their_lengths() {
        let mut bubbles = Bubbles::default();
        let mut causes = Vec::new();
        for now in 100..160 {
            let sent = now >= 103 && now % 3 == 1;
            if sent {
                bubbles.dispatched(now, 11, now > 103);
            }
            bubbles.put(now, sent.then_some(Cause::Pixel), Cause::Host);
            let arrives = now >= 114 && (now - 11) % 3 == 1;
            causes.push(if arrives { Cause::Pixel } else { bubbles.at(now) });
        }
        assert!(causes[..3].iter().all(|cause| *cause == Cause::Host));
        assert!(causes[3..14].iter().all(|cause| *cause == Cause::TextureStages), "{causes:?}");
        for three in causes[14..].chunks_exact(3) {
            assert_eq!(three, [Cause::Pixel, Cause::Host, Cause::Host]);
        }
    }

    #[test]
    fn pixels_without_texels_shorten_the_way_when_nothing_is_on_it() {
        let mut bubbles = Bubbles::default();
        bubbles.dispatched(50, 11, false);
        bubbles.put(50, Some(Cause::Pixel), Cause::Walker);
        for now in 51..70 {
            bubbles.put(now, None, Cause::Setup);
            let wanted = match now {
                51..61 => Cause::TextureStages,
                61 => continue,
                62 => Cause::Walker,
                _ => Cause::Setup,
            };
            assert_eq!(bubbles.at(now), wanted, "{now}");
        }
        bubbles.dispatched(70, 0, true);
        bubbles.put(70, Some(Cause::Pixel), Cause::Walker);
        assert_eq!(bubbles.lag, 11, "those before are still on their way");
        bubbles.dispatched(71, 0, false);
        bubbles.put(71, None, Cause::Setup);
        assert_eq!(bubbles.at(71), Cause::Walker);
    }
}
