//! The clocked card draws what the fast engine draws, whatever the configuration: frame buffer,
//! texture memory, registers, counters, refusals, values read.
//!
//! 500 random states a profile by default; `AFTERIMAGE_STATES` for more, `AFTERIMAGE_SEED` to begin
//! elsewhere, `AFTERIMAGE_PRESET` for one preset alone. The texture cache of 86Box is not something
//! that clocked hardware has: it is off in both.

mod difference;
mod pair;

use sst1_board::BoardConfig;
use sst1_cycle::config::Config;
use sst1_facts::Profile;
use sst1_streams::random;

use pair::Pair;

/// States of one stream: a difference late in a run is reached again quickly.
const STREAM: usize = 100;

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}: {text} is no number")),
        Err(_) => otherwise,
    }
}

fn presets() -> Vec<(&'static str, Config)> {
    let all =
        [("zsst", Config::zsst()), ("sst1", Config::sst1()), ("afterimage", Config::afterimage())];
    let wanted = std::env::var("AFTERIMAGE_PRESET").ok();
    all.into_iter().filter(|(name, _)| wanted.as_deref().is_none_or(|w| w == *name)).collect()
}

/// A profile without the one fact that clocked hardware cannot follow.
fn coherent(mut profile: Profile) -> Profile {
    profile.set("texture_cache", "coherent").expect("a listed fact");
    profile
}

/// Compares as many states as asked for, under each preset, and reports the first difference.
fn agree(salt: u64, profile: impl Fn(u64) -> Profile) {
    let states = number("AFTERIMAGE_STATES", 500) as usize;
    let first = number("AFTERIMAGE_SEED", 1);
    for (n, start) in (0..states).step_by(STREAM).enumerate() {
        let seed = first.wrapping_add(n as u64);
        let mixed = seed.wrapping_mul(0x1_0001).wrapping_add(salt);
        let (profile, board) = (coherent(profile(mixed)), random::board(mixed));
        for (name, config) in presets() {
            let count = STREAM.min(states - start);
            if let Some(report) = session(config, board, &profile, mixed, count) {
                panic!(
                    "{name} differs; again with AFTERIMAGE_SEED={seed} AFTERIMAGE_STATES={STREAM} \
                     AFTERIMAGE_PRESET={name}\n{report}"
                );
            }
        }
    }
}

/// The first difference in a stream of `count` states.
fn session(
    config: Config,
    board: BoardConfig,
    profile: &Profile,
    seed: u64,
    count: usize,
) -> Option<String> {
    let mut pair = Pair::new(config, board, profile);
    for (number, operations) in random::states(seed, board).take(count).enumerate() {
        if let Some(found) = operations.iter().find_map(|operation| pair.perform(operation)) {
            return Some(format!("state {number}: {found}"));
        }
        if pair.settled().is_some() {
            let report = closer(config, board, profile, seed, number);
            return Some(format!("state {number}: {report}"));
        }
    }
    None
}

/// Goes to state `number` again and then on by single operations.
fn closer(
    config: Config,
    board: BoardConfig,
    profile: &Profile,
    seed: u64,
    number: usize,
) -> String {
    let mut pair = Pair::new(config, board, profile);
    let mut states = random::states(seed, board);
    for operations in states.by_ref().take(number) {
        for operation in &operations {
            pair.perform(operation);
        }
        pair.settled();
    }
    let operations = states.next().unwrap_or_default();
    for (n, operation) in operations.iter().enumerate() {
        let before = pair.describe();
        if let Some(found) = pair.perform(operation).or_else(|| pair.settled()) {
            return format!(
                "operation {n} of {}, {operation:x?}\n{found}\n{before}",
                operations.len()
            );
        }
    }
    "not when each operation is finished before the next".to_owned()
}

#[test]
fn under_the_hardware_profile() {
    agree(0x1000_0000, |_| Profile::hardware());
}

#[test]
fn under_the_86box_profile() {
    agree(0x2000_0000, |_| Profile::b86());
}

#[test]
fn under_random_mixtures_of_facts() {
    agree(0x3000_0000, random::profile);
}
