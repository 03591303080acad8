//! Registers that are written or read and have no name.
//!
//! Facts: what Xenia's register_table.inc calls unknown, and reads that its graphics_system.cc
//! answers.

use crate::register::{Group, Register, XENIA_MMIO};

const fn unknown(index: u16, count: u16) -> Register {
    Register {
        index,
        count,
        meaning: "Written by titles; unknown.",
        ..Register::of(Group::System).inferred()
    }
}

const fn answered(index: u16, meaning: &'static str, note: &'static str) -> Register {
    Register { index, meaning, ..Register::of(Group::Display).by(XENIA_MMIO).guessed().note(note) }
}

pub(super) const ROWS: &[Register] = &[
    unknown(0x0A02, 4),
    unknown(0x0E00, 1),
    unknown(0x0E40, 1),
    unknown(0x0E42, 1),
    answered(0x194C, "The line that is shown.", "Xenia answers 0x2D0."),
    answered(0x1951, "Whether the picture is between frames.", "Xenia answers 1."),
    unknown(0x2290, 2),
    unknown(0x230B, 7),
    unknown(0x2313, 2),
];
