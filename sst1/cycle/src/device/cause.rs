//! The cause of a clock.

use sst1_board::Device;

use super::Cycle;
use crate::fbi::Did;
use crate::stall::Cause;

/// What the front end did in a clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fed {
    /// A command was handed over.
    pub(super) accepted: bool,
    /// A write left the FIFO.
    pub(super) popped: bool,
    /// That write became a command, which can be handed over in the next clock.
    pub(super) latched: bool,
    /// Writes that could have left it are still there.
    pub(super) backlog: bool,
    /// The host got rid of a write.
    pub(super) written: bool,
}

impl Cycle {
    /// What the clock that ends now went to.
    pub(super) fn cause(&mut self, did: Did, fed: Fed) -> Cause {
        let late = self.fbi.late(self.now, did, &self.tmus);
        let walked = self.fbi.walked(self.now, did, late);
        let walked = walked.unwrap_or_else(|| self.front(fed, late));
        self.fbi.attribute(self.now, did, late, walked)
    }

    /// What the front end waits for, when FBI has nothing that it could issue.
    fn front(&mut self, fed: Fed, late: Option<Cause>) -> Cause {
        let held = self.command.is_some() || (!self.host.is_empty() && self.host_at <= self.now);
        let waiting = fed.backlog || held;
        let over = !waiting && self.host.is_empty() && !fed.written && self.fifo.is_empty();
        if over {
            self.fbi.rest();
        }
        if !self.uploads.is_empty() {
            return Cause::Upload;
        }
        if fed.accepted || fed.latched || (fed.popped && fed.backlog && self.command.is_none()) {
            return Cause::Registers;
        }
        if !(waiting || over) {
            return Cause::Host;
        }
        if let Some(cause) = self.fbi.oldest(self.now, late) {
            return cause;
        }
        if !self.fbi.is_idle() || (waiting && !self.memory.writes_idle()) {
            return Cause::WriteDrain;
        }
        if self.card.state().video.pending.is_some() {
            return Cause::Swap;
        }
        if waiting { Cause::Registers } else { Cause::Host }
    }

    /// Whether anything is at work but a swap that waits for a retrace.
    #[inline]
    pub(super) fn works(&self) -> bool {
        if !self.fbi.is_idle() || !self.uploads.is_empty() {
            return true;
        }
        let waiting = !self.fifo.is_empty() || self.command.is_some();
        waiting && !(self.memory.writes_idle() && self.card.state().video.pending.is_some())
    }
}
