//! The cause of a clock.

use sst1_board::Device;

use super::Cycle;
use crate::fbi::Did;
use crate::stall::Cause;

impl Cycle {
    /// What the clock that ends now went to.
    pub(super) fn cause(&self, did: Did) -> Cause {
        if did.retired {
            return Cause::Pixel;
        }
        if let Some(cause) = self.fbi.cause(self.now, did, &self.tmus) {
            return cause;
        }
        if !self.uploads.is_empty() {
            return Cause::Upload;
        }
        let waiting = !self.fifo.is_empty() || self.command.is_some();
        if !self.fbi.is_idle() || (waiting && !self.memory.writes_idle()) {
            return Cause::WriteDrain;
        }
        if self.card.state().video.pending.is_some() {
            return Cause::Swap;
        }
        if waiting { Cause::Registers } else { Cause::Host }
    }
}
