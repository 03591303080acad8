//! Command processor, coherency, memory.
//!
//! Facts: specification digest `xenos-hardware` section 1.1.

use super::declare::registers;
use crate::register::{Group, MESA_COMMON, Register, SideEffect, XENIA_MMIO};
use crate::words::{CoherStatusHost, ScratchUmsk, WaitUntil};

const ROW: Register = Register::of(Group::System);
/// At the same indices in the sibling's description.
const SIBLING: Register = ROW.by(MESA_COMMON).inferred();
const STORED: &str = "Stored only: whoever runs the command processor tells it of its ring.";

registers! {
    /// Where the ring begins.
    CP_RB_BASE = 0x01C0: SIBLING.address().note(STORED);
    /// Size of the ring, as a logarithm, and how its pointers are kept.
    CP_RB_CNTL = 0x01C1: SIBLING.note(STORED);
    /// Where the read index is written to memory.
    CP_RB_RPTR_ADDR = 0x01C3: SIBLING.address().note(STORED);
    /// Read index of the ring, in dwords.
    CP_RB_RPTR = 0x01C4: SIBLING;
    /// Write index of the ring, in dwords.
    CP_RB_WPTR = 0x01C5: ROW.by(XENIA_MMIO).effect(SideEffect::RingWritePointer);
    /// Which scratch registers are also stored in memory.
    SCRATCH_UMSK = 0x01DC: ROW.word::<ScratchUmsk>();
    /// Where scratch registers are stored.
    SCRATCH_ADDR = 0x01DD: ROW.address();
    /// Of Direct3D's callbacks.
    CALLBACK_ACK = 0x045E: ROW;
    /// Scratch register 0.
    SCRATCH_REG0 = 0x0578: ROW.effect(SideEffect::ScratchWriteBack(0));
    /// Scratch register 1.
    SCRATCH_REG1 = 0x0579: ROW.effect(SideEffect::ScratchWriteBack(1));
    /// Scratch register 2.
    SCRATCH_REG2 = 0x057A: ROW.effect(SideEffect::ScratchWriteBack(2));
    /// Scratch register 3.
    SCRATCH_REG3 = 0x057B: ROW.effect(SideEffect::ScratchWriteBack(3));
    /// Scratch register 4. Direct3D keeps a callback there.
    CALLBACK_ADDRESS = 0x057C: ROW.effect(SideEffect::ScratchWriteBack(4));
    /// Scratch register 5. Direct3D keeps a callback's context there.
    CALLBACK_CONTEXT = 0x057D: ROW.effect(SideEffect::ScratchWriteBack(5));
    /// Scratch register 6.
    SCRATCH_REG6 = 0x057E: ROW.effect(SideEffect::ScratchWriteBack(6));
    /// Scratch register 7.
    SCRATCH_REG7 = 0x057F: ROW.effect(SideEffect::ScratchWriteBack(7));
    /// What the command processor waits for.
    WAIT_UNTIL = 0x05C8: ROW.word::<WaitUntil>().effect(SideEffect::WaitUntil);
    /// Size of a coherency request.
    COHER_SIZE_HOST = 0x0A2F: ROW;
    /// Base of a coherency request.
    COHER_BASE_HOST = 0x0A30: ROW.address();
    /// What a coherency request concerns, and whether it is done.
    COHER_STATUS_HOST = 0x0A31: ROW.word::<CoherStatusHost>().effect(SideEffect::Coherency);
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_0 = 0x2006: ROW;
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_1 = 0x2007: ROW;
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_2 = 0x2008: ROW;
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_3 = 0x2009: ROW;
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_4 = 0x200A: ROW;
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_5 = 0x200B: ROW;
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_6 = 0x200C: ROW;
    /// Of coherency requests; no implementation reads it.
    COHER_DEST_BASE_7 = 0x200D: ROW;
}
