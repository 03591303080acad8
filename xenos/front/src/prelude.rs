//! What a stream goes on from, as records that any player understands.
//!
//! For: cutting a trace, and saving a place in one: registers, ramps, bins, loaded programs and
//! memory of a processor become the records that bring a new one to the same state, and [`Carried`]
//! is what no record can say.
//! Not for: EDRAM's content, which is the renderer's; where to cut.
//! Facts: specification digest `xtr-format`. A player may store command words where they lie, so the
//! records of memory come after those of packets, and put right what lay there.

use xenos_memory::{GuestMemory, MEMORY_BYTES, PAGE_BYTES};
use xenos_pm4::encode;
use xenos_pm4::{
    Command, EncodeError, Packet, Payload, ShaderAddress, ShaderExtent, ShaderType, Words,
};
use xenos_xtr::{
    BufferStart, GammaRamp, MAX_PACKET_WORDS, Memory, PacketStart, Record, Registers, Values,
};

use crate::{Counts, Processor, Shader, Stage};

mod open;

pub use open::OpenRecords;

/// A prelude that cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PreludeError {
    /// A packet cannot be made.
    #[error("a packet of the prelude cannot be made")]
    Packet(#[from] EncodeError),
    /// A page of memory cannot be read: the memory is smaller than a console's.
    #[error("memory at {0:#010x} cannot be read")]
    Memory(u32),
}

/// What a processor and its feed have that no record can say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// What was executed.
    pub counts: Counts,
    /// What fences store that ask for a counter.
    pub fences: u32,
    /// Swaps that had been executed at the last mark.
    pub marked: u64,
}

/// Words of IM_LOAD_IMMEDIATE beside the program.
const IMMEDIATE_WORDS: u32 = 3;
/// Bytes of memory that one record holds at most.
const RUN: usize = 1 << 20;
const PAGE: usize = PAGE_BYTES as usize;

impl Processor {
    /// Gives `each` the records that bring a new processor to this one's state; with `edram` a renderer
    /// too. Buffers in `open` are open behind them. Counts, the fences' counter and what a renderer
    /// counts are not carried.
    pub fn prelude<E: From<PreludeError>>(
        &self,
        edram: Option<&[u8]>,
        open: &OpenRecords,
        each: &mut impl FnMut(&Record<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let bytes = |words: &[u32]| -> Vec<u8> {
            words.iter().flat_map(|word| word.to_le_bytes()).collect()
        };
        let file = bytes(self.registers.words());
        let values = Values::new(&file);
        let registers = Registers { first: 0, execute_callbacks: false, values };
        each(&Record::Registers(registers))?;
        let mut ramps = bytes(&*self.gamma.table);
        ramps.extend(bytes(self.gamma.pieces.as_flattened()));
        let (component, values) = (self.gamma.component, Values::new(&ramps));
        each(&Record::GammaRamp(GammaRamp { component, values }))?;
        if let Some(edram) = edram {
            each(&Record::EdramSnapshot(edram))?;
        }
        each(&Record::PrimaryBufferStart(BufferStart { base: 0, words: &[] }))?;
        let mut packets = Packets { each: &mut *each, at: 0 };
        let (mask, select) = self.bins();
        packets.command(Payload::SetBinMask { mask })?;
        packets.command(Payload::SetBinSelect { select })?;
        let state = self.state();
        for shader in [state.vertex_shader, state.pixel_shader].into_iter().flatten() {
            packets.program(shader)?;
        }
        let end = packets.at;
        each(&Record::PrimaryBufferEnd)?;
        open.again(each)?;
        all_memory(&self.memory, end, each)
    }
}

/// Packets in the making: each a record, one behind the other in memory.
struct Packets<'e, F> {
    each: &'e mut F,
    at: u32,
}

impl<E: From<PreludeError>, F: FnMut(&Record<'_>) -> Result<(), E>> Packets<'_, F> {
    fn command(&mut self, payload: Payload<'_>) -> Result<(), E> {
        self.reading(payload, None)
    }

    /// A packet that reads `memory`.
    fn reading(&mut self, payload: Payload<'_>, memory: Option<Memory<'_>>) -> Result<(), E> {
        let mut words = Vec::new();
        let (predicated, reserved_1, reserved_15) = (false, 0, false);
        let surplus = Words::EMPTY;
        let command = Command { predicated, reserved_1, reserved_15, payload, surplus };
        encode(&Packet::Type3(command), &mut words).map_err(PreludeError::from)?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        let start = PacketStart { base: self.at, words: &bytes };
        (self.each)(&Record::PacketStart(start))?;
        if let Some(memory) = memory {
            (self.each)(&Record::MemoryRead(memory))?;
        }
        (self.each)(&Record::PacketEnd)?;
        self.at += bytes.len() as u32;
        Ok(())
    }

    /// Loads a program: from the packet where it fits in, else from memory.
    fn program(&mut self, shader: &Shader) -> Result<(), E> {
        let stage = match shader.stage() {
            Stage::Vertex => ShaderType::Vertex,
            Stage::Pixel => ShaderType::Pixel,
        };
        let bytes: Vec<u8> = shader.words().iter().flat_map(|word| word.to_be_bytes()).collect();
        let size = shader.words().len() as u32;
        let extent = ShaderExtent::default().with_size(size);
        if size <= MAX_PACKET_WORDS - IMMEDIATE_WORDS {
            let code = Words::new(&bytes);
            return self.command(Payload::ImLoadImmediate { stage, reserved_2: 0, extent, code });
        }
        let base = self.at;
        self.at += bytes.len() as u32;
        let source = ShaderAddress::default().with_stage(stage).with_dword(base / 4);
        let memory = Memory { base, bytes: &bytes };
        self.reading(Payload::ImLoad { source, extent }, Some(memory))
    }
}

/// All memory that is not zero, and what lies below `end`, which packets may have overwritten.
fn all_memory<E: From<PreludeError>>(
    memory: &GuestMemory,
    end: u32,
    each: &mut impl FnMut(&Record<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut run: Vec<u8> = Vec::new();
    let mut base = 0;
    let mut page = [0; PAGE];
    for at in (0..MEMORY_BYTES).step_by(PAGE) {
        let kept = if memory.is_absent(at) {
            page.fill(0);
            at < end
        } else {
            memory.read_bytes(at, &mut page).map_err(|_| PreludeError::Memory(at))?;
            at < end || page != [0; PAGE]
        };
        if !run.is_empty() && (!kept || run.len() >= RUN) {
            each(&Record::MemoryRead(Memory { base, bytes: &run }))?;
            run.clear();
        }
        if kept {
            if run.is_empty() {
                base = at;
            }
            run.extend_from_slice(&page);
        }
    }
    if !run.is_empty() {
        each(&Record::MemoryRead(Memory { base, bytes: &run }))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
