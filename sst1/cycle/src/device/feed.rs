//! From the host to the blocks: push, pop, accept.
//!
//! Facts: digest 1 (Top-level gating), 1.1 (Command handling, Drains).

use sst1_board::{Device, Event, TextureAddress};
use sst1_plan::lfb;

use super::Cycle;
use crate::command::{Command, Work};
use crate::config::Config;
use crate::fbi::direct::{Direct, Fill, Lfb};
use crate::front::class::Class;
use crate::port::Address;

impl Cycle {
    /// Hands the waiting command over, if whoever executes it takes it.
    pub(super) fn accept(&mut self, moved: &mut bool) -> Option<Event> {
        let command = self.command.as_ref()?;
        let takes = self.takes(&command.work);
        if !takes {
            return None;
        }
        let Command { work, place } = self.command.take()?;
        *moved = true;
        self.counts.commands += 1;
        let now_at = self.card.state().log.place();
        self.card.log_mut().at(place);
        let event = self.execute(work);
        self.card.log_mut().at(now_at);
        event
    }

    /// Whether a command can be handed over (digest 1, Top-level gating).
    fn takes(&self, work: &Work) -> bool {
        let overlap = self.config.overlap.commands;
        let idle = self.fbi.is_idle() && self.tmus_idle();
        let drained = idle && self.memory.writes_idle();
        match work {
            Work::Triangle(triangle) => {
                self.uploads.is_empty() && (overlap || drained) && self.fbi.takes(triangle)
            }
            Work::Fill(_) => {
                if overlap {
                    idle
                } else {
                    drained
                }
            }
            Work::Lfb { .. } => idle,
            Work::Upload { .. } => {
                let fbi_idle = if overlap { !self.fbi.samples_ahead() } else { self.fbi.is_idle() };
                self.uploads.takes() && fbi_idle && self.tmus_idle()
            }
            Work::Swap(_) => drained,
        }
    }

    fn execute(&mut self, work: Work) -> Option<Event> {
        match work {
            Work::Triangle(triangle) => self.fbi.accept(self.now, triangle),
            Work::Fill(decoded) => {
                let Config { fill, fill_strip, .. } = self.config;
                let state = self.state_mut();
                sst1_plan::fill(&decoded.plan, state);
                let aux = state.fbi.fbz_mode.aux_write();
                let fill = Fill::new(&decoded.plan, &state.profile, aux, fill, fill_strip);
                self.fbi.accept_direct(Direct::Fill(fill));
            }
            Work::Lfb { decoded, offset, data, width } => {
                let state = self.state_mut();
                lfb::write(&decoded.plan, state, offset, data, width);
                let direct = Lfb::new(&decoded.plan, state, offset, data, width);
                self.fbi.accept_direct(Direct::Lfb(direct));
            }
            Work::Upload { decoded, offset, data } => {
                let address = TextureAddress::of(offset);
                let unit = address.tmu as usize;
                let plan = decoded.plan.units.get(unit)?;
                let written = sst1_plan::download(self.state_mut(), plan, address, data)?;
                let tmu = self.tmus.get_mut(unit)?;
                let at = |byte: u32| Address::texture(unit, byte & written.mask);
                let ends = [written.first, written.first.wrapping_add(written.bytes - 1)].map(at);
                tmu.cache.invalidate(ends[0]);
                let line = self.config.texture.line;
                if ends[0].align(line) != ends[1].align(line) {
                    tmu.cache.invalidate(ends[1]);
                }
                self.counts.uploads += 1;
                self.uploads.push(self.now, unit as u8, at(written.first), written.bytes);
            }
            Work::Swap(access) => {
                let event = self.card.write(access.offset, access.data, access.width);
                self.counts.swaps += u64::from(event.is_some());
                return event;
            }
        }
        None
    }

    /// Executes the write at the FIFO's head, if it need not wait.
    pub(super) fn pop(&mut self) -> bool {
        let Some(head) = self.fifo.head() else { return false };
        let access = head.access;
        if self.card.state().video.pending.is_some() && self.card.blocked(&access) {
            return false;
        }
        let class = Class::of(&access);
        let goes = match class {
            Class::Around | Class::Free => true,
            Class::Command | Class::Swap => self.command.is_none(),
            // Commands carry FBI's registers with them; fills and LFB writes take some from where
            // they stand.
            Class::Sync if self.config.overlap.commands && access.offset & 0x3FC != NOP => {
                !matches!(
                    self.command.as_ref().map(|command| &command.work),
                    Some(Work::Fill(_) | Work::Lfb { .. })
                )
            }
            Class::Table if self.config.overlap.commands => {
                self.command.is_none() && !self.fbi.samples_ahead() && self.tmus_idle()
            }
            Class::Sync | Class::Table => self.command.is_none() && self.pipeline_idle(),
        };
        if !goes {
            return false;
        }
        let Some(entry) = self.fifo.pop() else { return false };
        if class == Class::Swap {
            self.command = Some(Command { work: Work::Swap(access), place: entry.place });
            return true;
        }
        let now_at = self.card.state().log.place();
        self.card.log_mut().at(entry.place);
        let _no_swap = self.card.write(access.offset, access.data, access.width);
        self.card.log_mut().at(now_at);
        if let Some(work) = self.card.inner_mut().take() {
            self.command = Some(Command { work, place: entry.place });
        }
        true
    }

    /// The FIFO takes the host's next write, if it can; a write that goes around it is executed.
    pub(super) fn push(&mut self) -> bool {
        let mut moved = false;
        if let Some(entry) = self.host.front()
            && self.host_at <= self.now
        {
            if Class::of(&entry.access) == Class::Around {
                // A driver waits until the card is idle before it changes these.
                let idle = self.fifo.is_empty() && self.command.is_none() && self.pipeline_idle();
                if idle && let Some(entry) = self.host.pop_front() {
                    let now_at = self.card.state().log.place();
                    self.card.log_mut().at(entry.place);
                    let access = entry.access;
                    let _no_swap = self.card.write(access.offset, access.data, access.width);
                    self.card.log_mut().at(now_at);
                    self.written();
                    moved = true;
                }
            } else if self.fifo.has_room()
                && let Some(entry) = self.host.pop_front()
            {
                self.fifo.push(entry);
                self.written();
                moved = true;
            }
            self.counts.blocked += u64::from(!moved && self.blocked());
        }
        moved | self.fifo.clock()
    }

    /// Whether the host's next write waits for room in the FIFO.
    pub(super) fn blocked(&self) -> bool {
        self.host_at <= self.now
            && !self.fifo.has_room()
            && self.host.front().is_some_and(|entry| Class::of(&entry.access) != Class::Around)
    }

    fn written(&mut self) {
        self.counts.writes += 1;
        let late = self.host_late + self.config.host_hundredths;
        let clocks = self.config.host_clocks.max(1) + late / 100;
        self.host_late = late % 100;
        self.host_at = self.now + u64::from(clocks);
    }
}

/// nopCMD waits for everything whatever overlaps.
const NOP: u32 = sst1_regs::offset::NOP_CMD;
