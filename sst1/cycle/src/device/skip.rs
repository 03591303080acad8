//! Clocks in which nothing happens, passed over at once.
//!
//! Every block's next clock depends on its registers and on a few times at which something becomes
//! due. After a clock in which no register changed, none will until the first of these times.

use sst1_board::Device;

use super::Cycle;
use super::cause::Fed;
use crate::fbi::{Did, REMEMBERED};

/// Clocks after which quiet clocks are all alike: a sample is late at most so many clocks after the last
/// one moved, and that is known at the pipe as many later.
const SETTLED: u64 = 2 * REMEMBERED;

/// How long nothing will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiet {
    /// So many clocks; 0: not known.
    For(u64),
    /// Until the host does something.
    Forever,
}

impl Cycle {
    /// How long nothing happens from now on; asked after a clock in which nothing moved.
    pub(super) fn quiet(&self) -> Quiet {
        if self.requests() || !self.memory.beats().is_empty() {
            return Quiet::For(0);
        }
        let mut clocks = self.fbi.quiet(self.now);
        for tmu in &self.tmus {
            clocks = clocks.min(tmu.quiet(self.now));
        }
        clocks = clocks.min(self.uploads.quiet(self.now).unwrap_or(u64::MAX));
        clocks = clocks.min(self.memory.quiet().unwrap_or(u64::MAX));
        if !self.host.is_empty() && self.host_at >= self.now {
            clocks = clocks.min(self.host_at - self.now);
        }
        if clocks == u64::MAX {
            return Quiet::Forever;
        }
        let video = self.video.quiet(self.card.state());
        Quiet::For(clocks.min(video.unwrap_or(u64::MAX)))
    }

    /// Passes over `clocks` quiet clocks after one in which FBI did `did`.
    pub(super) fn pass(&mut self, clocks: u64, did: Did) {
        self.attribute(clocks, did);
        self.fbi.skip(clocks);
        for tmu in &mut self.tmus {
            tmu.skip(clocks);
        }
        self.memory.skip(clocks);
        self.video.clock(self.now + clocks - 1, self.card.state(), clocks);
        self.counts.busy += if self.works() { clocks } else { 0 };
        if self.blocked() {
            self.counts.blocked += clocks;
        }
        self.now += clocks;
        if self.now >= self.probe.due {
            self.look();
        }
    }

    /// Gives quiet clocks to causes: one by one until what was on its way to the pipe has come, then
    /// nothing changes.
    fn attribute(&mut self, clocks: u64, did: Did) {
        let begun = self.now;
        let fed = Fed { backlog: !self.fifo.is_empty(), ..Fed::default() };
        for _ in 0..clocks.min(SETTLED) {
            let cause = self.cause(did, fed);
            self.stalls.add(cause, 1);
            self.now += 1;
        }
        self.now = begun;
        if clocks > SETTLED {
            self.stalls.add(self.stalls.last(), clocks - SETTLED);
        }
    }
}
