//! One trace under several profiles, played side by side.
//!
//! For: playing a frame at a time on a board a profile, and as many boards at once as memory allows;
//! those that find no room are played in further passes over the trace. Not for: what is compared.

use sst1_board::{BoardConfig, Buffer, Picture};
use sst1_facts::Profile;
use sst1_vood::Trace;

use crate::{EngineKind, PlayError, Player, Setup, Step};

/// What is looked at after every swap, and with the last one at the end.
const LOOKS: [(Buffer, &str); 3] =
    [(Buffer::Front, "front"), (Buffer::Aux, "aux"), (Buffer::Back, "back")];

/// What an engine may keep of a texture unit besides its memory: 64 decoded textures of 640 KiB.
const DERIVED: u64 = 64 * (640 << 10);
/// Buffers of a trace's reader, and the pictures that are compared.
const AROUND: u64 = 4 << 20;

/// A trace that can be opened again and again, and how it is played side by side.
#[derive(Clone, Copy)]
pub struct Abreast<'a> {
    /// Opens the trace anew.
    pub open: &'a dyn Fn() -> Result<Trace, PlayError>,
    /// The engine that draws.
    pub engine: EngineKind,
    /// Bytes that all boards of a pass may take together; what a single step needs is taken in any
    /// case.
    pub memory: u64,
    /// What each board may draw, see [`Setup::budget`].
    pub budget: Option<u64>,
}

/// How far playing side by side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The pass, from 1.
    pub pass: u64,
    /// Passes that are known to be needed.
    pub of: u64,
    /// Frames finished in it.
    pub frames: u64,
}

/// A word of a picture, under two profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Spot {
    /// The frame; the number of frames means the end of the trace.
    pub frame: u64,
    /// `front`, `aux`, or at the end `back`.
    pub buffer: &'static str,
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// The word before the step, or under the first profile.
    pub before: u16,
    /// The word after it, or under the second.
    pub after: u16,
}

impl Spot {
    /// The word at index `at` of a picture.
    pub(crate) fn new(
        (frame, buffer): (u64, &'static str),
        width: u32,
        at: usize,
        before: u16,
        after: u16,
    ) -> Self {
        let (at, width) = (at as u32, width.max(1));
        Self { frame, buffer, x: at % width, y: at / width, before, after }
    }
}

impl Abreast<'_> {
    /// Boards that find room in a pass.
    pub(crate) fn boards(&self) -> Result<usize, PlayError> {
        let trace = (self.open)()?;
        let BoardConfig { frame_buffer_bytes, texture_bytes, tmus } =
            Setup::default().board(trace.reader.header());
        let units = u64::from(tmus) * (u64::from(texture_bytes) + DERIVED);
        let board = u64::from(frame_buffer_bytes) + units + AROUND;
        Ok(usize::try_from(self.memory / board).unwrap_or(usize::MAX))
    }

    /// A player for each profile, at the start of the trace.
    pub(crate) fn players<'p>(
        &self,
        profiles: impl IntoIterator<Item = &'p Profile>,
    ) -> Result<Players, PlayError> {
        let player = |profile: &Profile| {
            let trace = (self.open)()?;
            let setup = Setup { budget: self.budget, ..Setup::default() };
            let device = self.engine.card(setup.board(trace.reader.header()), profile.clone())?;
            Player::on(device, trace, setup)
        };
        let all = profiles.into_iter().map(player).collect::<Result<_, _>>()?;
        Ok(Players { all, frames: 0, ended: false, over_budget: false })
    }
}

/// Players that are at the same place.
pub(crate) struct Players {
    all: Vec<Player>,
    /// Frames that all have finished.
    frames: u64,
    ended: bool,
    over_budget: bool,
}

impl Players {
    /// Plays all of them up to the next swap or the end, and gives the number of that frame; nothing
    /// when the end was there before, or a budget does not reach there. The end counts as a frame of its
    /// own.
    pub(crate) fn advance(&mut self) -> Result<Option<u64>, PlayError> {
        if self.ended || self.over_budget {
            return Ok(None);
        }
        let frame = self.frames;
        for player in &mut self.all {
            let step = player.advance()?;
            if step == Step::Budget {
                self.over_budget = true;
                return Ok(None);
            }
            self.ended |= step != Step::Swap { frame };
        }
        self.frames += u64::from(!self.ended);
        Ok(Some(frame))
    }

    /// Whether the end is there.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Whether a budget was used up: what follows is not compared.
    pub(crate) fn over_budget(&self) -> bool {
        self.over_budget
    }

    /// Frames that all have finished.
    pub(crate) fn frames(&self) -> u64 {
        self.frames
    }

    /// The buffers to look at now, with their names.
    pub(crate) fn looks(&self) -> &'static [(Buffer, &'static str)] {
        if self.ended { &LOOKS } else { &LOOKS[..2] }
    }

    /// A buffer of every player, in the order of the profiles.
    pub(crate) fn pictures(&self, buffer: Buffer) -> impl Iterator<Item = Picture> {
        self.all.iter().map(move |player| player.device().picture(buffer))
    }
}
