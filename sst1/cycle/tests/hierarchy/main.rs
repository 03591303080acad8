//! Caches, combiners, arbiter and memory under random clocks.
//!
//! For: whatever the sizes and the latency, every lookup is answered exactly once, in order where
//! order is promised, with the newest bytes; queues stay within their bounds; nothing locks up.
//! Not for: clocks; those are the directed tests'.
//!
//! `AFTERIMAGE_CLOCKS` says how many clocks there are in all.

mod random;
mod side;
mod store;

use random::{Random, config};
use side::Side;
use sst1_cycle::config::{Config, DdrConfig, MemoryConfig};

/// Enough for every latency to see every kind of traffic.
const CLOCKS: u64 = 1_000_000;

fn clocks() -> u64 {
    std::env::var("AFTERIMAGE_CLOCKS").ok().and_then(|text| text.parse().ok()).unwrap_or(CLOCKS)
}

/// Every latency from 1 to 500 with other sizes each time, on whatever memory is drawn and on one that
/// takes so long.
#[test]
fn every_lookup_is_answered_once_with_the_newest_bytes() {
    let mut random = Random::new(0x5EED);
    let (mut answers, mut stepped) = (0, 0);
    for latency in 1..=500 {
        let drawn = config(&mut random, latency);
        let memory = MemoryConfig::Ddr(DdrConfig { latency, ..DdrConfig::zsst() });
        for config in [drawn, Config { memory, ..drawn }] {
            config.validate().unwrap();
            let mut side = Side::new(&config);
            side.run(&mut random, clocks() / 1000);
            side.drain();
            answers += side.answers();
            stepped += side.clocks();
            side.check();
        }
    }
    assert!(answers > stepped / 50, "{answers} answers in {stepped} clocks");
}

/// The same seed gives the same clocks: nothing depends on addresses of the host or on hashing.
#[test]
fn clocks_repeat() {
    let run = || {
        let mut random = Random::new(7);
        let config = config(&mut random, 28);
        let mut side = Side::new(&config);
        side.run(&mut random, 20_000);
        side.drain();
        side.counters()
    };
    assert_eq!(run(), run());
}

/// Skipping idle clocks gives the clocks and counts that stepping through them gives.
#[test]
fn skipping_equals_stepping() {
    let mut skipped = 0;
    for seed in 1..=100 {
        let mut run = |skip: bool| {
            let mut random = Random::new(seed);
            let config = config(&mut random, 5 * seed as u32);
            let mut side = Side::new(&config);
            for _ in 0..10 {
                side.run(&mut random, 100);
                if skip {
                    skipped += side.drain_skipping();
                } else {
                    side.drain();
                }
            }
            side.check();
            side.counters()
        };
        assert_eq!(run(true), run(false), "seed {seed}");
    }
    assert!(skipped > 100_000, "{skipped}");
}

/// Every memory has its turn in the runs above.
#[test]
fn every_kind_of_memory_is_drawn() {
    let mut random = Random::new(0x5EED);
    let kinds: Vec<_> = (1..=500).map(|latency| config(&mut random, latency).memory).collect();
    for name in ["ddr", "ideal", "edo", "port"] {
        assert!(kinds.iter().any(|kind| MemoryConfig::name(kind) == name), "{name}");
    }
}
