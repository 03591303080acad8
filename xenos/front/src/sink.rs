//! Who takes events.

use std::sync::Arc;

use xenos_memory::{Extent, GuestMemory};

use crate::program::Program;
use crate::{Event, Observation, Shader, Stage, State, StateGroup};

/// Consecutive registers were written, all of one group and without side effects.
#[derive(Clone, Copy, Debug)]
pub struct RegisterRun<'a> {
    /// Their group.
    pub group: StateGroup,
    /// The first.
    pub first: u16,
    /// The values.
    pub values: &'a [u32],
    /// The decoded buffer whose words the values are, and from which one on: to be kept by
    /// reference. None for values that are gone after the call.
    pub kept: Option<(&'a Arc<Program>, u32)>,
}

/// What the processor has to know of the renderer before it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The bytes of a range, with everything stored that earlier events store there.
    Memory(Extent),
    /// The word of a register that the renderer determines.
    Register(u16),
}

/// A consumer of events.
///
/// Events come in the order of the stream. A consumer that works at once stores memory writes when
/// they come; one that records them for another thread stores nothing, and its replayer does when
/// it comes to them, so that a lagging renderer never sees the future and the guest never sees a
/// fence early.
pub trait Sink {
    /// Something happened in a state.
    fn event(&mut self, state: &State<'_>, event: &Event<'_>);

    /// Registers were written. Only for consumers that keep a register file of their own.
    #[inline]
    fn registers(&mut self, run: &RegisterRun<'_>) {
        let _ = run;
    }

    /// A program was loaded. Likewise.
    #[inline]
    fn shader(&mut self, stage: Stage, shader: &Arc<Shader>) {
        let _ = (stage, shader);
    }

    /// The ramps changed. Likewise.
    #[inline]
    fn gamma(&mut self, state: &State<'_>) {
        let _ = state;
    }

    /// The processor is about to use what the renderer may have to give: return when every earlier
    /// event is consumed, and what copies, programs and queries store is in memory and told of by
    /// [`GuestMemory::notify`]. It is asked before the processor reads a range that an event since
    /// the last sync may have stored to. For a register, its word if the renderer knows better than the file.
    fn sync(&mut self, state: &State<'_>, need: &Need) -> Option<u32> {
        let _ = (state, need);
        None
    }

    /// Whether [`Sink::observe`] is to be called, for which decoded buffers keep notes.
    #[inline]
    fn observes(&self) -> bool {
        false
    }

    /// Something about packets that is no event. Only for consumers that count.
    #[inline]
    fn observe(&mut self, observation: &Observation<'_>) {
        let _ = observation;
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        (**self).event(state, event);
    }

    fn registers(&mut self, run: &RegisterRun<'_>) {
        (**self).registers(run);
    }

    fn shader(&mut self, stage: Stage, shader: &Arc<Shader>) {
        (**self).shader(stage, shader);
    }

    fn gamma(&mut self, state: &State<'_>) {
        (**self).gamma(state);
    }

    fn sync(&mut self, state: &State<'_>, need: &Need) -> Option<u32> {
        (**self).sync(state, need)
    }

    fn observes(&self) -> bool {
        (**self).observes()
    }

    fn observe(&mut self, observation: &Observation<'_>) {
        (**self).observe(observation);
    }
}

/// Stores what events say into memory at once, then hands them on.
#[derive(Debug)]
pub struct Direct<'m, S> {
    /// The memory.
    pub memory: &'m GuestMemory,
    /// Who takes the events.
    pub inner: S,
}

impl<S: Sink> Sink for Direct<'_, S> {
    #[inline]
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        // What reaches over the end was refused before it became an event.
        let _ = event.apply(self.memory);
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
        self.inner.observes()
    }

    #[inline]
    fn observe(&mut self, observation: &Observation<'_>) {
        self.inner.observe(observation);
    }
}

/// Takes events and does nothing with them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl Sink for Ignore {
    #[inline]
    fn event(&mut self, _: &State<'_>, _: &Event<'_>) {}
}
