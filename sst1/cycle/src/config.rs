//! Every size and policy of the model, and the presets.
//!
//! A [`Config`] is plain data: keys like `texture.fills` name its fields, so that a command line or
//! a sweep can set them.

mod check;
mod keys;
mod nearest;
mod presets;
mod settings;
#[cfg(test)]
mod tests;
mod values;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use keys::{Key, keys};
pub use presets::PRESETS;

/// A configuration that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// No key of this name.
    #[error("no key `{key}`{}", meant(*.suggestion))]
    UnknownKey {
        /// As it was given.
        key: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// No preset of this name.
    #[error("no preset `{0}`; there are {list}", list = PRESETS.map(|(name, _)| name).join(", "))]
    UnknownPreset(String),
    /// Text that is no assignment.
    #[error("`{0}`: key=value is wanted")]
    Assignment(String),
    /// A value that cannot be read.
    #[error("{key}: `{value}` is not {wants}")]
    Value {
        /// The key.
        key: &'static str,
        /// As it was given.
        value: String,
        /// What is.
        wants: &'static str,
    },
    /// A key of another kind of memory.
    #[error("{key}: the memory `{memory}` has no such key; another `memory` may")]
    Elsewhere {
        /// The key.
        key: &'static str,
        /// The memory that is configured.
        memory: &'static str,
    },
    /// A value out of range.
    #[error("{key}: {value} is not in {from} to {to}")]
    Range {
        /// The key.
        key: String,
        /// Its value.
        value: u32,
        /// The least possible.
        from: u32,
        /// The most possible.
        to: u32,
    },
    /// Values that contradict each other.
    #[error("{key}: `{value}` cannot be with {with}")]
    Together {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The other key with its value.
        with: &'static str,
    },
    /// A size that an index by bits cannot have.
    #[error("{key}: {value} is not a power of two")]
    Power {
        /// The key.
        key: String,
        /// Its value.
        value: u32,
    },
}

fn meant(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; `{name}`?"))
}

/// How a line's address becomes the number of its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Index {
    /// The bits above the line's offset.
    Bits,
    /// The same with upper bits folded in by exclusive or: rows of a picture or texture, a power of
    /// two apart, spread over the sets.
    Folded,
}

/// Geometry and policy of a read cache. Sizes are powers of two where the hardware would index by
/// bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheConfig {
    /// Bytes in all.
    pub bytes: u32,
    /// Bytes of a line; a multiple of a beat.
    pub line: u32,
    /// Lines a set.
    pub ways: u32,
    /// How a set is chosen.
    pub index: Index,
    /// Line fills under way at a time.
    pub fills: u32,
    /// Fills that may be allocated in one clock.
    pub fills_per_clock: u32,
    /// Lookups that missed and wait, in order.
    pub waits: u32,
    /// Waiting lookups, from the head, that may be replayed: 1 or 2.
    pub window: u32,
    /// Lines ahead that a demand fill also asks for; 0: none.
    pub prefetch: u32,
    /// Whether tags run ahead of data: a lookup claims its lines when it comes, in order, and what
    /// memory brought is put in its place when the lookup's turn comes. Window and prefetch are
    /// then without meaning.
    pub ahead: bool,
    /// Whether lines stay valid from one command to the next, writes being patched into them;
    /// otherwise a drawing command begins with an empty cache. Texels always stay: what is written
    /// into texture memory invalidates their lines.
    pub coherent: bool,
}

/// How a triangle's pixels are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Walker {
    /// Every centre of the bounding box's rows, until coverage ends (digest 1.2).
    Box,
    /// From the first covered pixel of a row to the last, no clock between rows.
    Spans,
}

/// How much a fill writes in a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filling {
    /// One word of 16 bits (digest 1.2).
    Word,
    /// Two neighbouring pixels, colours and depths together (digest 3: two pixels a clock for
    /// colours, depths or both).
    Pair,
    /// The pixels of a beat, colours and depths together.
    Beat,
}

/// How much an upload's write carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grain {
    /// One word of 32 bits (digest 1.3).
    Word,
    /// A beat.
    Beat,
}

/// Which memory answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum MemoryConfig {
    /// The shared DDR of digest section 2.
    Ddr(DdrConfig),
    /// Every request is answered in the next clock, any number at a time.
    Ideal,
    /// The original card's EDO: two private 64-bit paths, interleaved banks, page misses.
    Edo(EdoConfig),
    /// One request at a time, a fixed latency and a fixed cost a beat, in hundredths of a clock.
    Port {
        /// From acceptance to the first beat.
        latency: u32,
        /// Between beats.
        beat: u32,
    },
}

impl MemoryConfig {
    /// The name of the kind, as the key `memory` takes it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ddr(_) => "ddr",
            Self::Ideal => "ideal",
            Self::Edo(_) => "edo",
            Self::Port { .. } => "port",
        }
    }
}

/// The DDR timing model (digest section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DdrConfig {
    /// Reads under way at a time.
    pub slots: u32,
    /// Clocks from acceptance to readiness, at least.
    pub latency: u32,
    /// Up to this many more, drawn.
    pub jitter: u32,
    /// One read in this many waits long (a power of two).
    pub period: u32,
    /// How much longer.
    pub long: u32,
    /// Writes queued at a time.
    pub writes: u32,
    /// Clocks a queued write takes.
    pub write_service: u32,
    /// Whether the read issued last among the ready ones is served first.
    pub reorder: bool,
}

/// The original card's EDO memory, a path for FBI and one for each TMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdoConfig {
    /// Clocks from a row's activation to data.
    pub row: u32,
    /// Clocks between accesses to an open page, a bank.
    pub column: u32,
    /// Banks that interleave.
    pub banks: u32,
    /// Bytes of a page, all chips of a bank together.
    pub page: u32,
    /// Pixels across of the tiles in which FBI's pages cover a picture; 0: pages are linear.
    pub tile: u32,
    /// Whether FBI's path is two halves, one for the colour and one for the depth of any pixel.
    /// Scan-out reads both at once.
    pub halves: bool,
    /// Clocks to turn the path around between reads and writes.
    pub turnaround: u32,
    /// Reads that a path takes ahead of what it serves.
    pub queue: u32,
    /// Writes that a path takes ahead of what it serves.
    pub writes: u32,
    /// So many of them go before reads, together.
    pub burst: u32,
}

/// What may go on while earlier work is unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlap {
    /// A drawing command is accepted while the one before is still in the pipeline.
    pub commands: bool,
    /// Commands accepted and not finished.
    pub depth: u32,
    /// A triangle is set up while the one before is still being walked.
    pub setup: bool,
}

/// Everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Clocks a second, for figures in seconds.
    pub hertz: u64,
    /// Entries of the PCI FIFO.
    pub pci_fifo: u32,
    /// Clocks from one host write to the next, at least.
    pub host_clocks: u32,
    /// Hundredths of a clock more, where the bus has another clock than the card.
    pub host_hundredths: u32,
    /// Clocks that triangle set-up takes.
    pub setup: u32,
    /// Added to it with sub-pixel correction.
    pub setup_subpixel: u32,
    /// How pixels are found.
    pub walker: Walker,
    /// Clocks between a row's last pixel and the next row's first, where rows are spans.
    pub row_gap: u32,
    /// What overlaps.
    pub overlap: Overlap,
    /// Pixels of a row that every stage, from the walker to the combiners, takes in a clock: 1 or 2.
    pub lanes: u32,
    /// Pixels issued and not retired.
    pub pending: u32,
    /// Pixels that wait for their reads, in order.
    pub join: u32,
    /// Pixels between the pipe and the combiners.
    pub output: u32,
    /// A texture unit's reorder buffer.
    pub rob: u32,
    /// FBI's colour read cache.
    pub color: CacheConfig,
    /// FBI's auxiliary read cache.
    pub aux: CacheConfig,
    /// A texture unit's cache.
    pub texture: CacheConfig,
    /// Lines that each write combiner gathers at a time.
    pub gathers: u32,
    /// Lines that each write combiner drains at a time.
    pub drains: u32,
    /// How much a fill writes in a clock.
    pub fill: Filling,
    /// Pixels across of the strips that a fill goes down one after the other; 0: it goes along whole
    /// rows.
    pub fill_strip: u32,
    /// How much of an upload a write to texture memory carries.
    pub upload: Grain,
    /// The memory.
    pub memory: MemoryConfig,
    /// Whether scan-out shares the memory port.
    pub scan_out: bool,
    /// Beats that scan-out reads at a time.
    pub scan_out_beats: u32,
}
