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

impl Fbi {
    /// Ends clock `now` for attribution, in which pixels moved all the way. Returns what it went to.
    #[inline]
    pub fn flowed(&mut self, now: u64) -> Cause {
        self.bubbles.put(now, Some(Cause::Pixel), Cause::Pixel);
        Cause::Pixel
    }

    /// Why the walker gave nothing to the issue register in clock `now`, if it could have; `None` if
    /// there is nothing to issue. `late` is what [`late`](Self::late) says.
    #[inline]
    pub fn walked(&self, now: u64, did: Did, late: Option<Cause>) -> Option<Cause> {
        if did.issued || self.issue.is_some() {
            return Some(Cause::Pixel);
        }
        self.unissued(now, did, late)
    }

    /// Ends clock `now` for attribution: what it went to.
    #[inline]
    pub fn attribute(&mut self, now: u64, did: Did, late: Option<Cause>, walked: Cause) -> Cause {
        let dispatched = if did.dispatched {
            Some(Cause::Pixel)
        } else if self.issue.is_some() && !did.issued {
            Some(self.oldest(now, late).unwrap_or(Cause::Dispatch))
        } else {
            None
        };
        self.bubbles.put(now, dispatched, walked);
        if did.entered {
            return Cause::Pixel;
        }
        late.unwrap_or_else(|| self.bubbles.at(now))
    }

    /// What keeps the oldest pixel out of the pipe for longer than its way takes.
    #[inline]
    pub fn late(&self, now: u64, did: Did, tmus: &[Tmu]) -> Option<Cause> {
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
    #[inline]
    fn missing(&self, now: u64, needs: Needs, tmus: &[Tmu]) -> Option<Cause> {
        let mut comes = false;
        for (unit, tmu) in tmus.iter().enumerate() {
            if needs.units >> unit & 1 != 0 && !tmu.is_ready(now) {
                if tmu.late(now) {
                    return Some(Cause::TextureMemory);
                }
                comes = true;
            }
        }
        if comes {
            return None;
        }
        if needs.aux && self.aux.found().is_none() {
            return Some(Cause::AuxMemory);
        }
        (needs.color && self.color.found().is_none()).then_some(Cause::ColorMemory)
    }

    /// What those wait for that wait until the pixels before them are done, or until there is room.
    pub fn oldest(&self, now: u64, late: Option<Cause>) -> Option<Cause> {
        if self.pipe.head(now).is_some() {
            return Some(Cause::Combiner);
        }
        if late.is_some() {
            return late;
        }
        if let Some(Waiting { needs, .. }) = self.join.front() {
            return Some(if needs.units == 0 { Cause::Pipe } else { Cause::TextureStages });
        }
        (!self.pipe.is_empty()).then_some(Cause::Pipe)
    }

    /// Why nothing was issued; `None` if there is nothing to issue.
    fn unissued(&self, now: u64, did: Did, late: Option<Cause>) -> Option<Cause> {
        if self.walk.is_some() {
            return Some(if did.missed {
                Cause::Walker
            } else {
                self.oldest(now, late).unwrap_or(Cause::WriteDrain)
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
