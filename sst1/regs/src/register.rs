//! One row of the register table, as a type.
//!
//! For: what can be said of a register without making it do anything: name, place, class, format,
//! source and confidence. Not for: the rows, which are in `table`, nor the meaning of fields,
//! which is in `words`.
//!
//! Facts: the columns of the SST-1 specification 1.61's memory map.

use base_word::{Confidence, Field};

/// The specification, as cited by most rows.
pub(crate) const SPECIFICATION: &str = "SST-1 specification 1.61";

/// One register, or an array of consecutive registers with one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The name in the field's own spelling.
    pub name: &'static str,
    /// Byte offset inside the 1 KiB register block; a multiple of 4.
    pub offset: u32,
    /// Words of an array; otherwise 1.
    pub words: u32,
    /// Byte offset in the alternate map, for the registers that take part in it.
    pub alternate: Option<u32>,
    /// Who may read and write.
    pub access: Access,
    /// Writes are queued in the PCI FIFO.
    pub fifo: bool,
    /// A queued write waits for the pixel pipeline to drain before it is loaded.
    pub sync: bool,
    /// The chips that hold the register.
    pub chips: Chips,
    /// How a word of it is read.
    pub format: Format,
    /// The part of the card it belongs to.
    pub block: Block,
    /// Where the facts stand: a section of the register digest (`sst1-zsst-z486.md`).
    pub section: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// How well the row is known.
    pub confidence: Confidence,
    /// What the register is for.
    pub meaning: &'static str,
    /// Where other implementations differ from the row, or what is known beyond the source; may
    /// be empty.
    pub note: &'static str,
}

/// Who may read and write a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Writes are accepted and ignored.
    ReadOnly,
    /// Reads give no defined value.
    WriteOnly,
    /// Both.
    ReadWrite,
}

impl Access {
    /// Whether a read gives a defined value.
    pub const fn reads(self) -> bool {
        matches!(self, Self::ReadOnly | Self::ReadWrite)
    }

    /// Whether a write has an effect.
    pub const fn writes(self) -> bool {
        matches!(self, Self::WriteOnly | Self::ReadWrite)
    }

    /// As the tables print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "R",
            Self::WriteOnly => "W",
            Self::ReadWrite => "RW",
        }
    }
}

/// A set of chips: FBI and the texture units, the latter taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chips(u8);

impl Chips {
    /// The frame buffer interface.
    pub const FBI: Self = Self(1);
    /// Each texture unit.
    pub const TREX: Self = Self(2);
    /// Both kinds.
    pub const FBI_TREX: Self = Self(3);

    /// Whether every chip of `other` is in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set in the encoding of an address's chip field: bit 0 FBI, bits 3:1 TREX 0 to 2.
    pub const fn select_mask(self) -> u32 {
        let fbi = self.0 as u32 & 1;
        let trex = if self.contains(Self::TREX) { 0xE } else { 0 };
        fbi | trex
    }

    /// As the tables print it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "FBI",
            2 => "TREX",
            _ => "FBI+TREX",
        }
    }
}

/// How a word of a register is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Named fields.
    Word(&'static [Field]),
    /// A two's complement number in the low `bits`, of which `fraction` follow the point.
    Fixed {
        /// Bits before the point, sign included.
        integer: u32,
        /// Bits after the point.
        fraction: u32,
        /// Bits of the word that count; the rest is ignored.
        bits: u32,
    },
    /// An IEEE single, converted into the fixed register at offset `of`.
    Float {
        /// Offset of the fixed register.
        of: u32,
    },
    /// A write of any value acts; the fields, if any, say how.
    Command(&'static [Field]),
    /// A counter of 24 bits.
    Counter24,
    /// An NCC table: four words of luminance, then eight of chrominance.
    Ncc {
        /// Fields of words 0 to 3.
        luma: &'static [Field],
        /// Fields of words 4 to 11.
        chroma: &'static [Field],
    },
    /// A word without fields.
    Raw32,
}

/// The parts of the card that registers are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// Triangle parameters.
    Triangle,
    /// The pixel pipeline's state, commands and counters.
    Pixel,
    /// Initialisation and video.
    Video,
    /// The texture units.
    Texture,
}

impl Block {
    /// Every block, in the order of offsets.
    pub const ALL: [Self; 4] = [Self::Triangle, Self::Pixel, Self::Video, Self::Texture];

    /// As a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Triangle => "Triangle parameters",
            Self::Pixel => "Pixel pipeline: state, commands, counters",
            Self::Video => "Initialisation and video",
            Self::Texture => "Texture units",
        }
    }

    const fn section(self) -> &'static str {
        match self {
            Self::Triangle => "4.2",
            Self::Pixel => "4.3",
            Self::Video => "4.4",
            Self::Texture => "4.5",
        }
    }
}

impl Register {
    /// A row with everything but its name, offset and meaning: documented, write only, on `chips`.
    pub(crate) const fn row(block: Block, chips: Chips, format: Format) -> Self {
        Self {
            name: "",
            offset: 0,
            words: 1,
            alternate: None,
            access: Access::WriteOnly,
            fifo: !matches!(block, Block::Video),
            sync: false,
            chips,
            format,
            block,
            section: block.section(),
            source: SPECIFICATION,
            confidence: Confidence::Documented,
            meaning: "",
            note: "",
        }
    }

    pub(crate) const fn read_write(self) -> Self {
        Self { access: Access::ReadWrite, ..self }
    }

    pub(crate) const fn read_only(self) -> Self {
        Self { access: Access::ReadOnly, fifo: false, ..self }
    }

    pub(crate) const fn sync(self) -> Self {
        Self { sync: true, ..self }
    }

    pub(crate) const fn words(self, words: u32) -> Self {
        Self { words, ..self }
    }

    pub(crate) const fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    pub(crate) const fn inferred(self, source: &'static str) -> Self {
        Self { confidence: Confidence::Inferred, source, ..self }
    }

    /// The offset behind the register's last word.
    pub const fn end(&self) -> u32 {
        self.offset + 4 * self.words
    }

    /// Whether the register decides pixels: triangle parameters, the pixel pipeline's state and
    /// commands, and the texture units; not status, counters, initialisation or video.
    pub const fn draws(&self) -> bool {
        !matches!(self.block, Block::Video)
            && !matches!(self.format, Format::Counter24)
            && !matches!(self.access, Access::ReadOnly)
            && self.offset != crate::table::offset::STATUS
    }

    /// The fields of the array's `word` (0 for a single register); empty where the format has
    /// none.
    pub const fn fields(&self, word: u32) -> &'static [Field] {
        match self.format {
            Format::Word(fields) | Format::Command(fields) => fields,
            Format::Ncc { luma, chroma } => {
                if word < 4 {
                    luma
                } else {
                    chroma
                }
            }
            Format::Fixed { .. } | Format::Float { .. } | Format::Counter24 | Format::Raw32 => &[],
        }
    }
}
