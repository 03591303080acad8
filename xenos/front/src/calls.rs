//! Indirect buffers, decoded once and run again unread while their pages are unchanged.

use std::collections::HashMap;
use std::sync::Arc;

use xenos_memory::{Extent, GuestMemory, Outside, Stamp};
use xenos_pm4::{Words, decode};

use crate::compile::Compiler;
use crate::program::Program;
use crate::shader::Shaders;

/// What all kept programs may weigh, in words: 256 MiB. Beyond it everything is forgotten, which
/// costs one decode of what still runs.
const MOST_KEPT: usize = 1 << 26;
/// Places that are kept track of.
const MOST_SLOTS: usize = 1 << 18;

#[derive(Debug)]
struct CallSlot {
    address: u32,
    dwords: u32,
    found: Option<(Stamp, Arc<Program>)>,
}

/// Buffers by place and length.
#[derive(Debug)]
pub(crate) struct Calls {
    slots: Vec<CallSlot>,
    slot_of: HashMap<(u32, u32), u32>,
    kept: usize,
    /// Buffers decoded so far.
    serials: u64,
    /// The buffer that is being decoded, as memory has it.
    dwords: Vec<[u8; 4]>,
    statistics: CallStatistics,
    pub(crate) most_kept: usize,
    pub(crate) most_slots: usize,
}

impl Default for Calls {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            slot_of: HashMap::new(),
            kept: 0,
            serials: 0,
            dwords: Vec::new(),
            statistics: CallStatistics::default(),
            most_kept: MOST_KEPT,
            most_slots: MOST_SLOTS,
        }
    }
}

/// How often buffers were run without being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallStatistics {
    /// Buffers run.
    pub runs: u64,
    /// Buffers decoded.
    pub decodes: u64,
    /// Words decoded.
    pub words: u64,
    /// Bytes that running what was decoded reads: steps and their words.
    pub run_bytes: u64,
    /// Bytes that were stored beside them, for stopping and counting.
    pub side_bytes: u64,
}

impl Calls {
    /// The slot of a buffer; none if it is new and there are too many.
    pub(crate) fn slot(&mut self, address: u32, dwords: u32) -> Option<u32> {
        if let Some(known) = self.slot_of.get(&(address, dwords)) {
            return Some(*known);
        }
        if self.slots.len() >= self.most_slots {
            return None;
        }
        let slot = self.slots.len() as u32;
        self.slots.push(CallSlot { address, dwords, found: None });
        self.slot_of.insert((address, dwords), slot);
        Some(slot)
    }

    /// Address and length of a slot's buffer.
    pub(crate) fn place(&self, slot: u32) -> Option<(u32, u32)> {
        self.slots.get(slot as usize).map(|slot| (slot.address, slot.dwords))
    }

    pub(crate) fn statistics(&self) -> CallStatistics {
        self.statistics
    }

    /// Whether so much is kept that all of it is better forgotten.
    pub(crate) fn is_full(&self) -> bool {
        self.kept > self.most_kept || self.slots.len() >= self.most_slots
    }

    /// What is kept: places, and the weight of programs in words.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.slots.len(), self.kept)
    }

    /// Forgets everything. Nobody may hold a slot's number.
    pub(crate) fn forget(&mut self) {
        self.slots.clear();
        self.slot_of.clear();
        self.kept = 0;
    }

    /// The program of a slot's buffer as it is now.
    pub(crate) fn program(
        &mut self,
        slot: u32,
        memory: &GuestMemory,
        shaders: &mut Shaders,
        noted: bool,
    ) -> Result<Option<Arc<Program>>, Outside> {
        let Some(known) = self.slots.get_mut(slot as usize) else { return Ok(None) };
        self.statistics.runs += 1;
        if let Some((stamp, program)) = &mut known.found
            && memory.unchanged(stamp)
            && (program.noted || !noted)
        {
            return Ok(Some(Arc::clone(program)));
        }
        let (address, dwords) = (known.address, known.dwords);
        if self.kept > self.most_kept {
            // Whoever runs one of them holds it; places stay.
            self.slots.iter_mut().for_each(|slot| slot.found = None);
            self.kept = 0;
        }
        let extent = Extent::of_words(address, dwords)?;
        // Before the buffer is read, so that a write in between is not missed.
        let stamp = memory.stamp(extent);
        let mut buffer = std::mem::take(&mut self.dwords);
        buffer.resize(dwords as usize, [0; 4]);
        memory.read_dwords(address, &mut buffer)?;
        // What the buffer was before is of no more use: its memory is.
        let before = self.slots.get_mut(slot as usize).and_then(|slot| slot.found.take());
        let before = before.map(|(_, program)| {
            self.kept -= program.weight();
            Arc::try_unwrap(program).unwrap_or_default()
        });
        let before = before.unwrap_or_default();
        let program = Arc::new(self.decode(extent.start(), &buffer, before, shaders, noted));
        self.dwords = buffer;
        self.statistics.decodes += 1;
        self.statistics.words += u64::from(dwords);
        let (run, side) = program.bytes();
        self.statistics.run_bytes += run;
        self.statistics.side_bytes += side;
        self.kept += program.weight();
        if let Some(slot) = self.slots.get_mut(slot as usize) {
            slot.found = Some((stamp, Arc::clone(&program)));
        }
        Ok(Some(program))
    }

    /// Decodes a buffer into `program`, whatever that was.
    fn decode(
        &mut self,
        address: u32,
        dwords: &[[u8; 4]],
        mut program: Program,
        shaders: &mut Shaders,
        noted: bool,
    ) -> Program {
        self.serials += 1;
        program.clear(address);
        program.dwords = dwords.len() as u32;
        (program.noted, program.serial) = (noted, self.serials);
        program.words.reserve(dwords.len());
        // Packets of a few words each, and one step for two of them.
        program.kinds.reserve(dwords.len() / 8);
        program.steps.reserve(dwords.len() / 16);
        program.marks.reserve(dwords.len() / 16);
        let words = Words::from_chunks(dwords);
        let mut at = 0;
        while at < words.len() {
            let calls = Some(&mut *self);
            let mut compiler = Compiler { program: &mut program, shaders, calls };
            let decoded = decode(words, at);
            if noted {
                let packet = decoded.as_ref().ok().map(|(packet, _)| packet);
                compiler.program.notes.add(packet, words.skip(at), at as u32);
            }
            match decoded {
                Ok((packet, length)) => {
                    compiler.packet(&packet, at as u32);
                    at += length;
                }
                Err(error) => {
                    compiler.malformed(&error, at as u32);
                    at += error.skip().max(1);
                }
            }
        }
        program.take_census();
        program
    }
}
