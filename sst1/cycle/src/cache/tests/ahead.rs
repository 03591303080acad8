//! Tags that run ahead of data, clock by clock.

use super::*;

fn ahead() -> CacheConfig {
    CacheConfig { ahead: true, ..texture() }
}

/// As in the published caches: a hit in the next clock, a miss when its line has come.
#[test]
fn hits_and_misses_take_their_time() {
    let mut bench = Bench::new(ahead(), Order::Free);
    bench.warm(&[0x100]);
    bench.play(&[(1000, one(1, 0x100)), (1001, one(2, 0x200)), (1002, one(3, 0x13E))]);
    assert_eq!(bench.asked, [(1002, 0x200)]);
    // The third is there, and waits for its turn.
    assert_eq!(bench.order(), [(1001, 1), (1001 + MISS, 2), (1002 + MISS, 3)]);
}

/// Lookups behind one that waits ask at once, a clock each. This memory serves the newest read
/// first, so that the second line comes last and both answers follow it.
#[test]
fn lookups_that_wait_have_asked() {
    let mut bench = Bench::new(ahead(), Order::Kept);
    bench.play(&[(0, one(1, 0x000)), (1, one(2, 0x400)), (2, one(3, 0x040)), (3, one(4, 0x402))]);
    assert_eq!(bench.asked, [(1, 0x000), (2, 0x400), (3, 0x040)]);
    assert_eq!(bench.order(), [(MISS, 1), (MISS + 8, 2), (MISS + 9, 3), (MISS + 10, 4)]);
    assert_eq!((bench.cache.counts.hits, bench.cache.counts.misses), (1, 3));
}

/// Several lines of one set are on their way together, more than there are ways; each lookup reads
/// the line that was its own at its place in the order.
#[test]
fn a_set_may_have_many_fills() {
    let config = CacheConfig { bytes: 128, ways: 2, ..ahead() };
    let mut bench = Bench::new(config, Order::Kept);
    let bytes = [0x000, 0x042, 0x084, 0x0C6, 0x004, 0x108];
    let lookups: Vec<_> = (0..).zip(bytes).map(|(n, byte)| (u64::from(n), one(n, byte))).collect();
    bench.play(&lookups);
    let asked: Vec<_> = bench.asked.iter().map(|(_, line)| *line).collect();
    assert_eq!(asked, [0x000, 0x040, 0x080, 0x0C0, 0x000, 0x100]);
    for ((_, found), byte) in bench.answers.iter().zip(bytes) {
        assert_eq!(found.words[0], bench.bytes.word(byte));
    }
}

/// A footprint over four lines of a cache of one line, with one fill at a time, is answered.
#[test]
fn a_footprint_larger_than_the_cache_is_read_line_after_line() {
    let config = CacheConfig { bytes: 64, ways: 1, fills: 1, ..ahead() };
    let mut bench = Bench::new(config, Order::Free);
    let bytes = [0x000, 0x040, 0x080, 0x0C2];
    bench.clock(Some(four(1, bytes)));
    assert!(!bench.cache.ready(), "three ports have not met the tags");
    bench.play(&[(200, one(2, 0x0C0))]);
    assert_eq!(bench.answers[0].1.words, bytes.map(|byte| bench.bytes.word(byte)));
    assert_eq!((bench.cache.counts.demand, bench.cache.counts.hits), (4, 1));
}

/// What was resident when a lookup came stays until its turn, whatever is asked for behind it.
#[test]
fn nothing_is_evicted_that_an_older_lookup_reads() {
    let config = CacheConfig { bytes: 64, ways: 1, ..ahead() };
    let mut bench = Bench::new(config, Order::Kept);
    bench.play(&[(0, one(1, 0x000)), (1, one(2, 0x002)), (2, one(3, 0x040)), (3, one(4, 0x000))]);
    assert_eq!(bench.cache.counts.demand, 3);
    let words: Vec<_> = bench.answers.iter().map(|(_, found)| found.words[0]).collect();
    assert_eq!(words, [0x000, 0x002, 0x040, 0x000].map(|byte| bench.bytes.word(byte)));
}

/// A write that memory takes is seen wherever the line is: among the lines, on its way, in the
/// response register.
#[test]
fn writes_reach_lines_buffers_and_answers() {
    let mut bench = Bench::new(ahead(), Order::Kept);
    bench.warm(&[0x000]);
    bench.cache.patch(Address::frame(0x000), &[0xAB; BEAT], 3);
    bench.clock(Some(one(1, 0x000)));
    assert_eq!(bench.cache.found().unwrap().words[0], 0xABAB);
    bench.cache.patch(Address::frame(0x000), &[0xCD; BEAT], 1);
    assert_eq!(bench.cache.found().unwrap().words[0], 0xABCD);
    bench.clock(None);
    bench.clock(Some(one(2, 0x200)));
    while bench.cache.counts.beats < 1 {
        bench.clock(None);
    }
    bench.cache.patch(Address::frame(0x200), &[0xEF; BEAT], 3);
    bench.play(&[]);
    assert_eq!(bench.answers[1].1.words[0], 0xEFEF);
}

/// Rows a power of two apart part where sets are chosen by folded bits.
#[test]
fn folded_bits_spread_rows_of_a_power_of_two() {
    use crate::config::Index;
    let sets = |index| {
        let lines = crate::cache::lines::Lines::new(&CacheConfig { index, ..fbi() });
        let sets = (0..8u32).map(|row| lines.set(Address::frame(row * 4096)));
        sets.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!((sets(Index::Bits), sets(Index::Folded)), (1, 8));
}
