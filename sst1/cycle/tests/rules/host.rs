//! What a host may rely on, whatever the time it takes.

use sst1_board::{BoardConfig, Device, Width};
use sst1_cycle::Cycle;
use sst1_cycle::config::{Config, Overlap};
use sst1_facts::Profile;
use sst1_regs::offset;

use crate::bench::Bench;

/// A read executes swaps that wait in the FIFO: the next run tells of each.
#[test]
fn swaps_that_a_read_executes_are_reported_after_it() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(20);
    for _ in 0..3 {
        bench.offer(offset::TRIANGLE_CMD, 0);
        bench.offer(offset::SWAPBUFFER_CMD, 0);
    }
    bench.card.read(offset::FBI_PIXELS_OUT, Width::Word);
    let mut events = 0;
    while bench.card.run().is_some() {
        events += 1;
    }
    assert_eq!(events, 3);
}

/// A monitor that asks for more than memory can give goes without, and the card goes on.
#[test]
fn scan_out_leaves_time_to_others() {
    for preset in [Config::sst1(), Config { scan_out: true, ..Config::zsst() }] {
        let mut bench = Bench::new(Config { hertz: 100_000, ..preset });
        bench.write(offset::FBI_INIT0, 1);
        bench.write(offset::VIDEO_DIMENSIONS, 0x03FF_03FF);
        bench.settle();
        bench.stairs(30);
        bench.command(offset::TRIANGLE_CMD, 0);
        let begun = bench.card.clocks();
        bench.settle();
        assert!(!bench.card.busy() && bench.card.video().late > 0);
        assert!(bench.card.clocks() - begun < 100_000, "{}", bench.card.clocks() - begun);
    }
}

/// Loading begins a new life: clocks, causes and counts agree from there on.
#[test]
fn a_loaded_card_counts_from_nothing() {
    let mut bench = Bench::new(Config::zsst());
    let saved = bench.card.save().unwrap();
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.settle();
    bench.card.load(&saved).unwrap();
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.settle();
    assert_eq!(bench.card.stalls().total(), bench.card.clocks());
    assert_eq!(bench.card.fbi().counts.retired, 190);
}

/// Lines that a command does not share with the one before would show old words to commands that
/// overlap.
#[test]
fn commands_overlap_on_coherent_caches_only() {
    let overlap = Overlap { commands: true, ..Config::zsst().overlap };
    let config = Config { overlap, ..Config::zsst() };
    let error =
        Cycle::new(config, BoardConfig::default(), Profile::hardware()).err().unwrap().to_string();
    assert!(
        error.contains("color.coherent: `false` cannot be with overlap.commands=true"),
        "{error}"
    );
}
