//! Type-3 opcodes by name.
//!
//! Facts: specification digest `pm4`; documented by Xenia's xenos.h, whose names these are.

macro_rules! opcodes {
    ($( $(#[doc = $doc:literal])+ $NAME:ident = $code:literal $($executed:ident)?; )*) => {
        $( $(#[doc = $doc])+ pub const $NAME: u8 = $code; )*

        /// Names by code; empty where a code has none.
        static NAMES: [&str; 128] = {
            let mut names = [""; 128];
            $( names[$code] = stringify!($NAME); )*
            names
        };

        /// Codes whose payloads are typed and which can be executed.
        static TYPED: [bool; 128] = {
            let mut typed = [false; 128];
            $( typed[$code] = opcodes!(@typed $($executed)?); )*
            typed
        };

        /// Every opcode that has a name.
        pub const NAMED: &[u8] = &[$($code),*];
    };
    (@typed typed) => { true };
    (@typed) => { false };
}

opcodes! {
    /// Skips its payload.
    NOP = 0x10 typed;
    /// Changes bits of a register.
    REG_RMW = 0x21 typed;
    /// Draws.
    DRAW_INDX = 0x22 typed;
    /// Begins or ends a visibility query.
    VIZ_QUERY = 0x23 typed;
    /// Fetches state; not executed.
    SET_STATE = 0x25;
    /// Waits until the chip is idle.
    WAIT_FOR_IDLE = 0x26 typed;
    /// Loads a program from memory.
    IM_LOAD = 0x27 typed;
    /// Loads a program from the packet.
    IM_LOAD_IMMEDIATE = 0x2B typed;
    /// Stores programs to memory; not executed.
    IM_STORE = 0x2C;
    /// Writes constants or registers.
    SET_CONSTANT = 0x2D typed;
    /// Loads constants with a context; not executed.
    LOAD_CONSTANT_CONTEXT = 0x2E;
    /// Writes constants or registers from memory.
    LOAD_ALU_CONSTANT = 0x2F typed;
    /// Draws with bins; not executed.
    DRAW_INDX_BIN = 0x34;
    /// Draws with bins; not executed.
    DRAW_INDX_2_BIN = 0x35;
    /// Draws, without a visibility token.
    DRAW_INDX_2 = 0x36 typed;
    /// Runs other packets, their setup pipelined.
    INDIRECT_BUFFER_PFD = 0x37 typed;
    /// Makes state stale.
    INVALIDATE_STATE = 0x3B typed;
    /// Waits until a register or memory holds something.
    WAIT_REG_MEM = 0x3C typed;
    /// Stores dwords.
    MEM_WRITE = 0x3D typed;
    /// Stores a register.
    REG_TO_MEM = 0x3E typed;
    /// Runs other packets.
    INDIRECT_BUFFER = 0x3F typed;
    /// Runs packets on a condition; not executed.
    COND_EXEC = 0x44;
    /// Stores a dword or a register on a condition.
    COND_WRITE = 0x45 typed;
    /// Starts an event.
    EVENT_WRITE = 0x46 typed;
    /// Starts the command processor.
    ME_INIT = 0x48 typed;
    /// Splits the instruction store; not executed.
    SET_SHADER_BASES = 0x4A;
    /// Moves bins; not executed.
    SET_BIN_BASE_OFFSET = 0x4B;
    /// Stores a counter; not executed.
    MEM_WRITE_CNTR = 0x4F;
    /// Sets all of the bin mask.
    SET_BIN_MASK = 0x50 typed;
    /// Sets all of the bin selection.
    SET_BIN_SELECT = 0x51 typed;
    /// Waits until a register equals something; not executed.
    WAIT_REG_EQ = 0x52;
    /// Waits until a register is at least something; not executed.
    WAIT_REG_GTE = 0x53;
    /// Interrupts processors.
    INTERRUPT = 0x54 typed;
    /// Writes registers by their index.
    SET_CONSTANT2 = 0x55 typed;
    /// Writes registers by their index, shader constants as a rule.
    SET_SHADER_CONSTANTS = 0x56 typed;
    /// Stores a fence when shading is done.
    EVENT_WRITE_SHD = 0x58 typed;
    /// Stores a fence when caches are flushed; not executed.
    EVENT_WRITE_CFL = 0x59;
    /// Stores screen extents.
    EVENT_WRITE_EXT = 0x5A typed;
    /// Stores sample counts.
    EVENT_WRITE_ZPD = 0x5B typed;
    /// Waits for a read; not executed.
    WAIT_UNTIL_READ = 0x5C;
    /// Waits for a pipelined buffer; not executed.
    WAIT_IB_PFD_COMPLETE = 0x5D;
    /// Renews the context.
    CONTEXT_UPDATE = 0x5E typed;
    /// Sets the low half of the bin mask.
    SET_BIN_MASK_LO = 0x60 typed;
    /// Sets the high half of the bin mask.
    SET_BIN_MASK_HI = 0x61 typed;
    /// Sets the low half of the bin selection.
    SET_BIN_SELECT_LO = 0x62 typed;
    /// Sets the high half of the bin selection.
    SET_BIN_SELECT_HI = 0x63 typed;
    /// Shows a picture; made up by Xenia.
    XE_SWAP = 0x64 typed;
}

/// The name of `code`, if it has one. Only 7 bits count.
#[inline]
pub fn name(code: u8) -> Option<&'static str> {
    Some(NAMES[usize::from(code & 0x7F)]).filter(|name| !name.is_empty())
}

/// The code of that name.
pub fn by_name(name: &str) -> Option<u8> {
    NAMED.iter().copied().find(|&code| NAMES[usize::from(code)] == name)
}

/// Whether the payload of `code` is typed; others are named at most, and refused when executed.
#[inline]
pub fn is_typed(code: u8) -> bool {
    TYPED[usize::from(code & 0x7F)]
}
