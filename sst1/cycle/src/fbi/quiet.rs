//! What FBI waits for, and for how long nothing will happen in it.

use super::direct::Direct;
use super::{Did, Fbi, Waiting, Walk};
use crate::command::Needs;
use crate::stall::Cause;
use crate::tmu::Tmu;

impl Fbi {
    /// What the oldest work here waits for; `None` if there is none but write drains.
    pub fn cause(&self, now: u64, did: Did, tmus: &[Tmu]) -> Option<Cause> {
        if did.held {
            return Some(Cause::Combiner);
        }
        if self.setup_ahead && !self.pipe.is_empty() {
            return Some(Cause::Pipe);
        }
        // What is in the pipe holds nobody up where set-up waits for the walk: the clock in which it
        // delivers nothing is one in which nothing was delivered to it.
        if self.flows() { self.gaps[1].why() } else { self.before_pipe(now, did, tmus) }
    }

    /// Whether there are pixels in the pipe that set-up waits for no more.
    pub fn flows(&self) -> bool {
        !self.setup_ahead && !self.pipe.is_empty()
    }

    /// What the oldest work that has not entered the pipe waits for.
    pub(super) fn before_pipe(&self, now: u64, did: Did, tmus: &[Tmu]) -> Option<Cause> {
        if let Some((until, cause)) = self.late()
            && now < until
        {
            return Some(cause);
        }
        if let Some(Waiting { needs, .. }) = self.join.front() {
            return Some(self.missing(*needs, did, tmus));
        }
        if self.issue.is_some() {
            return Some(if did.moved { Cause::Walker } else { Cause::Dispatch });
        }
        if self.walk.is_some() {
            return Some(if did.missed { Cause::Walker } else { Cause::WriteDrain });
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

    /// What the oldest pixel in the join waits for.
    fn missing(&self, needs: Needs, did: Did, tmus: &[Tmu]) -> Cause {
        if did.conflict {
            return Cause::Conflict;
        }
        let mut asked = tmus.iter().enumerate().filter(|(n, _)| needs.units >> n & 1 != 0);
        if asked.clone().any(|(_, tmu)| tmu.waits()) {
            return Cause::TextureMemory;
        }
        if needs.aux && self.aux.found().is_none() {
            return Cause::AuxMemory;
        }
        if needs.color && self.color.found().is_none() {
            return Cause::ColorMemory;
        }
        if asked.next().is_some() { Cause::TextureStages } else { Cause::Pipe }
    }

    /// Whether the walker is at work and nothing holds it.
    fn walks(&self) -> Option<&Walk> {
        let free = self.issue.is_none() && self.pending < self.most_pending;
        let walk = self.walk.as_ref().filter(|_| free)?;
        let triangle = self.triangles.get(usize::from(walk.slot()))?.as_ref()?;
        let single = triangle.alone || triangle.slow;
        let held = (single && self.pending > 0)
            || (triangle.alone && !(self.color_writes.idle() && self.aux_writes.idle()));
        (!held).then_some(walk)
    }

    /// For how long, from clock `now` on, nothing changes here but counts, unless memory answers.
    /// Only after a clock in which nothing else moved.
    pub fn quiet(&self, now: u64) -> u64 {
        if !(self.color.quiet() && self.aux.quiet()) {
            return 0;
        }
        let direct = self.direct.as_ref().and_then(|direct| match direct {
            Direct::Lfb(lfb) => lfb.next(),
            Direct::Fill(_) => None,
        });
        let setup = self.setup.filter(|_| self.walk.is_none()).map(|setup| setup.at);
        let late = self.late().map(|(until, _)| until).filter(|at| *at >= now);
        let timers = [direct, setup, late, self.pipe.next().filter(|at| *at >= now)];
        let timed = timers.into_iter().flatten().map(|at| at.saturating_sub(now)).min();
        let missing = self.walks().map(|walk| u64::from(walk.misses()));
        timed.unwrap_or(u64::MAX).min(missing.unwrap_or(u64::MAX))
    }

    /// Passes over so many quiet clocks.
    pub fn skip(&mut self, clocks: u64) {
        if self.walks().is_some()
            && let Some(walk) = &mut self.walk
        {
            walk.skip(clocks as u32);
            self.counts.candidates += clocks;
        }
        self.color.skip(clocks);
        self.aux.skip(clocks);
        self.sums(clocks);
    }
}
