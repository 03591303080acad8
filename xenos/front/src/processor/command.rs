//! The commands that are neither register writes nor draws.
//!
//! Facts: specification digest `pm4`; what is stored for screen extents and visibility queries is
//! what Xenia stores (guessed there).

use xenos_memory::Extent;
use xenos_pm4::{Condition, EndianAddress, Place, RmwOperand, WaitFunction};
use xenos_regs::words::{Endian, Event as Initiated};
use xenos_regs::{Group, SideEffect, index, register_at, side_effect};

use super::Processor;
use crate::program::{Command, Program};
use crate::refusals::refusal;
use crate::{Cause, Event, Need, Observation, Sink, Swap};

/// Screen extents that cover everything: 0 to 1024 in units of 8 pixels, depth 0 to 1.
const ALL_OF_SCREEN: [u32; 3] = [0x0000_0400, 0x0000_0400, 0x0000_0001];

/// Bytes that sample counts take.
const SAMPLE_COUNTS: u32 = 32;

/// A word of the GPU as big-endian memory holds it after its byte exchange; and back.
fn exchanged(word: u32, endian: Endian) -> u32 {
    let halves = word.swap_bytes().rotate_left(16);
    match endian {
        Endian::None => word.swap_bytes(),
        Endian::Swap8In16 => word.rotate_left(16),
        Endian::Swap8In32 => word,
        Endian::Swap16In32 => halves,
    }
}

impl Processor {
    /// Does what a command says; false if it is a wait that is not met.
    pub(super) fn command<S: Sink + ?Sized>(
        &mut self,
        command: &Command,
        program: &Program,
        sink: &mut S,
    ) -> bool {
        match *command {
            Command::Wait(condition) => return self.wait(condition, sink),
            Command::CondWrite { condition, target, value } => {
                if self.poll(&condition, sink).is_some_and(|value| condition.holds(value)) {
                    match target {
                        Place::Register(register) => {
                            if program.noted {
                                sink.observe(&Observation::ConditionalWrite { register });
                            }
                            self.write(register, value, sink);
                        }
                        Place::Memory(place) => {
                            let word = exchanged(value, place.endian());
                            self.write_memory(Cause::CondWrite, place.address(), &[word], sink);
                        }
                    }
                }
            }
            Command::MemWrite { address, at, count } => {
                let values = program.words_at(at, count).iter();
                let words: Vec<u32> =
                    values.map(|value| exchanged(*value, address.endian())).collect();
                self.write_memory(Cause::MemWrite, address.address(), &words, sink);
            }
            Command::RegToMem { register, address } => {
                let value = self.read(register, "REG_TO_MEM", sink);
                let word = exchanged(value, address.endian());
                self.write_memory(Cause::RegToMem, address.address(), &[word], sink);
            }
            Command::RegRmw { register, and, or } => {
                let mut operand = |operand| match operand {
                    RmwOperand::Value(value) => value,
                    RmwOperand::Register(register) => {
                        self.read(register.register(), "REG_RMW", sink)
                    }
                };
                let (and, or) = (operand(and), operand(or));
                let value = self.read(u32::from(register), "REG_RMW", sink);
                self.write(u32::from(register), value & and | or, sink);
            }
            Command::Event(event) => {
                self.initiate(event, sink);
                sink.event(&self.state(), &Event::Initiated { event: event as u8 });
            }
            Command::Fence { initiator, address, value } => {
                self.initiate(initiator.event(), sink);
                let value = if initiator.counter() { self.counter } else { value };
                let word = exchanged(value, address.endian());
                self.write_memory(Cause::Fence, address.address(), &[word], sink);
            }
            Command::Extents { event, address } => {
                self.initiate(event, sink);
                if address.endian() != Endian::Swap8In16 {
                    let what = "EVENT_WRITE_EXT";
                    self.refuse(&refusal::EXTENTS_ENDIAN, what, address.raw());
                }
                self.write_memory(Cause::ScreenExtents, address.address(), &ALL_OF_SCREEN, sink);
            }
            Command::SampleCounts { event } => {
                self.initiate(event, sink);
                let address = self.registers.get(index::RB_SAMPLE_COUNT_ADDR);
                if let Ok(extent) = Extent::new(address, SAMPLE_COUNTS) {
                    self.unsynced.add(extent);
                }
                sink.event(&self.state(), &Event::SampleCounts { address });
            }
            Command::VisibilityQuery { id, end } => self.visibility_query(id, end, sink),
            Command::Bins { select, keep, value } => {
                let half = if select { &mut self.bin_select } else { &mut self.bin_mask };
                *half = *half & keep | value;
            }
            Command::Interrupt { cpus } => {
                sink.event(&self.state(), &Event::Interrupt { cpus });
            }
            Command::Swap { front_buffer, width, height } => {
                let swap = Swap { number: self.counts.swaps, front_buffer, width, height };
                sink.event(&self.state(), &Event::Swap(swap));
                self.counts.swaps += 1;
                self.counter = self.counter.wrapping_add(1);
            }
            Command::SkippedSwap { front_buffer } => {
                self.refuse(&refusal::SWAP_PREDICATED, "XE_SWAP", front_buffer);
            }
            Command::Refuse { kind, what, value } => self.refuse(kind, what, value),
        }
        true
    }

    fn initiate<S: Sink + ?Sized>(&mut self, event: Initiated, sink: &mut S) {
        self.store(u32::from(index::VGT_EVENT_INITIATOR), &[event as u32], sink);
    }

    fn visibility_query<S: Sink + ?Sized>(&mut self, id: u8, end: bool, sink: &mut S) {
        self.initiate(if end { Initiated::VizqueryEnd } else { Initiated::VizqueryStart }, sink);
        if end {
            // Visible, until a renderer that counts says otherwise at a sync.
            let register = index::PA_SC_VIZ_QUERY_STATUS_0 + u16::from((id / 32) & 1);
            let value = self.registers.get(register) | 1 << (id % 32);
            self.store(u32::from(register), &[value], sink);
        }
        sink.event(&self.state(), &Event::VisibilityQuery { id, end });
    }

    /// Whether a wait is over.
    fn wait<S: Sink + ?Sized>(&mut self, condition: Condition, sink: &mut S) -> bool {
        let met = self.poll(&condition, sink).is_some_and(|value| condition.holds(value));
        // Only this wait was given up.
        let give_up = std::mem::take(&mut self.give_up);
        if !met {
            // One that asks for nothing possible is not waited for by anybody.
            if !give_up && condition.function != WaitFunction::Never {
                return false;
            }
            let (what, value) = match condition.poll {
                Place::Register(register) => ("register", register),
                Place::Memory(place) => ("memory", place.address()),
            };
            self.refuse(&refusal::WAIT_NEVER_MET, what, value);
        }
        sink.event(&self.state(), &Event::Wait { condition, met });
        true
    }

    /// The value that a condition asks about; none outside memory.
    fn poll<S: Sink + ?Sized>(&mut self, condition: &Condition, sink: &mut S) -> Option<u32> {
        match condition.poll {
            Place::Register(register) => {
                if side_effect(register) == SideEffect::Coherency {
                    // The flush is finished by asking for it.
                    self.store(register, &[0], sink);
                }
                Some(self.read(register, "WAIT_REG_MEM", sink))
            }
            Place::Memory(place) => self.poll_memory(place, sink),
        }
    }

    fn poll_memory<S: Sink + ?Sized>(&mut self, place: EndianAddress, sink: &mut S) -> Option<u32> {
        let address = place.address();
        self.before_reading(address, 1, sink);
        if let Ok(word) = self.memory.read_word(address) {
            return Some(exchanged(word, place.endian()));
        }
        self.refuse(&refusal::MEMORY_OUTSIDE, "WAIT_REG_MEM", address);
        None
    }

    /// A register's word, or what the renderer knows of it.
    fn read<S: Sink + ?Sized>(&mut self, register: u32, what: &'static str, sink: &mut S) -> u32 {
        let row = register_at(register);
        let Ok(number) = u16::try_from(register) else {
            self.refuse(&refusal::REGISTER_OUTSIDE, what, register);
            return 0;
        };
        if usize::from(number) >= xenos_regs::FILE_WORDS {
            self.refuse(&refusal::REGISTER_OUTSIDE, what, register);
            return 0;
        }
        let status = index::PA_SC_VIZ_QUERY_STATUS_0..=index::PA_SC_VIZ_QUERY_STATUS_0 + 1;
        let determined =
            status.contains(&number) || row.is_some_and(|row| row.block == Group::Counters);
        if determined && let Some(value) = self.ask(Need::Register(number), sink) {
            return value;
        }
        self.registers.get(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_exchanges_undo_themselves() {
        let word = 0x1122_3344;
        assert_eq!(exchanged(word, Endian::None), 0x4433_2211);
        assert_eq!(exchanged(word, Endian::Swap8In16), 0x3344_1122);
        assert_eq!(exchanged(word, Endian::Swap8In32), word);
        assert_eq!(exchanged(word, Endian::Swap16In32), 0x2211_4433);
        for endian in [Endian::None, Endian::Swap8In16, Endian::Swap8In32, Endian::Swap16In32] {
            assert_eq!(exchanged(exchanged(word, endian), endian), word);
        }
    }
}
