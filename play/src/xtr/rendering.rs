//! A trace played into a renderer, frame by frame.

use std::sync::Arc;

use base_refusal::Place as RefusalPlace;
use xenos_memory::GuestMemory;
use xenos_renderer::Renderer;
use xenos_xtr::{Reader, XtrError};

use crate::xtr::XtrPlayer;

/// Where a trace has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A copy out of EDRAM is done: its number among those that were done, from 0.
    Copy(u64),
    /// A swap ended this frame, and the renderer has its picture.
    Frame(u64),
    /// The trace is over.
    End,
}

/// A trace, its player and a renderer over the player's memory.
#[derive(Debug)]
pub struct Rendering<R> {
    player: XtrPlayer,
    renderer: R,
    ended: bool,
}

impl<R: Renderer> Rendering<R> {
    /// At the beginning of what `reader` has left, with the renderer that `make` makes.
    pub fn new(reader: Reader, make: impl FnOnce(Arc<GuestMemory>) -> R) -> Self {
        let player = XtrPlayer::new(reader);
        let renderer = make(player.shared_memory());
        Self { player, renderer, ended: false }
    }

    /// The trace's side.
    pub fn player(&self) -> &XtrPlayer {
        &self.player
    }

    /// The renderer.
    pub fn renderer(&self) -> &R {
        &self.renderer
    }

    /// The renderer, to be changed between steps.
    pub fn renderer_mut(&mut self) -> &mut R {
        &mut self.renderer
    }

    /// Gives the trace's side back.
    pub fn into_player(self) -> XtrPlayer {
        self.player
    }

    /// Plays until a copy is done, a frame has ended, or the trace is over.
    pub fn advance(&mut self) -> Result<Reached, XtrError> {
        while !self.ended {
            let place = self.player.place();
            self.renderer.at(RefusalPlace::of_record(place.record, place.offset, place.frame));
            let copies = self.renderer.statistics().copies;
            self.ended = !self.player.step(&mut self.renderer)?;
            // A record is a packet at most, and a packet one copy or one swap.
            if self.player.frames() > place.frame {
                return Ok(Reached::Frame(place.frame));
            }
            if self.renderer.statistics().copies > copies {
                return Ok(Reached::Copy(copies));
            }
        }
        Ok(Reached::End)
    }

    /// Plays until a frame has ended; `None` when the trace is over.
    pub fn next_frame(&mut self) -> Result<Option<u64>, XtrError> {
        loop {
            match self.advance()? {
                Reached::Copy(_) => {}
                Reached::Frame(frame) => return Ok(Some(frame)),
                Reached::End => return Ok(None),
            }
        }
    }
}
