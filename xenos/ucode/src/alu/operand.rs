//! Operands and destinations of an ALU instruction, as its fields mean them.
//!
//! Facts: digest sections 2.2 and 2.3; which constants are relative is documented.

use serde::{Deserialize, Serialize};

use super::Alu;
use crate::codes::{Component, RelativeBase, ScalarOperands};
use crate::pieces::{Mask, Swizzle};
use crate::program::Stage;

/// How a register's number is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Index {
    /// As it stands.
    Static,
    /// Plus the loop register.
    Loop,
    /// Plus the address register.
    Address,
}

/// Where an operand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Register {
    /// A temporary, 0 to 63.
    Temporary(u8),
    /// A float constant, 0 to 255 from the stage's base.
    Constant(u8),
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Where it comes from.
    pub register: Register,
    /// How its number is made.
    pub index: Index,
    /// Its absolute value is taken, before negation.
    pub absolute: bool,
    /// It is negated.
    pub negate: bool,
    /// Its swizzle.
    pub swizzle: Swizzle,
}

/// The operands of a scalar operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarSources {
    /// None, or the previous result alone.
    None,
    /// One component.
    One(Operand, Component),
    /// Two components of one register.
    Two(Operand, Component, Component),
    /// A component of a constant and one of a temporary.
    Apart((Operand, Component), (Operand, Component)),
}

/// Where results go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A temporary.
    Temporary(u8),
    /// An interpolator of a vertex program, 0 to 15.
    Interpolator(u8),
    /// The position.
    Position,
    /// Point size, edge flag and vertex kill.
    PointSize,
    /// A colour of a pixel program, 0 to 3.
    Color(u8),
    /// The depth.
    Depth,
    /// The address of memory export.
    MemoryAddress,
    /// Data of memory export, 0 to 4.
    MemoryData(u8),
    /// An export register without a meaning for the stage.
    Undefined(u8),
}

/// Where a half's result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Destination {
    /// The register.
    pub target: Target,
    /// How its number is made.
    pub index: Index,
}

impl Target {
    /// What an export register means to a stage.
    pub const fn export(stage: Stage, register: u8) -> Self {
        match (stage, register) {
            (_, 32) => Self::MemoryAddress,
            (_, 33..=37) => Self::MemoryData(register - 33),
            (Stage::Vertex, 0..=15) => Self::Interpolator(register),
            (Stage::Vertex, 62) => Self::Position,
            (Stage::Vertex, 63) => Self::PointSize,
            (Stage::Pixel, 0..=3) => Self::Color(register),
            (Stage::Pixel, 61) => Self::Depth,
            _ => Self::Undefined(register),
        }
    }
}

impl Alu {
    /// Number, select, swizzle and negation of source `number` as they stand; 1 to 3.
    pub(super) const fn source_fields(&self, number: u32) -> (u8, bool, Swizzle, bool) {
        match number {
            1 => (self.source_1, self.temporary_1, self.swizzle_1, self.negate_1),
            2 => (self.source_2, self.temporary_2, self.swizzle_2, self.negate_2),
            _ => (self.source_3, self.temporary_3, self.swizzle_3, self.negate_3),
        }
    }

    /// How the number of source `number` is made if it is a constant.
    pub(super) const fn constant_index(&self, number: u32) -> Index {
        let first = match number {
            1 => true,
            2 => self.temporary_1,
            _ => self.temporary_1 && self.temporary_2,
        };
        let relative =
            if first { self.first_constant_relative } else { self.later_constants_relative };
        match (relative, self.relative_base) {
            (false, _) => Index::Static,
            (true, RelativeBase::Loop) => Index::Loop,
            (true, RelativeBase::Address) => Index::Address,
        }
    }

    /// Source `number`, 1 to 3 (others count as 3), whether or not an operation reads it.
    pub const fn source(&self, number: u32) -> Operand {
        let (raw, temporary, swizzle, negate) = self.source_fields(number);
        if temporary {
            Operand {
                register: Register::Temporary(raw & 63),
                index: if raw & 64 != 0 { Index::Loop } else { Index::Static },
                absolute: raw & 128 != 0,
                negate,
                swizzle,
            }
        } else {
            Operand {
                register: Register::Constant(raw),
                index: self.constant_index(number),
                absolute: self.absolute_constants,
                negate,
                swizzle,
            }
        }
    }

    /// The vector operation's sources.
    pub fn vector_operands(&self) -> impl Iterator<Item = Operand> + use<> {
        let alu = *self;
        (1..=self.vector_opcode.operands()).map(move |number| alu.source(number))
    }

    /// The scalar operation's sources.
    pub fn scalar_operands(&self) -> ScalarSources {
        let source = self.source(3);
        let (a, b) = (self.swizzle_3.component(3), self.swizzle_3.component(0));
        match self.scalar_opcode.operands() {
            ScalarOperands::None => ScalarSources::None,
            ScalarOperands::A => ScalarSources::One(source, a),
            ScalarOperands::AB => ScalarSources::Two(source, a, b),
            ScalarOperands::ConstantTemporary => {
                let constant = Operand {
                    register: Register::Constant(self.source_3),
                    index: self.constant_index(3),
                    absolute: self.absolute_constants,
                    negate: self.negate_3,
                    swizzle: self.swizzle_3,
                };
                let temporary = Operand {
                    register: Register::Temporary(self.spread_temporary()),
                    index: Index::Static,
                    ..constant
                };
                ScalarSources::Apart((constant, a), (temporary, b))
            }
        }
    }

    /// The temporary that the opcodes 42 to 47 read: bit 0 from the opcode, bit 1 from the select
    /// of source 3, the rest from the middle of its swizzle.
    pub const fn spread_temporary(&self) -> u8 {
        self.scalar_opcode.code() & 1 | (self.temporary_3 as u8) << 1 | self.swizzle_3.0 & 0x3C
    }

    /// Where the vector result goes; in an export the scalar result goes there too.
    pub const fn vector_target(&self, stage: Stage) -> Destination {
        if self.export {
            return Destination {
                target: Target::export(stage, self.vector_destination),
                index: Index::Static,
            };
        }
        Destination {
            target: Target::Temporary(self.vector_destination),
            index: if self.vector_destination_relative { Index::Loop } else { Index::Static },
        }
    }

    /// Where the scalar result goes.
    pub const fn scalar_target(&self, stage: Stage) -> Destination {
        if self.export {
            return self.vector_target(stage);
        }
        Destination {
            target: Target::Temporary(self.scalar_destination),
            index: if self.scalar_destination_relative { Index::Loop } else { Index::Static },
        }
    }

    /// Whether the vector operation changes anything but its destination's masked components.
    pub fn vector_has_effect(&self) -> bool {
        use crate::codes::Change;
        !self.vector_written().is_empty() || self.vector_opcode.changes() != Change::Nothing
    }

    /// Components of an export or register that the instruction writes, by whatever half.
    pub const fn written(&self) -> Mask {
        Mask((self.vector_mask.0 | self.scalar_mask.0 | self.zeros_written().0) & 15)
    }
}
