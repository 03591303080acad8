use super::*;
use crate::{arbiter::ArbiterCounts, cache::CacheCounts, config::Config, memory::MemoryCounts};

/// Digest 1.6: 0 to 77 and the board's 128 to 143, each once and in order.
#[test]
fn the_table_has_every_number() {
    let numbers: Vec<_> = TABLE.iter().map(|row| row.number).collect();
    let expected: Vec<_> = (0..=77).chain(128..=143).collect();
    assert_eq!(numbers, expected);
    assert_eq!(TABLE.iter().filter(|row| row.max).count(), 5 + 4);
}

/// Digest 1.6: some numbers with their names, and version 0x00010000.
#[test]
fn numbers_have_their_names() {
    let name = |number| TABLE.iter().find(|row| row.number == number).unwrap().name;
    let named = [2, 23, 33, 34, 40, 47, 54, 63, 69, 73, 77, 131].map(name);
    assert_eq!(
        named,
        [
            "clocks",
            "texture_lookup",
            "texture_invalidate",
            "color_cache_lookup",
            "color_cache_fill_beat",
            "aux_cache_fill_beat",
            "memory_bytes_written",
            "response_backpressure",
            "texture_fills_max",
            "join_max",
            "aux_fills_max",
            "board_host_blocked",
        ]
    );
    let counters = Counters::new(&Config::zsst());
    assert_eq!(counters.get(0), Some(0x0001_0000));
    assert_eq!(counters.get(1), Some(8 | 4 << 8 | 4 << 16 | 8 << 24));
    assert_eq!(counters.get(78), None);
}

#[test]
fn blocks_fill_their_numbers() {
    let cache = CacheCounts { lookups: 9, hits: 7, misses: 2, waits_max: 3, ..Default::default() };
    let mut counters = Counters::new(&Config::zsst());
    counters.texture_cache(&cache);
    counters.texture_cache(&CacheCounts { waits_max: 1, ..cache });
    counters.color_cache(&cache);
    let mut memory = MemoryCounts { requests: 5, ..Default::default() };
    memory.by_slot[crate::arbiter::slot(crate::port::Client::Texture(1))] = 4;
    counters.memory(&memory, &ArbiterCounts { tmu_waits: 6, fbi_waits: 0 });
    let got = [23, 24, 67, 34, 74, 48, 55, 61].map(|number| counters.get(number).unwrap());
    assert_eq!(got, [18, 14, 3, 9, 3, 5, 4, 6]);
}

#[test]
fn differences_keep_the_greatest_values() {
    let earlier = Counters { clocks: 10, rob_max: 8, version: VERSION, ..Default::default() };
    let now = Counters { clocks: 25, rob_max: 9, version: VERSION, ..Default::default() };
    let since = now.since(&earlier);
    assert_eq!((since.clocks, since.rob_max, since.version), (15, 9, VERSION));
}
