//! Drawn numbers and drawn configurations.

use sst1_cycle::config::{CacheConfig, Config, DdrConfig, EdoConfig, Index, MemoryConfig};

/// xorshift64*.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    /// True in `n` of 16 cases.
    pub(crate) fn chance(&mut self, n: u32) -> bool {
        self.below(16) < n
    }

    fn power(&mut self, from: u32, to: u32) -> u32 {
        from << self.below((to / from).ilog2() + 1)
    }
}

fn cache(random: &mut Random, texture: bool) -> CacheConfig {
    let line = random.power(16, 128);
    let ways = random.power(1, 4);
    CacheConfig {
        bytes: line * ways * random.power(1, 64),
        line,
        ways,
        index: if random.chance(8) { Index::Bits } else { Index::Folded },
        fills: 1 + random.below(16),
        fills_per_clock: 1 + random.below(3),
        waits: 1 + random.below(64),
        window: if texture { 1 + random.below(2) } else { 1 },
        prefetch: random.below(4),
        ahead: random.chance(8),
        coherent: texture || random.chance(12),
    }
}

fn memory(random: &mut Random, latency: u32) -> MemoryConfig {
    match random.below(8) {
        0 => MemoryConfig::Ideal,
        1 => MemoryConfig::Edo(EdoConfig {
            row: 1 + random.below(latency.min(30)),
            column: 1 + random.below(4),
            banks: random.power(1, 4),
            page: random.power(512, 4096),
            tile: 32 * random.below(3),
            halves: random.chance(8),
            turnaround: random.below(4),
            queue: 1 + random.below(6),
            writes: 8,
            burst: 1 + random.below(8),
        }),
        2 => MemoryConfig::Port {
            latency: 100 * latency + random.below(100),
            beat: random.below(250),
        },
        _ => MemoryConfig::Ddr(DdrConfig {
            slots: 1 + random.below(32),
            latency,
            jitter: random.below(8),
            period: random.power(1, 64),
            long: random.below(64),
            writes: 1 + random.below(12),
            write_service: 1 + random.below(4),
            reorder: random.chance(12),
        }),
    }
}

pub(crate) fn config(random: &mut Random, latency: u32) -> Config {
    Config {
        color: cache(random, false),
        aux: cache(random, false),
        texture: cache(random, true),
        gathers: random.power(1, 16),
        drains: 1 + random.below(4),
        memory: memory(random, latency),
        ..Config::zsst()
    }
}
