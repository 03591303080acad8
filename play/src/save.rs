//! Saved positions: the card's state and the player's place, for going on in another process.
//!
//! A file is a magic number, a version, then a zstd frame. The card's state inside is the board's
//! own format with its own version, the same for every engine. A position belongs to the trace that
//! was played: the header and the digest of all records that have begun are compared on resuming.

use serde::{Deserialize, Serialize};
use sst1_board::BoardConfig;
use sst1_facts::Profile;
use sst1_vood::{Header, Trace};

use crate::packed::{self, Unpacked};
use crate::summary::RefusalRow;
use crate::{EngineKind, PlayError, Player, ProfileChoice, ResumeError, Setup, Tally};

/// Version of saved positions that this build writes and reads.
pub const SAVE_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"AIM-PLAY";
/// Most bytes that a body unpacks to: the largest board with three full texture caches has half.
const MOST_BYTES: u64 = 512 << 20;

#[derive(Serialize, Deserialize)]
struct Saved {
    header: Vec<u8>,
    fingerprint: [u8; 32],
    profile: ProfileChoice,
    tmus: Option<u32>,
    vsync: bool,
    /// Records that had begun, and how often the last of them is still to be executed.
    begun: u64,
    left: u32,
    tally: Tally,
    refusals: Vec<RefusalRow>,
    card: Vec<u8>,
}

impl Player {
    /// The position after the last [`advance`](Self::advance), as bytes; `None` without
    /// [`Setup::fingerprint`].
    ///
    /// # Errors
    /// When the card's state cannot be encoded, or packing fails.
    pub fn save(&self) -> Result<Option<Vec<u8>>, PlayError> {
        let Some(fingerprint) = self.cursor.fingerprint() else { return Ok(None) };
        let saved = Saved {
            header: comparable(self.reader().header()),
            fingerprint,
            profile: self.setup.profile.clone(),
            tmus: self.setup.tmus,
            vsync: self.setup.vsync,
            begun: self.cursor.begun(),
            left: self.left,
            tally: self.tally,
            refusals: self.refusals(),
            card: self.device.save()?,
        };
        packed::pack(MAGIC, SAVE_VERSION, &saved).map(Some).map_err(PlayError::Pack)
    }

    /// A player that goes on with `trace` where [`save`](Self::save) was called, with the settings
    /// it had then; the budget is a new one. Reads the trace up to there.
    ///
    /// # Errors
    /// When the bytes are no saved position of a known version, or of another trace.
    pub fn resume(
        trace: Trace,
        engine: EngineKind,
        bytes: &[u8],
        budget: Option<u64>,
    ) -> Result<Self, PlayError> {
        let saved = unpack(bytes)?;
        let header = comparable(trace.reader.header());
        if saved.header != header {
            return Err(ResumeError::OtherHeader.into());
        }
        let mut device = engine.card(BoardConfig::default(), Profile::default())?;
        device.load(&saved.card)?;
        let setup = Setup {
            profile: saved.profile,
            tmus: saved.tmus,
            vsync: saved.vsync,
            budget,
            fingerprint: true,
        };
        let mut player = Self::at_start(device, trace, setup);
        let last = player.cursor.skip_to(saved.begun)?;
        let (wanted, found) = (saved.begun, player.cursor.begun());
        if found < wanted {
            return Err(ResumeError::TraceShort { wanted, found }.into());
        }
        // All of it is left where a read waits for a swap.
        let fits = last.is_none_or(|(record, _)| saved.left <= record.count);
        if player.cursor.fingerprint() != Some(saved.fingerprint) || found > wanted || !fits {
            return Err(ResumeError::OtherRecords { records: wanted }.into());
        }
        if let Some((record, position)) = last {
            player.resume_at(record, position, saved.left);
        }
        player.tally = Tally { work: 0, ..saved.tally };
        player.earlier = saved.refusals;
        player.report_place();
        Ok(player)
    }
}

/// The header's bytes without the number of records, which is unknown while a trace is written.
fn comparable(header: &Header) -> Vec<u8> {
    Header { entry_count: 0, ..*header }.to_bytes().to_vec()
}

fn unpack(bytes: &[u8]) -> Result<Saved, ResumeError> {
    match packed::unpack(MAGIC, SAVE_VERSION, MOST_BYTES, bytes) {
        Unpacked::Body(saved) => Ok(saved),
        Unpacked::Magic => Err(ResumeError::Magic),
        Unpacked::Version(found) => Err(ResumeError::Version { found }),
        Unpacked::Damaged(reason) => Err(ResumeError::Body(reason)),
    }
}
