//! What consumers that count see of packets, beside the events that packets cause.

use crate::program::Program;

/// What becomes of predicated packets. A predicated XE_SWAP never runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bins {
    /// They are executed.
    pub run: bool,
    /// Bin mask and bin selection are all ones.
    pub all: bool,
}

/// Something about packets.
#[derive(Clone, Copy, Debug)]
pub enum Observation<'a> {
    /// A command at this address is about to cause its event: one that is no draw, or a write of
    /// registers that do more than hold their words.
    Command {
        /// The packet's address.
        packet: u32,
    },
    /// Packets were taken in order: those of a program with these numbers.
    Packets {
        /// The program; its notes say what the packets are.
        program: &'a Program,
        /// The first.
        from: u32,
        /// The first behind.
        to: u32,
        /// Whether they were executed; a trace's packet that another one replaces is not.
        executed: bool,
        /// What became of the predicated ones among them that are whole; none if they are told of
        /// one by one.
        bins: Option<Bins>,
    },
    /// A predicated packet that is whole was executed or skipped.
    Predicated {
        /// The program.
        program: &'a Program,
        /// The packet's number.
        packet: u32,
        /// What became of it.
        bins: Bins,
    },
    /// The condition of a COND_WRITE to a register holds.
    ConditionalWrite {
        /// The register; it may lie beyond the file.
        register: u32,
    },
    /// What follows is caused by a trace's record of registers, not by packets; or that is over.
    Record {
        /// Whether it begins.
        begins: bool,
    },
    /// An indirect buffer begins.
    BufferBegins {
        /// Its address.
        address: u32,
        /// What it holds, where that is known already; in a trace its packets follow one by one.
        program: Option<&'a Program>,
        /// How many buffers it lies in, 1 if the ring runs it. In a trace 0: to be counted by
        /// whoever wants to know.
        nesting: u32,
    },
    /// The innermost indirect buffer ends; only in a trace.
    BufferEnds,
}
