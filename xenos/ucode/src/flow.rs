//! Control-flow instructions: 48 bits, two in three dwords.
//!
//! For: the sixteen operations as types, and what all execs have in common.
//! Not for: where control goes; that is `graph`.
//! Facts: digest section 2.1 (documented).

use serde::{Deserialize, Serialize};

use crate::codes::{AddressMode, AllocKind, ControlFlowOpcode};
use crate::part::{Layout, Reserved, instruction};
use crate::pieces::Sequence;

instruction! {
    /// Nothing to do; also the hint that no vertex fetch follows.
    pub struct Plain = "nop, vertex-fetches-done", 48 bits, tag 44 ..= 47 {
        /// unused
        reserved_0: Reserved(0..=31),
        /// unused
        reserved_32: Reserved(32..=42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Runs instructions.
    pub struct Exec = "exec", 48 bits, tag 44 ..= 47 {
        /// the first instruction, in units of three dwords from the program's start
        address: u16(0..=11),
        /// how many, at most 6
        count: u8(12..=14),
        /// lets other threads run (inferred)
        yields: bool(15),
        /// what the instructions are
        sequence: Sequence(16..=27),
        /// hints for the vertex cache
        vertex_cache: u8(28..=33),
        /// unused
        reserved_34: Reserved(34..=40),
        /// the predicate need not be waited for
        predicate_clean: bool(41),
        /// unused
        reserved_42: Reserved(42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Runs instructions if a boolean constant agrees.
    pub struct CondExec = "cexec", 48 bits, tag 44 ..= 47 {
        /// the first instruction, in units of three dwords from the program's start
        address: u16(0..=11),
        /// how many, at most 6
        count: u8(12..=14),
        /// lets other threads run (inferred)
        yields: bool(15),
        /// what the instructions are
        sequence: Sequence(16..=27),
        /// hints for the vertex cache
        vertex_cache: u8(28..=33),
        /// the boolean constant
        boolean: u8(34..=41),
        /// its value that agrees
        condition: bool(42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Runs instructions if the predicate agrees.
    pub struct PredExec = "(p0) exec", 48 bits, tag 44 ..= 47 {
        /// the first instruction, in units of three dwords from the program's start
        address: u16(0..=11),
        /// how many, at most 6
        count: u8(12..=14),
        /// lets other threads run (inferred)
        yields: bool(15),
        /// what the instructions are
        sequence: Sequence(16..=27),
        /// hints for the vertex cache
        vertex_cache: u8(28..=33),
        /// unused
        reserved_34: Reserved(34..=40),
        /// the predicate need not be waited for
        predicate_clean: bool(41),
        /// the predicate's value that agrees
        condition: bool(42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Starts a loop.
    pub struct LoopStart = "loop", 48 bits, tag 44 ..= 47 {
        /// where control goes if the count is zero
        target: u16(0..=12),
        /// aL starts from the enclosing loop's value
        repeat: bool(13),
        /// unused
        reserved_14: Reserved(14..=15),
        /// the loop constant
        constant: u8(16..=20),
        /// unused
        reserved_21: Reserved(21..=42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Ends a loop's body.
    pub struct LoopEnd = "endloop", 48 bits, tag 44 ..= 47 {
        /// the body's first instruction
        target: u16(0..=12),
        /// unused
        reserved_13: Reserved(13..=15),
        /// the loop constant
        constant: u8(16..=20),
        /// the loop is left if the predicate agrees
        predicated_break: bool(21),
        /// unused
        reserved_22: Reserved(22..=41),
        /// the predicate's value that agrees
        condition: bool(42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Calls a subroutine.
    pub struct Call = "call", 48 bits, tag 44 ..= 47 {
        /// its first instruction
        target: u16(0..=12),
        /// always taken
        unconditional: bool(13),
        /// taken if the predicate agrees; otherwise if the boolean constant does
        predicated: bool(14),
        /// unused
        reserved_15: Reserved(15..=33),
        /// the boolean constant
        boolean: u8(34..=41),
        /// the value that agrees
        condition: bool(42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Returns from a subroutine.
    pub struct Return = "ret", 48 bits, tag 44 ..= 47 {
        /// unused
        reserved_0: Reserved(0..=31),
        /// unused
        reserved_32: Reserved(32..=42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Jumps.
    pub struct Jump = "jmp", 48 bits, tag 44 ..= 47 {
        /// where to
        target: u16(0..=12),
        /// always taken
        unconditional: bool(13),
        /// taken if the predicate agrees; otherwise if the boolean constant does
        predicated: bool(14),
        /// unused
        reserved_15: Reserved(15..=32),
        /// a hint: the direction of the jump
        direction: bool(33),
        /// the boolean constant
        boolean: u8(34..=41),
        /// the value that agrees
        condition: bool(42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

instruction! {
    /// Makes room for exports.
    pub struct Alloc = "alloc", 48 bits, tag 44 ..= 47 {
        /// how many
        size: u8(0..=2),
        /// unused
        reserved_3: Reserved(3..=31),
        /// unused
        reserved_32: Reserved(32..=39),
        /// not serialised
        unserialized: bool(40),
        /// what for
        kind: AllocKind(41..=42),
        /// how register numbers are meant
        address_mode: AddressMode(43),
    }
}

/// A control-flow instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "operation", rename_all = "kebab-case")]
pub enum ControlFlow {
    /// Nothing.
    Nop(Plain),
    /// Runs instructions.
    Exec(Exec),
    /// Runs instructions, then ends.
    ExecEnd(Exec),
    /// Runs instructions if a boolean constant agrees.
    CondExec(CondExec),
    /// The same, and ends if it ran.
    CondExecEnd(CondExec),
    /// Runs instructions if the predicate agrees.
    PredExec(PredExec),
    /// The same, and ends if it ran.
    PredExecEnd(PredExec),
    /// Starts a loop.
    LoopStart(LoopStart),
    /// Ends a loop's body.
    LoopEnd(LoopEnd),
    /// Calls a subroutine.
    Call(Call),
    /// Returns from one; does nothing outside.
    Return(Return),
    /// Jumps.
    Jump(Jump),
    /// Makes room for exports.
    Alloc(Alloc),
    /// As [`Self::CondExec`], with the predicate clean.
    CondExecClean(CondExec),
    /// As [`Self::CondExecEnd`], with the predicate clean.
    CondExecCleanEnd(CondExec),
    /// No vertex fetch follows.
    MarkVertexFetchesDone(Plain),
}

/// When something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Always.
    Always,
    /// If a boolean constant has a value.
    Boolean {
        /// Its number.
        constant: u8,
        /// The value.
        value: bool,
    },
    /// If the predicate has a value.
    Predicate {
        /// The value.
        value: bool,
    },
}

/// What all execs have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecView {
    /// The first instruction's address.
    pub address: u32,
    /// How many.
    pub count: u32,
    /// What they are.
    pub sequence: Sequence,
    /// When they run.
    pub condition: Condition,
    /// The program ends if they ran.
    pub ends: bool,
    /// Lets other threads run.
    pub yields: bool,
    /// The predicate need not be waited for.
    pub predicate_clean: bool,
    /// Hints for the vertex cache.
    pub vertex_cache: u8,
}

/// Calls `$body` with the form, whichever it is.
macro_rules! each_form {
    ($value:expr, $form:ident => $body:expr) => {
        match $value {
            ControlFlow::Nop($form) | ControlFlow::MarkVertexFetchesDone($form) => $body,
            ControlFlow::Exec($form) | ControlFlow::ExecEnd($form) => $body,
            ControlFlow::CondExec($form)
            | ControlFlow::CondExecEnd($form)
            | ControlFlow::CondExecClean($form)
            | ControlFlow::CondExecCleanEnd($form) => $body,
            ControlFlow::PredExec($form) | ControlFlow::PredExecEnd($form) => $body,
            ControlFlow::LoopStart($form) => $body,
            ControlFlow::LoopEnd($form) => $body,
            ControlFlow::Call($form) => $body,
            ControlFlow::Return($form) => $body,
            ControlFlow::Jump($form) => $body,
            ControlFlow::Alloc($form) => $body,
        }
    };
}

impl ControlFlow {
    /// Bits an instruction has.
    pub const BITS: u32 = 48;

    /// The instruction of the low 48 bits. Every pattern has one.
    pub fn from_bits(bits: u64) -> Self {
        use base_word::FieldValue;
        let form = u128::from(bits & 0x0FFF_FFFF_FFFF);
        match ControlFlowOpcode::from_bits((bits >> 44) as u32) {
            ControlFlowOpcode::Nop => Self::Nop(Plain::from_bits(form)),
            ControlFlowOpcode::Exec => Self::Exec(Exec::from_bits(form)),
            ControlFlowOpcode::ExecEnd => Self::ExecEnd(Exec::from_bits(form)),
            ControlFlowOpcode::CondExec => Self::CondExec(CondExec::from_bits(form)),
            ControlFlowOpcode::CondExecEnd => Self::CondExecEnd(CondExec::from_bits(form)),
            ControlFlowOpcode::PredExec => Self::PredExec(PredExec::from_bits(form)),
            ControlFlowOpcode::PredExecEnd => Self::PredExecEnd(PredExec::from_bits(form)),
            ControlFlowOpcode::LoopStart => Self::LoopStart(LoopStart::from_bits(form)),
            ControlFlowOpcode::LoopEnd => Self::LoopEnd(LoopEnd::from_bits(form)),
            ControlFlowOpcode::Call => Self::Call(Call::from_bits(form)),
            ControlFlowOpcode::Return => Self::Return(Return::from_bits(form)),
            ControlFlowOpcode::Jump => Self::Jump(Jump::from_bits(form)),
            ControlFlowOpcode::Alloc => Self::Alloc(Alloc::from_bits(form)),
            ControlFlowOpcode::CondExecClean => Self::CondExecClean(CondExec::from_bits(form)),
            ControlFlowOpcode::CondExecCleanEnd => {
                Self::CondExecCleanEnd(CondExec::from_bits(form))
            }
            ControlFlowOpcode::MarkVertexFetchesDone => {
                Self::MarkVertexFetchesDone(Plain::from_bits(form))
            }
        }
    }

    /// Its 48 bits.
    pub fn to_bits(&self) -> u64 {
        each_form!(self, form => form.to_bits() as u64) | u64::from(self.opcode().code()) << 44
    }

    /// The two instructions of three dwords.
    pub fn pair(words: [u32; 3]) -> [Self; 2] {
        let [first, middle, last] = words.map(u64::from);
        [
            Self::from_bits(first | (middle & 0xFFFF) << 32),
            Self::from_bits(middle >> 16 | last << 16),
        ]
    }

    /// The three dwords of two instructions.
    pub fn pair_words(pair: [Self; 2]) -> [u32; 3] {
        let [first, second] = pair.map(|instruction| instruction.to_bits());
        [first as u32, (first >> 32) as u32 | (second as u32) << 16, (second >> 16) as u32]
    }

    /// Its opcode.
    pub const fn opcode(&self) -> ControlFlowOpcode {
        match self {
            Self::Nop(_) => ControlFlowOpcode::Nop,
            Self::Exec(_) => ControlFlowOpcode::Exec,
            Self::ExecEnd(_) => ControlFlowOpcode::ExecEnd,
            Self::CondExec(_) => ControlFlowOpcode::CondExec,
            Self::CondExecEnd(_) => ControlFlowOpcode::CondExecEnd,
            Self::PredExec(_) => ControlFlowOpcode::PredExec,
            Self::PredExecEnd(_) => ControlFlowOpcode::PredExecEnd,
            Self::LoopStart(_) => ControlFlowOpcode::LoopStart,
            Self::LoopEnd(_) => ControlFlowOpcode::LoopEnd,
            Self::Call(_) => ControlFlowOpcode::Call,
            Self::Return(_) => ControlFlowOpcode::Return,
            Self::Jump(_) => ControlFlowOpcode::Jump,
            Self::Alloc(_) => ControlFlowOpcode::Alloc,
            Self::CondExecClean(_) => ControlFlowOpcode::CondExecClean,
            Self::CondExecCleanEnd(_) => ControlFlowOpcode::CondExecCleanEnd,
            Self::MarkVertexFetchesDone(_) => ControlFlowOpcode::MarkVertexFetchesDone,
        }
    }

    /// Whether every field's value fits into its bits.
    pub fn fits(&self) -> bool {
        each_form!(self, form => form.fits())
    }

    /// How register numbers are meant.
    pub const fn address_mode(&self) -> AddressMode {
        each_form!(self, form => form.address_mode)
    }

    /// The same with register numbers meant in another way.
    #[must_use]
    pub fn with_address_mode(mut self, mode: AddressMode) -> Self {
        each_form!(&mut self, form => form.address_mode = mode);
        self
    }

    /// The first reserved field that is not clear.
    pub fn reserved_set(&self) -> Option<(&'static str, u32)> {
        each_form!(self, form => form.reserved_set())
    }

    /// What an exec runs and when; `None` for everything else.
    pub fn exec(&self) -> Option<ExecView> {
        let ends = matches!(
            self,
            Self::ExecEnd(_)
                | Self::CondExecEnd(_)
                | Self::PredExecEnd(_)
                | Self::CondExecCleanEnd(_)
        );
        match *self {
            Self::Exec(e) | Self::ExecEnd(e) => Some(ExecView {
                address: u32::from(e.address),
                count: u32::from(e.count),
                sequence: e.sequence,
                condition: Condition::Always,
                ends,
                yields: e.yields,
                predicate_clean: e.predicate_clean,
                vertex_cache: e.vertex_cache,
            }),
            Self::PredExec(e) | Self::PredExecEnd(e) => Some(ExecView {
                address: u32::from(e.address),
                count: u32::from(e.count),
                sequence: e.sequence,
                condition: Condition::Predicate { value: e.condition },
                ends,
                yields: e.yields,
                predicate_clean: e.predicate_clean,
                vertex_cache: e.vertex_cache,
            }),
            Self::CondExec(e)
            | Self::CondExecEnd(e)
            | Self::CondExecClean(e)
            | Self::CondExecCleanEnd(e) => Some(ExecView {
                address: u32::from(e.address),
                count: u32::from(e.count),
                sequence: e.sequence,
                condition: Condition::Boolean { constant: e.boolean, value: e.condition },
                ends,
                yields: e.yields,
                predicate_clean: matches!(self, Self::CondExecClean(_) | Self::CondExecCleanEnd(_)),
                vertex_cache: e.vertex_cache,
            }),
            _ => None,
        }
    }

    /// The control-flow instruction that it names.
    pub fn target(&self) -> Option<u32> {
        match self {
            Self::LoopStart(form) => Some(u32::from(form.target)),
            Self::LoopEnd(form) => Some(u32::from(form.target)),
            Self::Call(form) => Some(u32::from(form.target)),
            Self::Jump(form) => Some(u32::from(form.target)),
            _ => None,
        }
    }

    /// The loop constant that it names.
    pub fn loop_constant(&self) -> Option<u8> {
        match self {
            Self::LoopStart(form) => Some(form.constant),
            Self::LoopEnd(form) => Some(form.constant),
            _ => None,
        }
    }

    /// When it takes effect. A loop's start and end have conditions of their own, which are in
    /// `graph`.
    pub fn condition(&self) -> Condition {
        let branch = |unconditional, predicated, constant, value| {
            if unconditional {
                Condition::Always
            } else if predicated {
                Condition::Predicate { value }
            } else {
                Condition::Boolean { constant, value }
            }
        };
        match self {
            Self::Call(f) => branch(f.unconditional, f.predicated, f.boolean, f.condition),
            Self::Jump(f) => branch(f.unconditional, f.predicated, f.boolean, f.condition),
            _ => self.exec().map_or(Condition::Always, |exec| exec.condition),
        }
    }

    /// An exec with what it runs; anything else as it is. Bits that do not fit are lost.
    #[must_use]
    pub(crate) fn with_run(mut self, address: u32, count: u32, sequence: Sequence) -> Self {
        let run = ((address & 0xFFF) as u16, (count & 7) as u8, sequence);
        match &mut self {
            Self::Exec(e) | Self::ExecEnd(e) => (e.address, e.count, e.sequence) = run,
            Self::CondExec(e)
            | Self::CondExecEnd(e)
            | Self::CondExecClean(e)
            | Self::CondExecCleanEnd(e) => (e.address, e.count, e.sequence) = run,
            Self::PredExec(e) | Self::PredExecEnd(e) => (e.address, e.count, e.sequence) = run,
            _ => {}
        }
        self
    }

    /// The instruction without what has no effect: reserved bits; sequence bits beyond the count;
    /// conditions of what is unconditional.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let mut flow = each_form!(self, form => {
            Self::from_bits(
                form.without_reserved().to_bits() as u64
                    | u64::from(self.opcode().code()) << 44,
            )
        });
        match &mut flow {
            Self::Exec(e) | Self::ExecEnd(e) => e.sequence = e.sequence.first(e.count.into()),
            Self::CondExec(e)
            | Self::CondExecEnd(e)
            | Self::CondExecClean(e)
            | Self::CondExecCleanEnd(e) => e.sequence = e.sequence.first(e.count.into()),
            Self::PredExec(e) | Self::PredExecEnd(e) => {
                e.sequence = e.sequence.first(e.count.into());
            }
            Self::LoopEnd(f) => f.condition &= f.predicated_break,
            Self::Call(f) => {
                f.predicated &= !f.unconditional;
                f.condition &= !f.unconditional;
                if f.unconditional || f.predicated {
                    f.boolean = 0;
                }
            }
            Self::Jump(f) => {
                f.predicated &= !f.unconditional;
                f.condition &= !f.unconditional;
                if f.unconditional || f.predicated {
                    f.boolean = 0;
                }
            }
            _ => {}
        }
        flow
    }
}

#[cfg(test)]
mod tests;
