//! A stream as a whole: memory, the ring, buffers, the recording.
//!
//! For: running commands. Errors are kept: the first one comes out at the end.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use xenos_xtr::{BufferStart, Record, Totals};

use crate::commands::{Buffer, Commands, Item};
use crate::heap::{Heap, big_endian};
use crate::recorder::Recorder;
use crate::{Program, StreamError};

/// Where the ring lies.
const RING: u32 = 0x0010_0000;
/// Its length in bytes.
const RING_BYTES: u32 = 0x0008_0000;
/// Where buffers lie that the ring runs.
const BUFFERS: u32 = 0x0020_0000;
/// Where no buffer may lie any more.
const BUFFERS_END: u32 = 0x0100_0000;

/// A stream that is being written.
#[derive(Debug)]
pub struct Stream<W: Write> {
    /// Its memory.
    pub heap: Heap,
    recorder: Result<Recorder<W>, StreamError>,
    error: Option<StreamError>,
    ring: u32,
    next_buffer: u32,
    buffers: Vec<Arc<Buffer>>,
    constants: BTreeMap<Vec<u8>, u32>,
}

impl<W: Write> Stream<W> {
    /// A stream into `output`.
    pub fn new(output: W) -> Self {
        Self {
            heap: Heap::default(),
            recorder: Recorder::new(output).map_err(Into::into),
            error: None,
            ring: RING,
            next_buffer: BUFFERS,
            buffers: Vec::new(),
            constants: BTreeMap::new(),
        }
    }

    /// Assembles a program and stores it where it can be loaded from.
    pub fn program(&mut self, name: &'static str, text: &str) -> Program {
        let mut program = Program::assemble(name, text).unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            Program::default()
        });
        program.address = self.heap.put(&big_endian(&program.words), 64);
        program
    }

    /// The address of bytes that never change: the same ones lie in one place.
    pub fn constant(&mut self, bytes: &[u8]) -> u32 {
        if let Some(address) = self.constants.get(bytes) {
            return *address;
        }
        let address = self.heap.put(bytes, 32);
        self.constants.insert(bytes.to_vec(), address);
        address
    }

    /// Puts packets into memory of their own. The same packets as ever lie where they lay, so that
    /// a frame that draws what the last one drew runs the same buffer.
    pub fn buffer(&mut self, commands: Commands) -> Arc<Buffer> {
        let Commands { items, error } = commands;
        if let Some(error) = error {
            self.error.get_or_insert(error.into());
        }
        if let Some(same) = self.buffers.iter().find(|buffer| buffer.items == items) {
            return Arc::clone(same);
        }
        let words = items.iter().map(Item::words).sum();
        let address = self.next_buffer;
        let next = address.saturating_add(words * 4).next_multiple_of(64);
        if next > BUFFERS_END {
            let bytes = words as usize * 4;
            self.error.get_or_insert(StreamError::Memory { at: address, bytes });
        } else {
            self.next_buffer = next;
        }
        let buffer = Arc::new(Buffer { address, words, items });
        self.buffers.push(Arc::clone(&buffer));
        buffer
    }

    /// Puts packets into the ring, and runs them.
    pub fn run(&mut self, commands: &Commands) {
        let words: u32 = commands.items.iter().map(Item::words).sum();
        if self.ring + words * 4 > RING + RING_BYTES {
            self.ring = RING;
        }
        let (start, heap) = (self.ring, &mut self.heap);
        let result = match &mut self.recorder {
            Ok(recorder) => part(recorder, start, &commands.items, heap),
            Err(_) => return,
        };
        self.ring += words * 4;
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
        if let Some(error) = commands.error {
            self.error.get_or_insert(error.into());
        }
    }

    /// Ends the stream.
    ///
    /// # Errors
    /// The first thing that went wrong.
    pub fn finish(mut self) -> Result<(W, Totals), StreamError> {
        if let Some(error) = self.error.take().or_else(|| self.heap.take_error()) {
            return Err(error);
        }
        self.recorder?.finish()
    }
}

/// A part of the ring.
fn part<W: Write>(
    recorder: &mut Recorder<W>,
    base: u32,
    items: &[Item],
    heap: &mut Heap,
) -> Result<(), StreamError> {
    recorder.mark(&Record::PrimaryBufferStart(BufferStart { base, words: &[] }))?;
    all(recorder, base, items, heap)?;
    recorder.mark(&Record::PrimaryBufferEnd)
}

/// Packets from an address on.
fn all<W: Write>(
    recorder: &mut Recorder<W>,
    base: u32,
    items: &[Item],
    heap: &mut Heap,
) -> Result<(), StreamError> {
    let mut address = base;
    for item in items {
        match item {
            Item::Packet(words) => recorder.packet(address, words, heap)?,
            Item::Call(buffer) => {
                let words = Commands::call_words(buffer)?;
                recorder.call(address, &words, buffer.address)?;
                all(recorder, buffer.address, &buffer.items, heap)?;
                recorder.returned()?;
            }
        }
        address += item.words() * 4;
    }
    Ok(())
}
