//! Codes of control flow.
//!
//! Facts: digest section 2.1 (documented; that 13 and 14 test a boolean constant is inferred).

use crate::part::codes;

codes! {
    /// The control-flow operation.
    pub enum ControlFlowOpcode: 4 {
        /// nothing
        Nop = 0 => "nop",
        /// runs instructions
        Exec = 1 => "exec",
        /// runs instructions, then ends
        ExecEnd = 2 => "exec-end",
        /// runs instructions if a boolean constant agrees
        CondExec = 3 => "cond-exec",
        /// runs instructions and ends, if a boolean constant agrees
        CondExecEnd = 4 => "cond-exec-end",
        /// runs instructions if the predicate agrees
        PredExec = 5 => "pred-exec",
        /// runs instructions and ends, if the predicate agrees
        PredExecEnd = 6 => "pred-exec-end",
        /// starts a loop
        LoopStart = 7 => "loop-start",
        /// ends a loop's body
        LoopEnd = 8 => "loop-end",
        /// calls a subroutine
        Call = 9 => "call",
        /// returns from one
        Return = 10 => "return",
        /// jumps
        Jump = 11 => "jump",
        /// makes room for exports
        Alloc = 12 => "alloc",
        /// as cond-exec, with the predicate clean
        CondExecClean = 13 => "cond-exec-clean",
        /// as cond-exec-end, with the predicate clean
        CondExecCleanEnd = 14 => "cond-exec-clean-end",
        /// says that no vertex fetch follows
        MarkVertexFetchesDone = 15 => "vertex-fetches-done",
    }
}

codes! {
    /// How register numbers of the instructions run are meant; no effect is known.
    pub enum AddressMode: 1 {
        /// relative
        Relative = 0 => "relative",
        /// absolute
        Absolute = 1 => "absolute",
    }
}

codes! {
    /// What an allocation is for.
    pub enum AllocKind: 2 {
        /// nothing
        None = 0 => "none",
        /// the position
        Position = 1 => "position",
        /// interpolators of a vertex program, colours of a pixel program
        Parameters = 2 => "parameters",
        /// memory export
        Memory = 3 => "memory",
    }
}
