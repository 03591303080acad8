//! What a host program or a player drives.

use std::any::Any;

use base_refusal::RefusalLog;

use crate::{Buffer, Picture, State, StateError, Width};

/// Something a host may want to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A swapbufferCMD took effect: the front buffer is another picture now.
    Swapped,
}

/// A Voodoo Graphics card as its host sees it. Owned, `Send`, without globals: any number of cards
/// can live in one program, and time passes only when the host says so.
///
/// Writes are executed at once, except behind a swap that waits for a retrace
/// ([`set_vsync`](Self::set_vsync)): such writes wait inside the card. After a call that returns an
/// [`Event`], call [`run`](Self::run) until it returns `None`, so that no event is lost.
///
/// Whoever made a card of a special kind can ask a `dyn Device` for it again, since it is [`Any`].
pub trait Device: Any + Send {
    /// Name of the engine that draws.
    fn engine(&self) -> &'static str;

    /// A write at byte `offset` of the 16 MiB aperture.
    fn write(&mut self, offset: u32, data: u32, width: Width) -> Option<Event>;

    /// A read at byte `offset` of the 16 MiB aperture. Reads that must see finished work first
    /// finish it, a waiting swap included.
    fn read(&mut self, offset: u32, width: Width) -> u32;

    /// A write to PCI configuration space.
    fn config_write(&mut self, offset: u32, data: u32, width: Width);

    /// A read of the word at `offset` (two low bits ignored) of PCI configuration space.
    fn config_read(&mut self, offset: u32) -> u32;

    /// Whether swaps that ask for it wait for a retrace; they do not by default.
    fn set_vsync(&mut self, wait: bool);

    /// The display's vertical retrace began (`true`) or ended.
    fn retrace(&mut self, active: bool) -> Option<Event>;

    /// The line that the display is at, for vRetrace.
    fn set_line(&mut self, line: u32);

    /// Goes on with writes that wait inside, up to the next event.
    fn run(&mut self) -> Option<Event>;

    /// What a buffer shows now.
    fn picture(&self, buffer: Buffer) -> Picture;

    /// The whole state.
    fn state(&self) -> &State;

    /// What was refused so far, and where to report what follows.
    fn log_mut(&mut self) -> &mut RefusalLog;

    /// The whole state as bytes, versioned.
    ///
    /// # Errors
    /// When it cannot be encoded.
    fn save(&self) -> Result<Vec<u8>, StateError>;

    /// Replaces the whole state by saved bytes, board configuration and profile included. Refusals
    /// counted so far are kept.
    ///
    /// # Errors
    /// When the bytes are no saved state of a known version; the device is then unchanged.
    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError>;
}
