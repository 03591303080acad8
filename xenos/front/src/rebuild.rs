//! A trace through the live feed: ring, indirect buffers and memory rebuilt from its records.
//!
//! For: proving that both feeds give the same events, and measuring the live feed on recorded
//! streams. Not for: playing traces; [`TraceFeed`](crate::TraceFeed) does that straight away.
//!
//! Packets are put back to where they were recorded. The length that a recorded INDIRECT_BUFFER
//! lacks follows from the packets inside it. The ring is a new one around each stretch of packets
//! that lie in a row. Memory that a packet reads is stored just before that packet runs: the run
//! stops there, unless the bytes are there already and nothing in between can store to memory.

use std::ops::Range;

use xenos_memory::Writer;
use xenos_pm4::{Kind, Words, opcode};
use xenos_xtr::{Reader, Record, TraceEvent, XtrError};

use crate::refusals::refusal;
use crate::{LiveFeed, Outcome, Sink};

mod queue;

use queue::{Action, Queue};

/// How far a rebuilt stream runs at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As far as memory is as the next packets want it: whole buffers run from their programs. For
    /// sinks that store to memory nothing but what events say.
    #[default]
    Far,
    /// One packet at a time.
    Packet,
}

/// Plays traces through a live feed.
#[derive(Debug)]
pub struct RebuiltFeed {
    live: LiveFeed,
    pace: Pace,
    queue: Queue,
    scratch: Vec<u8>,
    most_queued: usize,
    most_bytes: usize,
}

/// Bytes that packets, nested ones included, and records between them take at most before they run: a
/// stretch of the ring holds no more in any sound trace.
const MOST_QUEUED: usize = 1 << 28;
/// Likewise bytes of memory, of which a trace may begin with all.
const MOST_BYTES: usize = 1 << 30;

impl RebuiltFeed {
    /// A feed into a live feed that nothing else drives.
    pub fn new(live: LiveFeed, pace: Pace) -> Self {
        Self {
            live,
            pace,
            queue: Queue::default(),
            scratch: Vec::new(),
            most_queued: MOST_QUEUED,
            most_bytes: MOST_BYTES,
        }
    }

    /// The live feed.
    pub fn live(&self) -> &LiveFeed {
        &self.live
    }

    /// Gives the live feed back.
    pub fn into_live(self) -> LiveFeed {
        self.live
    }

    /// Plays what is left of a trace.
    pub fn play<S: Sink + ?Sized>(
        &mut self,
        reader: &mut Reader,
        sink: &mut S,
    ) -> Result<(), XtrError> {
        while let Some(entry) = reader.next_record()? {
            self.record(&entry.record, sink);
        }
        self.finish(sink);
        Ok(())
    }

    /// Takes one record; packets run when their stretch of the ring is complete.
    pub fn record<S: Sink + ?Sized>(&mut self, record: &Record<'_>, sink: &mut S) {
        match record {
            Record::PacketStart(packet) => {
                self.queue.packet(packet.base, Words::new(packet.words).chunks());
            }
            Record::PacketEnd => self.queue.end_packet(),
            Record::IndirectBufferStart(buffer) => {
                if !self.queue.begin_buffer(buffer.base) {
                    let (kind, what) = (&refusal::INDIRECT_TOO_DEEP, "IndirectBufferStart");
                    self.live.processor_mut().refuse(kind, what, buffer.base);
                }
            }
            Record::IndirectBufferEnd => {
                if !self.queue.end_buffer() {
                    // The trace began inside that buffer: its packets ran as the ring's.
                    self.finish(sink);
                }
            }
            Record::PrimaryBufferEnd => self.finish(sink),
            Record::MemoryRead(read) => self.queue.read(read.base, read.bytes),
            Record::Registers(registers) => self.queue.act(Action::Registers {
                first: registers.first,
                callbacks: registers.execute_callbacks,
                values: registers.values.iter().collect(),
            }),
            Record::GammaRamp(ramp) => self.queue.act(Action::Gamma {
                component: ramp.component,
                values: ramp.values.iter().collect(),
            }),
            // Without effect on what the live feed does.
            Record::PrimaryBufferStart(_)
            | Record::MemoryWrite(_)
            | Record::EdramSnapshot(_)
            | Record::Event(TraceEvent::Swap) => {}
            Record::Event(TraceEvent::Unknown(code)) => {
                self.live.processor_mut().refuse(&refusal::TRACE_EVENT, "Event", *code);
            }
        }
        let (queued, bytes) = self.queue.size();
        if queued >= self.most_queued || bytes >= self.most_bytes {
            let packets = self.queue.packets.len() as u32;
            self.live.processor_mut().refuse(&refusal::TRACE_LONG, "PacketStart", packets);
            self.finish(sink);
        }
    }

    /// Runs what has come so far. Buffers that are still open end here.
    pub fn finish<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        let mut queue = std::mem::take(&mut self.queue);
        queue.close();
        let mut at = 0;
        while at < queue.packets.len() {
            let stretch = queue.stretch(at);
            self.run_stretch(&queue, stretch.clone(), sink);
            at = stretch.end;
        }
        // What came after the last packet.
        let rest = std::mem::take(&mut queue.loose);
        for action in &rest {
            self.act(action, &queue, sink);
        }
        queue.clear();
        self.queue = queue;
    }

    /// Runs packets of the ring that lie in a row, with all that they contain.
    fn run_stretch<S: Sink + ?Sized>(&mut self, queue: &Queue, range: Range<usize>, sink: &mut S) {
        let mut words = 0;
        for packet in queue.packets[range.clone()].iter().filter(|packet| packet.depth == 0) {
            self.put(packet.base, queue.bytes_of(packet));
            words += packet.dwords.len() as u32;
        }
        // One word of a ring stays free.
        self.live.set_ring(queue.packets[range.start].base, words + 1);
        self.live.set_write_pointer(words);
        let mut at = range.start;
        while at < range.end {
            self.prepare(queue, at, sink);
            let mut to = at + 1;
            while self.pace == Pace::Far
                && to < range.end
                && !stores(queue, to - 1)
                && self.is_ready(queue, to)
            {
                to += 1;
            }
            if !self.run_packets((to - at) as u64, sink) {
                let base = queue.packets[at].base;
                self.live.processor_mut().refuse(&refusal::TRACE_ORDER, "PacketStart", base);
                return;
            }
            at = to;
        }
    }

    /// Runs exactly so many packets; whether they were there.
    fn run_packets<S: Sink + ?Sized>(&mut self, count: u64, sink: &mut S) -> bool {
        let end = self.live.counts().packets() + count;
        loop {
            let left = end.saturating_sub(self.live.counts().packets());
            if left == 0 {
                return true;
            }
            match self.live.run(left, sink) {
                // What the trace holds is all there will ever be.
                Outcome::Waiting(_) => self.live.give_up_wait(),
                Outcome::Limit => {}
                Outcome::Idle => return self.live.counts().packets() == end,
            }
        }
    }

    /// Puts in place what a packet wants: records before it, memory it reads, the buffer it runs.
    fn prepare<S: Sink + ?Sized>(&mut self, queue: &Queue, at: usize, sink: &mut S) {
        let packet = &queue.packets[at];
        for action in &queue.actions[packet.actions.clone()] {
            self.act(action, queue, sink);
        }
        for inner in &queue.packets[at + 1..at + 1 + packet.inside] {
            self.put(inner.base, queue.bytes_of(inner));
        }
    }

    /// Whether a packet would find everything as it wants it.
    fn is_ready(&mut self, queue: &Queue, at: usize) -> bool {
        let packet = &queue.packets[at];
        let actions = &queue.actions[packet.actions.clone()];
        actions.iter().all(|action| match action {
            Action::Store { address, bytes } => self.holds(*address, &queue.bytes[bytes.clone()]),
            Action::Registers { .. } | Action::Gamma { .. } => false,
        }) && queue.packets[at + 1..at + 1 + packet.inside]
            .iter()
            .all(|inner| self.holds(inner.base, queue.bytes_of(inner)))
    }

    fn act<S: Sink + ?Sized>(&mut self, action: &Action, queue: &Queue, sink: &mut S) {
        match action {
            Action::Store { address, bytes } => self.put(*address, &queue.bytes[bytes.clone()]),
            Action::Registers { first, callbacks, values } => {
                self.live.processor_mut().write_record(*first, values, *callbacks, sink);
            }
            Action::Gamma { component, values } => {
                let processor = self.live.processor_mut();
                processor.gamma.load(*component, values.iter().copied());
                sink.gamma(&processor.state());
            }
        }
    }

    /// Stores bytes that are not there yet; unchanged pages stay unchanged.
    fn put(&mut self, address: u32, bytes: &[u8]) {
        if !self.holds(address, bytes) {
            let memory = &self.live.processor().memory;
            if memory.write_bytes(Writer::Cpu, address, bytes).is_err() {
                let what = "PacketStart";
                self.live.processor_mut().refuse(&refusal::MEMORY_OUTSIDE, what, address);
            }
        }
    }

    fn holds(&mut self, address: u32, bytes: &[u8]) -> bool {
        self.scratch.resize(bytes.len(), 0);
        let memory = &self.live.processor().memory;
        memory.read_bytes(address, &mut self.scratch).is_ok() && self.scratch == bytes
    }
}

/// Whether a packet can store to memory, other than as a renderer.
fn stores(queue: &Queue, at: usize) -> bool {
    /// Scratch registers, which are written back.
    const SCRATCH: Range<u32> = 0x578..0x580;
    let packet = &queue.packets[at];
    match packet.kind.opcode() {
        Some(
            opcode::MEM_WRITE
            | opcode::REG_TO_MEM
            | opcode::COND_WRITE
            | opcode::EVENT_WRITE_SHD
            | opcode::EVENT_WRITE_EXT
            | opcode::EVENT_WRITE_ZPD
            | opcode::REG_RMW,
        ) => true,
        Some(_) => false,
        None => {
            let header = queue.header(packet);
            let (first, count) = match packet.kind {
                Kind::TYPE0 | Kind::TYPE0_ONE_REGISTER => (header & 0x7FFF, packet.dwords.len()),
                Kind::TYPE1 => (0, SCRATCH.end as usize),
                _ => (0, 0),
            };
            first < SCRATCH.end && first + count as u32 > SCRATCH.start
        }
    }
}

#[cfg(test)]
mod tests;
