//! Packets decoded into steps: a whole indirect buffer once, or one packet at a time.
//!
//! Both feeds decode with `compile` and execute steps with `Processor`; nothing else interprets a
//! packet. A program keeps the values of registers in host order, so that running it again reads no
//! guest memory and a recorder can refer to them.

use base_refusal::RefusalKind;
use xenos_pm4::{Condition, EndianAddress, EventShdInitiator, Kind, Place, RmwOperand};
use xenos_regs::words::Event as Initiated;

use crate::{Notes, StateGroup};

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Writes `count` consecutive registers of one group, without side effects.
    Registers { group: StateGroup, first: u16, count: u16, at: u32 },
    /// Writes one register `count` times, with its side effects.
    Effects { register: u16, count: u16, at: u32 },
    /// Writes consecutive registers from the memory that word `at` names.
    Load { first: u16, count: u16, at: u32 },
    /// Loads the program at a place.
    LoadShader { slot: u32 },
    /// Loads a program that is known.
    BindShader { id: u32 },
    /// Draws; [`DRAW_WORDS`] at `at`.
    Draw { at: u32, indices: IndexKind, query: u8 },
    /// Runs another buffer.
    Call { slot: u32 },
    /// Does what the command at `at` says.
    Command { at: u32 },
    /// Does nothing.
    Nothing,
}

/// No visibility query.
pub(crate) const NO_QUERY: u8 = u8::MAX;

/// Where a draw's indices come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IndexKind {
    Auto,
    Memory,
    /// So many words after the others.
    Immediate(u16),
}

/// A draw's words: packet address, then what its registers get (index base and size, initiator).
pub(crate) const DRAW_WORDS: usize = 4;

/// What is rare enough to be stored apart.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Wait(Condition),
    CondWrite {
        condition: Condition,
        target: Place,
        value: u32,
    },
    MemWrite {
        address: EndianAddress,
        at: u32,
        count: u32,
    },
    RegToMem {
        register: u32,
        address: EndianAddress,
    },
    RegRmw {
        register: u16,
        and: RmwOperand,
        or: RmwOperand,
    },
    Event(Initiated),
    Fence {
        initiator: EventShdInitiator,
        address: EndianAddress,
        value: u32,
    },
    Extents {
        event: Initiated,
        address: EndianAddress,
    },
    SampleCounts {
        event: Initiated,
    },
    VisibilityQuery {
        id: u8,
        end: bool,
    },
    Bins {
        select: bool,
        keep: u64,
        value: u64,
    },
    Interrupt {
        cpus: u8,
    },
    Swap {
        front_buffer: u32,
        width: u32,
        height: u32,
    },
    /// A predicated XE_SWAP, which is never executed.
    SkippedSwap {
        front_buffer: u32,
    },
    Refuse {
        kind: &'static RefusalKind,
        what: &'static str,
        value: u32,
    },
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) op: Op,
    /// To be skipped unless a bin is selected.
    pub(crate) predicated: bool,
}

/// Where a step begins in its buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// Word of its first packet, or [`INSIDE`].
    pub(crate) word: u32,
    /// Number of its first packet.
    pub(crate) packet: u32,
}

/// The word of a step that is not its packet's first.
pub(crate) const INSIDE: u32 = u32::MAX;

/// A decoded buffer, or packet.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Physical address of its first word.
    pub(crate) address: u32,
    /// How many words it had.
    pub(crate) dwords: u32,
    pub(crate) steps: Vec<Step>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) words: Vec<u32>,
    pub(crate) commands: Vec<Command>,
    /// The kind of each packet.
    pub(crate) kinds: Vec<Kind>,
    /// The kinds, counted.
    pub(crate) census: Vec<(Kind, u32)>,
    pub(crate) notes: Notes,
    /// Whether notes were taken.
    pub(crate) noted: bool,
    pub(crate) serial: u64,
    /// It has packets that choose bins.
    pub(crate) rebins: bool,
}

impl Program {
    /// Physical address of the buffer.
    pub fn address(&self) -> u32 {
        self.address
    }

    /// Words of the buffer.
    pub fn dwords(&self) -> u32 {
        self.dwords
    }

    /// How many packets it has.
    pub fn packets(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// What its packets are, if somebody counts them.
    pub fn notes(&self) -> Option<&Notes> {
        self.noted.then_some(&self.notes)
    }

    /// A number of its own among the decoded buffers of its feed, from 1; 0 of a packet alone.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// The decoded words from `at` on: `count` of them, fewer only at the end.
    pub fn words_at(&self, at: u32, count: u32) -> &[u32] {
        let rest = self.words.get(at as usize..).unwrap_or_default();
        rest.get(..count as usize).unwrap_or(rest)
    }

    /// Starts anew, keeping what is allocated.
    pub(crate) fn clear(&mut self, address: u32) {
        (self.address, self.dwords) = (address, 0);
        self.steps.clear();
        self.marks.clear();
        self.words.clear();
        self.commands.clear();
        self.kinds.clear();
        self.census.clear();
        self.notes.clear();
        self.rebins = false;
    }

    /// The number of the first packet that is not run when steps up to `step` are.
    #[inline]
    pub(crate) fn packet_at(&self, step: usize) -> u32 {
        self.marks.get(step).map_or(self.packets(), |mark| mark.packet)
    }

    /// The address of the packet that a step belongs to, where packets are noted.
    pub(crate) fn address_at(&self, step: usize) -> Option<u32> {
        let mark = self.marks.get(step)?;
        let number = mark.packet.checked_sub(u32::from(mark.word == INSIDE))?;
        let note = self.notes.packets().get(number as usize)?;
        Some(self.address.wrapping_add(note.word.wrapping_mul(4)))
    }

    /// What it costs to keep, roughly, in words.
    pub(crate) fn weight(&self) -> usize {
        self.words.len() + self.steps.len() * 6 + self.kinds.len() / 4 + 32 + self.notes.weight()
    }

    /// Bytes that running it reads, and bytes that it has beside them.
    pub(crate) fn bytes(&self) -> (u64, u64) {
        let run = size_of_val(&*self.steps) + size_of_val(&*self.words);
        let side = size_of_val(&*self.marks) + size_of_val(&*self.kinds);
        ((run + size_of_val(&*self.commands)) as u64, side as u64)
    }

    /// Adds a step.
    pub(crate) fn push(&mut self, op: Op, predicated: bool, mark: Mark) {
        self.steps.push(Step { op, predicated });
        self.marks.push(mark);
    }

    /// Counts the kinds once all packets are there.
    pub(crate) fn take_census(&mut self) {
        let mut counts = [0u32; Kind::COUNT];
        for kind in &self.kinds {
            counts[kind.index()] += 1;
        }
        let kinds = Kind::all().map(|kind| (kind, counts[kind.index()]));
        self.census = kinds.filter(|(_, count)| *count > 0).collect();
    }
}
