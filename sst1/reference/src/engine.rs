//! The engine as the board sees it.
//!
//! For: forwarding each of the board's calls to its room. Not for: any rule.

use sst1_board::{Engine, Number, Parameter, State, Touched, Width};
use sst1_facts::Profile;

use crate::{convert, download, fill, lfb, triangle};

/// The plain engine. It keeps nothing: everything is derived from the [`State`] at each command.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Engine for Reference {
    const NAME: &'static str = "reference";

    fn vertex(&self, profile: &Profile, number: Number) -> i32 {
        convert::vertex(profile, number)
    }

    fn parameter(
        &self,
        profile: &Profile,
        parameter: Parameter,
        start: bool,
        number: Number,
    ) -> i64 {
        convert::parameter(profile, parameter, start, number)
    }

    fn triangle(&mut self, state: &mut State, negative: bool) {
        triangle::draw(state, negative);
    }

    fn fastfill(&mut self, state: &mut State) {
        fill::fill(state);
    }

    fn lfb_write(&mut self, state: &mut State, offset: u32, data: u32, width: Width) {
        lfb::write(state, offset, data, width);
    }

    fn lfb_read(&mut self, state: &State, offset: u32, width: Width) -> u32 {
        lfb::read(state, offset, width)
    }

    fn texture_write(&mut self, state: &mut State, offset: u32, data: u32) {
        download::write(state, offset, data);
    }

    fn touched(&mut self, _what: Touched) {}
}
