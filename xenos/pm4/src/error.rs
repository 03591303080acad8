//! What can be wrong with a packet.

use thiserror::Error;

use crate::Kind;

/// Why no packet could be made of dwords. Each knows how many dwords the packet takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PacketError {
    /// There is nothing at this place.
    #[error("no packet at dword {at}: the stream has {len}")]
    End {
        /// The place, in dwords.
        at: usize,
        /// How many dwords there are.
        len: usize,
    },
    /// The packet is longer than what is there.
    #[error("{kind} at dword {at}: header {header:08X} asks for {need} dwords, {have} are there")]
    Truncated {
        /// The place, in dwords.
        at: usize,
        /// The packet's kind.
        kind: Kind,
        /// Its header.
        header: u32,
        /// How many dwords the header asks for, itself included.
        need: usize,
        /// How many are there.
        have: usize,
    },
    /// The packet is whole, but shorter than its opcode needs.
    #[error("{kind} at dword {at}: {have} payload dwords, {need} are needed")]
    Short {
        /// The place, in dwords.
        at: usize,
        /// The packet's kind.
        kind: Kind,
        /// How many payload dwords the opcode needs.
        need: usize,
        /// How many the packet has.
        have: usize,
    },
}

impl PacketError {
    /// How many dwords to skip to come to the next packet: the packet's own length, or what is
    /// left of the stream if that is less.
    pub const fn skip(self) -> usize {
        match self {
            Self::End { .. } => 0,
            Self::Truncated { have, .. } => have,
            Self::Short { have, .. } => 1 + have,
        }
    }
}

/// Why a packet cannot be written as dwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EncodeError {
    /// A header counts from 1 to 16,384 dwords.
    #[error("{kind}: {count} dwords after the header; 1 to 16384 can be")]
    Count {
        /// The packet's kind.
        kind: Kind,
        /// Dwords after the header.
        count: usize,
    },
    /// A register number, an opcode or reserved bits do not fit their field.
    #[error("{kind}: {field} {value:#X} does not fit {bits} bits")]
    Field {
        /// The packet's kind.
        kind: Kind,
        /// Which field.
        field: &'static str,
        /// Its value.
        value: u32,
        /// The field's width.
        bits: u32,
    },
    /// The header would be a dword of zero, which is a packet of its own.
    #[error("type0: a single write of register 0 has the header of a null packet")]
    RegisterZero,
    /// A packet without a typed payload names an opcode that has one, or the other way round.
    #[error("opcode {opcode:02X} is not of this kind of payload")]
    Opcode {
        /// The opcode.
        opcode: u8,
    },
    /// The payload already takes every dword that the packet has, so none can be left over.
    #[error("{kind}: {count} dwords left over, where the payload takes all")]
    Surplus {
        /// The packet's kind.
        kind: Kind,
        /// Dwords left over.
        count: usize,
    },
}
