//! Clocks in which nothing happens, passed over at once.
//!
//! Every block's next clock depends on its registers and on a few times at which something becomes
//! due. After a clock in which no register changed, none will until the first of these times.

use sst1_board::Device;

use super::Cycle;
use crate::stall::Cause;

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

    /// Passes over `clocks` quiet clocks, whose cause is that of the last one.
    pub(super) fn pass(&mut self, clocks: u64, cause: Cause) {
        self.fbi.skip(clocks);
        for tmu in &mut self.tmus {
            tmu.skip(clocks);
        }
        self.memory.skip(clocks);
        self.video.clock(self.card.state(), clocks);
        self.stalls.add(cause, clocks);
        self.counts.busy += if cause.is_busy() || !self.fbi.is_drained() { clocks } else { 0 };
        if self.blocked() {
            self.counts.blocked += clocks;
        }
        self.now += clocks;
        if self.now >= self.probe.due {
            self.look();
        }
    }
}
