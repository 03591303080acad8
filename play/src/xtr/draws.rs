//! A trace draw by draw, copies among them: each as a row of plain data.

use serde::Serialize;
use xenos_front::{Draw, Event, Indices, Sink, State};
use xenos_xtr::XtrError;

use super::{Place, Programs, XtrPlayer};

mod row;
mod shown;

pub use row::{CopyRow, DepthRow, DrawRow, IndexRow, SurfaceRow, TargetRow, TextureRow, VertexRow};

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
    /// What the packet says.
    pub draw: &'a Draw<'a>,
    /// The state it is drawn in.
    pub state: &'a State<'a>,
    /// The programs seen so far.
    pub programs: &'a mut Programs,
}

/// The draws of a trace, in order.
#[derive(Debug)]
pub struct Draws {
    player: XtrPlayer,
    programs: Programs,
}

struct Taker<'p, E, F> {
    place: Place,
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
            let (place, programs) = (self.place, &mut *self.programs);
            self.result = (self.each)(DrawSeen { place, what, draw, state, programs });
        }
    }
}

impl Draws {
    /// The draws that `player` has left.
    pub fn new(player: XtrPlayer) -> Self {
        Self { player, programs: Programs::default() }
    }

    /// The player behind.
    pub fn player(&self) -> &XtrPlayer {
        &self.player
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
        let mut taker = Taker { place, programs: &mut self.programs, each, result: Ok(()) };
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
