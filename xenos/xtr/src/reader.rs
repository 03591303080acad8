//! Reading a stream of records, one by one.
//!
//! Tolerated: any order of records, any addresses of packets and buffers, any padding, unknown
//! events. Errors: everything in [`Fault`].

use base_trace::{Source, TraceError, TraceKind};

use crate::body::{Stored, stored};
use crate::bytes::u32_at;
use crate::pieces::{NoPiece, PIECE_BYTES, Rest};
use crate::{
    BufferStart, EDRAM_BYTES, Encoding, Fault, GAMMA_BYTES, GammaRamp, HEADER_BYTES, Header,
    MAX_BUFFER_WORDS, MAX_PACKET_WORDS, MAX_REGISTERS, MEMORY_BYTES, Memory, PacketStart, Record,
    RecordKind, Registers, TraceEvent, Values, XtrError,
};

/// The longest fixed part.
const FIXED: usize = 24;

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its index, from 0.
    pub index: u64,
    /// Its byte offset in the decompressed content.
    pub offset: u64,
}

/// A record with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Where it stands.
    pub position: Position,
    /// How its body is stored, for those types that say so.
    pub encoding: Option<Encoding>,
    /// It goes on with the memory record that the entry before began: records of more than
    /// [`PIECE_BYTES`] come in pieces, which write the same as the whole. All of them have the place
    /// of the record. If one cannot be had, those before it were given already.
    pub continues: bool,
    /// What it is.
    pub record: Record<'a>,
}

/// A reader of a trace. Short packets and raw bodies are shown where the source buffered them.
#[derive(Debug)]
pub struct Reader {
    source: Source,
    header: Header,
    /// The bytes of the record shown last, which the source still holds.
    shown: usize,
    /// Where the record shown last stands, and where the next one does.
    next: Position,
    /// Bodies as stored, when they are too long for the source's buffer.
    long: Vec<u8>,
    /// Bodies unpacked.
    unpacked: Vec<u8>,
    /// The memory record of which not everything was given, its type and encoding, and where the
    /// record behind it stands.
    rest: Option<(Rest, RecordKind, Encoding, Position)>,
    snappy: Snappy,
}

/// The decompressor, which cannot be printed.
struct Snappy(snap::raw::Decoder);

impl std::fmt::Debug for Snappy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Snappy")
    }
}

impl Reader {
    /// Reads and checks the header of a trace that begins where `source` stands.
    pub fn new(mut source: Source) -> Result<Self, XtrError> {
        let offset = source.offset();
        let error = |source| XtrError::Source { record: None, source };
        let malformed = |fault| XtrError::Malformed { offset, record: None, fault };
        let available = source.fill(HEADER_BYTES).map_err(error)?;
        let kind = TraceKind::of(available);
        // A trace of another version has its commit in the same place.
        let mut as_known = available.get(..TraceKind::PREFIX).unwrap_or_default().to_vec();
        if let Some(version) = as_known.first_chunk_mut() {
            *version = crate::VERSION.to_le_bytes();
        }
        if kind != TraceKind::Xtr && TraceKind::of(&as_known) != TraceKind::Xtr {
            return Err(XtrError::NotXtr { found: kind });
        }
        let Some(bytes) = available.first_chunk() else {
            let (wanted, found) = (HEADER_BYTES as u64, available.len() as u64);
            return Err(malformed(Fault::Truncated { wanted, found }));
        };
        let header = Header::from_bytes(bytes).map_err(malformed)?;
        source.consume(HEADER_BYTES);
        let next = Position { index: 0, offset: source.offset() };
        let snappy = Snappy(snap::raw::Decoder::new());
        let (long, unpacked) = (Vec::new(), Vec::new());
        Ok(Self { source, header, shown: 0, next, long, unpacked, rest: None, snappy })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the next record stands.
    pub fn position(&self) -> Position {
        self.next
    }

    /// The source, for its progress and containers.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Gives the source back, for its digest.
    pub fn into_source(self) -> Source {
        self.source
    }

    /// The next record, or `None` at the end. After an error there is nothing more to be read:
    /// further calls give errors.
    pub fn next_record(&mut self) -> Result<Option<Entry<'_>>, XtrError> {
        self.source.consume(std::mem::take(&mut self.shown));
        if let Some((rest, _, _, behind)) = &self.rest {
            if rest.left > 0 {
                return self.piece(true).map(Some);
            }
            self.next = *behind;
            self.rest = None;
        }
        let position = self.next;
        let (offset, record) = (position.offset, Some(position.index));
        let error = |source| XtrError::Source { record, source };
        let malformed = |fault| XtrError::Malformed { offset, record, fault };
        // The fixed part is copied: the body is asked for by what it says.
        let available = self.source.fill(FIXED).map_err(error)?;
        if available.is_empty() {
            return Ok(None);
        }
        let mut fixed = [0; FIXED];
        let found = available.len().min(FIXED);
        fixed[..found].copy_from_slice(&available[..found]);
        let wanted = fixed_part(&fixed[..found]).map_err(malformed)?;
        let body = Body::of(wanted, &fixed).map_err(malformed)?;

        let (fixed_bytes, body_bytes) = (wanted.fixed_bytes(), body.stored_bytes());
        if let Body::Stored(Stored { encoding, encoded, decoded }) = body
            && matches!(wanted, RecordKind::MemoryRead | RecordKind::MemoryWrite)
            && decoded > PIECE_BYTES
        {
            self.source.consume(fixed_bytes);
            let rest = Rest::new(u32_at(&fixed, 4), decoded, encoded, encoding, fixed_bytes);
            let offset = offset + (fixed_bytes + body_bytes) as u64;
            let behind = Position { index: position.index + 1, offset };
            self.rest = Some((rest, wanted, encoding, behind));
            return self.piece(false).map(Some);
        }
        let piece = stored(&mut self.source, fixed_bytes, body_bytes, &mut self.long);
        let piece = piece.map_err(error)?.map_err(|found| {
            let wanted = (fixed_bytes + body_bytes) as u64;
            malformed(Fault::Truncated { wanted, found })
        })?;
        self.shown = piece.consume;
        let end = offset + (fixed_bytes + body_bytes) as u64;
        let Self { unpacked, snappy: Snappy(snappy), .. } = self;
        let (encoding, bytes) = match body {
            Body::Words(_) => (None, piece.bytes),
            Body::Stored(stored) => {
                let bytes = stored.unpack(piece.bytes, unpacked, snappy).map_err(malformed)?;
                (Some(stored.encoding), bytes)
            }
        };
        self.next = Position { index: position.index + 1, offset: end };
        let record = wanted.with(&fixed, bytes);
        Ok(Some(Entry { position, encoding, continues: false, record }))
    }

    /// The next piece of the memory record that was begun.
    fn piece(&mut self, continues: bool) -> Result<Entry<'_>, XtrError> {
        let position = self.next;
        let (offset, record) = (position.offset, Some(position.index));
        let Some((rest, kind, encoding, _)) = &mut self.rest else {
            return Err(XtrError::Malformed { offset, record, fault: Fault::Snappy });
        };
        let memory = rest.next(&mut self.source).map_err(|no| match no {
            NoPiece::Source(source) => XtrError::Source { record, source },
            NoPiece::Fault(fault) => XtrError::Malformed { offset, record, fault },
        })?;
        let record = match kind {
            RecordKind::MemoryWrite => Record::MemoryWrite(memory),
            _ => Record::MemoryRead(memory),
        };
        Ok(Entry { position, encoding: Some(*encoding), continues, record })
    }

    /// Hands every record that is left to `each`.
    pub fn for_each(&mut self, mut each: impl FnMut(Entry<'_>)) -> Result<(), XtrError> {
        while let Some(entry) = self.next_record()? {
            each(entry);
        }
        Ok(())
    }

    /// Gives the source back standing behind the record shown last, with what was read so far.
    pub fn finish(mut self) -> Result<base_trace::Stored, TraceError> {
        self.source.consume(std::mem::take(&mut self.shown));
        self.source.finish()
    }
}

/// The type of a record of which at least one byte is there, if its fixed part is there whole.
fn fixed_part(bytes: &[u8]) -> Result<RecordKind, Fault> {
    let cut = |wanted: usize| Fault::Truncated { wanted: wanted as u64, found: bytes.len() as u64 };
    if bytes.len() < 4 {
        return Err(cut(4));
    }
    let code = u32_at(bytes, 0);
    let kind = RecordKind::of(code).ok_or(Fault::UnknownRecord { code })?;
    let wanted = kind.fixed_bytes();
    if bytes.len() < wanted { Err(cut(wanted)) } else { Ok(kind) }
}

/// What follows the fixed part.
enum Body {
    /// So many words as they are.
    Words(u32),
    /// Something with an encoding.
    Stored(Stored),
}

impl Body {
    /// What the fixed part of a record says, checked.
    fn of(kind: RecordKind, fixed: &[u8]) -> Result<Self, Fault> {
        let word = |at| u32_at(fixed, at);
        Ok(match kind {
            RecordKind::PrimaryBufferEnd
            | RecordKind::IndirectBufferEnd
            | RecordKind::PacketEnd
            | RecordKind::Event => Self::Words(0),
            RecordKind::PrimaryBufferStart | RecordKind::IndirectBufferStart => match word(8) {
                count @ 0..=MAX_BUFFER_WORDS => Self::Words(count),
                found => return Err(Fault::BufferWords { found }),
            },
            RecordKind::PacketStart => match word(8) {
                count @ 1..=MAX_PACKET_WORDS => Self::Words(count),
                found => return Err(Fault::PacketWords { found }),
            },
            RecordKind::MemoryRead | RecordKind::MemoryWrite => {
                let (base, bytes) = (word(4), word(16));
                if base as u64 + bytes as u64 > MEMORY_BYTES as u64 {
                    return Err(Fault::OutsideMemory { base, bytes });
                }
                Self::Stored(Stored::new(word(8), word(12), bytes)?)
            }
            RecordKind::EdramSnapshot => Self::Stored(Stored::new(word(4), word(8), EDRAM_BYTES)?),
            RecordKind::Registers => match word(8) {
                count @ 0..=MAX_REGISTERS => {
                    Self::Stored(Stored::new(word(16), word(20), count * 4)?)
                }
                found => return Err(Fault::RegisterCount { found }),
            },
            RecordKind::GammaRamp => Self::Stored(Stored::new(word(8), word(12), GAMMA_BYTES)?),
        })
    }

    fn stored_bytes(&self) -> usize {
        match self {
            Self::Words(count) => *count as usize * 4,
            Self::Stored(stored) => stored.encoded as usize,
        }
    }
}

impl RecordKind {
    /// The record of a checked fixed part and its body.
    fn with<'a>(self, fixed: &[u8; FIXED], body: &'a [u8]) -> Record<'a> {
        let word = |at| u32_at(fixed, at);
        match self {
            Self::PrimaryBufferStart => {
                Record::PrimaryBufferStart(BufferStart { base: word(4), words: body })
            }
            Self::PrimaryBufferEnd => Record::PrimaryBufferEnd,
            Self::IndirectBufferStart => {
                Record::IndirectBufferStart(BufferStart { base: word(4), words: body })
            }
            Self::IndirectBufferEnd => Record::IndirectBufferEnd,
            Self::PacketStart => Record::PacketStart(PacketStart { base: word(4), words: body }),
            Self::PacketEnd => Record::PacketEnd,
            Self::MemoryRead => Record::MemoryRead(Memory { base: word(4), bytes: body }),
            Self::MemoryWrite => Record::MemoryWrite(Memory { base: word(4), bytes: body }),
            Self::EdramSnapshot => Record::EdramSnapshot(body),
            Self::Event => Record::Event(TraceEvent::of(word(4))),
            Self::Registers => Record::Registers(Registers {
                first: word(4),
                execute_callbacks: fixed[12] != 0,
                values: Values::new(body),
            }),
            Self::GammaRamp => {
                Record::GammaRamp(GammaRamp { component: fixed[4], values: Values::new(body) })
            }
        }
    }
}

#[cfg(test)]
mod tests;
