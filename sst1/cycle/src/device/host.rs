//! The host's side: [`Device`].
//!
//! Facts: digest 1.1 (Host handshake, Reads, status synthesis).

use base_refusal::RefusalLog;
use sst1_board::{Access, Buffer, Device, Event, Picture, Region, State, StateError, Width};
use sst1_regs::offset;
use sst1_regs::words::Status;

use super::Cycle;
use super::skip::Quiet;
use crate::front::class::Class;
use crate::front::fifo::Entry;
use crate::port::{Address, BEAT, Beat, Client, Operation, Request};

/// Writes that can wait behind a swap in the card and its host, as in a [`Card`](sst1_board::Card).
const MOST_WAITING: usize = 64 + 65_536;
/// From a register read's acceptance to its answer.
const READ_CLOCKS: u64 = 2;
/// Entries of the FIFO that the status word can show.
const SHOWN: usize = 64;

/// How far clocks shall pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// The FIFO has taken what the host wrote.
    Taken,
    /// Nothing is left to do.
    Done,
    /// No command is at work; those in the FIFO may wait.
    Drained,
}

impl Cycle {
    /// Lets clocks pass until a swap takes effect, or as far as is asked, or nothing happens any
    /// more because a swap waits for a retrace.
    fn pass_until(&mut self, until: Until) -> Option<Event> {
        while !self.reached(until) {
            let clock = self.clock();
            if clock.event.is_some() {
                self.reported = true;
                return clock.event;
            }
            if self.reached(until) {
                break;
            }
            if self.is_stuck() {
                return None;
            }
            if clock.moved {
                continue;
            }
            match self.quiet() {
                Quiet::For(0) => {}
                Quiet::For(clocks) => {
                    if self.skips {
                        let clocks = clocks.min(self.probe.due - self.now);
                        self.pass(clocks, clock.did);
                    }
                }
                Quiet::Forever => return None,
            }
        }
        None
    }

    /// Whether a swap that waits for a retrace holds up everything there is to do.
    fn is_stuck(&self) -> bool {
        let held = |entry: &Entry| self.card.blocked(&entry.access);
        self.card.state().video.pending.is_some()
            && self.fifo.head().is_some_and(held)
            && self.host.front().is_none_or(|entry| {
                !self.fifo.has_room() || Class::of(&entry.access) == Class::Around
            })
            && self.command.is_none()
            && self.pipeline_idle()
    }

    #[inline]
    fn reached(&self, until: Until) -> bool {
        match until {
            Until::Taken => self.host.is_empty(),
            Until::Done => !self.busy(),
            Until::Drained => self.command.is_none() && self.pipeline_idle(),
        }
    }

    /// Lets everything finish, for a read; swaps on the way are reported by the next write or run.
    fn finish(&mut self) {
        loop {
            while let Some(event) = self.pass_until(Until::Done) {
                self.missed.push_back(event);
            }
            if !self.busy() {
                break;
            }
            let Some(event) = self.card.force_swap(0) else { break };
            self.missed.push_back(event);
        }
        if self.card.state().video.pending.is_some() {
            let event = self.card.force_swap(0);
            self.missed.extend(event);
        }
        self.reported = false;
    }

    /// Lets `clocks` clocks pass.
    fn wait(&mut self, clocks: u64) {
        for _ in 0..clocks {
            let event = self.clock().event;
            self.missed.extend(event);
        }
    }

    /// The oldest event that was not reported, `event` being the newest.
    fn oldest(&mut self, event: Option<Event>) -> Option<Event> {
        if self.missed.is_empty() {
            return event;
        }
        self.missed.extend(event);
        self.reported = true;
        self.missed.pop_front()
    }

    /// The status word with what waits here.
    fn status(&self) -> u32 {
        let busy = self.busy() || self.card.state().video.pending.is_some();
        let waiting = self.fifo.len().min(SHOWN);
        Status::from_raw(self.card.state().status())
            .with_pci_fifo_free((SHOWN - waiting).min(63) as u32)
            .with_fbi_busy(busy)
            .with_trex_busy(busy)
            .with_busy(busy)
            .raw()
    }

    /// A write up to the clock in which the card has taken it, or an event.
    fn begin_write(&mut self, offset: u32, data: u32, width: Width) -> Option<Event> {
        let access = Access { offset, data, width };
        let class = Class::of(&access);
        let pending = self.card.state().video.pending.is_some();
        if pending && class == Class::Around {
            // Whatever waits behind the swap is passed.
            let event = self.pass_until(Until::Drained);
            let _no_swap = self.card.write(offset, data, width);
            return event;
        }
        self.offer(access);
        if pending && self.host.len() + self.fifo.len() > MOST_WAITING {
            let event = self.card.force_swap(data);
            self.reported |= event.is_some();
            return event;
        }
        let event = self.pass_until(Until::Taken);
        if event.is_none() && class == Class::Swap && self.card.state().video.wait_for_retrace {
            // Whoever waits for retraces wants to know whether a swap does.
            return self.pass_until(Until::Done);
        }
        event
    }

    /// An LFB read's time at the memory port.
    fn read_memory(&mut self, offset: u32) {
        let byte = offset % self.card.state().frame_buffer.bytes();
        let request = Request {
            address: Address::frame(byte).align(BEAT as u32),
            client: Client::LfbRead,
            tag: 0,
            operation: Operation::Read { beats: 1 },
        };
        self.wait(1);
        while !self.memory.ready(&request) {
            self.wait(1);
        }
        let (state, _) = self.card.parts_mut();
        self.memory.accept(state, &request);
        let own = |beat: &Beat| beat.client == Client::LfbRead;
        while !self.memory.beats().iter().any(own) {
            self.wait(1);
        }
        self.wait(1);
    }

    /// The answer to a read, in its time.
    fn read_word(&mut self, offset: u32, width: Width) -> u32 {
        match Region::of(offset) {
            Region::Register if offset & 0x3FC == offset::STATUS => {
                self.wait(READ_CLOCKS);
                let word = self.status();
                match width {
                    Width::Word => word,
                    Width::Half => {
                        // Counted by the board.
                        self.card.read(offset, width);
                        word >> ((offset & 2) * 8) & 0xFFFF
                    }
                }
            }
            Region::Register => {
                self.finish();
                self.wait(READ_CLOCKS);
                self.card.read(offset, width)
            }
            Region::Lfb => {
                self.finish();
                self.read_memory(offset & 0x3F_FFFF);
                self.card.read(offset, width)
            }
            Region::Texture => {
                self.wait(READ_CLOCKS);
                self.card.read(offset, width)
            }
        }
    }
}

impl Device for Cycle {
    fn engine(&self) -> &'static str {
        "cycle"
    }

    #[inline]
    fn write(&mut self, offset: u32, data: u32, width: Width) -> Option<Event> {
        let event = self.begin_write(offset, data, width);
        self.oldest(event)
    }

    fn read(&mut self, offset: u32, width: Width) -> u32 {
        let begun = self.now;
        let word = self.read_word(offset, width);
        self.counts.reads += 1;
        self.counts.read_clocks += self.now - begun;
        word
    }

    fn config_write(&mut self, offset: u32, data: u32, width: Width) {
        self.card.config_write(offset, data, width);
    }

    fn config_read(&mut self, offset: u32) -> u32 {
        if offset & 0xFC == 0x4C { self.status() } else { self.card.config_read(offset) }
    }

    fn set_vsync(&mut self, wait: bool) {
        self.card.set_vsync(wait);
    }

    fn retrace(&mut self, active: bool) -> Option<Event> {
        let event = self.card.retrace(active);
        self.reported |= event.is_some();
        self.counts.swaps += u64::from(event.is_some());
        event
    }

    fn set_line(&mut self, line: u32) {
        self.card.set_line(line);
    }

    /// Right after an event: lets the FIFO take what the host has begun to write, no more, so that
    /// looking at pictures does not change what overlaps. Otherwise, so when it is called again after
    /// it gave `None`: lets everything finish, up to the next event.
    fn run(&mut self) -> Option<Event> {
        if let Some(event) = self.oldest(None) {
            return Some(event);
        }
        let until = if self.reported { Until::Taken } else { Until::Done };
        self.reported = false;
        self.pass_until(until)
    }

    fn picture(&self, buffer: Buffer) -> Picture {
        self.card.picture(buffer)
    }

    fn state(&self) -> &State {
        self.card.state()
    }

    fn log_mut(&mut self) -> &mut RefusalLog {
        self.card.log_mut()
    }

    /// What is at work is finished in the copy that is saved; writes that wait are saved as such.
    fn save(&self) -> Result<Vec<u8>, StateError> {
        if !self.busy() {
            return self.card.save();
        }
        let mut copy = self.clone();
        let writes: Vec<Access> =
            copy.fifo.entries().chain(&copy.host).map(|entry| entry.access).collect();
        copy.fifo.clear();
        copy.host.clear();
        if copy.pass_until(Until::Drained).is_some() {
            copy.pass_until(Until::Drained);
        }
        for access in writes {
            copy.state_mut().wait(access);
        }
        copy.card.save()
    }

    /// Clocks, causes and counts begin anew: they are not part of what is saved.
    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut card = self.card.clone();
        card.load(bytes)?;
        let (state, _) = card.parts_mut();
        *self = Self { skips: self.skips, ..Self::built(self.config, state.clone()) };
        self.forget();
        Ok(())
    }
}
