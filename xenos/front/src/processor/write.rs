//! Writing registers with what that sets off.

use xenos_memory::Extent;
use xenos_regs::{FILE_WORDS, SideEffect, index, side_effect};

use super::Processor;
use crate::effects::any_effect;
use crate::refusals::refusal;
use crate::{Cause, Event, MemoryWrite, RegisterRun, Sink, StateGroup};

/// COHER_STATUS_HOST's busy bit, which any write sets.
const BUSY: u32 = 1 << 31;

impl Processor {
    /// Writes one register with its side effects.
    pub(crate) fn write<S: Sink + ?Sized>(&mut self, register: u32, value: u32, sink: &mut S) {
        if register as usize >= FILE_WORDS {
            return self.refuse(&refusal::REGISTER_OUTSIDE, "register", register);
        }
        let effect = side_effect(register);
        let value = if effect == SideEffect::Coherency { value | BUSY } else { value };
        self.store(register, &[value], sink);
        match effect {
            SideEffect::ScratchWriteBack(number) => self.write_back(number, value, sink),
            SideEffect::DrawInitiator | SideEffect::ImmediateData => {
                self.refuse(&refusal::DRAW_BY_REGISTER, "VGT_DRAW_INITIATOR", value);
            }
            SideEffect::LutIndex
            | SideEffect::LutSequential
            | SideEffect::LutPiecewiseLinear
            | SideEffect::Lut30 => {
                let at = index::DC_LUT_RW_INDEX;
                let before = self.registers.get(at);
                self.gamma.write(effect, value, &mut self.registers);
                let after = self.registers.get(at);
                if after != before {
                    // The index advanced by itself.
                    tell(u32::from(at), &[after], sink);
                }
                sink.gamma(&self.state());
            }
            _ => {}
        }
    }

    /// Writes consecutive registers with their side effects; none of them lies outside the file.
    pub(crate) fn write_all<S: Sink + ?Sized>(&mut self, first: u32, values: &[u32], sink: &mut S) {
        if !any_effect(first, values.len() as u32) {
            return self.store(first, values, sink);
        }
        for (register, value) in (first..).zip(values) {
            self.write(register, *value, sink);
        }
    }

    /// Stores without side effects, and tells.
    pub(crate) fn store<S: Sink + ?Sized>(&mut self, first: u32, values: &[u32], sink: &mut S) {
        self.registers.write_run(first, values);
        tell(first, values, sink);
    }

    fn write_back<S: Sink + ?Sized>(&mut self, number: u8, value: u32, sink: &mut S) {
        if self.registers.get(index::SCRATCH_UMSK) >> number & 1 != 0 {
            let base = self.registers.get(index::SCRATCH_ADDR);
            let address = base.wrapping_add(u32::from(number) * 4);
            self.write_memory(Cause::ScratchWriteBack, address, &[value], sink);
        }
    }

    /// An event that stores words, as big-endian memory holds them.
    pub(super) fn write_memory<S: Sink + ?Sized>(
        &mut self,
        cause: Cause,
        address: u32,
        words: &[u32],
        sink: &mut S,
    ) {
        let Ok(extent) = Extent::of_words(address, words.len() as u32) else {
            let what = match cause {
                Cause::MemWrite => "MEM_WRITE",
                Cause::RegToMem => "REG_TO_MEM",
                Cause::CondWrite => "COND_WRITE",
                Cause::Fence => "EVENT_WRITE_SHD",
                Cause::ScreenExtents => "EVENT_WRITE_EXT",
                Cause::ScratchWriteBack => "SCRATCH_ADDR",
            };
            return self.refuse(&refusal::MEMORY_OUTSIDE, what, address);
        };
        self.unsynced.add(extent);
        let write = MemoryWrite { cause, address: extent.start(), words };
        sink.event(&self.state(), &Event::MemoryWrite(write));
    }
}

/// Tells of registers that were stored, group by group.
fn tell<S: Sink + ?Sized>(first: u32, values: &[u32], sink: &mut S) {
    let (mut first, mut rest) = (first, values);
    while !rest.is_empty() && (first as usize) < FILE_WORDS {
        let count = StateGroup::run(first, rest.len() as u32);
        let (values, after) = rest.split_at(count as usize);
        let group = StateGroup::of(first);
        sink.registers(&RegisterRun { group, first: first as u16, values, kept: None });
        (first, rest) = (first + count, after);
    }
}
