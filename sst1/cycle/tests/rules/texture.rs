//! The texture unit.

use sst1_cycle::config::{Config, Grain};
use sst1_regs::offset;

use crate::bench::{Bench, ideal};

/// Digest 1.3: "Latency on a hit, accept T (...): **result valid T+11**"; "Initiation interval 1".
#[test]
fn a_hit_is_a_result_eleven_clocks_after_its_sample() {
    let mut bench = Bench::new(ideal());
    bench.texture();
    bench.stairs(12);
    // The first triangle fills the line.
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.until_done();
    bench.command(offset::TRIANGLE_CMD, 0);
    let sampled = bench.times(|card| card.tmus()[0].counts.samples, 1)[0];
    let joined = bench.times(|card| card.tmus()[0].counts.results, 1)[0];
    assert_eq!(joined - sampled, 11);
    let counts = bench.card.tmus()[0].cache.counts;
    assert_eq!(counts.misses, 1 + counts.replays - 1, "only the first triangle missed");
}

/// Digest 1.3: samples of a row follow each other clock by clock, and so do their results.
#[test]
fn samples_follow_each_other() {
    let mut bench = Bench::new(ideal());
    bench.texture();
    // The walk of row 11 brings eleven pixels in eleven clocks.
    bench.write(offset::CLIP_LOWY_HIGHY, 0xB << 16 | 0xC);
    bench.write(offset::FBZ_MODE, crate::bench::COLOR | 1);
    bench.stairs(12);
    for _ in 0..2 {
        bench.command(offset::TRIANGLE_CMD, 0);
        bench.until_done();
    }
    bench.command(offset::TRIANGLE_CMD, 0);
    let results = bench.times(|card| card.tmus()[0].counts.results, 11);
    assert_eq!(results, (results[0]..results[0] + 11).collect::<Vec<_>>());
}

/// Digest 1.3: "Sample accepted each clock if ROB (64 entries) has room".
#[test]
fn no_more_samples_than_the_reorder_buffer_holds_are_under_way() {
    for rob in [4, 16] {
        let mut bench = Bench::new(Config { rob, ..Config::zsst() });
        bench.texture();
        bench.stairs(30);
        bench.command(offset::TRIANGLE_CMD, 0);
        let mut most = 0;
        while bench.card.busy() {
            let counts = bench.card.tmus()[0].counts;
            most = most.max(counts.samples - counts.results);
            bench.card.step();
        }
        assert_eq!(most, u64::from(rob));
    }
}

/// Digest 1.3: "An upload invalidates both ways of the written set."
#[test]
fn an_upload_makes_the_next_lookup_miss() {
    let mut bench = Bench::new(ideal());
    bench.texture();
    bench.one_pixel();
    let mut misses = Vec::new();
    for upload in [None, None, Some(0x80_0000), Some(0x80_0000 | 100 << 9), None] {
        if let Some(at) = upload {
            bench.write(at, 0x0102_0304);
            bench.settle();
        }
        let before = bench.card.tmus()[0].cache.counts.misses;
        bench.command(offset::TRIANGLE_CMD, 0);
        bench.until_done();
        misses.push(bench.card.tmus()[0].cache.counts.misses - before);
    }
    // Row 100 begins at byte 25,600, set 16: another one.
    assert_eq!(misses, [1, 0, 1, 0, 0]);
}

/// Digest 1.3: "one 32-bit write per memory request"; "next upload waits until the previous was
/// accepted and TMU is idle".
#[test]
fn uploads_are_one_request_each() {
    let mut bench = Bench::new(Config::zsst());
    bench.texture();
    let before = bench.card.memory().counts.writes;
    for n in 0..32 {
        bench.write(0x80_0000 | n << 2, n);
    }
    bench.settle();
    assert_eq!(bench.card.memory().counts.writes - before, 32);
    assert_eq!(bench.card.host_counts().uploads, 32);
}

/// Ours: words of one beat share a write; a beat goes when it is full, when a word of another comes,
/// or when none came for a while.
#[test]
fn uploads_of_a_beat_share_a_write() {
    let mut bench = Bench::new(Config { upload: Grain::Beat, ..Config::zsst() });
    bench.texture();
    let before = bench.card.memory().counts.writes;
    for n in 0..32 {
        bench.write(0x80_0000 | n << 2, n);
    }
    bench.settle();
    assert_eq!(bench.card.memory().counts.writes - before, 8);
    // The first and the third word lie in different rows of the texture.
    for at in [0x80_0000, 0x80_0004, 0x80_0200] {
        bench.write(at, 0);
    }
    bench.settle();
    assert_eq!(bench.card.memory().counts.writes - before, 10);
    assert!(!bench.card.busy());
}

/// Digest 1: "texture uploads (...) need FBI idle".
#[test]
fn an_upload_waits_for_the_triangle_before_it() {
    let mut bench = Bench::new(Config::zsst());
    bench.texture();
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.offer(0x80_0000, u32::MAX);
    bench.until(|card| card.host_counts().uploads == 1);
    assert!(bench.card.fbi().is_idle());
    assert_eq!(bench.card.fbi().counts.retired, 190);
    // All pixels saw the texels from before.
    let state = sst1_board::Device::state(&bench.card);
    let back = state.layout().back;
    assert_eq!(state.frame_buffer.read(back + 19 * 128), 0);
}
