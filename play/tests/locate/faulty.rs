//! A card that errs once: the fast engine with one bit flipped for one command, or a lost swap.

use std::sync::{Arc, Mutex};

use base_refusal::RefusalLog;
use sst1_board::{
    Buffer, Device, Engine, Event, Number, Parameter, Picture, Region, State, StateError, Touched,
    Width,
};
use sst1_facts::Profile;
use sst1_regs::offset;
use sst1_soft::Soft;

use crate::place::{Flip, Place};

/// Commands that are let pass before a fault is planted, so that it is not the very first one.
const PASS: u64 = 20;
/// Commands at which planting is tried.
const TRIES: u64 = 400;

/// Where a fault was planted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fired {
    pub(crate) record: u64,
    pub(crate) frame: u64,
}

impl Fired {
    fn at(log: &RefusalLog) -> Self {
        let place = log.place();
        Self { record: place.record.unwrap(), frame: place.frame.unwrap() }
    }
}

type Flag = Arc<Mutex<Option<Fired>>>;

/// The fast engine with a fault.
#[derive(Default)]
pub(crate) struct Faulty {
    inner: Soft,
    plan: Option<(Place, Flag)>,
    seen: u64,
}

/// What is asked of an engine.
#[derive(Clone, Copy)]
enum Ask {
    Triangle { negative: bool },
    Lfb { offset: u32, data: u32, width: Width },
}

impl Ask {
    fn of(self, engine: &mut Soft, state: &mut State, flip: Option<Flip>) {
        match self {
            Self::Triangle { negative } => engine.triangle(state, negative),
            Self::Lfb { offset, data, width } => {
                let data = flip.map_or(data, |flip| flip.data(data));
                engine.lfb_write(state, offset, data, width);
            }
        }
    }

    /// The frame buffer that comes of it on a copy of the state.
    fn tried(self, state: &State, flip: Option<Flip>) -> Vec<u16> {
        let mut state = state.clone();
        if let Some(flip) = flip {
            flip.apply(&mut state);
        }
        let mut engine = Soft::default();
        engine.touched(Touched::All);
        self.of(&mut engine, &mut state, flip);
        state.frame_buffer.words().to_vec()
    }
}

impl Faulty {
    /// Plants a fault at a command where it shows.
    pub(crate) fn plant(&mut self, place: Place, fired: Flag) {
        self.plan = Some((place, fired));
    }

    fn execute(&mut self, state: &mut State, ask: Ask) {
        let flip = self.flip(state, ask);
        if let Some(flip) = flip {
            self.inner.touched(flip.apply(state));
        }
        ask.of(&mut self.inner, state, flip);
        if let Some(flip) = flip {
            self.inner.touched(flip.apply(state));
        }
    }

    /// The flip that is to be made now, if any.
    fn flip(&mut self, state: &State, ask: Ask) -> Option<Flip> {
        let (place, fired) = self.plan.as_ref()?;
        if (*place == Place::Lfb) != matches!(ask, Ask::Lfb { .. }) {
            return None;
        }
        let flips = place.flips(state);
        if flips.is_empty() {
            return None;
        }
        self.seen += 1;
        if self.seen <= PASS || self.seen > PASS + TRIES {
            return None;
        }
        let clean = ask.tried(state, None);
        let flip = flips.into_iter().find(|flip| ask.tried(state, Some(*flip)) != clean)?;
        *fired.lock().unwrap() = Some(Fired::at(&state.log));
        self.plan = None;
        Some(flip)
    }
}

impl Engine for Faulty {
    const NAME: &'static str = "faulty";

    fn vertex(&self, profile: &Profile, number: Number) -> i32 {
        self.inner.vertex(profile, number)
    }

    fn parameter(
        &self,
        profile: &Profile,
        parameter: Parameter,
        start: bool,
        number: Number,
    ) -> i64 {
        self.inner.parameter(profile, parameter, start, number)
    }

    fn triangle(&mut self, state: &mut State, negative: bool) {
        self.execute(state, Ask::Triangle { negative });
    }

    fn fastfill(&mut self, state: &mut State) {
        self.inner.fastfill(state);
    }

    fn lfb_write(&mut self, state: &mut State, offset: u32, data: u32, width: Width) {
        self.execute(state, Ask::Lfb { offset, data, width });
    }

    fn lfb_read(&mut self, state: &State, offset: u32, width: Width) -> u32 {
        self.inner.lfb_read(state, offset, width)
    }

    fn texture_write(&mut self, state: &mut State, offset: u32, data: u32) {
        self.inner.texture_write(state, offset, data);
    }

    fn touched(&mut self, what: Touched) {
        self.inner.touched(what);
    }
}

/// A card that loses its first swap.
pub(crate) struct SkippedSwap {
    inner: Box<dyn Device>,
    fired: Option<Flag>,
}

impl SkippedSwap {
    pub(crate) fn new(inner: Box<dyn Device>, fired: Option<Flag>) -> Self {
        Self { inner, fired }
    }
}

impl Device for SkippedSwap {
    fn engine(&self) -> &'static str {
        self.inner.engine()
    }

    fn write(&mut self, at: u32, data: u32, width: Width) -> Option<Event> {
        let swap = Region::of(at) == Region::Register
            && at & 0x3FC == offset::SWAPBUFFER_CMD
            && width == Width::Word;
        if swap && let Some(fired) = self.fired.take() {
            *fired.lock().unwrap() = Some(Fired::at(self.inner.log_mut()));
            return None;
        }
        self.inner.write(at, data, width)
    }

    fn read(&mut self, at: u32, width: Width) -> u32 {
        self.inner.read(at, width)
    }

    fn config_write(&mut self, at: u32, data: u32, width: Width) {
        self.inner.config_write(at, data, width);
    }

    fn config_read(&mut self, at: u32) -> u32 {
        self.inner.config_read(at)
    }

    fn set_vsync(&mut self, wait: bool) {
        self.inner.set_vsync(wait);
    }

    fn retrace(&mut self, active: bool) -> Option<Event> {
        self.inner.retrace(active)
    }

    fn set_line(&mut self, line: u32) {
        self.inner.set_line(line);
    }

    fn run(&mut self) -> Option<Event> {
        self.inner.run()
    }

    fn picture(&self, buffer: Buffer) -> Picture {
        self.inner.picture(buffer)
    }

    fn state(&self) -> &State {
        self.inner.state()
    }

    fn log_mut(&mut self) -> &mut RefusalLog {
        self.inner.log_mut()
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        self.inner.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.inner.load(bytes)
    }
}
