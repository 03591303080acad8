//! The normal form of an ALU instruction.

use super::{Alu, Index};
use crate::codes::{RelativeBase, ScalarOperands, VectorOpcode};
use crate::pieces::Swizzle;

impl Alu {
    /// Whether source `number` is read by either operation, whatever the masks.
    pub fn reads_source(&self, number: u32) -> bool {
        number <= self.vector_opcode.operands()
            || number == 3 && self.scalar_opcode.operands() != ScalarOperands::None
    }

    /// The instruction without what has no effect, whatever the inputs: the condition of what is
    /// not predicated; sources and parts of swizzles that no operation reads; the scalar's register
    /// in an export, and the vector's aL; who is relative where no constant is.
    ///
    /// Sources that nobody reads become r0, as in the console's own programs. Since the rule of relative constants counts constants
    /// among all sources, its bits are set anew so that those that are read keep their meaning.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let mut alu = *self;
        alu.predicate_condition &= alu.predicated;
        if alu.export {
            alu.vector_destination_relative = false;
            alu.scalar_destination = 0;
            // Nothing is left to become 0 where the masks cover all.
            alu.scalar_destination_relative &= !alu.zeros_written().is_empty();
        }
        let apart = self.scalar_opcode.operands() == ScalarOperands::ConstantTemporary;
        let constants: Vec<Index> = (1..=3)
            .filter(|n| self.reads_source(*n))
            .filter(|n| !self.source_fields(*n).1 || *n == 3 && apart)
            .map(|n| self.constant_index(n))
            .collect();
        if !self.reads_source(1) {
            (alu.source_1, alu.temporary_1) = (0, true);
            (alu.swizzle_1, alu.negate_1) = (Swizzle(0), false);
        }
        if !self.reads_source(2) {
            (alu.source_2, alu.temporary_2) = (0, true);
            (alu.swizzle_2, alu.negate_2) = (Swizzle(0), false);
        }
        if !self.reads_source(3) {
            (alu.source_3, alu.temporary_3) = (0, true);
            (alu.swizzle_3, alu.negate_3) = (Swizzle(0), false);
        } else if self.vector_opcode.operands() < 3 {
            // The scalar operation alone reads it, at its W and X positions. The others are spread
            // as the console's compiler does it, or are a register's number.
            let (a, b) = (self.swizzle_3.component(3), self.swizzle_3.component(0));
            match self.scalar_opcode.operands() {
                ScalarOperands::A => alu.swizzle_3 = Swizzle::of([a; 4]),
                ScalarOperands::AB => alu.swizzle_3 = Swizzle::of([b, b, a, a]),
                ScalarOperands::None | ScalarOperands::ConstantTemporary => {}
            }
        }
        alu.first_constant_relative = constants.first().is_some_and(|i| *i != Index::Static);
        alu.later_constants_relative =
            constants.iter().skip(1).any(|index| *index != Index::Static);
        if constants.iter().all(|index| *index == Index::Static) {
            alu.relative_base = RelativeBase::Loop;
        }
        if constants.is_empty() {
            alu.absolute_constants = false;
        }
        alu
    }

    /// Whether the vector half is the one that stands where nothing is to be done: `max` of r0 to
    /// nowhere.
    pub(crate) fn vector_is_filler(&self) -> bool {
        let register = |number| {
            let (raw, temporary, swizzle, negate) = self.source_fields(number);
            raw == 0 && temporary && swizzle == Swizzle(0) && !negate
        };
        self.vector_opcode == VectorOpcode::Max
            && self.vector_written().is_empty()
            && self.zeros_written().is_empty()
            && self.ones_written().is_empty()
            && !self.vector_clamp
            && register(1)
            && register(2)
            && if self.export {
                !self.scalar_is_filler()
            } else {
                self.vector_destination == 0 && !self.vector_destination_relative
            }
    }

    /// Whether the scalar half is the one that stands where nothing is to be done:
    /// `retain_prev` to nowhere.
    pub(crate) fn scalar_is_filler(&self) -> bool {
        self.scalar_opcode == crate::codes::ScalarOpcode::RetainPrev
            && self.scalar_written().is_empty()
            && !self.scalar_clamp
            && (self.export || self.scalar_destination == 0 && !self.scalar_destination_relative)
    }
}
