//! The named configurations.
//!
//! For: starting points that stand for a design; each figure with its source.
//! Not for: tuning by trace.
//!
//! Facts: digest 1 and 2 (`zsst`), 3 (`sst1`). What section 3 leaves open about the original card is
//! marked *inferred* or *guessed*.

use super::{
    CacheConfig, Config, ConfigError, DdrConfig, EdoConfig, FillWidth, Index, MemoryConfig,
    Overlap, Walker, nearest::nearest,
};

/// The presets' names, with a line about each.
pub const PRESETS: [(&str, &str); 3] = [
    ("zsst", "the published zSST design, one command at a time, shared DDR at 100 MHz"),
    ("sst1", "the original card, private EDO at 50 MHz"),
    ("afterimage", "ours: commands overlap, on the memory of zsst"),
];

impl MemoryConfig {
    /// The KV260's DDR with one request under way (digest 3): 29 clocks of 10 ns to the first beat
    /// and a beat a clock give each point of the measured curve within 0.81 %.
    pub const fn kv260() -> Self {
        Self::Port { latency: 2900, beat: 100 }
    }
}

impl DdrConfig {
    /// Digest section 2, "Defaults".
    pub const fn zsst() -> Self {
        Self {
            slots: 16,
            latency: 26,
            jitter: 4,
            period: 64,
            long: 48,
            writes: 8,
            write_service: 2,
            reorder: true,
        }
    }
}

impl EdoConfig {
    /// 50 ns EDO at 50 MHz: 64 bits a clock and a path (digest 3, 400 MB/s each). Two interleaved
    /// banks, each with a new column every other clock, make that rate *(inferred)*; 60 ns and a
    /// precharge of 30 ns make five clocks to a new row *(inferred)*; page size and the path's queue
    /// are *guessed*.
    pub const fn sst1() -> Self {
        Self { row: 5, column: 2, banks: 2, page: 2048, turnaround: 1, queue: 4 }
    }
}

impl Config {
    /// The preset of a name.
    ///
    /// # Errors
    /// Names an unknown one, with the one that may have been meant.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        match name {
            "zsst" => Ok(Self::zsst()),
            "sst1" => Ok(Self::sst1()),
            "afterimage" => Ok(Self::afterimage()),
            _ => Err(ConfigError::UnknownPreset {
                name: name.to_owned(),
                suggestion: nearest(name, PRESETS.iter().map(|(name, _)| *name)),
            }),
        }
    }

    /// The published zSST design with the memory model it was measured on: one command at a time.
    /// Its benchmark ran with 32 read slots (`memory.slots=32`).
    pub const fn zsst() -> Self {
        // Digest 1.2, Read caches: 4 KiB, direct mapped, 64-byte lines, 8 fills, 64 waiting.
        let fbi = CacheConfig {
            bytes: 4096,
            line: 64,
            ways: 1,
            index: Index::Bits,
            fills: 8,
            fills_per_clock: 1,
            waits: 64,
            window: 1,
            prefetch: 0,
            ahead: false,
            coherent: false,
        };
        Self {
            hertz: 100_000_000,
            pci_fifo: 64,
            host_clocks: 1,
            setup: 1,
            setup_subpixel: 0,
            walker: Walker::Box,
            overlap: Overlap { commands: false, depth: 1 },
            lanes: 1,
            pending: 64,
            join: 64,
            output: 64,
            rob: 64,
            color: fbi,
            aux: fbi,
            // Digest 1.3, Texture cache: 8 KiB, 2-way; window of two; prefetch of line + 2.
            texture: CacheConfig {
                bytes: 8192,
                ways: 2,
                window: 2,
                prefetch: 2,
                coherent: true,
                ..fbi
            },
            gathers: 1,
            drains: 1,
            fill: FillWidth::Word,
            memory: MemoryConfig::Ddr(DdrConfig::zsst()),
            scan_out: false,
            swap_queue: 7,
        }
    }

    /// The original card at 50 MHz: set-up of 7 clocks, 16 with sub-pixel correction, and two
    /// private paths (digest 3). It had small latencies instead of large caches: the lines are one
    /// beat and a lookup's data is a few clocks away; the sizes are *guessed*.
    pub const fn sst1() -> Self {
        let zsst = Self::zsst();
        let fbi = CacheConfig {
            bytes: 512,
            line: 16,
            ways: 2,
            index: Index::Bits,
            fills: 8,
            fills_per_clock: 1,
            waits: 32,
            window: 1,
            prefetch: 1,
            ahead: false,
            coherent: true,
        };
        Self {
            hertz: 50_000_000,
            // A PCI write of one word at 33 MHz, counted in the card's clocks.
            host_clocks: 2,
            setup: 7,
            setup_subpixel: 9,
            walker: Walker::Spans,
            overlap: Overlap { commands: true, depth: 2 },
            color: fbi,
            aux: fbi,
            texture: CacheConfig { bytes: 1024, window: 2, ..fbi },
            drains: 4,
            memory: MemoryConfig::Edo(EdoConfig::sst1()),
            scan_out: true,
            ..zsst
        }
    }

    /// Ours, on the memory of [`zsst`](Self::zsst) and with caches of the same size: commands
    /// overlap, two pixels of a row go together, lines stay, tags run ahead of data as far as memory's latency needs.
    pub const fn afterimage() -> Self {
        let zsst = Self::zsst();
        let fbi = CacheConfig {
            ways: 4,
            index: Index::Folded,
            fills: 16,
            fills_per_clock: 2,
            waits: 128,
            ahead: true,
            coherent: true,
            ..zsst.color
        };
        Self {
            walker: Walker::Spans,
            overlap: Overlap { commands: true, depth: 8 },
            lanes: 2,
            pending: 128,
            join: 128,
            rob: 128,
            color: fbi,
            aux: fbi,
            texture: CacheConfig { bytes: zsst.texture.bytes, ..fbi },
            gathers: 8,
            drains: 4,
            fill: FillWidth::Beat,
            ..zsst
        }
    }
}
