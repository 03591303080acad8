//! One cache on a memory that waits a fixed time: every clock by hand.
//!
//! With a memory of latency `n`, a line that is allocated in clock `t` is asked for in `t + 1`, its
//! beats are visible from `t + 1 + n` on, and with four of them it is valid in `t + 5 + n`.

mod ahead;

use super::*;
use crate::{
    config::{Config, DdrConfig, MemoryConfig},
    memory::Memory,
    testing::Plain,
};

const LATENCY: u32 = 10;
/// From a lookup that misses to its answer: ask, latency and register, four beats, replay, answer.
const MISS: u64 = 1 + 11 + 4 + 1;
const BYTES: usize = 1 << 16;

struct Bench {
    cache: ReadCache,
    memory: Memory,
    bytes: Plain,
    /// Addresses asked for, with the clock in which memory took the request.
    asked: Vec<(u64, u32)>,
    /// Answers with the clock in which they are visible.
    answers: Vec<(u64, Found)>,
}

fn fbi() -> CacheConfig {
    Config::zsst().color
}

/// The published texture cache without its prefetch.
fn texture() -> CacheConfig {
    CacheConfig { prefetch: 0, ..Config::zsst().texture }
}

impl Bench {
    fn replaying(&mut self) -> &mut Replaying {
        match &mut self.cache.kind {
            Kind::Replaying(it) => it,
            Kind::Streaming(it) => panic!("{it:?}"),
        }
    }

    fn new(config: CacheConfig, order: Order) -> Self {
        let client = match order {
            Order::Kept => Client::ColorRead,
            Order::Free => Client::Texture(0),
        };
        let memory = MemoryConfig::Ddr(DdrConfig {
            latency: LATENCY,
            jitter: 0,
            period: 1 << 31,
            long: 0,
            ..DdrConfig::zsst()
        });
        Self {
            cache: ReadCache::new(&config, client, 0x40, order, BYTES as u32),
            memory: Memory::new(&memory),
            bytes: Plain::pattern(BYTES),
            asked: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// One clock in the order that the crate prescribes. Returns whether the lookup was taken.
    fn clock(&mut self, live: Option<Lookup>) -> bool {
        let now = self.memory.now();
        self.answers.extend(self.cache.take_found().map(|found| (now, found)));
        for beat in self.memory.beats() {
            self.cache.beat(beat);
        }
        if let Some(request) = self.cache.request()
            && self.memory.ready(&request)
        {
            self.asked.push((now, request.address.byte()));
            self.memory.accept(&mut self.bytes, &request);
            self.cache.accept_request();
        }
        let taken = self.cache.clock(live.as_ref());
        self.memory.clock(&mut self.bytes);
        taken
    }

    /// Offers each lookup in its clock, which it must be taken in, and runs until all is quiet.
    fn play(&mut self, lookups: &[(u64, Lookup)]) {
        for &(clock, lookup) in lookups {
            while self.memory.now() < clock {
                self.clock(None);
            }
            assert!(self.clock(Some(lookup)), "clock {clock}");
        }
        for _ in 0..300 {
            self.clock(None);
        }
        assert!(self.cache.idle());
    }

    /// Clocks and identifiers of the answers.
    fn order(&self) -> Vec<(u64, u32)> {
        self.answers.iter().map(|(clock, found)| (*clock, found.id)).collect()
    }

    /// Makes the line of an address resident and begins again at a clock of 1000.
    fn warm(&mut self, addresses: &[u32]) {
        for &byte in addresses {
            self.clock(Some(one(99, byte)));
            while !self.cache.idle() {
                self.clock(None);
            }
        }
        while self.memory.now() < 1000 {
            self.clock(None);
        }
        self.answers.clear();
        self.asked.clear();
        self.cache.counts = CacheCounts::default();
    }
}

fn one(id: u32, byte: u32) -> Lookup {
    Lookup::one(id, Address::frame(byte))
}

fn four(id: u32, bytes: [u32; 4]) -> Lookup {
    Lookup { id, addresses: bytes.map(Address::frame), ports: 4 }
}

/// Digest 1.2: hit with empty queue: response next clock, one a clock.
#[test]
fn a_hit_is_answered_in_the_next_clock() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.warm(&[0x100]);
    bench.play(&[(1000, one(1, 0x100)), (1001, one(2, 0x102)), (1002, one(3, 0x13E))]);
    assert_eq!(bench.order(), [(1001, 1), (1002, 2), (1003, 3)]);
    assert_eq!(bench.answers[2].1.words[0], bench.bytes.word(0x13E));
    assert_eq!((bench.cache.counts.hits, bench.cache.counts.replays), (3, 0));
}

/// Digest 1.2: allocate -> request visible next clock -> 4 beats -> line valid the clock after its
/// last beat; the parked lookup is replayed then.
#[test]
fn a_miss_takes_a_fill_and_a_replay() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.play(&[(5, one(1, 0x206))]);
    assert_eq!(bench.asked, [(6, 0x200)]);
    // Beats in 17 to 20, valid in 21, answer in 22.
    assert_eq!(bench.order(), [(5 + MISS, 1)]);
    assert_eq!(bench.answers[0].1.words[0], bench.bytes.word(0x206));
    let CacheCounts { lookups, misses, replays, demand, requests, beats, done, .. } =
        bench.cache.counts;
    assert_eq!((lookups, misses, replays), (1, 1, 1));
    assert_eq!((demand, requests, beats, done), (1, 1, 4, 1));
}

/// Digest 1.2: a miss is parked; only the queue head can replay, in order.
#[test]
fn fbi_answers_in_order() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.warm(&[0x100]);
    bench.play(&[(1000, one(1, 0x200)), (1001, one(2, 0x100)), (1002, one(3, 0x204))]);
    let first = 1000 + MISS;
    assert_eq!(bench.order(), [(first, 1), (first + 1, 2), (first + 2, 3)]);
    assert_eq!(bench.cache.counts.replays, bench.cache.counts.misses, "one that hit only waited");
}

/// Digest 1.2: at most one new fill is allocated per clock, 8 outstanding.
#[test]
fn one_fill_a_clock_and_eight_at_a_time() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    let lookups: Vec<_> = (0..10).map(|n| (n, one(n as u32, 64 * n as u32))).collect();
    bench.play(&lookups);
    let clocks: Vec<_> = bench.asked.iter().map(|asked| asked.0).collect();
    assert_eq!(clocks[..8], [1, 2, 3, 4, 5, 6, 7, 8]);
    // The ninth is parked without a fill and gets one as the queue's head, when all eight before
    // it were answered. (The memory serves the newest ready read first, so line 0 comes first and
    // line 7 second.)
    assert_eq!(bench.cache.counts.fills_max, 8);
    assert!(clocks[8] > 1 + 10 + 8 * 4, "{clocks:?}");
    assert_eq!(bench.order().iter().map(|a| a.1).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
}

/// Two fills may begin in a clock where the configuration says so: the head's two lines.
#[test]
fn a_wider_allocator_begins_two_fills_a_clock() {
    let lookup = four(1, [0x000, 0x040, 0x080, 0x0C0]);
    let asked = |fills_per_clock| {
        let mut bench = Bench::new(CacheConfig { fills_per_clock, ..texture() }, Order::Free);
        bench.play(&[(0, lookup)]);
        (bench.cache.counts.demand, bench.answers[0].0)
    };
    // One port, one request a clock: both ask in clocks 1 to 4.
    assert_eq!(asked(1), asked(2));
    let mut bench = Bench::new(CacheConfig { fills_per_clock: 2, ..texture() }, Order::Free);
    bench.clock(Some(lookup));
    assert_eq!(bench.cache.counts.demand, 2);
}

/// Digest 1.2: not if the same line already has a fill.
#[test]
fn a_line_is_filled_once() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.play(&[(0, one(1, 0x200)), (1, one(2, 0x210)), (2, one(3, 0x23E))]);
    assert_eq!(bench.asked, [(1, 0x200)]);
    assert_eq!(bench.order(), [(MISS, 1), (MISS + 1, 2), (MISS + 2, 3)]);
}

/// Digest 1.2: nor if the same index has one: 4 KiB further on waits until the head was answered.
#[test]
fn an_index_has_one_fill_at_a_time() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.play(&[(0, one(1, 0x0200)), (1, one(2, 0x1200))]);
    // Valid and replayed in clock 16; the second is head in 17, allocates then, and asks in 18.
    assert_eq!(bench.asked, [(1, 0x0200), (MISS + 1, 0x1200)]);
    assert_eq!(bench.order(), [(MISS, 1), (2 * MISS, 2)]);
}

/// Digest 1.2: an index under fill hides the old line.
#[test]
fn a_fill_hides_the_line_it_replaces() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.warm(&[0x0200]);
    bench.play(&[(1000, one(1, 0x1200)), (1003, one(2, 0x0200))]);
    assert_eq!(bench.cache.counts.misses, 2);
    assert_eq!(bench.asked.iter().map(|a| a.1).collect::<Vec<_>>(), [0x1200, 0x0200]);
}

/// Digest 1.2: 64 lookups wait; then the cache is not ready.
#[test]
fn the_wait_queue_is_bounded() {
    let mut bench = Bench::new(CacheConfig { waits: 4, ..fbi() }, Order::Kept);
    for n in 0..4 {
        assert!(bench.cache.ready());
        assert!(bench.clock(Some(one(n, 0x200))));
    }
    assert!(!bench.cache.ready());
    assert!(!bench.clock(Some(one(4, 0x200))));
}

/// Digest 1.2: lookups outside memory return an error, data 0, and ask nothing.
#[test]
fn outside_memory_is_an_error() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.play(&[(0, one(1, BYTES as u32))]);
    assert_eq!(bench.answers, [(1, Found { id: 1, words: [0; 4], error: true })]);
    assert!(bench.asked.is_empty());
    assert_eq!(bench.cache.counts.errors, 1);
}

/// Digest 1.3: four texels are read at once; point sampling uses port 0 only.
#[test]
fn four_ports_are_answered_together() {
    let mut bench = Bench::new(texture(), Order::Free);
    bench.warm(&[0x000, 0x200]);
    bench.play(&[(1000, four(1, [0x03E, 0x002, 0x23F, 0x201])), (1001, one(2, 0x13))]);
    assert_eq!(bench.order(), [(1001, 1), (1002, 2)]);
    let found = bench.answers[0].1.words;
    // Odd addresses give a byte, in the low half.
    let byte = |at: usize| u16::from(bench.bytes.0[at]);
    assert_eq!(found, [bench.bytes.word(0x3E), bench.bytes.word(2), byte(0x23F), byte(0x201)]);
    assert_eq!(bench.answers[1].1.words[0], byte(0x13));
}

/// Digest 1.3: hit-under-miss: resident lookups bypass parked ones.
#[test]
fn texture_hits_pass_a_miss() {
    let mut bench = Bench::new(texture(), Order::Free);
    bench.warm(&[0x100]);
    bench.play(&[(1000, one(1, 0x200)), (1001, one(2, 0x100)), (1002, one(3, 0x102))]);
    assert_eq!(bench.order(), [(1002, 2), (1003, 3), (1000 + MISS, 1)]);
}

/// Digest 1.3: the replay window is head and second entry: the second may be served out of order,
/// and is dropped when it becomes head; the third may not.
#[test]
fn the_replay_window_has_two_entries() {
    let mut bench = Bench::new(texture(), Order::Free);
    // The head waits for two lines, one after the other in a set; 2 and 3 for the second's line.
    let far = 4096;
    bench.play(&[
        (0, four(1, [0x000, 2 * far, 0x000, 0x000])),
        (1, one(2, 0x040)),
        (2, one(3, 0x040)),
        (3, one(4, 0x080)),
    ]);
    // Line 0x000 is asked for in clock 1 and valid in 16; line 0x2000 is allocated in 16 and valid
    // in 32. Line 0x040, asked for in clock 2, comes behind 0x080 (asked for in 4, ready when the
    // first burst ends) and is valid in 24.
    assert_eq!(bench.asked, [(1, 0x000), (2, 0x040), (4, 0x080), (17, 2 * far)]);
    // The third, whose line is there too, waits until the head has been answered; the second is
    // dropped when it is head, in the same clock in which the third is served.
    assert_eq!(bench.order(), [(25, 2), (33, 1), (34, 3), (35, 4)]);
}

/// Digest 1.3: a live hit stalls if a replay is scheduled.
#[test]
fn a_live_hit_yields_to_a_replay() {
    let mut bench = Bench::new(texture(), Order::Free);
    bench.warm(&[0x100]);
    bench.clock(Some(one(1, 0x200)));
    while bench.memory.now() < 1000 + MISS - 1 {
        bench.clock(None);
    }
    assert!(!bench.clock(Some(one(2, 0x100))), "the replay's clock");
    assert!(bench.clock(Some(one(2, 0x100))));
    bench.clock(None);
    assert_eq!(bench.order(), [(1000 + MISS, 1), (1000 + MISS + 1, 2)]);
}

/// Digest 1.3: but a live miss is parked in the clock of a replay.
#[test]
fn a_live_miss_is_parked_beside_a_replay() {
    let mut bench = Bench::new(texture(), Order::Free);
    bench.play(&[(0, one(1, 0x200)), (MISS - 1, one(2, 0x300))]);
    assert_eq!(bench.order(), [(MISS, 1), (2 * MISS - 1, 2)]);
}

/// Digest 1.3: allocation: the head's first missing line, else that of the live lookup.
#[test]
fn the_head_allocates_before_the_live_lookup() {
    let mut bench = Bench::new(texture(), Order::Free);
    let both = four(1, [0x000, 0x040, 0x000, 0x040]);
    bench.play(&[(0, both), (1, one(2, 0x080)), (2, one(3, 0x0C0))]);
    // The head's second line takes clock 1; so the lookup of that clock is parked without a fill,
    // and the next one gets ahead of it.
    assert_eq!(bench.asked[..3], [(1, 0x000), (2, 0x040), (3, 0x0C0)]);
    assert_eq!(bench.asked[3].1, 0x080);
}

/// Digest 1.3: victim: invalid way first (way 0, then 1), else a toggle a set.
#[test]
fn the_victim_is_an_invalid_way_or_the_toggles() {
    let mut bench = Bench::new(texture(), Order::Free);
    let line = |n: u32| 0x40 + 4096 * n;
    bench.warm(&[line(0), line(1)]);
    assert_eq!(bench.replaying().lines.find(Address::frame(line(0))), Some(2));
    assert_eq!(bench.replaying().lines.find(Address::frame(line(1))), Some(3));
    bench.warm(&[line(2)]);
    assert_eq!(bench.replaying().lines.find(Address::frame(line(2))), Some(2), "the toggle: way 0");
    bench.warm(&[line(3)]);
    assert_eq!(bench.replaying().lines.find(Address::frame(line(3))), Some(3), "then way 1");
    bench.warm(&[line(4)]);
    assert_eq!(bench.replaying().lines.find(Address::frame(line(4))), Some(2), "and 0 again");
}

/// Digest 1.3: each demand allocation arms one prefetch of line + 2 x 64 B, taken in a later clock
/// if nothing else allocates; a prefetch arms none.
#[test]
fn a_demand_arms_one_prefetch() {
    let mut bench = Bench::new(Config::zsst().texture, Order::Free);
    bench.play(&[(0, one(1, 0x000))]);
    assert_eq!(bench.asked, [(1, 0x000), (2, 0x080)]);
    assert_eq!((bench.cache.counts.demand, bench.cache.counts.prefetches), (1, 1));
    // Allocations go first: the armed line of the first demand is replaced by the second's.
    let mut bench = Bench::new(Config::zsst().texture, Order::Free);
    bench.play(&[(0, one(1, 0x000)), (1, one(2, 0x040))]);
    assert_eq!(bench.asked, [(1, 0x000), (2, 0x040), (3, 0x0C0)]);
}

/// Digest 1.3: not if resident, and only in range.
#[test]
fn a_useless_prefetch_is_dropped() {
    let mut bench = Bench::new(Config::zsst().texture, Order::Free);
    bench.warm(&[0x080]);
    bench.play(&[(1000, one(1, 0x000)), (1100, one(2, BYTES as u32 - 64))]);
    assert_eq!(bench.cache.counts.prefetches, 0);
}

/// Digest 1.3: only if the index is free: it waits until the set's fill is done.
#[test]
fn a_prefetch_waits_for_its_set() {
    let mut bench = Bench::new(Config::zsst().texture, Order::Free);
    bench.clock(Some(one(1, 0x040)));
    bench.replaying().ahead.clear();
    bench.clock(Some(one(2, 0x10C0)));
    bench.replaying().ahead.clear();
    bench.cache.hint(Address::frame(0x0C0));
    for _ in 0..100 {
        bench.clock(None);
    }
    assert_eq!(bench.asked[2].1, 0x0C0);
    // The set's fill comes behind the burst of the first and is valid in 20.
    assert_eq!(bench.asked[2].0, 21);
}

/// Digest 1.3: after reset the tags are cleared one set per clock: 64 clocks, cache not ready.
#[test]
fn reset_clears_a_set_a_clock() {
    let mut bench = Bench::new(texture(), Order::Free);
    bench.warm(&[0x100]);
    bench.cache.reset();
    for clock in 0..64 {
        assert!(!bench.cache.ready(), "clock {clock}");
        assert!(!bench.clock(Some(one(1, 0x100))));
    }
    assert!(bench.cache.ready());
    bench.play(&[(2000, one(1, 0x100))]);
    assert_eq!(bench.cache.counts.misses, 1);
}

/// Digest 1.3: an upload invalidates both ways of the written set, and no other.
#[test]
fn an_upload_drops_both_ways_of_its_set() {
    let mut bench = Bench::new(texture(), Order::Free);
    bench.warm(&[0x040, 0x1040, 0x080]);
    bench.cache.invalidate(Address::frame(0x2044));
    bench.play(&[(1000, one(1, 0x080)), (1100, one(2, 0x040)), (1200, one(3, 0x1040))]);
    assert_eq!((bench.cache.counts.hits, bench.cache.counts.misses), (1, 2));
}

/// Digest 1.2: a command's start clears the cache; a fill that is still under way must not bring the
/// old bytes back.
#[test]
fn what_a_fill_brings_after_an_invalidation_is_dropped() {
    let mut bench = Bench::new(Config::zsst().texture, Order::Free);
    // The demand's answer comes before the prefetched line.
    bench.clock(Some(one(1, 0x000)));
    while bench.answers.is_empty() {
        bench.clock(None);
    }
    assert!(!bench.cache.idle());
    bench.cache.invalidate_all();
    bench.play(&[(100, one(2, 0x080))]);
    assert_eq!((bench.cache.counts.hits, bench.cache.counts.misses), (0, 2));
}

/// More lines of one set than ways: the words are gathered one after the other.
#[test]
fn a_lookup_that_thrashes_is_answered() {
    let config = CacheConfig { bytes: 64, ways: 1, ..texture() };
    let mut bench = Bench::new(config, Order::Free);
    bench.play(&[(0, four(1, [0x000, 0x040, 0x080, 0x0C2]))]);
    let words = [0, 0x40, 0x80, 0xC2].map(|byte| bench.bytes.word(byte));
    assert_eq!(bench.answers[0].1.words, words);
    assert_eq!(bench.cache.counts.demand, 4);
}

/// Coherent caches: a write that memory took shows in lines, in fills and in answers.
#[test]
fn a_patch_reaches_lines_fills_and_answers() {
    let mut bench = Bench::new(fbi(), Order::Kept);
    bench.warm(&[0x100]);
    let data = [0xA5; BEAT];
    // An answer in the register.
    bench.clock(Some(one(1, 0x100)));
    bench.cache.patch(Address::frame(0x100), &data, 0b01);
    bench.bytes.0[0x100] = 0xA5;
    bench.clock(Some(one(2, 0x200)));
    // A fill whose first beat came, and the line.
    while bench.cache.counts.beats < 1 {
        bench.clock(None);
    }
    bench.cache.patch(Address::frame(0x200), &data, u16::MAX);
    bench.bytes.0[0x200..0x210].fill(0xA5);
    bench.play(&[(1100, one(3, 0x100))]);
    let expected = [0x100, 0x200, 0x100].map(|byte| bench.bytes.word(byte));
    assert_eq!(bench.answers.iter().map(|a| a.1.words[0]).collect::<Vec<_>>(), expected);
}

/// Skipping what [`ReadCache::quiet`] allows changes no clock and no sum.
#[test]
fn quiet_clocks_can_be_skipped() {
    let run = |skip: bool| {
        let mut bench = Bench::new(Config::zsst().texture, Order::Free);
        bench.clock(Some(four(1, [0, 0x40, 0x80, 0x2000])));
        bench.clock(Some(one(2, 0x4000)));
        let mut stepped = 0;
        while bench.memory.now() < 300 {
            let quiet = bench.memory.quiet().unwrap_or(300).min(300 - bench.memory.now());
            if skip && bench.cache.found().is_none() && bench.cache.quiet() && quiet > 0 {
                bench.memory.skip(quiet);
                bench.cache.skip(quiet);
            } else {
                stepped += 1;
                bench.clock(None);
            }
        }
        (bench.answers, bench.asked, bench.cache.counts, stepped)
    };
    let (skipped, stepped) = (run(true), run(false));
    assert_eq!((&skipped.0, &skipped.1, &skipped.2), (&stepped.0, &stepped.1, &stepped.2));
    assert!(skipped.3 < 60, "{}", skipped.3);
}
