//! The live feed: ring, write pointer and memory of a running guest.
//!
//! The host sets the ring, moves the write pointer, and calls [`LiveFeed::run`] with a limit of
//! packets; everything that happens comes to its sink. Indirect buffers run from decoded programs
//! while their pages are unchanged. Where a run has to stop inside a buffer, the rest of it is
//! walked packet by packet from memory, so that a limit is met exactly.

use std::sync::Arc;

use xenos_memory::{Extent, GuestMemory};
use xenos_pm4::{Condition, Header, PacketError, Words, decode};
use xenos_regs::index;

use crate::calls::{CallStatistics, Calls};
use crate::compile::Compiler;
use crate::processor::Exit;
use crate::program::{Command, Op, Program};
use crate::refusals::refusal;
use crate::{Counts, Observation, Processor, Sink};

mod limits;
mod reads;
mod ring;

pub use limits::Limits;
pub use reads::{Origin, Reading};
use ring::Ring;

/// How deep indirect buffers may nest. The hardware has two levels; software is seen to use them.
pub const MAX_DEPTH: usize = 8;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything up to the write pointer is done, or a packet there is not whole yet.
    Idle,
    /// The limit is reached.
    Limit,
    /// A wait is not met. Run again when memory or registers have changed, or give up.
    Waiting(Condition),
}

/// A buffer that is being run.
#[derive(Debug)]
enum Frame {
    /// From its program.
    Program {
        program: Arc<Program>,
        next: usize,
        /// Packets that were counted.
        counted: u32,
    },
    /// Packet by packet.
    Walk { address: u32, dwords: u32, at: u32 },
}

impl Frame {
    fn place(&self) -> (u32, u32) {
        match self {
            Self::Program { program, .. } => (program.address, program.dwords),
            Self::Walk { address, dwords, .. } => (*address, *dwords),
        }
    }
}

/// A command processor fed by a ring.
#[derive(Debug)]
pub struct LiveFeed {
    processor: Processor,
    calls: Calls,
    ring: Ring,
    frames: Vec<Frame>,
    /// The packet that is walked.
    packet: Program,
    dwords: Vec<[u8; 4]>,
    limits: Limits,
    /// Whether the last run ended with a wait.
    waits: bool,
    /// Packets that the submission may still run; of words the processor keeps account.
    packets_left: u64,
}

/// What became of one packet.
enum Walked {
    /// It takes so many words, and perhaps runs a buffer.
    Done {
        words: u32,
        call: Option<u32>,
    },
    Waiting(Condition),
}

impl LiveFeed {
    /// A feed over a memory, without a ring.
    pub fn new(memory: Arc<GuestMemory>) -> Self {
        Self::with(Processor::new(memory))
    }

    /// A feed into a processor that nothing else drives.
    pub fn with(processor: Processor) -> Self {
        Self {
            processor,
            calls: Calls::default(),
            ring: Ring::default(),
            frames: Vec::new(),
            packet: Program::default(),
            dwords: Vec::new(),
            limits: Limits::default(),
            waits: false,
            packets_left: 0,
        }
        .with_limits(Limits::default())
    }

    /// Sets what one submission may cost.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.begin_submission();
        self
    }

    fn begin_submission(&mut self) {
        self.packets_left = self.limits.packets;
        self.processor.budget.begin(self.limits.words);
    }

    /// Drops the buffers that are being run.
    fn drop_frames(&mut self) {
        self.settle();
        self.frames.clear();
        self.forget_wait();
    }

    /// The wait that the last run ended with is nothing that comes next.
    fn forget_wait(&mut self) {
        self.waits = false;
        self.processor.give_up = false;
    }

    /// Drops what is being run and what is left in the ring.
    #[cold]
    fn end_submission(&mut self) {
        let place = self.frames.last().map_or(self.ring.read, |frame| frame.place().0);
        self.drop_frames();
        self.ring.read = self.ring.write;
        self.processor.refuse(&refusal::SUBMISSION_ENDLESS, "CP_RB_WPTR", place);
        self.begin_submission();
    }

    /// The processor.
    pub fn processor(&self) -> &Processor {
        &self.processor
    }

    /// The processor, to set registers or gamma by hand between runs.
    pub fn processor_mut(&mut self) -> &mut Processor {
        &mut self.processor
    }

    /// Counts so far.
    pub fn counts(&self) -> &Counts {
        self.processor.counts()
    }

    /// How often buffers were run without being read.
    pub fn call_statistics(&self) -> CallStatistics {
        self.calls.statistics()
    }

    /// Forgets every decoded buffer and where shaders lie, if nothing is being run. Done without
    /// being asked, too, when much is kept.
    pub fn forget_buffers(&mut self) {
        if self.frames.is_empty() {
            self.calls.forget();
            self.processor.shaders.forget_places();
        }
    }

    /// Sets the ring: its address and its size in words. Both pointers go to 0, what was being run
    /// is dropped. A ring outside memory is refused, and there is none then.
    pub fn set_ring(&mut self, address: u32, words: u32) {
        self.drop_frames();
        self.ring = Ring::default();
        self.begin_submission();
        match Extent::of_words(address, words) {
            Ok(extent) => self.ring = Ring::new(extent.start(), words),
            Err(_) => self.processor.refuse(&refusal::RING_POINTER, "CP_RB_BASE", address),
        }
    }

    /// Moves the write pointer, in words from the ring's start. One outside the ring is refused, and
    /// any but 0 while there is no ring.
    pub fn set_write_pointer(&mut self, words: u32) {
        if self.ring.set_write(words) {
            self.begin_submission();
        } else {
            self.refuse_pointer("CP_RB_WPTR", words);
        }
    }

    fn refuse_pointer(&mut self, what: &'static str, words: u32) {
        let absent = self.ring.is_absent();
        let kind = if absent { &refusal::RING_ABSENT } else { &refusal::RING_POINTER };
        self.processor.refuse(kind, what, words);
    }

    /// Moves the read pointer, as a reset of the ring does.
    pub fn set_read_pointer(&mut self, words: u32) {
        if self.ring.set_read(words) {
            self.forget_wait();
        } else {
            self.refuse_pointer("CP_RB_RPTR", words);
        }
    }

    /// How far the ring was read, in words from its start.
    pub fn read_pointer(&self) -> u32 {
        self.ring.read
    }

    /// A register write by the guest's processor, with the side effects that a packet's write has,
    /// and one more: CP_RB_WPTR moves the write pointer. The ring's other registers are only stored;
    /// the host calls [`set_ring`](Self::set_ring).
    pub fn write_register<S: Sink + ?Sized>(&mut self, register: u32, value: u32, sink: &mut S) {
        self.processor.write(register, value, sink);
        if register == u32::from(index::CP_RB_WPTR) {
            self.set_write_pointer(value);
        }
    }

    /// Gives up the wait that the last run ended with: the next one refuses it and goes on, unless it
    /// is met by then. Nothing happens if the last run ended otherwise.
    pub fn give_up_wait(&mut self) {
        self.processor.give_up = self.waits;
    }

    /// Runs at most `limit` packets, counting those of nested buffers and those that are skipped.
    ///
    /// A submission that asks for more than its [`Limits`] ends in a refusal: what is left of it is
    /// dropped, and the next one runs.
    pub fn run<S: Sink + ?Sized>(&mut self, limit: u64, sink: &mut S) -> Outcome {
        let allowed = limit.min(self.packets_left);
        let mut left = allowed;
        let mut outcome = loop {
            if self.processor.budget.is_spent() {
                break Outcome::Limit;
            }
            match self.frames.last() {
                Some(Frame::Program { .. }) => match self.run_program(&mut left, sink) {
                    None => {}
                    Some(outcome) => break outcome,
                },
                Some(Frame::Walk { dwords, at, .. }) if at >= dwords => {
                    self.frames.pop();
                }
                Some(&Frame::Walk { .. }) | None => {
                    if left == 0 {
                        break if self.is_idle() { Outcome::Idle } else { Outcome::Limit };
                    }
                    if self.frames.is_empty() && self.is_full() {
                        self.forget_buffers();
                    }
                    match self.walk(sink) {
                        Some(Walked::Done { words, call }) => {
                            left -= 1;
                            self.advance(words);
                            if let Some(slot) = call {
                                self.call(slot, sink);
                            }
                        }
                        Some(Walked::Waiting(condition)) => break Outcome::Waiting(condition),
                        None => break Outcome::Idle,
                    }
                }
            }
        };
        self.packets_left -= allowed - left;
        if outcome == Outcome::Limit && (self.packets_left == 0 || self.processor.budget.is_spent())
        {
            self.end_submission();
            outcome = Outcome::Idle;
        }
        self.settle();
        self.processor.packet = None;
        if limit > 0 {
            self.waits = matches!(outcome, Outcome::Waiting(_));
            self.processor.give_up = false;
        }
        outcome
    }

    /// Whether so much is kept that all of it is better forgotten. Only frames hold numbers of it.
    fn is_full(&self) -> bool {
        self.calls.is_full() || self.processor.shaders.is_full()
    }

    fn is_idle(&self) -> bool {
        self.frames.is_empty() && self.ring.available() == 0
    }

    /// Runs the innermost buffer's program as far as it goes; an outcome if the run ends with it.
    fn run_program<S: Sink + ?Sized>(&mut self, left: &mut u64, sink: &mut S) -> Option<Outcome> {
        let Some(Frame::Program { program, next, counted }) = self.frames.last_mut() else {
            return None;
        };
        let done = program.packet_at(*next);
        if u64::from(program.packets() - done) > *left {
            self.walk_on();
            return None;
        }
        let kept = Arc::clone(program);
        let exit = self.processor.run(&kept, Some(&kept), *next, sink);
        match exit {
            Exit::End => {
                *left -= u64::from(kept.packets() - done);
                if *counted == 0 {
                    for (kind, count) in &kept.census {
                        self.processor.counts.add(*kind, *count);
                    }
                } else {
                    count(&mut self.processor.counts, &kept, *counted, kept.packets());
                }
                self.frames.pop();
                None
            }
            Exit::Call { slot, next: after } => {
                *left -= u64::from(kept.packet_at(after) - done);
                *next = after;
                self.call(slot, sink);
                None
            }
            Exit::Wait { at } => {
                *left -= u64::from(kept.packet_at(at) - done);
                *next = at;
                Some(waiting(&kept, at))
            }
        }
    }

    /// The innermost buffer goes on packet by packet.
    fn walk_on(&mut self) {
        let Some(Frame::Program { program, next, counted }) = self.frames.last() else { return };
        let word = match program.marks.get(*next) {
            // A run stops at packets only.
            Some(mark) if mark.begins() => mark.word(),
            Some(_) | None => program.dwords,
        };
        let (address, dwords) = (program.address, program.dwords);
        count(&mut self.processor.counts, program, *counted, program.packet_at(*next));
        if let Some(frame) = self.frames.last_mut() {
            *frame = Frame::Walk { address, dwords, at: word };
        }
    }

    /// Begins a buffer.
    fn call<S: Sink + ?Sized>(&mut self, slot: u32, sink: &mut S) {
        let Some((address, dwords)) = self.calls.place(slot) else { return };
        let Ok(extent) = Extent::of_words(address, dwords) else {
            return self.processor.refuse(&refusal::MEMORY_OUTSIDE, "INDIRECT_BUFFER", address);
        };
        let overlaps = |frame: &Frame| {
            let (start, dwords) = frame.place();
            extent.start() < start + dwords * 4 && start < extent.end()
        };
        if self.frames.iter().any(overlaps) {
            return self.processor.refuse(&refusal::INDIRECT_RECURSIVE, "INDIRECT_BUFFER", address);
        }
        if self.frames.len() >= MAX_DEPTH {
            return self.processor.refuse(&refusal::INDIRECT_TOO_DEEP, "INDIRECT_BUFFER", address);
        }
        if !self.processor.budget.take(u64::from(dwords)) {
            return;
        }
        self.processor.before_reading(address, dwords, sink);
        let Processor { memory, shaders, .. } = &mut self.processor;
        if let Ok(Some(program)) = self.calls.program(slot, memory, shaders, sink.observes()) {
            if program.noted {
                let nesting = self.frames.len() as u32 + 1;
                let (address, program) = (program.address, Some(&*program));
                sink.observe(&Observation::BufferBegins { address, program, nesting });
            }
            self.frames.push(Frame::Program { program, next: 0, counted: 0 });
        }
    }

    /// Runs one packet from memory; none if it is not there yet.
    fn walk<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Option<Walked> {
        let address = self.fetch(sink)?;
        let words = Words::from_chunks(&self.dwords);
        self.packet.clear(address);
        let calls = Some(&mut self.calls);
        let shaders = &mut self.processor.shaders;
        let mut compiler = Compiler { program: &mut self.packet, shaders, calls };
        let decoded = decode(words, 0);
        compiler.program.noted = sink.observes();
        if compiler.program.noted {
            let packet = decoded.as_ref().ok().map(|(packet, _)| packet);
            compiler.program.notes.add(packet, words, 0);
        }
        let length = match decoded {
            Ok((packet, length)) => {
                compiler.packet(&packet, 0);
                length
            }
            Err(error) => {
                compiler.malformed(&error, 0);
                match error {
                    PacketError::End { .. } => return None,
                    error => error.skip().max(1),
                }
            }
        };
        let mut call = None;
        let mut from = 0;
        loop {
            match self.processor.run(&self.packet, None, from, sink) {
                Exit::End => break,
                Exit::Wait { at } => {
                    return match waiting(&self.packet, at) {
                        Outcome::Waiting(condition) => Some(Walked::Waiting(condition)),
                        Outcome::Idle | Outcome::Limit => None,
                    };
                }
                Exit::Call { slot, next } => (call, from) = (Some(slot), next),
            }
        }
        for kind in &self.packet.kinds {
            self.processor.counts.add(*kind, 1);
        }
        Some(Walked::Done { words: length as u32, call })
    }

    /// Brings the next packet's words to `dwords`, as far as they are there, and gives its address.
    fn fetch<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Option<u32> {
        // Packets may have been stored by packets.
        match self.frames.last() {
            Some(&Frame::Walk { address, dwords, at }) => {
                self.processor.before_reading(address + at * 4, dwords - at, sink);
            }
            _ => {
                for (address, words) in self.ring.pieces() {
                    self.processor.before_reading(address, words, sink);
                }
            }
        }
        let memory = Arc::clone(&self.processor.memory);
        match self.frames.last() {
            Some(&Frame::Walk { address, dwords, at }) => {
                let (address, left) = (address + at * 4, dwords - at);
                let header = memory.read_word(address).ok()?;
                let length = (Header::parse(header).len as u32).min(left);
                self.dwords.resize(length as usize, [0; 4]);
                memory.read_dwords(address, &mut self.dwords).ok()?;
                Some(address)
            }
            _ => match self.ring.fetch(&memory, &mut self.dwords)? {
                Ok(address) => Some(address),
                Err((address, header)) => {
                    self.processor.packet = Some(address);
                    self.processor.refuse(&refusal::RING_PACKET, "CP_RB_WPTR", header);
                    self.ring.read = self.ring.write;
                    None
                }
            },
        }
    }

    /// Goes on behind a packet that was walked.
    fn advance(&mut self, words: u32) {
        match self.frames.last_mut() {
            Some(Frame::Walk { at, .. }) => *at += words,
            _ => self.ring.advance(words),
        }
    }

    /// Counts what programs that are still being run have done.
    fn settle(&mut self) {
        for frame in &mut self.frames {
            if let Frame::Program { program, next, counted } = frame {
                let done = program.packet_at(*next);
                count(&mut self.processor.counts, program, *counted, done);
                *counted = done;
            }
        }
    }
}

/// Counts packets of a program by their numbers.
fn count(counts: &mut Counts, program: &Program, from: u32, to: u32) {
    for kind in program.kinds.get(from as usize..to as usize).unwrap_or_default() {
        counts.add(*kind, 1);
    }
}

/// The condition of the wait at a step.
fn waiting(program: &Program, at: usize) -> Outcome {
    let command = program.steps.get(at).and_then(|step| match step.op {
        Op::Command { at } => program.commands.get(at as usize),
        _ => None,
    });
    match command {
        Some(Command::Wait(condition)) => Outcome::Waiting(*condition),
        _ => Outcome::Limit,
    }
}

#[cfg(test)]
mod tests;
