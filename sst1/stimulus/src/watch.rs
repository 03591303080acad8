//! A device around another one that tells what every drawing command changed.

use std::ops::Range;

use base_refusal::{Place, RefusalLog};
use sst1_board::{Buffer, Device, Event, Picture, State, StateError, Width};

use crate::shadow::Shadow;
use crate::{Change, Digest, Kind, Operation, StimulusLine, spans};

/// A drawing command that was executed.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// Its number, from 0.
    pub number: u64,
    /// What it was.
    pub kind: Kind,
    /// Where it stands in the stream; frames completed before it.
    pub place: Place,
    /// What is compared after it.
    pub digest: Digest,
    /// The words that it changed, each once, in the order of memory within a buffer.
    pub changes: &'a [Change],
    /// The state after it.
    pub state: &'a State,
}

/// What looks at a [`Watch`].
pub trait Observer: Send + 'static {
    /// An operation of the bus: a write that is about to be executed, or a read that was.
    fn operation(&mut self, line: &StimulusLine) {
        let _ = line;
    }

    /// A drawing command is about to be executed in this state.
    fn begins(&mut self, state: &State) {
        let _ = state;
    }

    /// A drawing command was executed.
    fn drawn(&mut self, drawn: &Drawn<'_>);

    /// Whether nothing more is wanted: what follows passes unseen.
    fn finished(&self) -> bool {
        false
    }
}

/// A device that is observed. Swaps have to take effect at once: not for
/// [`set_vsync`](Device::set_vsync).
pub struct Watch<O> {
    device: Box<dyn Device>,
    observer: O,
    shadow: Shadow,
    /// Number of the next command.
    number: u64,
    // Kept for their allocations.
    spans: Vec<Range<usize>>,
    changes: Vec<Change>,
}

impl<O: Observer> Watch<O> {
    /// Observes a device from its present state on.
    pub fn new(device: Box<dyn Device>, observer: O) -> Self {
        let mut shadow = Shadow::default();
        shadow.copy(device.state().frame_buffer.words());
        let (spans, changes) = (Vec::new(), Vec::new());
        Self { device, observer, shadow, number: 0, spans, changes }
    }

    /// Executes a drawing command and tells what it did.
    fn command(&mut self, kind: Kind, at: u32, data: u32, width: Width) -> Option<Event> {
        let place = self.device.log_mut().place();
        let state = self.device.state();
        self.observer.begins(state);
        self.shadow.divide((state.layout().aux / 2) as usize);
        self.spans.clear();
        spans::add(state, kind, at, &mut self.spans);
        let event = self.device.write(at, data, width);
        let state = self.device.state();
        let memory = state.frame_buffer.words();
        self.changes.clear();
        for span in self.spans.drain(..) {
            self.shadow.update(span, memory, &mut self.changes);
        }
        if kind == Kind::Swap {
            // Nothing, if no span was missing.
            self.shadow.update_all(memory, &mut self.changes);
            debug_assert!(self.changes.is_empty(), "a command changed more than expected");
        }
        let [color, aux] = self.shadow.hashes();
        let (displayed, draw) = (state.video.displayed, state.video.draw);
        let digest = Digest { displayed, draw, color, aux };
        let (number, changes) = (self.number, self.changes.as_slice());
        self.observer.drawn(&Drawn { number, kind, place, digest, changes, state });
        self.number += 1;
        event
    }
}

impl<O: Observer + 'static> Device for Watch<O> {
    fn engine(&self) -> &'static str {
        self.device.engine()
    }

    fn write(&mut self, offset: u32, data: u32, width: Width) -> Option<Event> {
        if self.observer.finished() {
            return self.device.write(offset, data, width);
        }
        let kind = Kind::of_write(self.device.state(), offset, width);
        let command = kind.map(|kind| (self.number, kind));
        let operation = Operation { write: true, offset: offset & 0xFF_FFFF, data, width };
        self.observer.operation(&StimulusLine { operation, command });
        match kind {
            Some(kind) => self.command(kind, offset, data, width),
            None => self.device.write(offset, data, width),
        }
    }

    fn read(&mut self, offset: u32, width: Width) -> u32 {
        let data = self.device.read(offset, width);
        if !self.observer.finished() {
            let operation = Operation { write: false, offset: offset & 0xFF_FFFF, data, width };
            self.observer.operation(&StimulusLine { operation, command: None });
        }
        data
    }

    fn config_write(&mut self, offset: u32, data: u32, width: Width) {
        self.device.config_write(offset, data, width);
    }

    fn config_read(&mut self, offset: u32) -> u32 {
        self.device.config_read(offset)
    }

    fn set_vsync(&mut self, wait: bool) {
        self.device.set_vsync(wait);
    }

    fn retrace(&mut self, active: bool) -> Option<Event> {
        self.device.retrace(active)
    }

    fn set_line(&mut self, line: u32) {
        self.device.set_line(line);
    }

    fn run(&mut self) -> Option<Event> {
        self.device.run()
    }

    fn picture(&self, buffer: Buffer) -> Picture {
        self.device.picture(buffer)
    }

    fn state(&self) -> &State {
        self.device.state()
    }

    fn log_mut(&mut self) -> &mut RefusalLog {
        self.device.log_mut()
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        self.device.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let loaded = self.device.load(bytes);
        self.shadow.copy(self.device.state().frame_buffer.words());
        loaded
    }
}
