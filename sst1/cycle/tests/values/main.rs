//! The clocked card draws what the fast engine draws, whatever the configuration: frame buffer,
//! texture memory, registers, counters, refusals, values read.
//!
//! 500 random states a profile by default; `AFTERIMAGE_STATES` for more, `AFTERIMAGE_SEED` to begin
//! elsewhere, `AFTERIMAGE_PRESET` for one preset alone. The texture cache of 86Box is not something
//! that clocked hardware has: it is off in both.

mod configs;
mod crossed;
mod difference;
mod latencies;
mod pair;

use sst1_board::{BoardConfig, Device};
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
        if let Some(found) = pair.settled() {
            let report = closer(config, board, profile, seed, number);
            return Some(format!("state {number}: {report}\nafter the whole state: {found}"));
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

/// 50 configurations by default, 12 states each under a mixture of facts; `AFTERIMAGE_CONFIGS` for
/// more.
#[test]
fn in_random_configurations() {
    const STATES: usize = 12;
    let first = number("AFTERIMAGE_SEED", 1);
    for seed in first..first + number("AFTERIMAGE_CONFIGS", 50) {
        let config = configs::config(seed);
        config.validate().expect("a configuration");
        let mixed = seed.wrapping_add(0x5000_0000);
        let (profile, board) = (coherent(random::profile(mixed)), random::board(mixed));
        if let Some(report) = session(config, board, &profile, mixed, STATES) {
            panic!(
                "differs; again with AFTERIMAGE_SEED={seed} AFTERIMAGE_CONFIGS=1\n{report}\n\
                 {config:?}"
            );
        }
    }
}

/// Clocks in which nothing happens may be stepped or passed over: all counts are the same.
#[test]
fn skipping_quiet_clocks_changes_nothing() {
    let random = (1..12).map(|seed| (format!("configuration {seed}"), configs::config(seed)));
    let presets = presets().into_iter().map(|(name, config)| (name.to_owned(), config));
    for (n, (name, config)) in (1..).zip(presets.chain(random)) {
        let (profile, board) = (coherent(Profile::hardware()), random::board(n));
        let mut skips = Pair::new(config, board, &profile);
        let mut steps = Pair::new(config, board, &profile);
        steps.clocked.set_skips(false);
        for (state, operations) in random::states(n, board).take(4).enumerate() {
            for operation in &operations {
                skips.perform(operation);
                steps.perform(operation);
                let (skipped, stepped) = (skips.counts(), steps.counts());
                let differ: Vec<_> = (skipped.split(", ").zip(stepped.split(", ")))
                    .filter(|(skipped, stepped)| skipped != stepped)
                    .collect();
                assert!(differ.is_empty(), "{name}, state {state}, {operation:?}: {differ:?}");
            }
        }
    }
}

/// A card that is saved at work is the same card when it is loaded, in either engine.
#[test]
fn a_saved_card_goes_on() {
    for (name, config) in presets() {
        let (profile, board) = (coherent(Profile::hardware()), random::board(7));
        let mut pair = Pair::new(config, board, &profile);
        for (number, operations) in random::states(7, board).take(12).enumerate() {
            let (before, after) = operations.split_at(operations.len() / 2);
            for operation in before {
                pair.perform(operation);
            }
            // Writes wait in the FIFO, pixels are under way.
            let saved = pair.clocked.save().expect("a saved state");
            if number % 2 == 0 {
                pair.clocked.load(&saved).expect("the same state");
                assert_eq!((pair.clocked.clocks(), pair.clocked.stalls().total()), (0, 0));
            } else {
                pair.soft.load(&saved).expect("a state of any engine");
                while pair.soft.run().is_some() {}
            }
            for operation in after {
                pair.perform(operation);
            }
            // Saved states do not hold what was refused.
            let found = pair.settled_state();
            assert!(found.is_none(), "{name}, state {number}: {found:?}");
        }
    }
}
