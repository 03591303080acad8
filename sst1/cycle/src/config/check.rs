//! What a configuration must keep to.
//!
//! For: refusing, by key, sizes that the blocks cannot have.
//! Not for: whether a configuration is a good one.

use super::{CacheConfig, Config, ConfigError, DdrConfig, EdoConfig, MemoryConfig};
use crate::{
    cache::{LANES, MOST_FILLS},
    fbi, memory,
};

/// More than anybody builds, and small enough that nothing is allocated for nothing.
const MOST_ENTRIES: u32 = 4096;
const MOST_CLOCKS: u32 = 100_000;
/// Pixels across of a tile or a strip: a row of the widest raster.
const MOST_TILE: u32 = 4096;

fn range(key: &str, value: u32, from: u32, to: u32) -> Result<(), ConfigError> {
    if (from..=to).contains(&value) {
        Ok(())
    } else {
        Err(ConfigError::Range { key: key.to_owned(), value, from, to })
    }
}

fn power(key: &str, value: u32, from: u32, to: u32) -> Result<(), ConfigError> {
    range(key, value, from, to)?;
    if value.is_power_of_two() {
        Ok(())
    } else {
        Err(ConfigError::Power { key: key.to_owned(), value })
    }
}

impl CacheConfig {
    fn validate(&self, name: &str, window: u32) -> Result<(), ConfigError> {
        let key = |field: &str| format!("{name}.{field}");
        power(&key("line"), self.line, crate::port::BEAT as u32, 4096)?;
        power(&key("ways"), self.ways, 1, 64)?;
        power(&key("bytes"), self.bytes, self.line * self.ways, 1 << 20)?;
        range(&key("fills"), self.fills, 1, MOST_FILLS)?;
        range(&key("fills_per_clock"), self.fills_per_clock, 1, MOST_FILLS)?;
        range(&key("waits"), self.waits, 1, MOST_ENTRIES)?;
        range(&key("window"), self.window, 1, window)?;
        range(&key("prefetch"), self.prefetch, 0, 1024)
    }
}

impl DdrConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        range("memory.slots", self.slots, 1, memory::MOST_SLOTS)?;
        range("memory.latency", self.latency, 0, MOST_CLOCKS)?;
        range("memory.jitter", self.jitter, 0, MOST_CLOCKS)?;
        power("memory.period", self.period, 1, 1 << 31)?;
        range("memory.long", self.long, 0, MOST_CLOCKS)?;
        range("memory.writes", self.writes, 1, MOST_ENTRIES)?;
        range("memory.write_service", self.write_service, 1, MOST_CLOCKS)
    }
}

impl EdoConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        range("memory.row", self.row, 1, MOST_CLOCKS)?;
        range("memory.column", self.column, 1, MOST_CLOCKS)?;
        power("memory.banks", self.banks, 1, memory::MOST_BANKS)?;
        power("memory.page", self.page, 8, 1 << 20)?;
        range("memory.turnaround", self.turnaround, 0, MOST_CLOCKS)?;
        range("memory.tile", self.tile, 0, MOST_TILE)?;
        range("memory.queue", self.queue, 1, MOST_ENTRIES)?;
        range("memory.writes", self.writes, 1, MOST_ENTRIES)?;
        // More than there is room for would never gather.
        range("memory.burst", self.burst, 1, self.writes)
    }
}

impl MemoryConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        match self {
            Self::Ddr(ddr) => ddr.validate(),
            Self::Ideal => Ok(()),
            Self::Edo(edo) => edo.validate(),
            Self::Port { latency, beat } => {
                range("memory.latency", *latency, 0, 100 * MOST_CLOCKS)?;
                range("memory.beat", *beat, 0, 100 * MOST_CLOCKS)
            }
        }
    }
}

impl Config {
    /// Checks every size.
    ///
    /// # Errors
    /// Names the first key whose value no block can have.
    pub fn validate(&self) -> Result<(), ConfigError> {
        // A figure for seconds; beyond 4 GHz nothing is meant.
        range("hertz", self.hertz.try_into().unwrap_or(u32::MAX), 1, u32::MAX - 1)?;
        for (key, value) in [
            ("pci_fifo", self.pci_fifo),
            ("pending", self.pending),
            ("join", self.join),
            ("output", self.output),
            ("rob", self.rob),
            ("drains", self.drains),
        ] {
            range(key, value, 1, MOST_ENTRIES)?;
        }
        range("fill_strip", self.fill_strip, 0, MOST_TILE)?;
        range("host_hundredths", self.host_hundredths, 0, 99)?;
        for (name, cache) in [("color", &self.color), ("aux", &self.aux)] {
            // A later command's pixels would be drawn over words that an earlier one's writes passed.
            if self.overlap.commands && !cache.coherent {
                return Err(ConfigError::Together {
                    key: format!("{name}.coherent"),
                    value: "false".to_owned(),
                    with: "overlap.commands=true",
                });
            }
        }
        range("overlap.depth", self.overlap.depth, 1, fbi::SLOTS as u32)?;
        range("lanes", self.lanes, 1, LANES as u32)?;
        // Every update is compared with all of them in one clock.
        range("gathers", self.gathers, 1, 64)?;
        for (key, value, from) in [
            ("host_clocks", self.host_clocks, 1),
            ("setup", self.setup, 0),
            ("setup_subpixel", self.setup_subpixel, 0),
            ("row_gap", self.row_gap, 0),
        ] {
            range(key, value, from, MOST_CLOCKS)?;
        }
        range("scan_out_beats", self.scan_out_beats, 1, 256)?;
        // FBI's caches answer in order: only the head of their queue can be replayed (digest 1.2).
        self.color.validate("color", 1)?;
        self.aux.validate("aux", 1)?;
        // Head and second entry (digest 1.3).
        self.texture.validate("texture", 2)?;
        self.memory.validate()
    }
}
