//! Both engines draw the same random states, compared after every state.
//!
//! 2,000 states under each of the profiles by default; `AFTERIMAGE_STATES=100000` for a long run,
//! `AFTERIMAGE_SEED=n` to begin elsewhere. A difference prints what to look at and how to get there
//! again; `AFTERIMAGE_FACTS=a,b` in a mixture keeps only these facts random, to find the one that
//! matters.

mod difference;
mod session;

use std::fmt::Write as _;

use sst1_board::BoardConfig;
use sst1_facts::{FACTS, Profile};
use sst1_reference::Reference;
use sst1_soft::Soft;
use sst1_streams::random;

use session::Session;

/// States of one stream: a difference late in a run is reached again quickly.
const STREAM: usize = 250;

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}: {text} is no number")),
        Err(_) => otherwise,
    }
}

/// Compares as many states as asked for, in streams of [`STREAM`], and reports the first
/// difference.
fn agree(salt: u64, profile: impl Fn(u64) -> Profile) {
    let states = number("AFTERIMAGE_STATES", 2000) as usize;
    let first = number("AFTERIMAGE_SEED", 1);
    for (n, start) in (0..states).step_by(STREAM).enumerate() {
        let seed = first.wrapping_add(n as u64);
        let mixed = seed.wrapping_mul(0x1_0001).wrapping_add(salt);
        let (profile, config) = (profile(mixed), random::board(mixed));
        let session = Session { seed: mixed, config, profile: profile.clone() };
        let count = STREAM.min(states - start);
        if let Some(report) = session.compare::<Reference, Soft>(count) {
            panic!(
                "engines differ; again with AFTERIMAGE_SEED={seed} AFTERIMAGE_STATES={STREAM}\n\
                 {report}\nboard {}\nfacts unlike `hardware`: {}",
                describe(config),
                unlike_hardware(&profile),
            );
        }
    }
}

fn describe(config: BoardConfig) -> String {
    let BoardConfig { frame_buffer_bytes, texture_bytes, tmus } = config;
    format!("frame buffer {frame_buffer_bytes}, texture {texture_bytes} bytes, {tmus} units")
}

fn unlike_hardware(profile: &Profile) -> String {
    let hardware = Profile::hardware();
    let mut text = String::new();
    for fact in FACTS {
        let value = profile.get(fact.name);
        if value != hardware.get(fact.name) {
            let _infallible = write!(text, " {}={}", fact.name, value.unwrap_or("?"));
        }
    }
    text
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
fn under_the_zsst_profile() {
    agree(0x4000_0000, |_| Profile::zsst());
}

#[test]
fn under_the_mame_profile() {
    agree(0x5000_0000, |_| Profile::mame());
}

#[test]
fn under_random_mixtures_of_facts() {
    let only = std::env::var("AFTERIMAGE_FACTS").ok();
    agree(0x3000_0000, |seed| {
        let mut profile = random::profile(seed);
        if let Some(only) = &only {
            let hardware = Profile::hardware();
            for fact in FACTS.iter().filter(|fact| !only.split(',').any(|name| name == fact.name)) {
                let value = hardware.get(fact.name).expect("a listed fact");
                profile.set(fact.name, value).expect("a listed value");
            }
        }
        profile
    });
}
