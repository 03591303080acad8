//! ALU instructions: 96 bits, a vector and a scalar operation issued together.
//!
//! For: the fields, and the operands that follow from them.
//! Not for: what an operation computes.
//! Facts: digest sections 2.2 and 2.3 (documented).
//!
//! Fields are kept as they lie in the words, because some mean different things in different
//! instructions; [`Alu::source`], [`Alu::scalar_operands`] and [`Alu::vector_target`] give them their
//! meaning.

mod normal;
mod operand;

pub use operand::{Destination, Index, Operand, Register, ScalarSources, Target};

use crate::codes::{RelativeBase, ScalarOpcode, VectorOpcode};
use crate::part::instruction;
use crate::pieces::{Mask, Swizzle};

instruction! {
    /// A vector and a scalar operation.
    pub struct Alu = "alu", 96 bits {
        /// the vector result's register; both results' register in an export
        vector_destination: u8(0..=5),
        /// aL is added to its number
        vector_destination_relative: bool(6),
        /// constants are read as absolute values
        absolute_constants: bool(7),
        /// the scalar result's register
        scalar_destination: u8(8..=13),
        /// aL is added to its number; in an export: components in neither mask become 0
        scalar_destination_relative: bool(14),
        /// results leave the program
        export: bool(15),
        /// components the vector result goes to
        vector_mask: Mask(16..=19),
        /// components the scalar result goes to; in an export components in both become 1
        scalar_mask: Mask(20..=23),
        /// the vector result is clamped to 0 to 1
        vector_clamp: bool(24),
        /// the scalar result is clamped to 0 to 1
        scalar_clamp: bool(25),
        /// the scalar operation
        scalar_opcode: ScalarOpcode(26..=31),
        /// source 3: its swizzle
        swizzle_3: Swizzle(32..=39),
        /// source 2: its swizzle
        swizzle_2: Swizzle(40..=47),
        /// source 1: its swizzle
        swizzle_1: Swizzle(48..=55),
        /// source 3 is negated
        negate_3: bool(56),
        /// source 2 is negated
        negate_2: bool(57),
        /// source 1 is negated
        negate_1: bool(58),
        /// the predicate's value that agrees
        predicate_condition: bool(59),
        /// has effect only if the predicate agrees
        predicated: bool(60),
        /// what relative constants are relative to
        relative_base: RelativeBase(61),
        /// the second and third constant among the sources are relative
        later_constants_relative: bool(62),
        /// the first constant among the sources is relative
        first_constant_relative: bool(63),
        /// source 3: a constant's number, or a temporary's with aL (bit 6) and absolute (bit 7)
        source_3: u8(64..=71),
        /// source 2, likewise
        source_2: u8(72..=79),
        /// source 1, likewise
        source_1: u8(80..=87),
        /// the vector operation
        vector_opcode: VectorOpcode(88..=92),
        /// source 3 is a temporary
        temporary_3: bool(93),
        /// source 2 is a temporary
        temporary_2: bool(94),
        /// source 1 is a temporary
        temporary_1: bool(95),
    }
}

impl Alu {
    /// An instruction that does nothing.
    pub fn nop() -> Self {
        Self {
            vector_opcode: VectorOpcode::Max,
            scalar_opcode: ScalarOpcode::RetainPrev,
            temporary_1: true,
            temporary_2: true,
            temporary_3: true,
            ..Self::default()
        }
    }

    /// Whether the predicate decides if it has effect, and which value agrees.
    pub const fn predicate(&self) -> Option<bool> {
        if self.predicated { Some(self.predicate_condition) } else { None }
    }

    /// Components that get the vector result.
    pub const fn vector_written(&self) -> Mask {
        if self.export {
            Mask(self.vector_mask.0 & !self.scalar_mask.0 & 15)
        } else {
            self.vector_mask
        }
    }

    /// Components that get the scalar result.
    pub const fn scalar_written(&self) -> Mask {
        if self.export {
            Mask(self.scalar_mask.0 & !self.vector_mask.0 & 15)
        } else {
            self.scalar_mask
        }
    }

    /// Components of an export that become 0.
    pub const fn zeros_written(&self) -> Mask {
        if self.export && self.scalar_destination_relative {
            Mask(!(self.vector_mask.0 | self.scalar_mask.0) & 15)
        } else {
            Mask(0)
        }
    }

    /// Components of an export that become 1.
    pub const fn ones_written(&self) -> Mask {
        if self.export { Mask(self.vector_mask.0 & self.scalar_mask.0 & 15) } else { Mask(0) }
    }
}

#[cfg(test)]
mod tests;
