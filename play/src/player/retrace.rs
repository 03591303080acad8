//! Time, as far as a trace has any: which retraces pass while swaps wait for them.
//!
//! Facts: digest section 9.2 for what a swap waits for; which retraces a player gives is its own
//! choice, stated at [`Player`].

use sst1_board::Event;
use sst1_regs::offset;
use sst1_vood::Command;

use super::{Player, Step};

/// The longest wait for a retrace: the interval has 8 bits.
const MOST_RETRACES: u32 = 257;

impl Player {
    pub(super) fn vsync_record(&mut self) -> Option<Event> {
        if !self.setup.vsync {
            return None;
        }
        self.tally.vsync_records = true;
        self.retrace()
    }

    fn retrace(&mut self) -> Option<Event> {
        self.tally.retraces += 1;
        let event = self.device.retrace(true);
        event.or(self.device.retrace(false))
    }

    /// After a swap, or while one waits.
    #[cold]
    pub(super) fn attend(&mut self) -> Option<Step> {
        let step = if self.tally.vsync_records { self.run() } else { self.settle() };
        self.attention = step.is_some();
        step
    }

    pub(super) fn run(&mut self) -> Option<Step> {
        self.device.run().map(|_| self.swapped())
    }

    /// Lets retraces pass until a swap takes effect or none waits.
    pub(super) fn settle(&mut self) -> Option<Step> {
        if let Some(step) = self.run() {
            return Some(step);
        }
        for _ in 0..MOST_RETRACES {
            if self.state().video.pending.is_none() {
                break;
            }
            if self.retrace().is_some() {
                return Some(self.swapped());
            }
        }
        None
    }

    /// Whether the next operation is a read that needs finished work.
    #[inline]
    pub(super) fn reads_finished_work(&self) -> bool {
        match self.record.command {
            Command::ReadFbL | Command::ReadFbW => true,
            Command::ReadRegL | Command::ReadRegW => {
                let at = self.record.address & 0x3FC;
                at != offset::STATUS && !(offset::FBI_INIT4..0x240).contains(&at)
            }
            _ => false,
        }
    }
}
