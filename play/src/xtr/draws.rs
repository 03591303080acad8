//! A trace draw by draw, copies among them: each as a row of plain data.

use serde::Serialize;
use xenos_front::{Draw, Event, Indices, Sink, State};
use xenos_memory::GuestMemory;
use xenos_xtr::XtrError;

use super::{Place, Programs, XtrPlayer};

mod copy;
mod export;
mod nth;
mod row;
mod shown;
mod vertices;

pub use copy::CopyRow;
pub use export::ExportRow;
pub(crate) use nth::Nth;
pub use row::{DepthRow, DrawRow, IndexRow, SurfaceRow, TargetRow, TextureRow};
pub use vertices::{ElementRow, VertexRow, vertex_name};

/// A draw, or a copy out of EDRAM, which the hardware also starts as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A draw.
    Draw,
    /// A copy.
    Copy,
}

/// A draw or copy at its place in the stream.
#[derive(Debug)]
pub struct DrawSeen<'a> {
    /// Where its packet ended.
    pub place: Place,
    /// Draw or copy.
    pub what: What,
    /// Its number among draws, or among copies, of its frame.
    pub nth: u64,
    /// What the packet says.
    pub draw: &'a Draw<'a>,
    /// The state it is drawn in.
    pub state: &'a State<'a>,
    /// Memory as it is then.
    pub memory: &'a GuestMemory,
    /// The programs seen so far.
    pub programs: &'a mut Programs,
}

/// The draws of a trace, in order.
#[derive(Debug)]
pub struct Draws {
    player: XtrPlayer,
    programs: Programs,
    nth: Nth,
}

struct Taker<'p, E, F> {
    place: Place,
    nth: Nth,
    memory: &'p GuestMemory,
    programs: &'p mut Programs,
    each: F,
    result: Result<(), E>,
}

impl<E, F: FnMut(DrawSeen<'_>) -> Result<(), E>> Sink for Taker<'_, E, F> {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        let (what, draw) = match event {
            Event::Draw(draw) => (What::Draw, draw),
            Event::Copy(draw) => (What::Copy, draw),
            _ => return,
        };
        if self.result.is_ok() {
            let Self { place, memory, .. } = *self;
            let (nth, programs) = (self.nth.of(what, draw.number), &mut *self.programs);
            let seen = DrawSeen { place, what, nth, draw, state, memory, programs };
            self.result = (self.each)(seen);
        }
    }
}

impl Draws {
    /// The draws that `player` has left.
    pub fn new(player: XtrPlayer) -> Self {
        Self { player, programs: Programs::default(), nth: Nth::default() }
    }

    /// The player behind.
    pub fn player(&self) -> &XtrPlayer {
        &self.player
    }

    /// Frames that there are up to here. What follows the last swap is one if it draws or copies.
    pub fn frames(&self) -> u64 {
        self.nth.frames(self.player.processor().counts())
    }

    /// Gives the player back.
    pub fn into_player(self) -> XtrPlayer {
        self.player
    }

    /// Plays one record, and hands over the draw or copy that it makes, if it does. False at the end.
    pub fn step<E: From<XtrError>>(
        &mut self,
        each: impl FnMut(DrawSeen<'_>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let place = self.player.place();
        self.nth.at(place.frame, self.player.processor().counts());
        let (nth, memory) = (self.nth, self.player.shared_memory());
        let (memory, programs) = (&*memory, &mut self.programs);
        let mut taker = Taker { place, nth, memory, programs, each, result: Ok(()) };
        let goes_on = self.player.step(&mut taker)?;
        taker.result?;
        Ok(goes_on)
    }
}

/// How many indices memory or the packet holds; those that are drawn are in the initiator.
pub(super) fn source(indices: &Indices<'_>) -> &'static str {
    match indices {
        Indices::Auto => "auto",
        Indices::Memory { .. } => "memory",
        Indices::Immediate(_) => "immediate",
    }
}
