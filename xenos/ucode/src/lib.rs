//! Xenos microcode: the words.
//!
//! For: control flow, ALU and fetch instructions as types, words to types and back, disassembly,
//! the control-flow graph and what a program uses.
//! Not for: what an instruction computes.
//! Facts: specification digest `xenos-hardware` section 2.
#![forbid(unsafe_code)]
