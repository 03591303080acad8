//! Random configurations: any sizes that a configuration can have.

use sst1_cycle::config::{
    CacheConfig, Config, DdrConfig, EdoConfig, Filling, Grain, Index, MemoryConfig, Overlap, Walker,
};

/// A small generator of its own, so that seeds keep their meaning.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    pub(crate) fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.word() % (high - low + 1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.word() as usize % from.len()]
    }

    fn either(&mut self) -> bool {
        self.word() & 1 != 0
    }
}

fn cache(random: &mut Random, window: u32) -> CacheConfig {
    let (line, ways) = (random.pick(&[16, 32, 64, 128, 256]), random.pick(&[1, 2, 4]));
    CacheConfig {
        bytes: line * ways * random.pick(&[1, 2, 8, 32]),
        line,
        ways,
        index: random.pick(&[Index::Bits, Index::Folded]),
        fills: random.between(1, 12),
        fills_per_clock: random.between(1, 3),
        waits: random.pick(&[1, 2, 8, 64]),
        window: random.between(1, window),
        prefetch: random.pick(&[0, 0, 1, 2, 5]),
        ahead: random.either(),
        coherent: random.either(),
    }
}

fn memory(random: &mut Random) -> MemoryConfig {
    match random.between(0, 9) {
        0 => MemoryConfig::Ideal,
        1 => MemoryConfig::Edo(EdoConfig::sst1()),
        2 => {
            MemoryConfig::Port { latency: random.between(1, 50_000), beat: random.between(0, 300) }
        }
        _ => MemoryConfig::Ddr(DdrConfig {
            slots: random.between(1, 40),
            latency: random.pick(&[1, 5, 26, 100, 500]),
            jitter: random.between(0, 20),
            period: random.pick(&[1, 4, 64]),
            long: random.between(0, 100),
            writes: random.between(1, 16),
            write_service: random.between(1, 5),
            reorder: random.either(),
        }),
    }
}

/// The configuration of a seed.
pub(crate) fn config(seed: u64) -> Config {
    let random = &mut Random::new(seed);
    let config = Config {
        hertz: 100_000_000,
        pci_fifo: random.pick(&[1, 2, 64]),
        host_clocks: random.between(1, 4),
        host_hundredths: 0,
        setup: random.between(0, 9),
        setup_subpixel: random.between(0, 9),
        walker: random.pick(&[Walker::Box, Walker::Spans]),
        row_gap: 0,
        overlap: Overlap { commands: random.either(), depth: random.between(1, 8), setup: true },
        lanes: random.between(1, 2),
        pending: random.pick(&[1, 2, 16, 64, 300]),
        join: random.pick(&[1, 4, 64, 200]),
        output: random.pick(&[1, 4, 64, 200]),
        rob: random.pick(&[1, 3, 64, 200]),
        color: cache(random, 1),
        aux: cache(random, 1),
        texture: cache(random, 2),
        gathers: random.pick(&[1, 1, 2, 8, 64]),
        drains: random.between(1, 8),
        fill: random.pick(&[Filling::Word, Filling::Beat]),
        fill_strip: 0,
        upload: random.pick(&[Grain::Word, Grain::Beat]),
        memory: memory(random),
        scan_out: random.either(),
        scan_out_beats: 4,
    };
    // Drawn after the others, so that seeds keep their meaning.
    let config = Config {
        row_gap: random.pick(&[0, 0, 1, 3]),
        overlap: Overlap { setup: random.either(), ..config.overlap },
        fill: if random.either() { Filling::Pair } else { config.fill },
        fill_strip: random.pick(&[0, 1, 64]),
        scan_out_beats: random.pick(&[1, 4, 16]),
        host_hundredths: random.pick(&[0, 25, 90]),
        memory: match config.memory {
            MemoryConfig::Edo(edo) => MemoryConfig::Edo(EdoConfig {
                halves: random.either(),
                tile: random.pick(&[0, 64]),
                burst: random.between(1, edo.writes),
                ..edo
            }),
            other => other,
        },
        ..config
    };
    // What overlaps needs caches that see each other's writes.
    let coherent = config.overlap.commands;
    let fbi = |cache: CacheConfig| CacheConfig { coherent: cache.coherent || coherent, ..cache };
    Config { color: fbi(config.color), aux: fbi(config.aux), ..config }
}
