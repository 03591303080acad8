//! An instruction of a program's second part: 96 bits.

use serde::{Deserialize, Serialize};

use crate::alu::Alu;
use crate::codes::FetchOpcode;
use crate::fetch::{TextureFetch, VertexFetch};
use crate::part::Layout;

/// An instruction that an exec runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "instruction", rename_all = "kebab-case")]
pub enum Instruction {
    /// A vector and a scalar operation.
    Alu(Alu),
    /// A vertex fetch.
    VertexFetch(VertexFetch),
    /// A texture fetch, or an instruction of the texture unit.
    TextureFetch(TextureFetch),
}

/// Three dwords as one number, the first lowest.
fn joined(words: [u32; 3]) -> u128 {
    words.iter().rev().fold(0, |bits, word| bits << 32 | u128::from(*word))
}

impl Instruction {
    /// The instruction of three dwords. Whether it is a fetch is not in them; the exec says it.
    pub fn from_words(words: [u32; 3], fetch: bool) -> Self {
        let bits = joined(words);
        if !fetch {
            Self::Alu(Alu::from_bits(bits))
        } else if words[0] & 0x1F == u32::from(FetchOpcode::Vertex.code()) {
            Self::VertexFetch(VertexFetch::from_bits(bits))
        } else {
            Self::TextureFetch(TextureFetch::from_bits(bits))
        }
    }

    /// Its three dwords.
    pub fn to_words(&self) -> [u32; 3] {
        let bits = match self {
            Self::Alu(alu) => alu.to_bits(),
            Self::VertexFetch(fetch) => fetch.to_bits(),
            Self::TextureFetch(fetch) => fetch.to_bits(),
        };
        [bits as u32, (bits >> 32) as u32, (bits >> 64) as u32]
    }

    /// Whether it is a fetch.
    pub const fn is_fetch(&self) -> bool {
        !matches!(self, Self::Alu(_))
    }

    /// The same dwords, as another exec sees them.
    #[must_use]
    pub fn seen_as(&self, fetch: bool) -> Self {
        if self.is_fetch() == fetch { *self } else { Self::from_words(self.to_words(), fetch) }
    }

    /// Whether every field's value fits into its bits.
    pub fn fits(&self) -> bool {
        match self {
            Self::Alu(alu) => alu.fits(),
            Self::VertexFetch(fetch) => fetch.fits(),
            Self::TextureFetch(fetch) => fetch.fits() && fetch.opcode != FetchOpcode::Vertex,
        }
    }

    /// The predicate's value that it needs, if it is predicated.
    pub fn predicate(&self) -> Option<bool> {
        let (predicated, condition) = match self {
            Self::Alu(alu) => (alu.predicated, alu.predicate_condition),
            Self::VertexFetch(fetch) => (fetch.predicated, fetch.predicate_condition),
            Self::TextureFetch(fetch) => (fetch.predicated, fetch.predicate_condition),
        };
        predicated.then_some(condition)
    }

    /// The first reserved field that is not clear.
    pub fn reserved_set(&self) -> Option<(&'static str, u32)> {
        match self {
            Self::Alu(alu) => alu.reserved_set(),
            Self::VertexFetch(fetch) => fetch.reserved_set(),
            Self::TextureFetch(fetch) => fetch.reserved_set(),
        }
    }

    /// The instruction without what has no effect; see the three types.
    #[must_use]
    pub fn normalized(&self) -> Self {
        match self {
            Self::Alu(alu) => Self::Alu(alu.normalized()),
            Self::VertexFetch(fetch) => Self::VertexFetch(fetch.normalized()),
            Self::TextureFetch(fetch) => Self::TextureFetch(fetch.normalized()),
        }
    }
}
