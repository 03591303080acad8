//! From the issue register to memory.

use sst1_board::Device;
use sst1_cycle::config::{Config, MemoryConfig, Walker};
use sst1_regs::offset;

use crate::bench::{AUX, BLEND, Bench, COLOR, DEPTH, ideal};

/// Digest 1.2: issue register, then "Pixels needing nothing go straight into the pixel pipe"; "fixed
/// six registers, 1 pixel/clock"; "retire 1 per clock".
#[test]
fn a_pixel_that_needs_nothing_retires_eight_clocks_after_its_issue() {
    let mut bench = Bench::new(ideal());
    bench.stairs(6);
    bench.command(offset::TRIANGLE_CMD, 0);
    let issued = bench.times(|card| card.fbi().counts.issued, 1)[0];
    // Issue register, dispatch, F0 to F4 and the FIFO: walker at T, dispatch at T+1, F4 full at the
    // end of T+6, in the FIFO at T+7, out at T+8.
    let retired = bench.times(|card| card.fbi().counts.retired, 1)[0];
    assert_eq!(retired - issued, 8);
}

/// Digest 1.2: "retire 1 per clock when the combiner(s) it needs are ready".
#[test]
fn pixels_of_a_row_retire_one_a_clock() {
    let mut bench = Bench::new(ideal());
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    let retired = bench.times(|card| card.fbi().counts.retired, 190);
    // Row y ends with one candidate that is not covered.
    let mut wanted = Vec::new();
    let mut at = retired[0];
    for y in 1..20 {
        wanted.extend(at..at + y);
        at += y + 1;
    }
    assert_eq!(retired, wanted);
}

/// Digest 1.2: "colour read needed = alpha blending on; aux read needed = depth test on, or blending
/// on with alpha planes enabled."
#[test]
fn reads_are_made_by_those_who_need_them() {
    for (fbz, alpha, wanted) in [
        (COLOR, 0, [0, 0]),
        (COLOR | AUX, 0, [0, 0]),
        (COLOR | DEPTH, 0, [0, 6]),
        (COLOR, BLEND, [6, 0]),
        (COLOR | AUX | DEPTH, BLEND, [6, 6]),
        (COLOR | 1 << 18, BLEND, [6, 6]),
    ] {
        let mut bench = Bench::new(ideal());
        bench.write(offset::FBZ_MODE, fbz);
        bench.write(offset::ALPHA_MODE, alpha);
        bench.stairs(4);
        bench.command(offset::TRIANGLE_CMD, 0);
        bench.until_done();
        let fbi = bench.card.fbi();
        assert_eq!([fbi.color.counts.lookups, fbi.aux.counts.lookups], wanted, "{fbz:x} {alpha:x}");
    }
}

/// Digest 1.2: "dispatched to all needed units **in the same clock**"; "Hit with empty queue:
/// response next clock"; join and pipe follow.
#[test]
fn a_destination_that_is_resident_costs_one_clock() {
    // Coherent caches keep what the first triangle fetched.
    let config = Config { aux: coherent(), color: coherent(), ..ideal() };
    let mut bench = Bench::new(config);
    bench.write(offset::FBZ_MODE, COLOR | AUX | DEPTH);
    bench.write(offset::ALPHA_MODE, BLEND);
    bench.stairs(12);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.until_done();
    bench.command(offset::TRIANGLE_CMD, 0);
    let issued = bench.times(|card| card.fbi().counts.issued, 1)[0];
    // Dispatch at T+1, both answers and the join at T+2, six registers, FIFO: T+9.
    let retired = bench.times(|card| card.fbi().counts.retired, 1)[0];
    assert_eq!(retired - issued, 9);
}

/// Digest 1.2: "Command accept also clears both read caches."
#[test]
fn a_command_begins_with_empty_read_caches() {
    for (config, wanted) in [(ideal(), 2), (Config { aux: coherent(), ..ideal() }, 1)] {
        let mut bench = Bench::new(config);
        bench.write(offset::FBZ_MODE, COLOR | DEPTH);
        bench.one_pixel();
        for _ in 0..2 {
            bench.command(offset::TRIANGLE_CMD, 0);
            bench.until_done();
        }
        assert_eq!(bench.card.fbi().aux.counts.demand, wanted);
    }
}

fn coherent() -> sst1_cycle::config::CacheConfig {
    sst1_cycle::config::CacheConfig { coherent: true, ..Config::zsst().aux }
}

/// Digest 1.2: ""Streaming" is used whenever RGB write or aux write is enabled; otherwise a slow
/// one-pixel-at-a-time state machine runs."
#[test]
fn without_writes_pixels_go_one_at_a_time() {
    let mut bench = Bench::new(ideal());
    bench.write(offset::FBZ_MODE, DEPTH);
    bench.stairs(8);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.until_done();
    assert_eq!(bench.card.fbi().counts.retired, 28);
    assert_eq!(bench.card.fbi().counts.pending_max, 1);
}

/// Digest 1.2: "when all 16 strobes are set, or an update to another line arrives, the active line
/// moves to the drain slot"; "Flush (state write-drain) pushes the active line out."
#[test]
fn a_row_of_sixteen_pixels_is_two_writes() {
    let mut bench = Bench::new(ideal());
    // Row 16 covers columns 0 to 15; clip away all others.
    bench.write(offset::CLIP_LOWY_HIGHY, 0x10 << 16 | 0x11);
    bench.write(offset::FBZ_MODE, COLOR | 1);
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.until_done();
    let memory = bench.card.memory();
    assert_eq!((memory.counts.writes, memory.counts.bytes_written), (2, 32));
    assert_eq!(bench.card.fbi().color_writes.counts.drains, 2);
}

/// Digest 1.2: "Counters update at retire (fbiPixelsIn at issue)."
#[test]
fn pixels_in_counts_at_issue_and_the_others_at_retirement() {
    let mut bench = Bench::new(ideal());
    bench.stairs(8);
    bench.command(offset::TRIANGLE_CMD, 0);
    while bench.card.busy() {
        let counters = bench.card.state().counters;
        let counts = bench.card.fbi().counts;
        assert_eq!(u64::from(counters.pixels_in), counts.issued);
        assert_eq!(u64::from(counters.pixels_out), counts.retired);
        bench.card.step();
    }
}

/// The join's order: pixels retire as they were issued, whatever memory does.
#[test]
fn order_is_kept_when_answers_are_reordered() {
    let mut config = Config::zsst();
    if let MemoryConfig::Ddr(ddr) = &mut config.memory {
        (ddr.jitter, ddr.period, ddr.slots) = (16, 4, 32);
    }
    let mut bench = Bench::new(config);
    bench.write(offset::FBZ_MODE, COLOR | AUX | DEPTH);
    bench.write(offset::ALPHA_MODE, BLEND);
    bench.stairs(30);
    bench.command(offset::TRIANGLE_CMD, 0);
    let retired = bench.times(|card| card.fbi().counts.retired, 435);
    assert!(retired.is_sorted_by(|a, b| a < b), "one a clock, in order");
    bench.until_done();
}

/// Ours: two pixels of a row retire in a clock, if their words lie in the same beats.
#[test]
fn two_lanes_take_two_pixels_of_a_beat() {
    let config = Config { lanes: 2, walker: Walker::Spans, ..ideal() };
    for (columns, clocks) in [(16, 8), (1 << 16 | 0x11, 9)] {
        let mut bench = Bench::new(config);
        // Row 20 covers columns 0 to 19; clip away all others, and all but 16.
        bench.write(offset::CLIP_LOWY_HIGHY, 0x14 << 16 | 0x15);
        bench.write(offset::CLIP_LEFT_RIGHT, columns);
        bench.write(offset::FBZ_MODE, COLOR | 1);
        bench.stairs(24);
        bench.command(offset::TRIANGLE_CMD, 0);
        bench.until(|card| card.fbi().counts.retired > 0);
        let begun = bench.card.clocks() - 1;
        bench.until(|card| card.fbi().counts.retired == 16);
        // From column 1 the pair of columns 7 and 8 lies in two beats.
        assert_eq!(bench.card.clocks() - begun, clocks);
    }
}
