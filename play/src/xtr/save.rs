//! Saved positions in `.xtr` traces, for going on in another process.
//!
//! A file is a magic number, a version, then a zstd frame. Registers, ramps, bins, programs, memory
//! and open buffers are the records that a trimmed trace would begin with; EDRAM and queries are the
//! renderer's own state, with its own version. A position belongs to the trace that was played: the
//! digest of all records up to there is compared on resuming.

use std::sync::Arc;

use base_refusal::Place;
use base_trace::{Options, Source};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use xenos_front::{Carried, Counts, Ignore, PreludeError, Processor, TraceFeed};
use xenos_memory::GuestMemory;
use xenos_pm4::Kind;
use xenos_renderer::{LoadError, Renderer};
use xenos_xtr::{Compression, Header, Reader, Record, WriteError, Writer, XtrError};

use super::kept::Kept;
use super::rendering::Earlier;
use crate::packed::{self, Unpacked};
use crate::xtr::{Rendering, XtrPlayer};

/// Version of saved positions that this build writes and reads.
pub const XTR_SAVE_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"AIM-XTRP";
/// Most bytes that a body unpacks to: all of memory, EDRAM, and room for the rest.
const MOST_BYTES: u64 = 640 << 20;

/// Whatever is counted stays far below: sums of what a position claims never overflow.
const MOST_COUNTED: u64 = 1 << 56;

/// A position that cannot be saved or gone on from.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The trace is malformed or cannot be read.
    #[error(transparent)]
    Trace(#[from] XtrError),
    /// The state cannot be written as records.
    #[error("cannot save the position")]
    Prelude(#[from] PreludeError),
    /// A record of it cannot be written.
    #[error("cannot save the position")]
    Write(#[from] WriteError),
    /// The position cannot be packed.
    #[error("cannot pack the saved position")]
    Pack(#[source] std::io::Error),
    /// The bytes do not start like a saved position.
    #[error("not a saved position of an .xtr trace: it does not start with AIM-XTRP")]
    Magic,
    /// Written by another version.
    #[error("saved position of version {found}; this build knows version {XTR_SAVE_VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// The body cannot be unpacked or decoded.
    #[error("the saved position is damaged: {0}")]
    Body(String),
    /// The renderer's state in it cannot be loaded.
    #[error("the saved position is damaged")]
    Renderer(#[from] LoadError),
    /// The trace ends before the saved position.
    #[error(
        "the position was saved in another trace: it is at record {wanted}, this trace has {found}"
    )]
    TraceShort {
        /// Records played when the position was saved.
        wanted: u64,
        /// Records there are.
        found: u64,
    },
    /// Header or records before the saved position are others.
    #[error(
        "the position was saved in another trace: the header or the first {records} records differ \
         from those that were played"
    )]
    OtherRecords {
        /// Records compared.
        records: u64,
    },
}

/// What was counted, by name, so that a list of kinds may grow.
#[derive(Serialize, Deserialize)]
struct SavedCounts {
    packets: Vec<(String, u64)>,
    draws: u64,
    copies: u64,
    clears: u64,
    swaps: u64,
    predicated_off: u64,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    fingerprint: [u8; 32],
    /// Records played.
    records: u64,
    /// A trace that makes the processor's state.
    prelude: Vec<u8>,
    counts: SavedCounts,
    fences: u32,
    marked: u64,
    earlier: Earlier,
    renderer: Vec<u8>,
}

impl SavedCounts {
    fn of(counts: &Counts) -> Self {
        let Counts { draws, copies, clears, swaps, predicated_off, .. } = *counts;
        let packets = counts.kinds().map(|(kind, count)| (kind.name().to_owned(), count));
        Self { packets: packets.collect(), draws, copies, clears, swaps, predicated_off }
    }

    fn restored(self) -> Result<Counts, PositionError> {
        let mut counts = Counts::default();
        for (name, count) in self.packets {
            let unknown = || PositionError::Body(format!("no packet is called {name}"));
            counts.set(Kind::by_name(&name).ok_or_else(unknown)?, count);
        }
        let Self { draws, copies, clears, swaps, predicated_off, .. } = self;
        let all = counts.kinds().map(|(_, count)| count);
        if all.chain([draws, copies, clears, swaps, predicated_off]).any(|n| n > MOST_COUNTED) {
            return Err(PositionError::Body("it has counted more than can be".to_owned()));
        }
        (counts.draws, counts.copies, counts.clears) = (draws, copies, clears);
        (counts.swaps, counts.predicated_off) = (swaps, predicated_off);
        Ok(counts)
    }
}

impl<R: Renderer> Rendering<R> {
    /// The position after the last step, as bytes; `None` unless made by [`Rendering::keeping`] or
    /// [`Rendering::resume`].
    ///
    /// # Errors
    /// When the state cannot be written as records, or packing fails.
    pub fn save(&self) -> Result<Option<Vec<u8>>, PositionError> {
        let player = self.player();
        let Some(kept) = player.kept() else { return Ok(None) };
        let header = Header::new(0);
        let mut writer = Writer::new(Vec::new(), &header, Compression::Raw)?;
        let mut each = |record: &Record<'_>| Ok(writer.record(record)?);
        player.processor().prelude::<PositionError>(None, &kept.open, &mut each)?;
        let (prelude, _) = writer.finish()?;
        let Carried { counts, fences, marked } = player.feed().carried();
        let saved = Saved {
            fingerprint: kept.fingerprint(),
            records: player.place().record,
            prelude,
            counts: SavedCounts::of(&counts),
            fences,
            marked,
            earlier: self.so_far(),
            renderer: self.renderer().save(),
        };
        packed::pack(MAGIC, XTR_SAVE_VERSION, &saved).map(Some).map_err(PositionError::Pack)
    }

    /// Goes on with `reader`'s trace where [`save`](Self::save) was called. Reads the trace up to
    /// there.
    ///
    /// # Errors
    /// When the bytes are no saved position of a known version, or of another trace.
    pub fn resume(
        mut reader: Reader,
        bytes: &[u8],
        make: impl FnOnce(Arc<GuestMemory>) -> R,
    ) -> Result<Self, PositionError> {
        let saved: Saved = match packed::unpack(MAGIC, XTR_SAVE_VERSION, MOST_BYTES, bytes) {
            Unpacked::Body(saved) => saved,
            Unpacked::Magic => return Err(PositionError::Magic),
            Unpacked::Version(found) => return Err(PositionError::Version { found }),
            Unpacked::Damaged(reason) => return Err(PositionError::Body(reason)),
        };
        let mut kept = Kept::new(reader.header());
        while reader.position().index < saved.records {
            let found = reader.position().index;
            match reader.next_record()? {
                Some(entry) => kept.see(&entry),
                None => return Err(PositionError::TraceShort { wanted: saved.records, found }),
            }
        }
        if kept.fingerprint() != saved.fingerprint {
            return Err(PositionError::OtherRecords { records: saved.records });
        }
        let feed = restored(saved.prelude)?;
        let mut player = XtrPlayer::resumed(reader, feed, kept);
        let (counts, fences, marked) = (saved.counts.restored()?, saved.fences, saved.marked);
        player.feed_mut().resume(Carried { counts, fences, marked });
        let mut renderer = make(player.shared_memory());
        renderer.load(&saved.renderer)?;
        let place = player.place();
        renderer.at(Place::of_record(place.record, place.offset, place.frame));
        Ok(Self::going_on(player, renderer, saved.earlier))
    }
}

/// A feed in the state that a prelude makes.
fn restored(prelude: Vec<u8>) -> Result<TraceFeed, PositionError> {
    let damaged = |error: &dyn std::error::Error| PositionError::Body(error.to_string());
    let options = Options::default().with_sha256(false);
    let source = Source::from_bytes(prelude, options).map_err(|error| damaged(&error))?;
    let mut reader = Reader::new(source).map_err(|error| damaged(&error))?;
    let mut feed = TraceFeed::new(Processor::new(Arc::new(GuestMemory::new())));
    while let Some(entry) = reader.next_record().map_err(|error| damaged(&error))? {
        feed.record(&entry, &mut Ignore);
    }
    Ok(feed)
}
