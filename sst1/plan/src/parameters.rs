//! Register writes to stored numbers: an engine's half of the board's parameter writes.
//!
//! The arithmetic is [`sst1_core::convert`]'s; here a parameter finds its format.

use sst1_board::{Number, Parameter};
use sst1_core::convert::{
    self, ST_FRACTION, W_FRACTION, color_fixed, color_float, depth_float, stw_fixed, stw_float,
};
use sst1_facts::Profile;

/// A vertex coordinate.
#[inline]
pub fn vertex(profile: &Profile, number: Number) -> i32 {
    match number {
        Number::Fixed(word) => convert::vertex_fixed(word),
        Number::Float(word) => convert::vertex_float(profile, word),
    }
}

/// A start value or gradient.
#[inline]
pub fn parameter(profile: &Profile, parameter: Parameter, start: bool, number: Number) -> i64 {
    let stw = |fraction| match number {
        Number::Fixed(word) => stw_fixed(profile, fraction, word),
        Number::Float(word) => stw_float(profile, fraction, word),
    };
    match parameter {
        Parameter::S | Parameter::T => stw(ST_FRACTION),
        Parameter::W => stw(W_FRACTION),
        Parameter::Z => i64::from(match number {
            Number::Fixed(word) => word as i32,
            Number::Float(word) => depth_float(profile, word),
        }),
        Parameter::R | Parameter::G | Parameter::B | Parameter::A => i64::from(match number {
            Number::Fixed(word) => color_fixed(profile, start, word),
            Number::Float(word) => color_float(profile, word),
        }),
    }
}
