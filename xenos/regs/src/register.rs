//! One row of the register table, as a type.
//!
//! For: what can be said of a register without making it do anything.
//! Not for: the rows, which are in `table`, nor the meaning of fields, which is in `words`.

use base_word::{Confidence, Field, Word};

/// Where most names come from.
pub(crate) const XENIA_TABLE: &str = "Xenia register_table.inc";
/// Where most fields come from.
pub(crate) const XENIA_WORDS: &str = "Xenia registers.h";
/// Fields that only the sibling's description has.
pub(crate) const MESA: &str = "Mesa a2xx.xml";
/// Registers that the sibling has too.
pub(crate) const MESA_COMMON: &str = "Mesa adreno_common.xml";
/// The display's fields.
pub(crate) const M56: &str = "AMD RRG-216M56 by Xenia";
/// Accesses that an emulator answers.
pub(crate) const XENIA_MMIO: &str = "Xenia graphics_system.cc";

/// One register, or a range of registers with one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Index of the first; byte offset / 4.
    pub index: u16,
    /// How many; 1 unless it is a range.
    pub count: u16,
    /// The name in the field's own spelling; of a range the part before the numbers; empty where
    /// nobody has a name for it.
    pub name: &'static str,
    /// How the names of a range are made.
    pub naming: Naming,
    /// The part of the chip it belongs to.
    pub block: Group,
    /// How a word of it is read.
    pub format: Format,
    /// What a write does beside storing the word.
    pub effect: SideEffect,
    /// Whether it can change a pixel, by what any source knows.
    pub pixel: bool,
    /// What it is for; may be empty.
    pub meaning: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// How well the row is known.
    pub confidence: Confidence,
    /// What is known beyond the meaning; may be empty.
    pub note: &'static str,
}

/// How the names of a range are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// One register, one name.
    One,
    /// Constant number and component: `SHADER_CONSTANT_012_X`.
    Alu,
    /// Texture slot and dword: `SHADER_CONSTANT_FETCH_03_5`.
    Fetch,
    /// First and last boolean: `SHADER_CONSTANT_BOOL_032_063`.
    Bool,
    /// Number: `SHADER_CONSTANT_LOOP_07`.
    Loop,
}

/// How a word of a register is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// By fields.
    Fields(&'static [Field]),
    /// As a 32-bit float.
    Float,
    /// As an address in bytes.
    Address,
    /// As a part of a fetch constant, which is a texture's or vertices' by its own type field.
    Fetch,
    /// As 32 bits without known parts.
    Raw,
}

/// What a write does beside storing the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideEffect {
    /// Nothing.
    None,
    /// The command processor goes on to this place of the ring.
    RingWritePointer,
    /// The word is also stored in memory if the mask has this scratch register's bit.
    ScratchWriteBack(u8),
    /// The command processor waits.
    WaitUntil,
    /// A coherency request starts: bit 31 is set until it is done.
    Coherency,
    /// The gamma table's index is set, its component counter reset.
    LutIndex,
    /// One component of the 256-entry gamma table is written.
    LutSequential,
    /// One component of the piecewise-linear gamma table is written.
    LutPiecewiseLinear,
    /// One entry of the 256-entry gamma table is written.
    Lut30,
    /// An event starts.
    EventInitiator,
    /// A draw starts; written by draw packets, and nobody has seen it written otherwise.
    DrawInitiator,
    /// An index of an immediate draw; no implementation takes it.
    ImmediateData,
    /// What was fetched by fetch constants is forgotten.
    FetchFlush,
}

/// The part of the chip that a register belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Command processor, bus, memory, coherency.
    System,
    /// Performance counters.
    Counters,
    /// Display.
    Display,
    /// Surfaces and scissors.
    Surface,
    /// Vertex grouper: draws, indices, tessellation.
    Vertex,
    /// Primitive assembly and scan conversion.
    Setup,
    /// Sequencer.
    Sequencer,
    /// Render backend.
    Backend,
    /// Copies out of EDRAM.
    Copy,
    /// Constants of shaders.
    Constants,
}

impl Group {
    /// All of them, in the document's order.
    pub const ALL: [Self; 10] = [
        Self::System,
        Self::Display,
        Self::Surface,
        Self::Vertex,
        Self::Setup,
        Self::Sequencer,
        Self::Backend,
        Self::Copy,
        Self::Constants,
        Self::Counters,
    ];

    /// The document's heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::System => "Command processor and system",
            Self::Counters => "Performance counters",
            Self::Display => "Display",
            Self::Surface => "Surfaces and scissors",
            Self::Vertex => "Vertex grouper",
            Self::Setup => "Primitive assembly",
            Self::Sequencer => "Sequencer",
            Self::Backend => "Render backend",
            Self::Copy => "Copies out of EDRAM",
            Self::Constants => "Shader constants",
        }
    }
}

impl Register {
    /// A documented register without fields, side effect or effect on a pixel.
    pub(crate) const fn of(block: Group) -> Self {
        Self {
            index: 0,
            count: 1,
            name: "",
            naming: Naming::One,
            block,
            format: Format::Raw,
            effect: SideEffect::None,
            pixel: false,
            meaning: "",
            source: XENIA_TABLE,
            confidence: Confidence::Documented,
            note: "",
        }
    }

    pub(crate) const fn word<W: Word>(self) -> Self {
        Self { format: Format::Fields(W::FIELDS), source: XENIA_WORDS, ..self }
    }

    pub(crate) const fn float(self) -> Self {
        Self { format: Format::Float, ..self }
    }

    pub(crate) const fn address(self) -> Self {
        Self { format: Format::Address, ..self }
    }

    pub(crate) const fn pixel(self) -> Self {
        Self { pixel: true, ..self }
    }

    pub(crate) const fn effect(self, effect: SideEffect) -> Self {
        Self { effect, ..self }
    }

    pub(crate) const fn by(self, source: &'static str) -> Self {
        Self { source, ..self }
    }

    pub(crate) const fn inferred(self) -> Self {
        Self { confidence: Confidence::Inferred, ..self }
    }

    pub(crate) const fn guessed(self) -> Self {
        Self { confidence: Confidence::Guessed, ..self }
    }

    pub(crate) const fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// The fields of a word, if they are typed; of fetch constants none, since they depend on the
    /// constant's own type.
    pub const fn fields(&self) -> &'static [Field] {
        match self.format {
            Format::Fields(fields) => fields,
            Format::Float | Format::Address | Format::Fetch | Format::Raw => &[],
        }
    }

    /// Whether a word's parts are typed: fields, a float, an address, or a fetch constant.
    pub const fn is_typed(&self) -> bool {
        !matches!(self.format, Format::Raw)
    }

    /// Index of the last.
    pub const fn last(&self) -> u16 {
        self.index + (self.count - 1)
    }
}
