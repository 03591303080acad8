//! Xenos microcode: the words.
//!
//! For: control flow, ALU and fetch instructions as types, words to types and back, disassembly,
//! the control-flow graph and what a program uses.
//! Not for: what an instruction computes.
//! Facts: specification digest `xenos-hardware` section 2; the syntax of listings and where the
//! control flow ends from Xenia 95a5c3e.
//!
//! ```
//! use xenos_ucode::{Program, Stage, disassemble};
//!
//! // A vertex program's words as loaded: one `exece` of no instruction, and padding.
//! let loaded = [0x0000_1001, 0x0000_2000, 0, 0, 0, 0];
//! let decoded = Program::decode(Stage::Vertex, &loaded[..3]);
//! assert_eq!(decoded.program.words(), loaded[..3]);
//! assert!(disassemble(&decoded.program).contains("exece"));
//! ```
#![forbid(unsafe_code)]

mod alu;
mod analysis;
mod asm;
pub mod codes;
mod diff;
mod disasm;
mod doc;
mod fetch;
mod finding;
mod flow;
mod graph;
mod instruction;
mod json;
mod part;
mod pieces;
mod program;
mod validate;

pub use alu::{Alu, Destination, Index, Operand, Register, ScalarSources, Target};
pub use analysis::{
    ANALYSIS_VERSION, Analysis, Control, Exports, FloatConstants, Gradients, Instructions,
    MemoryExport, Overrides, Predicate, Temporaries, TextureFetchUse, VertexFetchUse,
};
pub use asm::{
    ASM_BYTES, ASM_ERRORS, AsmError, AsmFault, Assembled, Hint, SourceMap, SourcePlace, assemble,
    assemble_with_places,
};
pub use diff::{
    Change, Comparison, DIFF_VERSION, Dropped, FieldChange, Line, LineUse, OneSided, Side, Sides,
    Verdict, compare,
};
pub use disasm::{Style, disassemble, flow_line, line, listing};
pub use doc::markdown;
pub use fetch::{TextureFetch, VertexFetch};
pub use finding::Finding;
pub use flow::{
    Alloc, Call, CondExec, Condition, ControlFlow, Exec, ExecView, Jump, LoopEnd, LoopStart, Plain,
    PredExec, Return,
};
pub use graph::{Block, CallSite, Edge, EdgeKind, Exit, Graph, Loop, reachable, successors};
pub use instruction::Instruction;
pub use json::{PROGRAM_JSON_VERSION, ProgramJson};
pub use part::{Layout, Part, Reserved, layout_fault};
pub use pieces::{FetchSwizzle, Mask, Sequence, SourceSwizzle, Swizzle};
pub use program::{Decoded, Extent, Program, Slot, Stage, extent};
pub use validate::{Remark, Rule, Severity, markdown as rules_markdown, validate, validate_read};

pub use base_word::{EnumValue, Field, FieldKind, FieldValue};
