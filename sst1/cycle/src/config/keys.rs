//! A configuration's keys: the fields by name, with a line about each.
//!
//! For: setting, reading and listing them from a command line or a sweep.
//! Not for: what values make sense together; that is the check's.

use super::{
    Config, ConfigError, DdrConfig, EdoConfig, Filling, Grain, Index, MemoryConfig, Walker,
};

/// Why a key could not be set.
enum Fault {
    /// What values are possible.
    Wants(&'static str),
    /// The memory that is configured has no such key.
    Elsewhere,
}

/// A key.
#[derive(Clone, Copy)]
pub struct Key {
    /// `pci_fifo`, `texture.fills`, ...
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    get: fn(&Config) -> Option<String>,
    set: fn(&mut Config, &str) -> Result<(), Fault>,
}

/// A field's type as text.
trait Text: Sized {
    const WANTS: &'static str;
    fn read(text: &str) -> Option<Self>;
    fn text(&self) -> String;
}

macro_rules! number {
    ($type:ty) => {
        impl Text for $type {
            const WANTS: &'static str = "a number";
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
            fn text(&self) -> String {
                self.to_string()
            }
        }
    };
}
number!(u32);
number!(u64);

impl Text for bool {
    const WANTS: &'static str = "true or false";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Text for Index {
    const WANTS: &'static str = "bits or folded";
    fn read(text: &str) -> Option<Self> {
        match text {
            "bits" => Some(Self::Bits),
            "folded" => Some(Self::Folded),
            _ => None,
        }
    }
    fn text(&self) -> String {
        match self {
            Self::Bits => "bits",
            Self::Folded => "folded",
        }
        .to_owned()
    }
}

impl Text for Filling {
    const WANTS: &'static str = "word, pair or beat";
    fn read(text: &str) -> Option<Self> {
        match text {
            "word" => Some(Self::Word),
            "pair" => Some(Self::Pair),
            "beat" => Some(Self::Beat),
            _ => None,
        }
    }
    fn text(&self) -> String {
        match self {
            Self::Word => "word",
            Self::Pair => "pair",
            Self::Beat => "beat",
        }
        .to_owned()
    }
}

impl Text for Grain {
    const WANTS: &'static str = "word or beat";
    fn read(text: &str) -> Option<Self> {
        match text {
            "word" => Some(Self::Word),
            "beat" => Some(Self::Beat),
            _ => None,
        }
    }
    fn text(&self) -> String {
        match self {
            Self::Word => "word",
            Self::Beat => "beat",
        }
        .to_owned()
    }
}

impl Text for Walker {
    const WANTS: &'static str = "box or spans";
    fn read(text: &str) -> Option<Self> {
        match text {
            "box" => Some(Self::Box),
            "spans" => Some(Self::Spans),
            _ => None,
        }
    }
    fn text(&self) -> String {
        match self {
            Self::Box => "box",
            Self::Spans => "spans",
        }
        .to_owned()
    }
}

/// Which memory; setting it takes the figures of the preset that has this kind.
impl Text for MemoryConfig {
    const WANTS: &'static str = "ddr, ideal, edo or port";
    fn read(text: &str) -> Option<Self> {
        match text {
            "ddr" => Some(Self::Ddr(DdrConfig::zsst())),
            "ideal" => Some(Self::Ideal),
            "edo" => Some(Self::Edo(EdoConfig::sst1())),
            "port" => Some(Self::kv260()),
            _ => None,
        }
    }
    fn text(&self) -> String {
        self.name().to_owned()
    }
}

fn put<T: Text>(field: Option<&mut T>, text: &str) -> Result<(), Fault> {
    let field = field.ok_or(Fault::Elsewhere)?;
    *field = T::read(text).ok_or(Fault::Wants(T::WANTS))?;
    Ok(())
}

/// A key of a field that is always there.
macro_rules! key {
    ($name:expr, $($field:ident).+, $about:expr) => {
        Key {
            name: $name,
            about: $about,
            get: |config| Some(config.$($field).+.text()),
            set: |config, text| put(Some(&mut config.$($field).+), text),
        }
    };
}

/// A key of fields that some memories have.
macro_rules! memory {
    ($name:expr, $about:expr, $($pattern:pat => $field:expr),+) => {
        Key {
            name: $name,
            about: $about,
            get: |config| match &config.memory {
                $($pattern => Some($field.text()),)+
                _ => None,
            },
            set: |config, text| match &mut config.memory {
                $($pattern => put(Some(&mut $field), text),)+
                _ => Err(Fault::Elsewhere),
            },
        }
    };
}

/// The keys of a cache.
macro_rules! cache {
    ($cache:ident $(, $more:expr)*) => {
        [
            key!(concat!(stringify!($cache), ".bytes"), $cache.bytes, "bytes in all"),
            key!(concat!(stringify!($cache), ".line"), $cache.line, "bytes of a line"),
            key!(concat!(stringify!($cache), ".ways"), $cache.ways, "lines a set"),
            key!(
                concat!(stringify!($cache), ".index"),
                $cache.index,
                "how an address chooses its set: bits or folded"
            ),
            key!(concat!(stringify!($cache), ".fills"), $cache.fills, "line fills at a time"),
            key!(
                concat!(stringify!($cache), ".fills_per_clock"),
                $cache.fills_per_clock,
                "fills that may begin in a clock"
            ),
            key!(concat!(stringify!($cache), ".waits"), $cache.waits, "lookups that may wait"),
            key!(
                concat!(stringify!($cache), ".window"),
                $cache.window,
                "waiting lookups that may be replayed (texture only; else 1)"
            ),
            key!(
                concat!(stringify!($cache), ".prefetch"),
                $cache.prefetch,
                "lines ahead that a demand also asks for; 0: none"
            ),
            key!(
                concat!(stringify!($cache), ".ahead"),
                $cache.ahead,
                "whether tags run ahead of data, in order"
            ),
            $($more,)*
        ]
    };
}

use MemoryConfig::{Ddr, Edo, Port};

static BOARD: &[Key] = &[
    key!("hertz", hertz, "clocks a second"),
    key!("pci_fifo", pci_fifo, "entries of the PCI FIFO"),
    key!("host_clocks", host_clocks, "clocks from one host write to the next, at least"),
    key!("host_hundredths", host_hundredths, "hundredths of a clock more from one to the next"),
    key!("setup", setup, "clocks of triangle set-up"),
    key!("setup_subpixel", setup_subpixel, "added to it with sub-pixel correction"),
    key!("walker", walker, "how pixels are found: box or spans"),
    key!("row_gap", row_gap, "spans: clocks between a row's last pixel and the next one's first"),
    key!("overlap.commands", overlap.commands, "whether drawing commands overlap"),
    key!("overlap.depth", overlap.depth, "commands accepted and not finished"),
    key!(
        "overlap.setup",
        overlap.setup,
        "whether set-up goes on while the triangle before is walked"
    ),
    key!("lanes", lanes, "pixels of a row that every stage takes in a clock: 1 or 2"),
    key!("pending", pending, "pixels issued and not retired"),
    key!("join", join, "pixels that wait for their reads"),
    key!("output", output, "pixels between pipe and combiners"),
    key!("rob", rob, "a texture unit's reorder buffer"),
    key!("gathers", gathers, "lines that each write combiner gathers at a time"),
    key!("drains", drains, "lines that each write combiner drains at a time"),
    key!("fill", fill, "what a fill writes in a clock: word, pair or beat"),
    key!("fill_strip", fill_strip, "pixels across of the strips of a fill; 0: whole rows"),
    key!("upload", upload, "what a write of an upload carries: word or beat"),
    key!("scan_out", scan_out, "whether scan-out shares the memory"),
    key!("scan_out_beats", scan_out_beats, "beats that scan-out reads at a time"),
];

static COLOR: &[Key] =
    &cache!(color, key!("color.coherent", color.coherent, "whether lines stay between commands"));
static AUX: &[Key] =
    &cache!(aux, key!("aux.coherent", aux.coherent, "whether lines stay between commands"));
static TEXTURE: &[Key] = &cache!(texture);

static MEMORY: &[Key] = &[
    key!(
        "memory",
        memory,
        "which memory: ddr, ideal, edo (the original card's) or port (the KV260's)"
    ),
    memory!("memory.slots", "ddr: reads under way at a time", Ddr(ddr) => ddr.slots),
    memory!(
        "memory.latency",
        "ddr: clocks to readiness, at least; port: hundredths of a clock to the first beat",
        Ddr(ddr) => ddr.latency,
        Port { latency, .. } => *latency
    ),
    memory!("memory.jitter", "ddr: up to this many clocks more", Ddr(ddr) => ddr.jitter),
    memory!("memory.period", "ddr: one read in this many waits long", Ddr(ddr) => ddr.period),
    memory!("memory.long", "ddr: how many clocks longer", Ddr(ddr) => ddr.long),
    memory!(
        "memory.writes",
        "ddr: writes queued at a time; edo: writes that a path holds",
        Ddr(ddr) => ddr.writes,
        Edo(edo) => edo.writes
    ),
    memory!("memory.write_service", "ddr: clocks a write takes", Ddr(ddr) => ddr.write_service),
    memory!("memory.reorder", "ddr: whether the newest ready read goes first", Ddr(ddr) => ddr.reorder),
    memory!("memory.row", "edo: clocks from a new row to data", Edo(edo) => edo.row),
    memory!("memory.column", "edo: clocks between accesses to an open page", Edo(edo) => edo.column),
    memory!("memory.banks", "edo: banks that interleave", Edo(edo) => edo.banks),
    memory!("memory.page", "edo: bytes of a bank's page", Edo(edo) => edo.page),
    memory!("memory.tile", "edo: pixels across of a page's tile; 0: linear", Edo(edo) => edo.tile),
    memory!("memory.halves", "edo: whether colours and depths have a half of FBI's path each", Edo(edo) => edo.halves),
    memory!("memory.turnaround", "edo: clocks to turn a path around", Edo(edo) => edo.turnaround),
    memory!("memory.queue", "edo: reads that a path holds", Edo(edo) => edo.queue),
    memory!("memory.burst", "edo: writes that go before reads, together", Edo(edo) => edo.burst),
    memory!("memory.beat", "port: hundredths of a clock a beat", Port { beat, .. } => *beat),
];

/// All keys, in the order in which a list shows them.
pub fn keys() -> impl Iterator<Item = &'static Key> {
    [BOARD, COLOR, AUX, TEXTURE, MEMORY].into_iter().flatten()
}

impl Config {
    /// Sets a key. `-` may stand for `_`.
    ///
    /// # Errors
    /// Names an unknown key (with the one that may have been meant), a value that cannot be read,
    /// and a key of another memory.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let plain = super::settings::plain(name);
        let Some(key) = keys().find(|key| key.name == plain) else {
            let suggestion =
                super::nearest::nearest(&plain, "texture.", keys().map(|key| key.name));
            return Err(ConfigError::UnknownKey { key: name.to_owned(), suggestion });
        };
        (key.set)(self, value.trim()).map_err(|fault| match fault {
            Fault::Wants(wants) => {
                ConfigError::Value { key: key.name, value: value.to_owned(), wants }
            }
            Fault::Elsewhere => {
                ConfigError::Elsewhere { key: key.name, memory: self.memory.name() }
            }
        })
    }

    /// Sets `key=value`.
    ///
    /// # Errors
    /// As [`set`](Self::set); and text without `=`.
    pub fn assign(&mut self, text: &str) -> Result<(), ConfigError> {
        let (key, value) =
            text.split_once('=').ok_or_else(|| ConfigError::Assignment(text.to_owned()))?;
        self.set(key, value)
    }

    /// The value of a key as [`set`](Self::set) reads it; `None` for an unknown key and for one of
    /// another memory.
    pub fn get(&self, name: &str) -> Option<String> {
        keys().find(|key| key.name == name).and_then(|key| (key.get)(self))
    }
}
