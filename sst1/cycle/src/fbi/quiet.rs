//! For how long nothing will happen in FBI.

use super::direct::Direct;
use super::{Fbi, Walk};

impl Fbi {
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
        let timers = [direct, setup, self.pipe.next().filter(|at| *at >= now)];
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
