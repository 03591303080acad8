//! What a trace holds, counted.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use xenos_front::{Counts, Ignore};
use xenos_pm4::Kind;
use xenos_xtr::{Encoding, Entry, Record, RecordKind, XtrError};

use super::XtrPlayer;
use crate::RefusalRow;

/// What is told of every trace; as JSON exactly this.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct XtrInfo {
    /// `xtr`.
    pub kind: &'static str,
    /// Frames that ended; the rule is [`xenos_front::Event::ends_frame`].
    pub frames: u64,
    /// Swaps executed.
    pub swaps: u64,
    /// Draws, without copies and without those whose packets were skipped.
    pub draws: u64,
    /// Copies out of EDRAM.
    pub copies: u64,
    /// Packets by kind.
    pub packets: PacketCounts,
}

/// Packets by kind, skipped ones too: the four types first, then opcodes by number. Kinds that do not
/// occur are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PacketCounts(pub Vec<(&'static str, u64)>);

impl Serialize for PacketCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, count) in &self.0 {
            map.serialize_entry(name, count)?;
        }
        map.end()
    }
}

impl PacketCounts {
    fn of(counts: &Counts) -> Self {
        let (opcodes, types): (Vec<_>, Vec<_>) =
            counts.kinds().partition(|(kind, _)| kind.opcode().is_some());
        let named = |(kind, count): (Kind, u64)| (kind.name(), count);
        Self(types.into_iter().chain(opcodes).map(named).collect())
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

impl XtrInfo {
    /// What was played so far.
    pub fn of(player: &XtrPlayer) -> Self {
        let counts = player.processor().counts();
        Self {
            kind: "xtr",
            frames: counts.frames(),
            swaps: counts.swaps,
            draws: counts.draws,
            copies: counts.copies,
            packets: PacketCounts::of(counts),
        }
    }
}

/// What is told to people besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XtrDetails {
    /// Records by type, in the order of their numbers.
    pub records: BTreeMap<&'static str, u64>,
    /// Bodies stored as Snappy.
    pub compressed: u64,
    /// Bytes of memory that packets read, as recorded.
    pub memory_bytes: u64,
    /// The deepest nesting of buffers; 1 is the ring alone.
    pub depth: u32,
    /// Packets skipped by predication.
    pub predicated_off: u64,
    /// Copies that clear.
    pub clears: u64,
    /// Distinct programs, as they were loaded.
    pub programs: usize,
    /// What was refused.
    pub refusals: Vec<RefusalRow>,
}

impl XtrDetails {
    /// Plays a trace to its end, or to a fault, and counts.
    pub fn count(player: &mut XtrPlayer) -> (Self, Result<(), XtrError>) {
        let mut details = Self::default();
        let end = loop {
            match player.step_seen(Ignore, |entry, _| details.add(entry)) {
                Ok(true) => details.depth = details.depth.max(player.depth()),
                Ok(false) => break Ok(()),
                Err(fault) => break Err(fault),
            }
        };
        let processor = player.processor();
        let counts = processor.counts();
        details.predicated_off = counts.predicated_off;
        details.clears = counts.clears;
        details.programs = processor.shaders().len();
        details.refusals = processor.refusals().rows().map(RefusalRow::from).collect();
        (details, end)
    }

    fn add(&mut self, entry: &Entry<'_>) {
        if !entry.continues {
            *self.records.entry(entry.record.kind().name()).or_default() += 1;
        }
        let compressed = entry.encoding == Some(Encoding::Snappy) && !entry.continues;
        self.compressed += u64::from(compressed);
        if let Record::MemoryRead(memory) = &entry.record {
            self.memory_bytes += memory.bytes.len() as u64;
        }
    }

    /// Records by type, in the order of the types' numbers.
    pub fn records(&self) -> impl Iterator<Item = (&'static str, u64)> {
        RecordKind::ALL.into_iter().filter_map(|kind| {
            let name = kind.name();
            self.records.get(name).map(|count| (name, *count))
        })
    }
}
