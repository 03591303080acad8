//! Random pipeline states, for comparing engines.
//!
//! For: streams that reach every field of every drawing register, every path of the bus and every
//! refusal of an engine, at about a thousand pixels a state, so that hundreds of thousands of
//! states can be compared. Not for: states that programs use; traces are better there. Not for
//! retraces, the FIFO, the DAC and the look-up table, which no engine sees.
//!
//! A seed gives the same accesses everywhere and always; changing a generator changes what its
//! seeds mean.

mod board;
mod geometry;
mod lfb;
mod parameters;
mod pixel;
mod rng;
mod states;
mod texture;

pub use board::board;
pub use states::States;

use sst1_board::BoardConfig;
use sst1_facts::{FACTS, Profile};

use crate::Operation;
use rng::Rng;

/// Pixels a row of the frame that random states draw in.
pub const WIDTH: u32 = 64;
/// Rows of that frame.
pub const HEIGHT: u32 = 48;

/// Random states for a board, without end. initEnable\[0\] has to be set beforehand.
pub fn states(seed: u64, config: BoardConfig) -> States {
    States::new(seed, config.tmus)
}

/// The first `count` random states as one stream.
pub fn stream(seed: u64, config: BoardConfig, count: usize) -> Vec<Operation> {
    states(seed, config).take(count).flatten().collect()
}

/// A random value for every disputed fact.
pub fn profile(seed: u64) -> Profile {
    let mut rng = Rng::new(seed ^ 0xFAC7_5000);
    let mut profile = Profile::hardware();
    for fact in FACTS {
        let names: Vec<&str> = fact.values.iter().map(|value| value.name).collect();
        // The names come from the table that they are looked up in, so this does not fail.
        let _known = profile.set(fact.name, rng.pick(&names));
    }
    profile
}

#[cfg(test)]
mod tests;
