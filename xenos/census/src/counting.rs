//! A sink that counts what a command processor executes, and hands everything on.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use base_census::Census;
use xenos_front::{
    Bins, Cause, Event, Ignore, MemoryWrite, Need, Observation, Program, RegisterRun, Shader, Sink,
    Stage, State,
};
use xenos_memory::{Extent, GuestMemory};
use xenos_pm4::{Place, WaitFunction};
use xenos_regs::index;

use crate::buffers::Buffers;
use crate::copies::Copies;
use crate::draws::Draws;
use crate::gamma::Ramps;
use crate::keys::texture;
use crate::names::named;
use crate::packets::{Packets, register_key};
use crate::pages::Pages;
use crate::tables::{Tables, Which};

/// Counts what one feed executes.
///
/// It is to see everything from the feed's start, or from a state that no copy filled memory for.
#[derive(Debug)]
pub struct Counting<S = Ignore> {
    memory: Arc<GuestMemory>,
    inner: S,
    tables: Tables,
    packets: Packets,
    draws: Draws,
    copies: Copies,
    pages: Pages,
    buffers: Buffers,
    ramps: Ramps,
    /// What happens is caused by no packet.
    apart: bool,
    /// The frame has had its swap; fills that follow still belong to it.
    swapped: bool,
}

/// Bytes that sample counts take.
const SAMPLE_COUNTS: u32 = 32;

impl<S: Sink> Counting<S> {
    /// Counts what a processor over `memory` executes.
    pub fn new(memory: Arc<GuestMemory>, inner: S) -> Self {
        Self {
            memory,
            inner,
            tables: Tables::default(),
            packets: Packets::default(),
            draws: Draws::default(),
            copies: Copies::default(),
            pages: Pages::default(),
            buffers: Buffers::default(),
            ramps: Ramps::default(),
            apart: false,
            swapped: false,
        }
    }

    /// Sets the number of frames a window, before anything is counted; 60 without it.
    #[must_use]
    pub fn with_window(mut self, frames: u64) -> Self {
        self.tables.clock.set_window(frames);
        self.buffers.set_clock(self.tables.clock.clone());
        self
    }

    /// Lets windows begin at these frames only, before anything is counted.
    #[must_use]
    pub fn with_cuts(mut self, cuts: BTreeSet<u64>) -> Self {
        self.tables.set_cuts(cuts);
        self.buffers.set_clock(self.tables.clock.clone());
        self
    }

    /// Counts these frames only; to be said before anything is counted.
    #[must_use]
    pub fn with_frames(mut self, frames: Range<u64>) -> Self {
        self.tables.set_frames(frames);
        self.buffers.set_clock(self.tables.clock.clone());
        self
    }

    /// The frame that is open: how many have ended, fills behind their swaps included.
    pub fn frame(&self) -> u64 {
        self.tables.clock.frame()
    }

    /// Who takes the events.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// The same, to change it.
    pub fn inner_mut(&mut self) -> &mut S {
        &mut self.inner
    }

    /// The census of what was counted, and who took the events.
    pub fn finish(mut self, source: &str) -> (Census, S) {
        if self.swapped {
            self.end_frame();
        }
        self.packets.end_frame(&mut self.tables);
        self.draws.end_frame(&mut self.tables);
        let frame = self.tables.clock.frame();
        let open = self.tables.is_open() || self.buffers.is_open(frame);
        if open {
            let row = self.tables.row(Which::Summary, "what=unfinished-frames");
            self.tables.add_at(row, 1, 0, 0);
        }
        let frames = frame + u64::from(open);
        let buffers = self.buffers.finish(frames);
        (self.tables.finish(source, frames, buffers), self.inner)
    }

    /// Counts packets; fills behind a swap belong to its frame.
    fn taken(&mut self, program: &Program, range: Range<u32>, executed: bool, bins: Option<Bins>) {
        let Range { start, end } = range;
        let mut rest = start;
        if self.swapped {
            rest += Packets::fills(program, start..end);
            if self.tables.on && rest > start {
                self.packets.taken(program, start..rest, executed, bins, &mut self.tables);
            }
            if rest == end {
                return;
            }
            self.end_frame();
        }
        if self.tables.on {
            self.packets.taken(program, rest..end, executed, bins, &mut self.tables);
        }
    }

    /// Ends the frame that has had its swap: something else than a fill follows, or nothing.
    #[cold]
    fn end_frame(&mut self) {
        self.swapped = false;
        self.packets.end_frame(&mut self.tables);
        self.draws.end_frame(&mut self.tables);
        self.tables.end_frame();
        self.buffers.end_frame(self.tables.clock.frame());
    }

    /// Counts an event that is no draw.
    fn count(&mut self, state: &State<'_>, event: &Event<'_>) {
        let tables = &mut self.tables;
        let initiated = |tables: &mut Tables| {
            let event = state.registers.get(index::VGT_EVENT_INITIATOR) & 0x3F;
            tables.count(Which::Events, &event_key(event), 0);
        };
        match event {
            Event::MemoryWrite(MemoryWrite { cause, words, .. }) => {
                let kind = match cause {
                    Cause::Fence => "kind=EVENT_WRITE_SHD",
                    Cause::MemWrite => "kind=MEM_WRITE",
                    Cause::RegToMem => "kind=REG_TO_MEM",
                    Cause::CondWrite => "kind=COND_WRITE",
                    Cause::ScratchWriteBack => "kind=scratch",
                    Cause::ScreenExtents => {
                        tables.count(Which::SideEffects, "effect=screen-extents", 0);
                        return initiated(tables);
                    }
                };
                tables.count(Which::Fences, kind, words.len() as u64);
                if *cause == Cause::Fence {
                    initiated(tables);
                }
            }
            Event::SampleCounts { address } => {
                let key = format!("address=0x{:08X}", address & !3);
                tables.count(Which::Reports, &key, 0);
                tables.count(Which::SideEffects, "effect=occlusion-report", 0);
                initiated(tables);
            }
            Event::VisibilityQuery { .. } => {
                tables.count(Which::SideEffects, "effect=visibility-query", 0);
            }
            Event::Initiated { event } => {
                tables.count(Which::Events, &event_key(u32::from(*event)), 0);
            }
            Event::Interrupt { cpus } => {
                tables.count(Which::Interrupts, &format!("cpus=0x{cpus:02X}"), 0);
            }
            Event::Wait { condition, .. } => {
                let (on, poll) = match condition.poll {
                    Place::Register(register) => ("register", register_key(register)),
                    Place::Memory(place) => ("memory", format!("memory=0x{:08X}", place.address())),
                };
                let function = named::<WaitFunction>(condition.function as u32);
                tables.count(Which::Waits, &format!("on={on} function={function}"), 0);
                tables.count(Which::Polls, &poll, 0);
            }
            Event::Swap(_) => {
                let words = state.registers.fetch(0);
                tables.count(Which::FrontBuffers, &texture::front_buffer(&words), 0);
                tables.count(Which::Gamma, &self.ramps.key(state.gamma, &words), 0);
                tables.count(Which::Summary, "what=swaps", 0);
                tables.count(Which::Summary, "what=frames", 0);
            }
            _ => {}
        }
    }

    /// Follows what is written to memory, and where frames end.
    fn follow(&mut self, state: &State<'_>, event: &Event<'_>) {
        let stored = match event {
            Event::MemoryWrite(write) => Extent::of_words(write.address, write.words.len() as u32),
            Event::Upload { address, bytes } => Extent::new(*address, bytes.len() as u32),
            Event::SampleCounts { address } => Extent::new(*address, SAMPLE_COUNTS),
            Event::Copy(draw) => {
                self.tables.place.record = u64::from(draw.packet);
                let (tables, pages) = (&mut self.tables, &mut self.pages);
                if tables.on {
                    self.draws.copy(state, draw.packet, tables);
                }
                return self.copies.copy(state.registers, &self.memory, tables, pages);
            }
            event if event.ends_frame() => return self.swapped = true,
            _ => return,
        };
        if let Ok(extent) = stored {
            self.pages.stored(extent);
        }
    }
}

fn event_key(event: u32) -> String {
    format!("event={}", named::<xenos_regs::words::Event>(event))
}

impl<S: Sink> Sink for Counting<S> {
    #[inline]
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        // What a trace records beside packets does not end a frame.
        if self.swapped && !event.is_of_trace() {
            self.end_frame();
        }
        if let Event::Draw(draw) = event {
            if self.tables.on {
                let (pages, tables) = (&self.pages, &mut self.tables);
                self.draws.draw(state, draw, &self.memory, pages, tables);
            } else {
                self.draws.pass(state);
            }
        } else {
            if self.tables.on && !self.apart {
                self.count(state, event);
            }
            self.follow(state, event);
        }
        self.inner.event(state, event);
    }

    #[inline]
    fn registers(&mut self, run: &RegisterRun<'_>) {
        self.inner.registers(run);
    }

    #[inline]
    fn shader(&mut self, stage: Stage, shader: &Arc<Shader>) {
        self.inner.shader(stage, shader);
    }

    #[inline]
    fn gamma(&mut self, state: &State<'_>) {
        self.inner.gamma(state);
    }

    #[inline]
    fn sync(&mut self, state: &State<'_>, need: &Need) -> Option<u32> {
        self.inner.sync(state, need)
    }

    #[inline]
    fn observes(&self) -> bool {
        true
    }

    #[inline]
    fn observe(&mut self, observation: &Observation<'_>) {
        if self.swapped {
            match observation {
                Observation::Packets { .. }
                | Observation::Record { .. }
                | Observation::BufferEnds => {}
                _ => self.end_frame(),
            }
        }
        let tables = &mut self.tables;
        match *observation {
            Observation::Predicated { program, packet, bins } => {
                if tables.on {
                    self.packets.predicated(program, packet, bins, tables);
                }
            }
            Observation::Packets { program, from, to, executed, bins } => {
                self.taken(program, from..to, executed, bins);
                self.buffers.packets(program, from, to);
            }
            Observation::Command { packet } => tables.place.record = u64::from(packet),
            Observation::ConditionalWrite { register } => {
                if tables.on {
                    self.packets.conditional(register, tables);
                }
            }
            Observation::BufferBegins { address, program, nesting } => {
                self.buffers.begin(tables.clock.frame(), address, program, nesting);
            }
            Observation::BufferEnds => self.buffers.end(),
            Observation::Record { begins } => self.apart = begins,
        }
        self.inner.observe(observation);
    }
}
