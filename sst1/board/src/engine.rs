//! What draws.

use sst1_facts::Profile;

use crate::{Number, Parameter, State, Width};

/// What has changed behind an engine's back, so that values it derived may be stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A drawing or initialisation register of FBI, or the layout of buffers.
    Fbi,
    /// A register, NCC entry or palette entry of this texture unit.
    Tmu(usize),
    /// Everything: a saved state was loaded or the profile changed.
    All,
}

/// A pixel engine: draws into a [`State`] when the board says so. It may keep values derived from
/// the state, and is told when they may be stale; everything that must survive a saved state lives
/// in [`State`].
pub trait Engine: Send + Default + 'static {
    /// The engine's name, as given on a command line.
    const NAME: &'static str;

    /// A vertex coordinate in 12.4, sign-extended from 16 bits.
    fn vertex(&self, profile: &Profile, number: Number) -> i32;

    /// A start value or gradient in its stored form (see [`Parameters`](crate::Parameters)).
    /// `start` is true for start values.
    fn parameter(
        &self,
        profile: &Profile,
        parameter: Parameter,
        start: bool,
        number: Number,
    ) -> i64;

    /// triangleCMD and ftriangleCMD. `negative` is bit 31 of the data: the sign of the area.
    fn triangle(&mut self, state: &mut State, negative: bool);

    /// fastfillCMD.
    fn fastfill(&mut self, state: &mut State);

    /// A write to the LFB at byte `offset` within its 4 MiB window.
    fn lfb_write(&mut self, state: &mut State, offset: u32, data: u32, width: Width);

    /// A read from the LFB at byte `offset` within its 4 MiB window; a [`Width::Half`] read returns
    /// its word in the low half.
    fn lfb_read(&mut self, state: &State, offset: u32, width: Width) -> u32;

    /// A download to texture memory at aperture `offset` (bit 23 set).
    fn texture_write(&mut self, state: &mut State, offset: u32, data: u32);

    /// Something changed behind the engine's back.
    fn touched(&mut self, what: Touched);
}
