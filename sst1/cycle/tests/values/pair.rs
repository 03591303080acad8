//! A clocked and a fast card that are fed alike.

use sst1_board::{BoardConfig, Card, Device, Region, Width};
use sst1_cycle::Cycle;
use sst1_cycle::config::Config;
use sst1_facts::Profile;
use sst1_regs::offset;
use sst1_soft::Soft;
use sst1_streams::Operation;

use crate::difference::{difference, refusals};

pub(crate) struct Pair {
    pub(crate) clocked: Cycle,
    pub(crate) soft: Card<Soft>,
}

impl Pair {
    pub(crate) fn new(config: Config, board: BoardConfig, profile: &Profile) -> Self {
        let mut clocked = Cycle::new(config, board, profile.clone()).expect("a valid board");
        let mut soft = Card::new(board, profile.clone()).expect("a valid board");
        clocked.config_write(0x40, 1, Width::Word);
        soft.config_write(0x40, 1, Width::Word);
        Self { clocked, soft }
    }

    /// Performs an operation on both and says how what they read differs.
    pub(crate) fn perform(&mut self, operation: &Operation) -> Option<String> {
        match *operation {
            Operation::Write(access) => {
                let mut event = self.clocked.write(access.offset, access.data, access.width);
                while event.is_some() {
                    event = self.clocked.run();
                }
                self.soft.write(access.offset, access.data, access.width);
                None
            }
            Operation::Read { offset, width } => {
                if Region::of(offset) == Region::Register && offset & 0x3FC == offset::STATUS {
                    // While it is busy, the status says so.
                    self.drain();
                }
                let (a, b) = (self.clocked.read(offset, width), self.soft.read(offset, width));
                (a != b).then(|| format!("read of {offset:#08x}: clocked {a:#x}, soft {b:#x}"))
            }
        }
    }

    fn drain(&mut self) {
        // The first after a swap only lets the host's writes in.
        while self.clocked.run().is_some() || self.clocked.run().is_some() {}
    }

    /// Lets everything finish; the difference then.
    pub(crate) fn settled(&mut self) -> Option<String> {
        let refused = self.settled_state();
        refused.or_else(|| refusals(self.clocked.state(), self.soft.state()))
    }

    /// The same without what was refused.
    pub(crate) fn settled_state(&mut self) -> Option<String> {
        self.drain();
        difference(self.clocked.state(), self.soft.state())
    }

    /// All that the clocked card counted.
    pub(crate) fn counts(&self) -> String {
        let card = &self.clocked;
        format!(
            "{} {:?}\n{:?}\n{:?} {:?} {:?} {:?}\n{:?}\n{:?} {:?}\n{:?}",
            card.clocks(),
            card.host_counts(),
            card.fbi().counts,
            card.fbi().color.counts,
            card.fbi().aux.counts,
            card.fbi().color_writes.counts,
            card.fbi().aux_writes.counts,
            card.tmus().iter().map(|tmu| (tmu.counts, tmu.cache.counts)).collect::<Vec<_>>(),
            card.memory().counts,
            card.arbiter().counts,
            card.stalls(),
        )
    }

    /// The registers that decide what a command draws.
    pub(crate) fn describe(&self) -> String {
        let state = self.soft.state();
        format!(
            "{:?}\n{:?}\n{:?}\n{:x?}",
            state.fbi,
            state.tmus.iter().map(|tmu| (tmu.mode, tmu.lod, tmu.base)).collect::<Vec<_>>(),
            state.parameters,
            state.layout()
        )
    }
}
