//! The words inside packets.
//!
//! Facts: specification digest `pm4`; what is marked unused is read by nobody.

use base_word::{field_enum, word};
use xenos_regs::words::{Endian, Event};

field_enum! {
    /// How a wait or a conditional write compares; the masked value stands on the left.
    pub enum WaitFunction: 3 {
        /// never holds
        Never = 0 => "never",
        /// holds if less
        Less = 1 => "less",
        /// holds if less or equal
        LessEqual = 2 => "less-equal",
        /// holds if equal
        Equal = 3 => "equal",
        /// holds if not equal
        NotEqual = 4 => "not-equal",
        /// holds if greater or equal
        GreaterEqual = 5 => "greater-equal",
        /// holds if greater
        Greater = 6 => "greater",
        /// always holds
        Always = 7 => "always",
    }
}

impl WaitFunction {
    /// Whether `value` stands so to `reference`.
    #[inline]
    pub const fn holds(self, value: u32, reference: u32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => value < reference,
            Self::LessEqual => value <= reference,
            Self::Equal => value == reference,
            Self::NotEqual => value != reference,
            Self::GreaterEqual => value >= reference,
            Self::Greater => value > reference,
            Self::Always => true,
        }
    }
}

field_enum! {
    /// Which stage a program is loaded for.
    pub enum ShaderType: 2 {
        /// the vertex shader
        Vertex = 0 => "vertex",
        /// the pixel shader
        Pixel = 1 => "pixel",
        /// reserved
        Reserved2 = 2 => "reserved-2",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

word! {
    /// A dword's address, and how its bytes are exchanged.
    pub struct EndianAddress = "address" {
        /// byte order
        endian: Endian(0..=1),
        /// address in dwords
        dword: uint(2..=31),
    }
}

impl EndianAddress {
    /// Address in bytes.
    #[inline]
    pub const fn address(self) -> u32 {
        self.raw() & !3
    }
}

word! {
    /// The first dword of DRAW_INDX: on which visibility query the draw depends.
    pub struct VizToken = "viz_token" {
        /// which query
        query_id: uint(0..=5),
        /// unused
        reserved_6: reserved(6..=7),
        /// the draw depends on it
        conditional: flag(8),
        /// unused
        reserved_9: reserved(9..=31),
    }
}

word! {
    /// VIZ_QUERY: which query begins or ends.
    pub struct VizQueryToken = "viz_query" {
        /// which query
        query_id: uint(0..=5),
        /// unused
        reserved_6: reserved(6..=7),
        /// it ends, else it begins
        end: flag(8),
        /// unused
        reserved_9: reserved(9..=31),
    }
}

word! {
    /// IM_LOAD: which stage, and where its program lies.
    pub struct ShaderAddress = "shader_address" {
        /// which stage
        stage: ShaderType(0..=1),
        /// address in dwords
        dword: uint(2..=31),
    }
}

impl ShaderAddress {
    /// Address in bytes.
    #[inline]
    pub const fn address(self) -> u32 {
        self.raw() & !3
    }
}

word! {
    /// Where a program goes in the instruction store, and its length.
    pub struct ShaderExtent = "shader_extent" {
        /// length in dwords; libxenon writes bytes
        size: uint(0..=15),
        /// first place in the store
        start: uint(16..=31),
    }
}

word! {
    /// SET_CONSTANT and LOAD_ALU_CONSTANT: which constants.
    pub struct ConstantSelect = "constants" {
        /// first of its kind, in dwords
        index: uint(0..=10),
        /// unused
        reserved_11: reserved(11..=15),
        /// which kind: 0 ALU, 1 fetch, 2 boolean, 3 loop, 4 registers from 0x2000
        kind: uint(16..=23),
        /// unused
        reserved_24: reserved(24..=31),
    }
}

word! {
    /// SET_CONSTANT2 and SET_SHADER_CONSTANTS: which register comes first.
    pub struct RegisterSelect = "registers" {
        /// first register
        register: uint(0..=15),
        /// unused
        reserved_16: reserved(16..=31),
    }
}

word! {
    /// LOAD_ALU_CONSTANT: where constants lie.
    pub struct LoadAddress = "load_address" {
        /// address in bytes
        address: uint(0..=29),
        /// unused
        reserved_30: reserved(30..=31),
    }
}

word! {
    /// LOAD_ALU_CONSTANT: how many constants.
    pub struct ConstantSize = "constant_size" {
        /// dwords
        size: uint(0..=11),
        /// unused
        reserved_12: reserved(12..=31),
    }
}

word! {
    /// How long an indirect buffer is.
    pub struct BufferLength = "buffer_length" {
        /// dwords
        dwords: uint(0..=19),
        /// unused
        reserved_20: reserved(20..=31),
    }
}

word! {
    /// REG_RMW: an operand that is a register.
    pub struct RegisterOperand = "operand" {
        /// the register
        register: uint(0..=12),
        /// unused
        reserved_13: reserved(13..=31),
    }
}

word! {
    /// INTERRUPT: which processors.
    pub struct InterruptCpus = "cpus" {
        /// a bit a processor
        cpu_mask: uint(0..=5),
        /// unused
        reserved_6: reserved(6..=31),
    }
}

word! {
    /// EVENT_WRITE_SHD: the event, and what is stored when it is done.
    pub struct EventShdInitiator = "event_initiator" {
        /// which event
        event: Event(0..=5),
        /// unused
        reserved_6: reserved(6..=30),
        /// a counter is stored, else the packet's value
        counter: flag(31),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base_word::{Word, partition_fault};

    #[test]
    fn every_bit_of_every_word_belongs_to_one_field() {
        let words = [
            EndianAddress::FIELDS,
            VizToken::FIELDS,
            VizQueryToken::FIELDS,
            ShaderAddress::FIELDS,
            ShaderExtent::FIELDS,
            ConstantSelect::FIELDS,
            RegisterSelect::FIELDS,
            LoadAddress::FIELDS,
            ConstantSize::FIELDS,
            BufferLength::FIELDS,
            RegisterOperand::FIELDS,
            InterruptCpus::FIELDS,
            EventShdInitiator::FIELDS,
        ];
        for fields in words {
            assert_eq!(partition_fault(fields), None);
        }
    }

    #[test]
    fn comparisons_have_their_own_order() {
        let holds: Vec<bool> = [0, 1, 2].map(|v| WaitFunction::LessEqual.holds(v, 1)).into();
        assert_eq!(holds, [true, true, false]);
        assert!(WaitFunction::Greater.holds(u32::MAX, 0));
        assert!(!WaitFunction::Never.holds(0, 0));
    }
}
