//! Writing a trace, as Xenia's writer stores it or uncompressed.

use std::io::Write;

use crate::body::Stored;
use crate::{
    BufferStart, EDRAM_BYTES, Encoding, Fault, GAMMA_BYTES, HEADER_BYTES, Header, MAX_BUFFER_WORDS,
    MAX_PACKET_WORDS, MAX_REGISTERS, MEMORY_BYTES, Record, RecordKind, WriteError,
};

/// Memory records up to this length are stored raw, as Xenia's writer has it.
const SHORT: usize = 1024;

/// How bodies are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// As Xenia's writer does: registers, gamma ramps and snapshots always as Snappy, memory when
    /// it is longer than 1,024 bytes.
    #[default]
    LikeXenia,
    /// Everything raw.
    Raw,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Records.
    pub records: u64,
    /// Bytes, header included.
    pub bytes: u64,
}

/// A writer of a trace. Give it a buffered output: every record is written by itself.
pub struct Writer<W: Write> {
    output: W,
    compression: Compression,
    snappy: snap::raw::Encoder,
    packed: Vec<u8>,
    totals: Totals,
}

impl<W: Write> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer")
            .field("compression", &self.compression)
            .field("totals", &self.totals)
            .finish_non_exhaustive()
    }
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    pub fn new(
        mut output: W,
        header: &Header,
        compression: Compression,
    ) -> Result<Self, WriteError> {
        output.write_all(&header.to_bytes())?;
        let totals = Totals { records: 0, bytes: HEADER_BYTES as u64 };
        let (snappy, packed) = (snap::raw::Encoder::new(), Vec::new());
        Ok(Self { output, compression, snappy, packed, totals })
    }

    /// Writes a record. One that the reader would refuse is [`WriteError::Malformed`], and nothing
    /// of it is written.
    pub fn record(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        let kind = record.kind();
        match *record {
            Record::PrimaryBufferStart(BufferStart { base, words })
            | Record::IndirectBufferStart(BufferStart { base, words }) => {
                let most = MAX_BUFFER_WORDS;
                let count = words_in(words, 0, most, |found| Fault::BufferWords { found })?;
                self.put(kind, &[base, count], words)
            }
            Record::PacketStart(packet) => {
                let (words, most) = (packet.words, MAX_PACKET_WORDS);
                let count = words_in(words, 1, most, |found| Fault::PacketWords { found })?;
                self.put(kind, &[packet.base, count], words)
            }
            Record::PrimaryBufferEnd | Record::IndirectBufferEnd | Record::PacketEnd => {
                self.put(kind, &[], &[])
            }
            Record::Event(event) => self.put(kind, &[event.code()], &[]),
            Record::MemoryRead(memory) | Record::MemoryWrite(memory) => {
                let (base, bytes) = (memory.base, memory.bytes);
                let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                if base as u64 + length as u64 > MEMORY_BYTES as u64 {
                    return Err(Fault::OutsideMemory { base, bytes: length }.into());
                }
                self.pack(kind, bytes, |encoding, stored| vec![base, encoding, stored, length])
            }
            Record::EdramSnapshot(bytes) => {
                exactly(bytes, EDRAM_BYTES)?;
                self.pack(kind, bytes, |encoding, stored| vec![encoding, stored])
            }
            Record::Registers(registers) => {
                let bytes = registers.values.bytes();
                let most = MAX_REGISTERS;
                let count = words_in(bytes, 0, most, |found| Fault::RegisterCount { found })?;
                let callbacks = registers.execute_callbacks as u32;
                self.pack(kind, bytes, |encoding, stored| {
                    vec![registers.first, count, callbacks, encoding, stored]
                })
            }
            Record::GammaRamp(ramp) => {
                exactly(ramp.values.bytes(), GAMMA_BYTES)?;
                self.pack(kind, ramp.values.bytes(), |encoding, stored| {
                    vec![ramp.component as u32, encoding, stored]
                })
            }
        }
    }

    /// What was written so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Ends the trace.
    pub fn finish(mut self) -> Result<(W, Totals), WriteError> {
        self.output.flush()?;
        Ok((self.output, self.totals))
    }

    /// Writes a record with a body that has an encoding; `words` are its fixed part by encoding and
    /// stored length.
    fn pack(
        &mut self,
        kind: RecordKind,
        bytes: &[u8],
        words: impl Fn(u32, u32) -> Vec<u32>,
    ) -> Result<(), WriteError> {
        let memory = matches!(kind, RecordKind::MemoryRead | RecordKind::MemoryWrite);
        let raw = self.compression == Compression::Raw || (memory && bytes.len() <= SHORT);
        // An empty body stays raw: a reader need not know Snappy's form of nothing.
        if raw || bytes.is_empty() {
            return self.put(kind, &words(Encoding::Raw.code(), bytes.len() as u32), bytes);
        }
        let mut packed = std::mem::take(&mut self.packed);
        packed.resize(snap::raw::max_compress_len(bytes.len()), 0);
        let length = self.snappy.compress(bytes, &mut packed).map_err(|_| Fault::Snappy)?;
        // What the reader would find implausible is not written.
        Stored::new(Encoding::Snappy.code(), length as u32, bytes.len() as u32)?;
        let fixed = words(Encoding::Snappy.code(), length as u32);
        let result = self.put(kind, &fixed, &packed[..length]);
        self.packed = packed;
        result
    }

    fn put(&mut self, kind: RecordKind, words: &[u32], body: &[u8]) -> Result<(), WriteError> {
        self.output.write_all(&(kind as u32).to_le_bytes())?;
        for word in words {
            self.output.write_all(&word.to_le_bytes())?;
        }
        self.output.write_all(body)?;
        self.totals.records += 1;
        self.totals.bytes += 4 + 4 * words.len() as u64 + body.len() as u64;
        Ok(())
    }
}

/// The number of words in `bytes`, which has to be whole and within bounds.
fn words_in(
    bytes: &[u8],
    least: u32,
    most: u32,
    fault: impl Fn(u32) -> Fault,
) -> Result<u32, Fault> {
    if !bytes.len().is_multiple_of(4) {
        return Err(Fault::PartialWord { bytes: bytes.len() });
    }
    let count = u32::try_from(bytes.len() / 4).unwrap_or(u32::MAX);
    if (least..=most).contains(&count) { Ok(count) } else { Err(fault(count)) }
}

fn exactly(bytes: &[u8], expected: u32) -> Result<(), Fault> {
    let found = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    if found == expected { Ok(()) } else { Err(Fault::RawLength { expected, found }) }
}

#[cfg(test)]
mod tests;
