//! The trait.

use std::collections::BTreeMap;

use base_refusal::{Place, RefusalLog};
use xenos_front::Sink;

use crate::{Presented, Statistics};

/// A saved state that cannot be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It ends too early, or goes on behind its end.
    #[error("the renderer's state has {got} bytes where {wanted} belong")]
    Length {
        /// Bytes there are.
        got: usize,
        /// Bytes that there should be.
        wanted: usize,
    },
    /// Another version wrote it.
    #[error("the renderer's state has version {0}, which this program does not read")]
    Version(u32),
}

/// A range of guest memory that a copy wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The copy's number.
    pub copy: u64,
    /// The first byte that was written.
    pub address: u32,
    /// Bytes up to the last one that was written.
    pub bytes: u32,
}

/// A renderer: takes the events of a stream in order, draws, stores to guest memory, and shows a
/// picture at each swap.
///
/// It is a value: it has no globals and no clock, and two of them do not meet. When
/// [`Sink::event`] returns, whoever asks may still have to [`Sink::sync`] before memory holds what
/// the event stores; a renderer that works at once has nothing to do there.
pub trait Renderer: Sink + Send {
    /// The picture that the last swap showed.
    fn presented(&self) -> Option<&Presented>;

    /// The range that the last copy wrote.
    fn resolved(&self) -> Option<Resolved>;

    /// EDRAM's 10 MiB, little-endian words in order of tiles.
    fn edram(&self) -> Vec<u8>;

    /// What was counted so far.
    fn statistics(&self) -> &Statistics;

    /// What was refused so far.
    fn refusals(&self) -> &RefusalLog;

    /// What was answered by a rule that is guessed, by name, with how often: such answers stand, and
    /// pictures that depend on them are less certain.
    fn guessed(&self) -> &BTreeMap<&'static str, u64>;

    /// Where in the stream the next events are, for refusals.
    fn at(&mut self, place: Place);

    /// Everything that later events depend on beside registers and memory.
    fn save(&self) -> Vec<u8>;

    /// Goes on from what [`Renderer::save`] gave. Counts and refusals stay.
    fn load(&mut self, state: &[u8]) -> Result<(), LoadError>;
}
