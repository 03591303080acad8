//! The trace feed: an `.xtr` stream, whose packets come one by one with nested buffers walked.
//!
//! A packet runs at its end, after the memory that it reads was put in place. Command words are not
//! stored to memory: nothing that packets do looks at them, and a trace's buffers are walked
//! already. The processor's memory is its own; a consumer that lags behind keeps another one and
//! fills it from [`Event::Upload`] and [`Event::MemoryWrite`](crate::Event::MemoryWrite).
//! Facts: specification digest `xtr-format`, "what a player must do".

use base_refusal::Place;
use xenos_memory::Writer;
use xenos_pm4::{Words, decode_recorded};
use xenos_xtr::{Entry, Reader, Record, TraceEvent, XtrError};

use crate::compile::{Compiler, malformed};
use crate::processor::Exit;
use crate::program::{Mark, Op, Program};
use crate::refusals::refusal;
use crate::{Carried, Event, Observation, Processor, Sink};

/// The packet that began and has not ended.
#[derive(Clone, Debug, Default)]
struct Pending {
    waiting: bool,
    base: u32,
    words: Vec<[u8; 4]>,
}

/// Plays the records of a trace.
#[derive(Debug)]
pub struct TraceFeed {
    processor: Processor,
    pending: Pending,
    program: Program,
    /// How many buffers are open, the ring's part among them.
    depth: u32,
    /// Swaps that had been executed at the last mark.
    marked: u64,
}

impl TraceFeed {
    /// A feed into a processor that nothing else drives.
    pub fn new(processor: Processor) -> Self {
        let marked = processor.counts.swaps;
        Self {
            processor,
            pending: Pending::default(),
            program: Program::default(),
            depth: 0,
            marked,
        }
    }

    /// The processor.
    pub fn processor(&self) -> &Processor {
        &self.processor
    }

    /// Gives the processor back.
    pub fn into_processor(self) -> Processor {
        self.processor
    }

    /// What of this feed a prelude does not hold ([`Processor::prelude`]).
    pub fn carried(&self) -> Carried {
        let Processor { counts, counter, .. } = &self.processor;
        Carried { counts: counts.clone(), fences: *counter, marked: self.marked }
    }

    /// Goes on from a place: what its prelude did is not counted, and this is.
    pub fn resume(&mut self, carried: Carried) {
        let Carried { counts, fences, marked } = carried;
        self.processor.counts = counts;
        self.processor.counter = fences;
        self.marked = marked;
    }

    /// How deep the stream is in buffers now: 1 in the ring, more in indirect buffers; 0 between, or
    /// where a trace begins inside.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Plays what is left of a trace.
    pub fn play<S: Sink + ?Sized>(
        &mut self,
        reader: &mut Reader,
        sink: &mut S,
    ) -> Result<(), XtrError> {
        while let Some(entry) = reader.next_record()? {
            self.record(&entry, sink);
        }
        self.finish(sink);
        Ok(())
    }

    /// The trace is over: tells a sink that counts of the packet that has begun and will not end. It
    /// is one of the stream's, and does nothing.
    pub fn finish<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        self.replace(sink);
    }

    /// Plays one record.
    #[inline]
    pub fn record<S: Sink + ?Sized>(&mut self, entry: &Entry<'_>, sink: &mut S) {
        let processor = &mut self.processor;
        let position = entry.position;
        let frames = processor.counts.frames();
        processor.packet = None;
        processor.refusals.at(Place::of_record(position.index, position.offset, frames));
        match entry.record {
            Record::PacketStart(packet) => {
                self.replace(sink);
                let (base, chunks) = (packet.base, Words::new(packet.words).chunks());
                self.pending.waiting = true;
                self.pending.base = base;
                self.pending.words.clear();
                self.pending.words.extend_from_slice(chunks);
                self.begin(sink.observes());
            }
            Record::PacketEnd => {
                if std::mem::take(&mut self.pending.waiting) {
                    self.execute(sink);
                }
            }
            Record::PrimaryBufferStart(_) => {
                // A buffer's own packet is not run: its packets follow.
                self.replace(sink);
                self.depth += 1;
            }
            Record::IndirectBufferStart(buffer) => {
                self.replace(sink);
                self.depth += 1;
                if sink.observes() {
                    let begins = Observation::BufferBegins {
                        address: buffer.base,
                        program: None,
                        nesting: 0,
                    };
                    sink.observe(&begins);
                }
            }
            // A trace that begins inside of buffers ends more than it began.
            Record::PrimaryBufferEnd => self.depth = self.depth.saturating_sub(1),
            Record::IndirectBufferEnd => {
                self.depth = self.depth.saturating_sub(1);
                if sink.observes() {
                    sink.observe(&Observation::BufferEnds);
                }
            }
            Record::MemoryRead(read) => {
                // The reader has checked the range.
                let _ = processor.memory.write_bytes(Writer::Cpu, read.base, read.bytes);
                let upload = Event::Upload { address: read.base, bytes: read.bytes };
                sink.event(&processor.state(), &upload);
            }
            // The packet writes it.
            Record::MemoryWrite(_) => {}
            Record::EdramSnapshot(bytes) => sink.event(&processor.state(), &Event::Edram(bytes)),
            Record::Event(TraceEvent::Swap) => {
                if processor.counts.swaps == self.marked {
                    // A recorder marks what it saw executed; whoever cuts traces may not.
                    processor.refuse(&refusal::TRACE_ORDER, "Event", 0);
                }
                self.marked = processor.counts.swaps;
                sink.event(&processor.state(), &Event::FrameMark);
            }
            Record::Event(TraceEvent::Unknown(code)) => {
                processor.refuse(&refusal::TRACE_EVENT, "Event", code);
            }
            Record::Registers(registers) => {
                let values: Vec<u32> = registers.values.iter().collect();
                let effects = registers.execute_callbacks;
                processor.write_record(registers.first, &values, effects, sink);
            }
            Record::GammaRamp(ramp) => {
                processor.gamma.load(ramp.component, ramp.values.iter());
                sink.gamma(&processor.state());
            }
        }
    }

    /// Counts the packet and makes its steps. Done at its start: a buffer's packet never runs, nor
    /// does one whose end the recorder did not come to write.
    fn begin(&mut self, noted: bool) {
        let Self { processor, pending, program, .. } = self;
        program.clear(pending.base);
        processor.packet = Some(pending.base);
        let shaders = &mut processor.shaders;
        if shaders.is_full() {
            // The program before has run, and nothing else knows places by number.
            shaders.forget_places();
        }
        let mut compiler = Compiler { program, shaders, calls: None };
        let words = Words::from_chunks(&pending.words);
        let decoded = decode_recorded(words);
        compiler.program.noted = noted;
        if noted {
            let packet = decoded.as_ref().ok().map(|(packet, _)| packet);
            compiler.program.notes.add(packet, words, 0);
        }
        match decoded {
            Ok((packet, length)) => {
                compiler.packet(&packet, 0);
                if length < pending.words.len() {
                    let what = "PacketStart";
                    let words = pending.words.len() as u32;
                    processor.refuse(&refusal::TRACE_ORDER, what, words);
                }
            }
            // Refused here, since it may never end.
            Err(error) => {
                if let Some((kind, what, value)) = malformed(&error) {
                    program.kinds.push(kind);
                    program.push(Op::Nothing, false, Mark::of_packet(0, 0));
                    processor.refuse(&refusal::PACKET_MALFORMED, what, value);
                }
            }
        }
        for kind in &self.program.kinds {
            self.processor.counts.add(*kind, 1);
        }
    }

    /// The packet that has not ended never does: what it does is done by those that follow.
    fn replace<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        if std::mem::take(&mut self.pending.waiting) && self.program.noted {
            self.processor.replaced(&self.program, sink);
        }
    }

    fn execute<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        let mut from = 0;
        loop {
            match self.processor.run(&self.program, None, from, sink) {
                Exit::End => return,
                // What the trace holds is all there will ever be.
                Exit::Wait { at } => {
                    self.processor.give_up = true;
                    from = at;
                }
                // No call is decoded here.
                Exit::Call { next, .. } => from = next,
            }
        }
    }
}

#[cfg(test)]
mod tests;
