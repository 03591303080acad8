//! Saved positions: the card's state and the player's place, for going on in another process.
//!
//! A file is a magic number, a version, then a zstd frame. The card's state inside is the board's
//! own format with its own version, the same for every engine. A position belongs to the trace that
//! was played: the header and the digest of all records that have begun are compared on resuming.

use std::io::{Cursor as Bytes, Read, Write};

use serde::{Deserialize, Serialize};
use sst1_board::BoardConfig;
use sst1_facts::Profile;
use sst1_vood::{Header, Trace};

use crate::summary::RefusalRow;
use crate::{EngineKind, PlayError, Player, ProfileChoice, ResumeError, Setup, Tally};

/// Version of saved positions that this build writes and reads.
pub const SAVE_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"AIM-PLAY";
const LEVEL: i32 = 3;
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
        let body = postcard::to_extend(&saved, Vec::new())
            .map_err(|error| PlayError::Pack(std::io::Error::other(error)))?;
        let packed = pack(&body).map_err(PlayError::Pack)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(SAVE_VERSION.to_le_bytes());
        bytes.extend(packed);
        Ok(Some(bytes))
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

/// A zstd frame with a checksum: a damaged position is noticed.
fn pack(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.write_all(body)?;
    encoder.finish()
}

fn unpack(bytes: &[u8]) -> Result<Saved, ResumeError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(ResumeError::Magic)?;
    let (version, packed) = rest.split_first_chunk().ok_or(ResumeError::Magic)?;
    let found = u32::from_le_bytes(*version);
    if found != SAVE_VERSION {
        return Err(ResumeError::Version { found });
    }
    let damaged = |error: std::io::Error| ResumeError::Body(error.to_string());
    let mut body = Vec::new();
    let decoder = zstd::Decoder::new(Bytes::new(packed)).map_err(damaged)?;
    let unpacked = decoder.take(MOST_BYTES + 1).read_to_end(&mut body).map_err(damaged)?;
    if unpacked as u64 > MOST_BYTES {
        return Err(ResumeError::Body(format!("it unpacks to more than {MOST_BYTES} bytes")));
    }
    postcard::from_bytes(&body).map_err(|error| ResumeError::Body(error.to_string()))
}
