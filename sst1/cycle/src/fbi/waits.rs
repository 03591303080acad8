//! What a clock went to, as FBI sees it.
//!
//! For: why nothing entered the pixel pipe ([`Fbi::late`] and the slots of [`super::bubbles`]), why
//! nothing was dispatched, why nothing was issued.
//! Not for: what the front end waits for ([`crate::device`]).

use super::direct::Direct;
use super::{Did, Fbi, Waiting};
use crate::command::Needs;
use crate::stall::Cause;
use crate::tmu::Tmu;

/// What is to be seen between walker and dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// A pixel was dispatched, or what kept one that stood there; `None` if none did.
    pub dispatched: Option<Cause>,
    /// A pixel was issued, or what kept the walker; `None` if there is nothing to issue.
    pub walked: Option<Cause>,
}

impl Fbi {
    /// What is to be seen at dispatch and at the walker when clock `now` ends.
    #[inline]
    pub fn seen(&self, now: u64, did: Did, tmus: &[Tmu]) -> Seen {
        let blocked = self.issue.is_some() && !did.issued;
        let dispatched = if did.dispatched {
            Some(Cause::Pixel)
        } else if blocked {
            Some(self.oldest(now, did, tmus).unwrap_or(Cause::Dispatch))
        } else {
            None
        };
        let walked =
            if did.issued || blocked { Some(Cause::Pixel) } else { self.unissued(now, did, tmus) };
        Seen { dispatched, walked }
    }

    /// Ends clock `now` with what was seen. Returns what the clock went to.
    #[inline]
    pub fn attribute(
        &mut self,
        now: u64,
        did: Did,
        tmus: &[Tmu],
        dispatched: Option<Cause>,
        walked: Cause,
    ) -> Cause {
        self.bubbles.put(now, dispatched, walked);
        if did.entered {
            return Cause::Pixel;
        }
        self.late(now, did, tmus).unwrap_or_else(|| self.bubbles.at(now))
    }

    /// What keeps the oldest pixel out of the pipe for longer than its way takes.
    fn late(&self, now: u64, did: Did, tmus: &[Tmu]) -> Option<Cause> {
        let Waiting { needs, .. } = self.join.front()?;
        if self.pipe.len() >= self.output_capacity {
            return Some(Cause::Combiner);
        }
        if did.conflict {
            return Some(Cause::Conflict);
        }
        if did.fresh { None } else { self.missing(now, *needs, tmus) }
    }

    /// What has not come in its time.
    fn missing(&self, now: u64, needs: Needs, tmus: &[Tmu]) -> Option<Cause> {
        let mut asked = tmus.iter().enumerate().filter(|(n, _)| needs.units >> n & 1 != 0);
        if asked.clone().any(|(_, tmu)| tmu.late(now)) {
            return Some(Cause::TextureMemory);
        }
        if asked.any(|(_, tmu)| tmu.result(now).is_none()) {
            return None;
        }
        if needs.aux && self.aux.found().is_none() {
            return Some(Cause::AuxMemory);
        }
        (needs.color && self.color.found().is_none()).then_some(Cause::ColorMemory)
    }

    /// What those wait for that wait until the pixels before them are done, or until there is room.
    pub fn oldest(&self, now: u64, did: Did, tmus: &[Tmu]) -> Option<Cause> {
        if self.pipe.head(now).is_some() {
            return Some(Cause::Combiner);
        }
        if let Some(Waiting { needs, .. }) = self.join.front() {
            let stage = if needs.units == 0 { Cause::Pipe } else { Cause::TextureStages };
            return Some(self.late(now, did, tmus).unwrap_or(stage));
        }
        (!self.pipe.is_empty()).then_some(Cause::Pipe)
    }

    /// Why nothing was issued; `None` if there is nothing to issue.
    fn unissued(&self, now: u64, did: Did, tmus: &[Tmu]) -> Option<Cause> {
        if self.walk.is_some() {
            return Some(if did.missed {
                Cause::Walker
            } else {
                self.oldest(now, did, tmus).unwrap_or(Cause::WriteDrain)
            });
        }
        // The last candidate of a walk is not covered.
        if did.missed {
            return Some(Cause::Walker);
        }
        if self.setup.is_some() {
            return Some(Cause::Setup);
        }
        match &self.direct {
            Some(Direct::Fill(_)) => Some(Cause::Fill),
            Some(Direct::Lfb(_)) => Some(Cause::Lfb),
            None => None,
        }
    }

    /// The front end has nothing more and FBI nothing to issue: once no pixel is before the pipe, what
    /// happens is seen as it happens.
    pub fn rest(&mut self) {
        if self.join.is_empty() && self.issue.is_none() {
            self.bubbles.rest();
        }
    }
}
