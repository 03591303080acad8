//! Shader constants, most of which are ranges.
//!
//! Facts: specification digest `xenos-hardware` section 1.6; names as Xenia's register_table.inc
//! has them.

use crate::register::{Format, Group, Naming, Register, SideEffect};
use crate::words::LoopConstant;
use base_word::Word;

pub(super) mod index {
    /// The first of the 512 ALU constants of four floats.
    pub const SHADER_CONSTANT: u16 = 0x4000;
    /// The first of the 32 fetch constants of six dwords.
    pub const SHADER_CONSTANT_FETCH: u16 = 0x4800;
    /// The first of the 256 booleans, 32 a dword.
    pub const SHADER_CONSTANT_BOOL: u16 = 0x4900;
    /// The first of the 32 loop constants.
    pub const SHADER_CONSTANT_LOOP: u16 = 0x4908;
    /// A write makes fetched data stale.
    pub const SHADER_CONSTANT_FLUSH_FETCH_0: u16 = 0x5000;
    /// A write makes fetched data stale.
    pub const SHADER_CONSTANT_FLUSH_FETCH_1: u16 = 0x5001;
    /// A write makes fetched data stale.
    pub const SHADER_CONSTANT_FLUSH_FETCH_2: u16 = 0x5002;
}

const ROW: Register = Register::of(Group::Constants);

const FLUSH: Register = Register {
    effect: SideEffect::FetchFlush,
    meaning: "A write makes fetched data stale.",
    ..ROW
};

pub(super) const ROWS: &[Register] = &[
    Register {
        index: index::SHADER_CONSTANT,
        count: 2048,
        name: "SHADER_CONSTANT",
        naming: Naming::Alu,
        format: Format::Float,
        pixel: true,
        meaning: "512 ALU constants of four floats.",
        ..ROW
    },
    Register {
        index: index::SHADER_CONSTANT_FETCH,
        count: 192,
        name: "SHADER_CONSTANT_FETCH",
        naming: Naming::Fetch,
        format: Format::Fetch,
        pixel: true,
        meaning: "32 texture fetch constants of six dwords, or 96 vertex fetch constants of two.",
        ..ROW
    },
    Register {
        index: index::SHADER_CONSTANT_BOOL,
        count: 8,
        name: "SHADER_CONSTANT_BOOL",
        naming: Naming::Bool,
        pixel: true,
        meaning: "256 booleans.",
        ..ROW
    },
    Register {
        index: index::SHADER_CONSTANT_LOOP,
        count: 32,
        name: "SHADER_CONSTANT_LOOP",
        naming: Naming::Loop,
        format: Format::Fields(LoopConstant::FIELDS),
        pixel: true,
        meaning: "32 loop constants.",
        ..ROW
    },
    Register {
        index: index::SHADER_CONSTANT_FLUSH_FETCH_0,
        name: "SHADER_CONSTANT_FLUSH_FETCH_0",
        ..FLUSH
    },
    Register {
        index: index::SHADER_CONSTANT_FLUSH_FETCH_1,
        name: "SHADER_CONSTANT_FLUSH_FETCH_1",
        ..FLUSH
    },
    Register {
        index: index::SHADER_CONSTANT_FLUSH_FETCH_2,
        name: "SHADER_CONSTANT_FLUSH_FETCH_2",
        ..FLUSH
    },
];
