//! The command processor proper: its state, and the execution of steps.

use std::sync::Arc;

use base_refusal::{RefusalKind, RefusalLog};
use xenos_memory::{Extent, GuestMemory};
use xenos_regs::index;
use xenos_regs::words::{VgtDmaSize, VgtDrawInitiator};

use crate::budget::Budget;
use crate::program::{Command, DRAW_WORDS, IndexKind, NO_QUERY, Op, Program};
use crate::refusals::refusal;
use crate::shader::{Shaders, Unloaded};
use crate::unsynced::{Unsynced, copied};
use crate::{
    Bins, Counts, Draw, Event, Gamma, Indices, Need, Observation, RegisterRun, Registers, Shader,
    Sink, Stage, State, StateGroup,
};

mod command;
#[cfg(feature = "trace")]
mod recorded;
mod write;

/// State and counts of a command processor; the feeds drive it.
#[derive(Debug)]
pub struct Processor {
    pub(crate) memory: Arc<GuestMemory>,
    pub(crate) registers: Registers,
    pub(crate) shaders: Shaders,
    /// Numbers of the loaded programs, vertex and pixel.
    bound: [Option<u32>; 2],
    bin_mask: u64,
    bin_select: u64,
    pub(crate) gamma: Gamma,
    pub(crate) counts: Counts,
    pub(crate) refusals: RefusalLog,
    /// What events store that were given out since the last sync.
    unsynced: Unsynced,
    /// Whether the loaded programs store to memory, vertex and pixel.
    pub(crate) exports: [bool; 2],
    /// What fences store that ask for a counter: swaps and vertical blanks.
    pub(crate) counter: u32,
    /// Words that may still be run and read.
    pub(crate) budget: Budget,
    /// The packet that is being executed, as far as it can be refused.
    pub(crate) packet: Option<u32>,
    /// An unmet wait is refused instead of waited for.
    pub(crate) give_up: bool,
    scratch: Vec<u32>,
}

/// Why steps were left off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All are done.
    End,
    /// A buffer is to be run; the step after it comes next.
    Call { slot: u32, next: usize },
    /// A wait is not met; it comes again.
    Wait { at: usize },
}

impl Processor {
    /// A processor in the state of a reset, over a memory.
    pub fn new(memory: Arc<GuestMemory>) -> Self {
        Self {
            memory,
            registers: Registers::new(),
            shaders: Shaders::default(),
            bound: [None; 2],
            bin_mask: u64::MAX,
            bin_select: u64::MAX,
            gamma: Gamma::default(),
            counts: Counts::default(),
            refusals: RefusalLog::default(),
            unsynced: Unsynced::NOTHING,
            exports: [false; 2],
            counter: 0,
            budget: Budget::default(),
            packet: None,
            give_up: false,
            scratch: Vec::new(),
        }
    }

    /// The memory it reads.
    pub fn memory(&self) -> &Arc<GuestMemory> {
        &self.memory
    }

    /// The state that an event would have now.
    #[inline]
    pub fn state(&self) -> State<'_> {
        State {
            registers: &self.registers,
            vertex_shader: self.shaders.get(self.bound[0]),
            pixel_shader: self.shaders.get(self.bound[1]),
            gamma: &self.gamma,
        }
    }

    /// What was executed so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What was refused so far.
    pub fn refusals(&self) -> &RefusalLog {
        &self.refusals
    }

    /// Every program that was loaded, by its number.
    pub fn shaders(&self) -> &[Arc<Shader>] {
        self.shaders.all()
    }

    /// Bin mask and bin selection.
    pub fn bins(&self) -> (u64, u64) {
        (self.bin_mask, self.bin_select)
    }

    /// A vertical blank passed: fences that ask for a counter store a greater one.
    pub fn vertical_blank(&mut self) {
        self.counter = self.counter.wrapping_add(1);
    }

    /// Runs steps from `from` on. `kept` is the program again if it outlives the run.
    pub(crate) fn run<S: Sink + ?Sized>(
        &mut self,
        program: &Program,
        kept: Option<&Arc<Program>>,
        from: usize,
        sink: &mut S,
    ) -> Exit {
        // Packets that the sink was told of.
        let mut told = program.packet_at(from);
        for (at, step) in program.steps.iter().enumerate().skip(from) {
            if step.predicated {
                let run = self.bin_mask & self.bin_select != 0;
                if !run || program.rebins && program.noted {
                    self.predicated(program, at, run, sink);
                }
                if !run {
                    continue;
                }
            }
            match step.op {
                Op::Registers { group, first, count, at } => {
                    let values = program.words_at(at, u32::from(count));
                    self.registers.write_in(group, u32::from(first), values);
                    let kept = kept.map(|program| (program, at));
                    sink.registers(&RegisterRun { group, first, values, kept });
                }
                Op::Draw { at, indices, query } => {
                    self.draw(program, kept, at, indices, query, step.predicated, sink);
                }
                Op::LoadShader { slot } => {
                    self.packet = Some(program.packet_address(at));
                    self.load_shader(slot, sink);
                }
                Op::BindShader { id } => {
                    if let Some(stage) = self.shaders.get(Some(id)).map(|shader| shader.stage()) {
                        self.bind(stage, id, sink);
                    }
                }
                Op::Load { first, count, at: word } => {
                    self.packet = Some(program.packet_address(at));
                    let address = program.words.get(word as usize).copied().unwrap_or(0);
                    self.load(u32::from(first), count, address, sink);
                }
                Op::Effects { register, count, at: word } => {
                    let packet = program.packet_address(at);
                    self.packet = Some(packet);
                    if program.noted {
                        sink.observe(&Observation::Command { packet });
                    }
                    for value in program.words_at(word, u32::from(count)) {
                        self.write(u32::from(register), *value, sink);
                    }
                }
                Op::Command { at: command } => {
                    let Some(command) = program.commands.get(command as usize) else { continue };
                    self.packet = Some(program.packet_address(at));
                    if program.noted {
                        self.before_command(program, at, command, &mut told, sink);
                    }
                    if !self.command(command, program, sink) {
                        self.tell(program, &mut told, program.packet_at(at), sink);
                        return Exit::Wait { at };
                    }
                }
                Op::Call { slot } => {
                    self.packet = Some(program.packet_address(at));
                    let next = at + 1;
                    self.tell(program, &mut told, program.packet_at(next), sink);
                    return Exit::Call { slot, next };
                }
                Op::Nothing => {}
            }
        }
        self.tell(program, &mut told, program.packets(), sink);
        Exit::End
    }

    /// Counts a predicated packet that is skipped, and tells of one in a program that chooses bins.
    #[cold]
    fn predicated<S: Sink + ?Sized>(
        &mut self,
        program: &Program,
        at: usize,
        run: bool,
        sink: &mut S,
    ) {
        // Steps inside a packet are not counted again.
        let Some(mark) = program.marks.get(at).filter(|mark| mark.begins()) else { return };
        self.counts.predicated_off += u64::from(!run);
        if program.rebins && program.noted {
            let (packet, bins) = (mark.packet, self.outcome());
            sink.observe(&Observation::Predicated { program, packet, bins });
        }
    }

    /// What becomes of predicated packets now.
    fn outcome(&self) -> Bins {
        let selected = self.bin_mask & self.bin_select;
        Bins { run: selected != 0, all: selected == u64::MAX }
    }

    /// Tells a sink that observes of the packets before `to` that it does not know of.
    #[inline]
    fn tell<S: Sink + ?Sized>(&self, program: &Program, told: &mut u32, to: u32, sink: &mut S) {
        if program.noted && *told < to {
            let (from, executed) = (*told, true);
            let bins = (!program.rebins).then(|| self.outcome());
            sink.observe(&Observation::Packets { program, from, to, executed, bins });
            *told = to;
        }
    }

    /// Tells where a command stands, and before a frame ends of all packets that belong to it.
    fn before_command<S: Sink + ?Sized>(
        &self,
        program: &Program,
        at: usize,
        command: &Command,
        told: &mut u32,
        sink: &mut S,
    ) {
        let Some(mark) = program.marks.get(at).filter(|mark| mark.begins()) else { return };
        let packet = program.packet_address(at);
        sink.observe(&Observation::Command { packet });
        match command {
            // Others behind it may be part of its step; they belong to the next frame.
            Command::Swap { .. } => self.tell(program, told, mark.packet + 1, sink),
            Command::SkippedSwap { .. } if program.rebins => {
                let (packet, bins) = (mark.packet, Bins { run: false, ..self.outcome() });
                sink.observe(&Observation::Predicated { program, packet, bins });
            }
            _ => {}
        }
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the fields of one step, taken apart once")]
    fn draw<S: Sink + ?Sized>(
        &mut self,
        program: &Program,
        kept: Option<&Arc<Program>>,
        at: u32,
        indices: IndexKind,
        query: u8,
        predicated: bool,
        sink: &mut S,
    ) {
        let Some(&words) = program.words_at(at, DRAW_WORDS as u32).first_chunk::<DRAW_WORDS>()
        else {
            return;
        };
        let [packet, base, size, initiator] = words;
        // Base and size are written only by packets that have them; the initiator stands after.
        let skip = if indices == IndexKind::Memory { 1 } else { 3 };
        let first = index::VGT_DMA_BASE + skip - 1;
        let values = &words[usize::from(skip)..];
        self.registers.write_in(StateGroup::Draw, u32::from(first), values);
        let kept = kept.map(|program| (program, at + u32::from(skip)));
        sink.registers(&RegisterRun { group: StateGroup::Draw, first, values, kept });

        let indices = match indices {
            IndexKind::Auto => Indices::Auto,
            IndexKind::Memory => {
                Indices::Memory { address: base, size: VgtDmaSize::from_raw(size) }
            }
            IndexKind::Immediate(count) => {
                Indices::Immediate(program.words_at(at + DRAW_WORDS as u32, u32::from(count)))
            }
        };
        let initiator = VgtDrawInitiator::from_raw(initiator);
        let query = (query != NO_QUERY).then_some(query);
        let state = self.state();
        let copies = state.copies();
        let number = if copies { self.counts.copies } else { self.counts.draws };
        let draw = Draw { number, packet, initiator, indices, query, predicated };
        if copies {
            sink.event(&state, &Event::Copy(draw));
            if let Some(extent) = copied(&self.registers) {
                self.unsynced.add(extent);
            }
            let state = self.state();
            let clear = state.clear(number);
            if let Some(clear) = clear {
                sink.event(&state, &Event::Clear(clear));
            }
            self.counts.copies += 1;
            self.counts.clears += u64::from(clear.is_some());
        } else {
            sink.event(&state, &Event::Draw(draw));
            self.counts.draws += 1;
            if self.exports != [false; 2] {
                self.unsynced.add_everything();
            }
        }
    }

    #[inline]
    fn load_shader<S: Sink + ?Sized>(&mut self, slot: u32, sink: &mut S) {
        if !self.unsynced.is_empty()
            && let Some(load) = self.shaders.load(slot)
        {
            self.before_reading(load.address, load.words, sink);
        }
        match self.shaders.at(slot, &self.memory, &mut self.budget) {
            Ok(Some((stage, id))) => self.bind(stage, id, sink),
            // What is spent is told of when the submission ends.
            Ok(None) | Err(Unloaded::Spent) => {}
            Err(Unloaded::Outside(outside)) => {
                self.refuse(&refusal::MEMORY_OUTSIDE, "IM_LOAD", outside.address);
            }
            Err(Unloaded::Full) => {
                let words = self.shaders.load(slot).map_or(0, |load| load.words);
                self.refuse(&refusal::PROGRAMS_FULL, "IM_LOAD", words);
            }
        }
    }

    #[inline]
    fn bind<S: Sink + ?Sized>(&mut self, stage: Stage, id: u32, sink: &mut S) {
        let bound = &mut self.bound[usize::from(stage == Stage::Pixel)];
        if *bound != Some(id) {
            *bound = Some(id);
            if let Some(shader) = self.shaders.get(Some(id)) {
                self.exports[usize::from(stage == Stage::Pixel)] = shader.exports_memory();
                sink.shader(stage, shader);
            }
        }
    }

    /// LOAD_ALU_CONSTANT: the words go straight to registers, as they are now.
    fn load<S: Sink + ?Sized>(&mut self, first: u32, count: u16, address: u32, sink: &mut S) {
        if !self.budget.take(u64::from(count)) {
            return;
        }
        self.before_reading(address, u32::from(count), sink);
        let mut values = std::mem::take(&mut self.scratch);
        values.resize(usize::from(count), 0);
        match self.memory.read_words(address, &mut values) {
            Ok(()) => self.write_all(first, &values, sink),
            Err(outside) => {
                self.refuse(&refusal::MEMORY_OUTSIDE, "LOAD_ALU_CONSTANT", outside.address);
            }
        }
        self.scratch = values;
    }

    /// Before the processor reads memory: what events that it gave out store there is to be seen.
    #[inline]
    pub(crate) fn before_reading<S: Sink + ?Sized>(
        &mut self,
        address: u32,
        words: u32,
        sink: &mut S,
    ) {
        if !self.unsynced.is_empty()
            && let Ok(extent) = Extent::of_words(address, words)
            && self.unsynced.overlaps(extent)
        {
            self.sync(extent, sink);
        }
    }

    pub(crate) fn sync<S: Sink + ?Sized>(&mut self, extent: Extent, sink: &mut S) {
        self.ask(Need::Memory(extent), sink);
    }

    /// Waits for the consumer; what it knows of a register.
    pub(crate) fn ask<S: Sink + ?Sized>(&mut self, need: Need, sink: &mut S) -> Option<u32> {
        let known = sink.sync(&self.state(), &need);
        self.unsynced = Unsynced::NOTHING;
        known
    }

    pub(crate) fn refuse(&mut self, kind: &'static RefusalKind, what: &'static str, value: u32) {
        let mut place = self.refusals.place();
        (place.frame, place.packet) = (Some(self.counts.frames()), self.packet);
        self.refusals.at(place);
        self.refusals.refuse(kind, what, value);
    }
}
