//! The records, as a reader gives them and a writer takes them.

use crate::bytes::u32_at;

/// Physical memory of the console, and so the longest memory record.
pub const MEMORY_BYTES: u32 = 0x2000_0000;
/// Content of an EDRAM snapshot: 2,048 tiles of 80x16 samples of 32 bits.
pub const EDRAM_BYTES: u32 = 10 * 1024 * 1024;
/// Content of a gamma ramp: 256 words of the table, then 128 entries of three words.
pub const GAMMA_BYTES: u32 = 256 * 4 + 128 * 3 * 4;
/// The longest packet: a header and 16,384 words of payload.
pub const MAX_PACKET_WORDS: u32 = 1 + (1 << 14);
/// The longest command buffer: an indirect buffer's length has 20 bits. Known recorders store none.
pub const MAX_BUFFER_WORDS: u32 = 1 << 20;
/// The most values of a register record: more than any register file holds.
pub const MAX_REGISTERS: u32 = 1 << 16;

/// The twelve record types, by their number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum RecordKind {
    /// The ring runs on.
    PrimaryBufferStart = 0,
    /// The ring's part ends.
    PrimaryBufferEnd = 1,
    /// An indirect buffer begins.
    IndirectBufferStart = 2,
    /// An indirect buffer ends.
    IndirectBufferEnd = 3,
    /// A packet.
    PacketStart = 4,
    /// The packet runs.
    PacketEnd = 5,
    /// Memory that the GPU reads.
    MemoryRead = 6,
    /// Memory after the GPU wrote it.
    MemoryWrite = 7,
    /// All of EDRAM.
    EdramSnapshot = 8,
    /// A swap.
    Event = 9,
    /// Values of registers.
    Registers = 10,
    /// The display's gamma ramps.
    GammaRamp = 11,
}

impl RecordKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::PrimaryBufferStart,
        Self::PrimaryBufferEnd,
        Self::IndirectBufferStart,
        Self::IndirectBufferEnd,
        Self::PacketStart,
        Self::PacketEnd,
        Self::MemoryRead,
        Self::MemoryWrite,
        Self::EdramSnapshot,
        Self::Event,
        Self::Registers,
        Self::GammaRamp,
    ];

    /// The kind of a number.
    pub fn of(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }

    /// Bytes before the body, the number included.
    pub const fn fixed_bytes(self) -> usize {
        match self {
            Self::PrimaryBufferEnd | Self::IndirectBufferEnd | Self::PacketEnd => 4,
            Self::Event => 8,
            Self::PrimaryBufferStart
            | Self::IndirectBufferStart
            | Self::PacketStart
            | Self::EdramSnapshot => 12,
            Self::GammaRamp => 16,
            Self::MemoryRead | Self::MemoryWrite => 20,
            Self::Registers => 24,
        }
    }

    /// The name as Xenia's sources have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PrimaryBufferStart => "PrimaryBufferStart",
            Self::PrimaryBufferEnd => "PrimaryBufferEnd",
            Self::IndirectBufferStart => "IndirectBufferStart",
            Self::IndirectBufferEnd => "IndirectBufferEnd",
            Self::PacketStart => "PacketStart",
            Self::PacketEnd => "PacketEnd",
            Self::MemoryRead => "MemoryRead",
            Self::MemoryWrite => "MemoryWrite",
            Self::EdramSnapshot => "EdramSnapshot",
            Self::Event => "Event",
            Self::Registers => "Registers",
            Self::GammaRamp => "GammaRamp",
        }
    }
}

/// How a body is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As it is.
    Raw,
    /// One Snappy block without framing.
    Snappy,
}

impl Encoding {
    /// The number in the file.
    pub const fn code(self) -> u32 {
        match self {
            Self::Raw => 0,
            Self::Snappy => 1,
        }
    }
}

/// A record, its body decompressed. Two records are equal when a player cannot tell them apart:
/// how the body was stored, and the padding, do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// The ring runs on at an address.
    PrimaryBufferStart(BufferStart<'a>),
    /// That part of the ring ends.
    PrimaryBufferEnd,
    /// An indirect buffer begins.
    IndirectBufferStart(BufferStart<'a>),
    /// An indirect buffer ends.
    IndirectBufferEnd,
    /// A packet: to be stored, and run at its end.
    PacketStart(PacketStart<'a>),
    /// The packet that began last, if none ended since, runs.
    PacketEnd,
    /// Memory that the pending packet reads, as the processor left it.
    MemoryRead(Memory<'a>),
    /// Memory after the pending packet wrote it.
    MemoryWrite(Memory<'a>),
    /// All of EDRAM, [`EDRAM_BYTES`], in EDRAM order.
    EdramSnapshot(&'a [u8]),
    /// Something happened.
    Event(TraceEvent),
    /// Values of consecutive registers.
    Registers(Registers<'a>),
    /// Both gamma ramps.
    GammaRamp(GammaRamp<'a>),
}

/// A part of the ring or an indirect buffer begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferStart<'a> {
    /// Physical address.
    pub base: u32,
    /// Its words, big-endian. Xenia's writer stores none.
    pub words: &'a [u8],
}

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketStart<'a> {
    /// Physical address of its header.
    pub base: u32,
    /// Its words, big-endian, header first; a multiple of four bytes.
    pub words: &'a [u8],
}

/// A piece of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory<'a> {
    /// Physical address.
    pub base: u32,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// What an event record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// The frame ends.
    Swap,
    /// A number that is not known; players pass over it.
    Unknown(u32),
}

impl TraceEvent {
    /// The event of a number.
    pub const fn of(code: u32) -> Self {
        if code == 0 { Self::Swap } else { Self::Unknown(code) }
    }

    /// The number.
    pub const fn code(self) -> u32 {
        match self {
            Self::Swap => 0,
            Self::Unknown(code) => code,
        }
    }
}

/// Values of consecutive registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers<'a> {
    /// The first register.
    pub first: u32,
    /// Whether each value is to be written with the register's side effects.
    pub execute_callbacks: bool,
    /// The values.
    pub values: Values<'a>,
}

/// The display's gamma ramps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GammaRamp<'a> {
    /// The component that the next sequential write goes to: 0 red, 1 green, 2 blue.
    pub component: u8,
    /// [`GAMMA_BYTES`] as words: 256 of the table (blue in bits 0 to 9, green 10 to 19, red 20 to
    /// 29), then 128 times red, green and blue of the piecewise-linear ramp.
    pub values: Values<'a>,
}

/// Little-endian words as they lie in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Values<'a>(&'a [u8]);

impl<'a> Values<'a> {
    /// The words in `bytes`; an incomplete last one does not count.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(&bytes[..bytes.len() & !3])
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.len() / 4
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// One of them.
    pub fn get(self, at: usize) -> Option<u32> {
        (at < self.len()).then(|| u32_at(self.0, at * 4))
    }

    /// All of them in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + 'a {
        self.0.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word))
    }

    /// Their bytes.
    pub fn bytes(self) -> &'a [u8] {
        self.0
    }
}

impl std::fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Record<'_> {
    /// Its type.
    pub const fn kind(&self) -> RecordKind {
        match self {
            Self::PrimaryBufferStart(_) => RecordKind::PrimaryBufferStart,
            Self::PrimaryBufferEnd => RecordKind::PrimaryBufferEnd,
            Self::IndirectBufferStart(_) => RecordKind::IndirectBufferStart,
            Self::IndirectBufferEnd => RecordKind::IndirectBufferEnd,
            Self::PacketStart(_) => RecordKind::PacketStart,
            Self::PacketEnd => RecordKind::PacketEnd,
            Self::MemoryRead(_) => RecordKind::MemoryRead,
            Self::MemoryWrite(_) => RecordKind::MemoryWrite,
            Self::EdramSnapshot(_) => RecordKind::EdramSnapshot,
            Self::Event(_) => RecordKind::Event,
            Self::Registers(_) => RecordKind::Registers,
            Self::GammaRamp(_) => RecordKind::GammaRamp,
        }
    }
}
