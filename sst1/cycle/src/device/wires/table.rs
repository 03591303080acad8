//! Which wires there are.

use sst1_board::Device;

use super::super::Cycle;
use super::Names;
use crate::arbiter::slot;
use crate::cache::ReadCache;
use crate::combiner::WriteCombiner;
use crate::port::Client;
use crate::stall::Cause;
use crate::tmu::Tmu;

/// A number at a clock's start, of the card or of a texture unit.
type Level = fn(&Cycle, usize) -> usize;
/// How often something has happened so far.
type Count = fn(&Cycle, usize) -> u64;

/// What a row is, and where its values come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Whether something stood there, and how often it was taken.
    Handshake { valid: Level, taken: Count },
    /// A number.
    Level { width: u32, of: Level },
    /// How often something happened.
    Count { width: u32, of: Count },
    /// A number of the clock that ended, with names.
    Named { width: u32, get: Level, of: Names },
}

impl Kind {
    /// Level and count.
    pub(super) fn look(&self, card: &Cycle, unit: usize) -> (u32, u64) {
        match self {
            Self::Handshake { valid, taken } => (valid(card, unit) as u32, taken(card, unit)),
            Self::Level { of, .. } => (of(card, unit) as u32, 0),
            Self::Count { of, .. } => (0, of(card, unit)),
            Self::Named { get, .. } => (get(card, unit) as u32, 0),
        }
    }
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The block; `#` stands for a texture unit's number.
    pub(super) block: &'static str,
    /// The wire's name, without `_valid` and `_ready`.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) kind: Kind,
}

const fn shake(block: &'static str, name: &'static str, valid: Level, taken: Count) -> Row {
    Row { block, name, kind: Kind::Handshake { valid, taken } }
}

const fn level(block: &'static str, name: &'static str, width: u32, of: Level) -> Row {
    Row { block, name, kind: Kind::Level { width, of } }
}

const fn count(block: &'static str, name: &'static str, width: u32, of: Count) -> Row {
    Row { block, name, kind: Kind::Count { width, of } }
}

/// Requests of a client that memory took.
fn taken(card: &Cycle, client: Client) -> u64 {
    card.memory.counts.by_slot[slot(client)]
}

fn cause(value: u32) -> &'static str {
    Cause::ALL.get(value as usize).map_or("?", |cause| cause.name())
}

/// Rows of a read cache; those of texture units begin with number `$first`.
macro_rules! cache {
    ($block:literal, $first:literal) => {
        [
            shake(
                $block,
                "request",
                |card, unit| {
                    usize::from(cache(card, $first + unit).is_some_and(ReadCache::requests))
                },
                |card, unit| cache(card, $first + unit).map_or(0, |cache| cache.counts.requests),
            ),
            count($block, "lookups", 2, |card, unit| {
                cache(card, $first + unit).map_or(0, |c| c.counts.lookups)
            }),
            count($block, "hits", 2, |card, unit| {
                cache(card, $first + unit).map_or(0, |c| c.counts.hits)
            }),
            count($block, "misses", 2, |card, unit| {
                cache(card, $first + unit).map_or(0, |c| c.counts.misses)
            }),
            count($block, "replays", 2, |card, unit| {
                cache(card, $first + unit).map_or(0, |c| c.counts.replays)
            }),
            count($block, "beats", 9, |card, unit| {
                cache(card, $first + unit).map_or(0, |c| c.counts.beats)
            }),
            level($block, "found", 1, |card, unit| {
                usize::from(cache(card, $first + unit).is_some_and(|cache| cache.found().is_some()))
            }),
            level($block, "waiting", 13, |card, unit| {
                cache(card, $first + unit).map_or(0, ReadCache::waiting)
            }),
            level($block, "fills", 5, |card, unit| {
                cache(card, $first + unit).map_or(0, |cache| cache.filling() as usize)
            }),
        ]
    };
}

/// Rows of a write combiner.
macro_rules! combiner {
    ($block:literal, $field:ident, $client:expr) => {
        [
            shake(
                $block,
                "request",
                |card, _| usize::from(card.fbi.$field.requests()),
                |card, _| taken(card, $client),
            ),
            count($block, "updates", 4, |card, _| card.fbi.$field.counts.updates),
            level($block, "lines", 13, |card, _| WriteCombiner::lines(&card.fbi.$field)),
        ]
    };
}

/// A read cache by number: colour, auxiliary, and those of the texture units.
fn cache(card: &Cycle, number: usize) -> Option<&ReadCache> {
    match number {
        0 => Some(&card.fbi.color),
        1 => Some(&card.fbi.aux),
        _ => card.tmus.get(number - 2).map(|tmu| &tmu.cache),
    }
}

/// Pixels that left the issue registers.
fn dispatched(card: &Cycle, _: usize) -> u64 {
    card.fbi.counts.issued - card.fbi.looks(card.now).issue as u64
}

static FRONT: [Row; 8] = [
    count("front", "host_writes", 2, |card, _| card.counts.writes),
    level("front", "host_waits", 1, |card, _| usize::from(card.blocked())),
    level("front", "fifo", 13, |card, _| card.fifo.len()),
    // Writes that go around the FIFO pass it while it is empty.
    shake(
        "front",
        "pop",
        |card, _| usize::from(card.fifo.head().is_some()),
        |card, _| card.counts.writes - card.fifo.len() as u64,
    ),
    shake(
        "front",
        "command",
        |card, _| usize::from(card.command.is_some()),
        |card, _| card.counts.commands,
    ),
    shake(
        "front",
        "upload",
        |card, _| usize::from(card.uploads.request(card.now).is_some()),
        |card, _| (0..3).map(|unit| taken(card, Client::Upload(unit))).sum(),
    ),
    level("front", "swap_pending", 1, |card, _| {
        usize::from(card.card.state().video.pending.is_some())
    }),
    Row {
        block: "front",
        name: "cause",
        kind: Kind::Named { width: 5, get: |card, _| card.stalls.last() as usize, of: cause },
    },
];

static FBI: [Row; 14] = [
    level("fbi", "commands", 4, |card, _| card.fbi.looks(card.now).commands),
    level("fbi", "setup", 1, |card, _| usize::from(card.fbi.looks(card.now).setup)),
    level("fbi", "walk", 1, |card, _| usize::from(card.fbi.looks(card.now).walk)),
    count("fbi", "candidates", 2, |card, _| card.fbi.counts.candidates),
    count("fbi", "covered", 2, |card, _| card.fbi.counts.issued),
    shake("fbi", "issue", |card, _| usize::from(card.fbi.looks(card.now).issue > 0), dispatched),
    count("fbi", "dispatched", 2, dispatched),
    level("fbi", "join", 13, |card, _| card.fbi.looks(card.now).join),
    shake(
        "fbi",
        "join_head",
        |card, _| usize::from(card.fbi.looks(card.now).join > 0),
        |card, _| card.fbi.counts.join_done,
    ),
    count("fbi", "joined", 2, |card, _| card.fbi.counts.join_done),
    level("fbi", "pipe", 13, |card, _| card.fbi.looks(card.now).pipe),
    shake(
        "fbi",
        "retire",
        |card, _| usize::from(card.fbi.looks(card.now).leaving),
        |card, _| card.fbi.counts.retired,
    ),
    count("fbi", "retired", 2, |card, _| card.fbi.counts.retired),
    level("fbi", "pending", 13, |card, _| card.fbi.looks(card.now).pending as usize),
];

static DIRECT: [Row; 2] = [
    level("fbi", "direct", 1, |card, _| usize::from(card.fbi.looks(card.now).direct)),
    shake(
        "fbi",
        "lfb_read",
        |card, _| usize::from(card.fbi.lfb_read().is_some()),
        |card, _| taken(card, Client::LfbRead),
    ),
];

static MEMORY: [Row; 5] = [
    count("memory", "requests", 4, |card, _| card.memory.counts.requests),
    count("memory", "writes", 4, |card, _| card.memory.counts.writes),
    level("memory", "reads_under_way", 16, |card, _| {
        let counts = &card.memory.counts;
        (counts.requests - counts.writes).saturating_sub(counts.lasts) as usize
    }),
    level("memory", "writes_under_way", 1, |card, _| usize::from(!card.memory.writes_idle())),
    level("memory", "beats", 9, |card, _| card.memory.beats().len()),
];

static VIDEO: [Row; 1] = [shake(
    "video",
    "request",
    |card, _| usize::from(card.video.request().is_some()),
    |card, _| taken(card, Client::Video),
)];

static TMU: [Row; 5] = [
    count("tmu#", "samples", 2, |card, unit| card.tmus.get(unit).map_or(0, |t| t.counts.samples)),
    level("tmu#", "stages", 4, |card, unit| card.tmus.get(unit).map_or(0, Tmu::coming)),
    level("tmu#", "buffer", 13, |card, unit| card.tmus.get(unit).map_or(0, Tmu::buffered)),
    shake(
        "tmu#",
        "result",
        |card, unit| usize::from(card.tmus.get(unit).is_some_and(|t| t.result(card.now).is_some())),
        |card, unit| card.tmus.get(unit).map_or(0, |t| t.counts.results),
    ),
    count("tmu#", "results", 2, |card, unit| card.tmus.get(unit).map_or(0, |t| t.counts.results)),
];

static COLOR_CACHE: [Row; 9] = cache!("color_cache", 0);
static AUX_CACHE: [Row; 9] = cache!("aux_cache", 1);
static TEXTURE_CACHE: [Row; 9] = cache!("tmu#_cache", 2);
static COLOR_WRITES: [Row; 3] = combiner!("color_combiner", color_writes, Client::ColorWrite);
static AUX_WRITES: [Row; 3] = combiner!("aux_combiner", aux_writes, Client::AuxWrite);

/// The card's own rows.
pub(super) fn card() -> impl Iterator<Item = &'static Row> {
    let parts: [&'static [Row]; 9] = [
        &FRONT,
        &FBI,
        &DIRECT,
        &COLOR_CACHE,
        &AUX_CACHE,
        &COLOR_WRITES,
        &AUX_WRITES,
        &MEMORY,
        &VIDEO,
    ];
    parts.into_iter().flatten()
}

/// Those of each texture unit.
pub(super) fn unit() -> impl Iterator<Item = &'static Row> {
    let parts: [&'static [Row]; 2] = [&TMU, &TEXTURE_CACHE];
    parts.into_iter().flatten()
}
