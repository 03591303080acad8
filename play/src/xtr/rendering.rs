//! A trace played into a renderer, frame by frame.

use std::collections::BTreeMap;
use std::sync::Arc;

use base_refusal::{Place as RefusalPlace, RefusalLog};
use serde::{Deserialize, Serialize};
use xenos_memory::GuestMemory;
use xenos_renderer::{Renderer, Statistics};
use xenos_xtr::{Reader, XtrError};

use crate::RefusalRow;
use crate::xtr::XtrPlayer;

/// Where a trace has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A copy out of EDRAM is done: its number among those that were done, from 0.
    Copy(u64),
    /// A swap ended this frame, and the renderer has its picture.
    Frame(u64),
    /// The renderer was asked to be stopped: see [`Rendering::advance_until`].
    Stopped,
    /// The trace is over.
    End,
}

/// A trace, its player and a renderer over the player's memory.
#[derive(Debug)]
pub struct Rendering<R> {
    player: XtrPlayer,
    renderer: R,
    ended: bool,
    earlier: Earlier,
}

/// What was before the position that a rendering goes on from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Earlier {
    /// What was counted.
    pub(super) statistics: Statistics,
    /// What was refused.
    pub(super) refusals: Vec<RefusalRow>,
    /// What was answered by guessed rules.
    pub(super) guessed: BTreeMap<String, u64>,
    /// Columns and rows of the last picture, of this part too once its frame has ended.
    pub(super) size: [u32; 2],
}

impl<R: Renderer> Rendering<R> {
    /// At the beginning of what `reader` has left, with the renderer that `make` makes.
    pub fn new(reader: Reader, make: impl FnOnce(Arc<GuestMemory>) -> R) -> Self {
        let player = XtrPlayer::new(reader);
        let renderer = make(player.shared_memory());
        Self::going_on(player, renderer, Earlier::default())
    }

    /// The same, whose positions can be saved.
    pub fn keeping(reader: Reader, make: impl FnOnce(Arc<GuestMemory>) -> R) -> Self {
        let player = XtrPlayer::keeping(reader);
        let renderer = make(player.shared_memory());
        Self::going_on(player, renderer, Earlier::default())
    }

    /// In the middle of a trace.
    pub(super) fn going_on(player: XtrPlayer, renderer: R, earlier: Earlier) -> Self {
        Self { player, renderer, ended: false, earlier }
    }

    /// What whoever goes on from here has to know.
    pub(super) fn so_far(&self) -> Earlier {
        Earlier {
            statistics: self.statistics(),
            refusals: self.refusals(),
            guessed: self.guessed(),
            size: self.size(),
        }
    }

    /// Columns and rows of the last picture; zeros if there was none.
    pub fn size(&self) -> [u32; 2] {
        let shown = self.renderer.presented();
        shown.map_or(self.earlier.size, |shown| [shown.width, shown.height])
    }

    /// What was counted, before a position that this goes on from too.
    pub fn statistics(&self) -> Statistics {
        let mut all = self.earlier.statistics;
        all += *self.renderer.statistics();
        all
    }

    /// What was answered by a rule that is guessed, by name, before a position that this goes on from
    /// too.
    pub fn guessed(&self) -> BTreeMap<String, u64> {
        let mut all = self.earlier.guessed.clone();
        for (name, count) in self.renderer.guessed() {
            let sum = all.entry((*name).to_owned()).or_default();
            *sum = sum.saturating_add(*count);
        }
        all
    }

    /// What the processor and the renderer refused, by identifier and register, before a position
    /// that this goes on from too.
    pub fn refusals(&self) -> Vec<RefusalRow> {
        let logs = [self.player.processor().refusals(), self.renderer.refusals()];
        let rows = logs.into_iter().flat_map(RefusalLog::rows).map(RefusalRow::from);
        let mut all: BTreeMap<(String, String), RefusalRow> = BTreeMap::new();
        for row in self.earlier.refusals.iter().cloned().chain(rows) {
            let key = (row.id.clone(), row.register.clone());
            all.entry(key)
                .and_modify(|earlier| earlier.count = earlier.count.saturating_add(row.count))
                .or_insert(row);
        }
        all.into_values().collect()
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
        self.advance_until(|_| false)
    }

    /// The same, but ends with [`Reached::Stopped`] behind the record after which `stop` says so, even
    /// where that did a copy or ended a frame.
    pub fn advance_until(&mut self, stop: impl Fn(&R) -> bool) -> Result<Reached, XtrError> {
        while !self.ended {
            let place = self.player.place();
            self.renderer.at(RefusalPlace::of_record(place.record, place.offset, place.frame));
            let copies = self.renderer.statistics().copies;
            self.ended = !self.player.step(&mut self.renderer)?;
            if stop(&self.renderer) {
                return Ok(Reached::Stopped);
            }
            // A record is a packet at most, and a packet one copy or one swap.
            if self.player.frames() > place.frame {
                // A later swap may show nothing.
                self.earlier.size = self.size();
                return Ok(Reached::Frame(place.frame));
            }
            if self.renderer.statistics().copies > copies {
                return Ok(Reached::Copy(self.earlier.statistics.copies.saturating_add(copies)));
            }
        }
        Ok(Reached::End)
    }

    /// Plays until a frame has ended; `None` when the trace is over.
    pub fn next_frame(&mut self) -> Result<Option<u64>, XtrError> {
        loop {
            match self.advance()? {
                Reached::Copy(_) | Reached::Stopped => {}
                Reached::Frame(frame) => return Ok(Some(frame)),
                Reached::End => return Ok(None),
            }
        }
    }
}
