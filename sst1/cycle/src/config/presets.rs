//! The named configurations.
//!
//! For: starting points that stand for a design; each figure with its source.
//! Not for: tuning by trace.
//!
//! Facts: digest 1 and 2 (`zsst`), 3 (`sst1`). What section 3 leaves open about the original card is
//! marked *inferred* or *guessed*.

use super::{
    CacheConfig, Config, ConfigError, DdrConfig, EdoConfig, Filling, Grain, Index, MemoryConfig,
    Overlap, Walker,
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
    /// 50 ns EDO of 256K by 16 bits at 50 MHz, four chips a path: 64 bits a clock, 400 MB/s (digest
    /// 3, *fact*).
    pub const fn sst1() -> Self {
        Self {
            // Precharge of 30 ns and access of 50 ns, in clocks of 20 ns (*inferred*).
            row: 4,
            // A page cycle of such chips takes 20 ns (*inferred*).
            column: 1,
            // Four chips are one bank (*inferred*).
            banks: 1,
            // 512 columns of 64 bits (*inferred*).
            page: 4096,
            // Buffers are laid out in tiles of 64 pixels across (digest 4.3, fbiInit1, *fact*); a page of
            // half a path, 2 KiB, holds 16 rows of one (*inferred*).
            tile: 64,
            // Clears are as fast for colours, for depths and for both (digest 3, *fact*): whoever
            // writes one does not use the other's half (*inferred*).
            halves: true,
            // One clock in which nobody drives the wires (*guessed*).
            turnaround: 1,
            // Read-ahead and write bursts exist (digest 4.3, fbiInit2\[21\], fbiInit0\[30:25\], *fact*);
            // how much is *guessed*: as much as pixels are under way.
            queue: 4,
            writes: 8,
            burst: 8,
        }
    }
}

impl Config {
    /// The preset of a name.
    ///
    /// # Errors
    /// Names an unknown one, and those that there are.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        match name {
            "zsst" => Ok(Self::zsst()),
            "sst1" => Ok(Self::sst1()),
            "afterimage" => Ok(Self::afterimage()),
            _ => Err(ConfigError::UnknownPreset(name.to_owned())),
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
            host_hundredths: 0,
            setup: 1,
            setup_subpixel: 0,
            walker: Walker::Box,
            row_gap: 0,
            overlap: Overlap { commands: false, depth: 1, setup: true },
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
            fill: Filling::Word,
            fill_strip: 0,
            upload: Grain::Word,
            memory: MemoryConfig::Ddr(DdrConfig::zsst()),
            scan_out: false,
            scan_out_beats: 4,
        }
    }

    /// The original card at 50 MHz. It had no caches but FIFOs before its memories: reads are asked
    /// for far ahead and taken in order, which caches of a few short lines whose tags run ahead come
    /// nearest to *(inferred)*. Meant to keep to the specification's rates (digest 3) within 15 %;
    /// each figure at length: `docs/cycle.md`.
    pub const fn sst1() -> Self {
        let zsst = Self::zsst();
        let fbi = CacheConfig {
            // 32 lines of a beat; more would keep what a triangle's neighbour wrote (*guessed*).
            bytes: 512,
            line: 16,
            ways: 2,
            index: Index::Bits,
            // As many pixels as can be pending (*guessed*).
            fills: 8,
            fills_per_clock: 1,
            waits: 64,
            window: 1,
            prefetch: 0,
            ahead: true,
            coherent: true,
        };
        Self {
            // Digest 3 (*fact*).
            hertz: 50_000_000,
            // A PCI word at 33 MHz is a clock and a half, and a burst has an address too. 1.9 lies
            // between what the specification's host-bound rows give for 22 writes (1.85) and for 31
            // (1.95) (*inferred*).
            host_clocks: 1,
            host_hundredths: 90,
            // Digest 3: 7 clocks, 16 with sub-pixel correction (*fact*).
            setup: 7,
            setup_subpixel: 9,
            // A pixel a clock at best (digest 3, *fact*), no clock for those that are not covered
            // (*inferred* from the rates), one to go to the next row (*guessed*).
            walker: Walker::Spans,
            row_gap: 1,
            // Small flat triangles take 16 clocks more than their pixels: set-up and walk do not
            // overlap (*inferred*). What follows the walk holds a few triangles (*guessed*).
            overlap: Overlap { commands: true, depth: 4, setup: false },
            color: fbi,
            aux: fbi,
            // Four banks of 16 bits: the texels of a bilinear footprint may lie in two lines.
            texture: CacheConfig { bytes: 1024, fills_per_clock: 2, ..fbi },
            // *Guessed*.
            drains: 4,
            // Digest 3: two pixels a clock for clears (*fact*), down strips as wide as a tile
            // (*inferred*: 3.45 ms leave no time for a new page every 64 pixels).
            fill: Filling::Pair,
            fill_strip: 64,
            memory: MemoryConfig::Edo(EdoConfig::sst1()),
            // Digest 3: 640 by 480 at 60 Hz (*fact*). A FIFO of 32 times 64 bits: its threshold has
            // five bits (digest 4.3, fbiInit3\[5:1\], *inferred*).
            scan_out: true,
            scan_out_beats: 16,
            ..zsst
        }
    }

    /// Ours, on the memory of [`zsst`](Self::zsst) and with caches of the same size: commands
    /// overlap, two pixels of a row go together, lines stay, tags run ahead of data as far as
    /// memory's latency needs. Each change with its gain: `docs/cycle.md`.
    pub const fn afterimage() -> Self {
        let zsst = Self::zsst();
        let cache = CacheConfig {
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
            overlap: Overlap { commands: true, depth: 8, setup: true },
            lanes: 2,
            pending: 128,
            join: 128,
            rob: 128,
            // Rows of triangles are short: half of a longer line would be fetched for nothing.
            color: CacheConfig { line: 32, ..cache },
            aux: CacheConfig { line: 32, ..cache },
            texture: CacheConfig { bytes: zsst.texture.bytes, ..cache },
            gathers: 8,
            fill: Filling::Beat,
            upload: Grain::Beat,
            ..zsst
        }
    }
}
