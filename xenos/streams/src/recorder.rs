//! What a recorder would have made of a stream.
//!
//! For: a packet's records: its words, then the memory that it reads and the chip was not shown
//! since it changed, then its end. Which memory that is follows from the packets alone.
//! Not for: making packets.
//! Facts: specification digest `xtr-format`, "What a recording contains".

use std::io::Write;

use xenos_pm4::{Command, IndexSource, Packet, Payload, Words, decode};
use xenos_regs::fetch::{TextureFetch, VertexFetch};
use xenos_regs::index;
use xenos_regs::words::{EdramMode, RbModecontrol};
use xenos_texture::layout::Layout;
use xenos_xtr::{
    BufferStart, Compression, GammaRamp, Header, Memory, PacketStart, Record, Registers, Totals,
    TraceEvent, Values, WriteError, Writer,
};

use crate::StreamError;
use crate::heap::{Heap, big_endian};

/// Dwords of fetch constants.
const FETCH_WORDS: usize = 192;
/// Registers of the file, as a recording begins with.
const FILE: usize = xenos_regs::FILE_WORDS;

/// Writes records.
#[derive(Debug)]
pub(crate) struct Recorder<W: Write> {
    writer: Writer<W>,
    /// The fetch constants as they stand.
    fetch: [u32; FETCH_WORDS],
    mode: RbModecontrol,
    mask: u64,
    select: u64,
}

/// A range of memory: where, and how many bytes.
type Range = (u32, u32);

impl<W: Write> Recorder<W> {
    /// A recording's start: all registers zero but for the screen scissor, linear gamma ramps.
    pub(crate) fn new(output: W) -> Result<Self, WriteError> {
        let mut writer = Writer::new(output, &Header::new(0), Compression::LikeXenia)?;
        let mut registers = vec![0u32; FILE];
        // What no library writes, and nothing is drawn without.
        registers[usize::from(index::PA_SC_SCREEN_SCISSOR_BR)] = 8192 << 16 | 8192;
        let bytes = little_endian(&registers);
        writer.record(&Record::Registers(Registers {
            first: 0,
            execute_callbacks: false,
            values: Values::new(&bytes),
        }))?;
        let bytes = little_endian(&linear_ramps());
        let ramp = GammaRamp { component: 0, values: Values::new(&bytes) };
        writer.record(&Record::GammaRamp(ramp))?;
        let fetch = [0; FETCH_WORDS];
        let mode = RbModecontrol::default();
        Ok(Self { writer, fetch, mode, mask: u64::MAX, select: u64::MAX })
    }

    /// A record without content of its own.
    pub(crate) fn mark(&mut self, record: &Record<'_>) -> Result<(), StreamError> {
        Ok(self.writer.record(record)?)
    }

    /// A packet at an address, run.
    pub(crate) fn packet(
        &mut self,
        address: u32,
        words: &[u32],
        heap: &mut Heap,
    ) -> Result<(), StreamError> {
        let bytes = big_endian(words);
        self.start(address, &bytes)?;
        if let Ok((packet, _)) = decode(Words::new(&bytes), 0) {
            self.effects(&packet, heap)?;
            self.writer.record(&Record::PacketEnd)?;
            if packet.kind().opcode() == Some(xenos_pm4::opcode::XE_SWAP) {
                self.writer.record(&Record::Event(TraceEvent::Swap))?;
            }
        }
        Ok(())
    }

    /// A buffer begins: its packet without the length, which recorders lose.
    pub(crate) fn call(
        &mut self,
        address: u32,
        words: &[u32],
        target: u32,
    ) -> Result<(), StreamError> {
        let short = words.get(..2).unwrap_or(words);
        self.start(address, &big_endian(short))?;
        let start = BufferStart { base: target, words: &[] };
        Ok(self.writer.record(&Record::IndirectBufferStart(start))?)
    }

    /// The buffer ends.
    pub(crate) fn returned(&mut self) -> Result<(), StreamError> {
        self.writer.record(&Record::IndirectBufferEnd)?;
        Ok(self.writer.record(&Record::PacketEnd)?)
    }

    /// Ends the trace.
    pub(crate) fn finish(self) -> Result<(W, Totals), StreamError> {
        Ok(self.writer.finish()?)
    }

    fn start(&mut self, base: u32, words: &[u8]) -> Result<(), StreamError> {
        Ok(self.writer.record(&Record::PacketStart(PacketStart { base, words }))?)
    }

    fn read(&mut self, (base, bytes): Range, heap: &Heap) -> Result<(), StreamError> {
        // What a copy stored is nobody's to show.
        if let Some(bytes) = heap.get(base, bytes as usize) {
            self.writer.record(&Record::MemoryRead(Memory { base, bytes }))?;
        }
        Ok(())
    }

    fn read_pages(&mut self, (base, bytes): Range, heap: &mut Heap) -> Result<(), StreamError> {
        for (base, length) in heap.take_stale(base, bytes) {
            let bytes = heap.pages(base, length);
            self.writer.record(&Record::MemoryRead(Memory { base, bytes: &bytes }))?;
        }
        Ok(())
    }

    /// Follows what a packet changes, and writes what it reads.
    fn effects(&mut self, packet: &Packet<'_>, heap: &mut Heap) -> Result<(), StreamError> {
        if packet.predicated() && self.mask & self.select == 0 {
            return Ok(());
        }
        if let Some(run) = packet.run() {
            for (register, word) in run.writes() {
                self.write(register, word);
            }
            return Ok(());
        }
        let Packet::Type3(Command { payload, .. }) = packet else { return Ok(()) };
        match *payload {
            Payload::SetBinMask { mask } => self.mask = mask,
            Payload::SetBinSelect { select } => self.select = select,
            Payload::ImLoad { source, extent } => {
                self.read((source.address(), extent.size() * 4), heap)?;
            }
            Payload::LoadAluConstant { address, size, .. } => {
                self.read((address.address(), size.size() * 4), heap)?;
            }
            Payload::DrawIndx { source, .. } | Payload::DrawIndx2 { source, .. } => {
                self.draw(source, heap)?;
            }
            Payload::EventWriteExt { address, .. } => {
                // What a recorder without a chip stores: everything, in units of 8 pixels.
                let extents: [u16; 6] = [0, 1024, 0, 1024, 0, 1];
                let bytes: Vec<u8> = extents.into_iter().flat_map(u16::to_be_bytes).collect();
                let memory = Memory { base: address.address(), bytes: &bytes };
                self.writer.record(&Record::MemoryWrite(memory))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn write(&mut self, register: u32, word: u32) {
        if register == u32::from(index::RB_MODECONTROL) {
            self.mode = RbModecontrol::from_raw(word);
        }
        let place = register.checked_sub(u32::from(index::SHADER_CONSTANT_FETCH));
        if let Some(fetch) = place.and_then(|place| self.fetch.get_mut(place as usize)) {
            *fetch = word;
        }
    }

    fn draw(&mut self, source: IndexSource<'_>, heap: &mut Heap) -> Result<(), StreamError> {
        if self.mode.edram_mode() == EdramMode::Copy {
            // The corners, every time; nothing else is read.
            let corners = VertexFetch::from_words([self.fetch[0], self.fetch[1]]);
            return self.read((corners.address(), corners.bytes()), heap);
        }
        if let IndexSource::Dma { base, size } = source {
            self.read_pages((base, size.num_words() * 2), heap)?;
        }
        for range in self.bound() {
            self.read_pages(range, heap)?;
        }
        Ok(())
    }

    /// The memory that fetch constants name. A slot that is no texture is three of vertices.
    fn bound(&self) -> Vec<Range> {
        let mut ranges = Vec::new();
        for slot in self.fetch.as_chunks::<6>().0 {
            if let Ok(texture) = TextureFetch::of_texture(*slot) {
                let extents = Layout::new(&texture).extents().collect::<Vec<_>>();
                ranges.extend(extents.iter().map(|extent| (extent.start(), extent.bytes())));
                continue;
            }
            let pairs = slot.as_chunks::<2>().0.iter();
            let vertices = pairs.filter_map(|pair| VertexFetch::of_vertices(*pair).ok());
            ranges.extend(vertices.map(|fetch| (fetch.address(), fetch.bytes())));
        }
        ranges
    }
}

fn little_endian(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Ramps that show what is stored: 256 entries of 10 bits, then 128 pieces, each with what it
/// starts from and what it rises by in 8 steps.
fn linear_ramps() -> Vec<u32> {
    let table = (0..256u32).map(|n| {
        let level = (n * 1023 + 127) / 255;
        level << 20 | level << 10 | level
    });
    let pieces = (0..128u32).flat_map(|n| [(512 << 16) | (n * 512); 3]);
    table.chain(pieces).collect()
}
