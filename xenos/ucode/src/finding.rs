//! What is wrong with a program's words.
//!
//! For: naming what a decoder meets in words that no assembler would make. Decoding goes on in
//! every case; each finding says with what.
//! Not for: what a program should not do; words can be well formed and senseless.

use serde::Serialize;

use crate::codes::FetchOpcode;

/// The number of a control-flow instruction as the listing has it: `flow 3.1` is the second of the
/// fourth pair, number 7 where `flow` is a number.
pub(crate) struct At(pub(crate) u32);

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "flow {}.{}", self.0 / 2, self.0 % 2)
    }
}

/// Something malformed, with its place: a control-flow instruction's number (`flow`) or an
/// instruction's address in units of three dwords (`address`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
#[serde(tag = "finding", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Finding {
    /// No whole control-flow pair is there; the program is empty.
    #[error("{dwords} dwords are no program")]
    NoControlFlow {
        /// Dwords given.
        dwords: usize,
    },
    /// An exec's instructions lie before the end of the control flow; they are read as they stand.
    #[error("{} runs instruction {address}, inside the control flow", At(*flow))]
    InsideControlFlow {
        /// The exec.
        flow: u32,
        /// The instruction.
        address: u32,
    },
    /// An exec's instruction is not in the words; it is left out.
    #[error("{} runs instruction {address}, and there are {available}", At(*flow))]
    Truncated {
        /// The exec.
        flow: u32,
        /// The instruction.
        address: u32,
        /// Instructions that the words have room for.
        available: u32,
    },
    /// An exec that control does not reach names an instruction outside the program, where a
    /// listing ends; it is left out.
    #[error("{} is not reached, and runs instruction {address}, outside the program", At(*flow))]
    UnreachedExec {
        /// The exec.
        flow: u32,
        /// The first instruction that is left out.
        address: u32,
        /// Units of three dwords that the program has.
        available: u32,
    },
    /// A branch, call or loop that control does not reach names a control-flow instruction that is
    /// not there.
    #[error(
        "{} is not reached, and goes to {}; the last is {}",
        At(*flow), At(*target), At(available.saturating_sub(1))
    )]
    UnreachedTarget {
        /// The instruction.
        flow: u32,
        /// Its target.
        target: u32,
        /// Control-flow instructions.
        available: u32,
    },
    /// An exec claims seven instructions; the seventh has no sequence bits and is read as ALU.
    #[error("{} runs {count} instructions, at most 6", At(*flow))]
    Count {
        /// The exec.
        flow: u32,
        /// Its count.
        count: u32,
    },
    /// A branch, call or loop names a control-flow instruction that is not there; control ends.
    #[error("{} goes to {}, and the last is {}", At(*flow), At(*target), At(available.saturating_sub(1)))]
    Target {
        /// The instruction.
        flow: u32,
        /// Its target.
        target: u32,
        /// Control-flow instructions.
        available: u32,
    },
    /// Control runs past the last control-flow instruction; it ends there.
    #[error("{} is the last, and does not end the program", At(*flow))]
    RunsOff {
        /// The instruction.
        flow: u32,
    },
    /// No end can be reached.
    #[error("the program never ends")]
    NoEnd,
    /// A loop's start to which no end returns, or an end that returns to no start with its constant.
    #[error("{} is half a loop", At(*flow))]
    Loop {
        /// The loop's start or end.
        flow: u32,
    },
    /// A loop's end lies outside of the loop: not between the start and where it skips to.
    #[error("{} ends the loop of {}, and is not in it", At(*end), At(*start))]
    LoopTargets {
        /// The loop's start.
        start: u32,
        /// The loop's end.
        end: u32,
    },
    /// More loops inside one another than the chip has room for.
    #[error("{} is loop {depth} inside one another, at most 4", At(*flow))]
    LoopDepth {
        /// The loop's start.
        flow: u32,
        /// Its depth.
        depth: u32,
    },
    /// A subroutine calls itself, or more than four calls nest.
    #[error("{} calls deeper than 4", At(*flow))]
    CallDepth {
        /// The call.
        flow: u32,
    },
    /// One exec runs an instruction as ALU and another as fetch; it is kept as the first sees it.
    #[error("{} runs instruction {address} as another kind", At(*flow))]
    Kind {
        /// The second exec.
        flow: u32,
        /// The instruction.
        address: u32,
    },
    /// An undefined vector opcode.
    #[error("instruction {address}: vector opcode {opcode} is undefined")]
    VectorOpcode {
        /// The instruction.
        address: u32,
        /// Its code.
        opcode: u8,
    },
    /// An undefined scalar opcode.
    #[error("instruction {address}: scalar opcode {opcode} is undefined")]
    ScalarOpcode {
        /// The instruction.
        address: u32,
        /// Its code.
        opcode: u8,
    },
    /// An undefined fetch opcode.
    #[error("instruction {address}: fetch opcode {} is undefined", opcode.code())]
    FetchOpcode {
        /// The instruction.
        address: u32,
        /// Its code.
        opcode: FetchOpcode,
    },
    /// An undefined vertex format.
    #[error("instruction {address}: vertex format {format} is undefined")]
    VertexFormat {
        /// The instruction.
        address: u32,
        /// Its code.
        format: u8,
    },
    /// A mini fetch that no full fetch precedes.
    #[error("instruction {address}: a mini fetch, and no full fetch before it")]
    MiniFetch {
        /// The instruction.
        address: u32,
    },
    /// A vertex fetch from constant 96, by a select of 3.
    #[error("instruction {address}: vertex fetch constant {constant}, at most 95")]
    FetchConstant {
        /// The instruction.
        address: u32,
        /// The constant.
        constant: u32,
    },
    /// A fetch writes a component by the undefined code 6.
    #[error("instruction {address}: destination swizzle {swizzle:#06o} has the undefined code 6")]
    FetchSwizzle {
        /// The instruction.
        address: u32,
        /// The whole swizzle.
        swizzle: u16,
    },
    /// An export to a register without meaning.
    #[error("instruction {address}: export register {register} is undefined")]
    Export {
        /// The instruction.
        address: u32,
        /// The register.
        register: u8,
    },
    /// A reserved field is not clear; its value is kept.
    #[error("instruction {address}: {field} is {value:#x}")]
    Reserved {
        /// The instruction.
        address: u32,
        /// The field.
        field: &'static str,
        /// Its value.
        value: u32,
    },
    /// A reserved field of a control-flow instruction is not clear; its value is kept.
    #[error("{}: {field} is {value:#x}", At(*flow))]
    ReservedFlow {
        /// The instruction.
        flow: u32,
        /// The field.
        field: &'static str,
        /// Its value.
        value: u32,
    },
}

impl Finding {
    /// Whether it is about what control does not reach, and so without effect on any result.
    pub const fn is_unreached(&self) -> bool {
        matches!(self, Self::UnreachedExec { .. } | Self::UnreachedTarget { .. })
    }
}
