//! The ordered stream of events: what consumers of a command stream see.
//!
//! An event says what happened; the state that goes with it is a [`State`], by reference. Both feeds
//! give the same events for the same stream, but for those that only a trace has
//! ([`Event::is_of_trace`]).

use std::sync::Arc;

use xenos_memory::{GuestMemory, Outside, Writer};
use xenos_pm4::Condition;
use xenos_regs::index;
use xenos_regs::words::{EdramMode, RbCopyControl, RbModecontrol, VgtDmaSize, VgtDrawInitiator};

use crate::{Gamma, Registers, Shader};

/// Everything an event depends on, at its place in the stream.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// The register file with its generations.
    pub registers: &'a Registers,
    /// The vertex program loaded last.
    pub vertex_shader: Option<&'a Arc<Shader>>,
    /// The pixel program loaded last.
    pub pixel_shader: Option<&'a Arc<Shader>>,
    /// The display's ramps.
    pub gamma: &'a Gamma,
}

/// Where the indices of a draw come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices<'a> {
    /// 0, 1, 2 and so on.
    Auto,
    /// Memory.
    Memory {
        /// Address in bytes.
        address: u32,
        /// Their number there and their byte order.
        size: VgtDmaSize,
    },
    /// The packet itself, as its words.
    Immediate(&'a [u32]),
}

/// A draw, or a copy out of EDRAM, which the hardware also starts as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw<'a> {
    /// Its number among draws, or among copies, from 0.
    pub number: u64,
    /// Address of its packet.
    pub packet: u32,
    /// Primitive, index width and count.
    pub initiator: VgtDrawInitiator,
    /// Where indices come from.
    pub indices: Indices<'a>,
    /// The visibility query that it depends on.
    pub query: Option<u8>,
    /// Whether its packet was predicated (and so passed).
    pub predicated: bool,
}

/// What is cleared in EDRAM after a copy: the copy's rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clear {
    /// The number of the copy.
    pub copy: u64,
    /// Stored words of the copy's colour: RB_COLOR_CLEAR and RB_COLOR_CLEAR_LO.
    pub color: Option<[u32; 2]>,
    /// The stored word of depth and stencil.
    pub depth: Option<u32>,
}

/// Why the GPU stores words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// MEM_WRITE.
    MemWrite,
    /// REG_TO_MEM.
    RegToMem,
    /// COND_WRITE.
    CondWrite,
    /// EVENT_WRITE_SHD: a fence.
    Fence,
    /// EVENT_WRITE_EXT: screen extents.
    ScreenExtents,
    /// A scratch register's write-back.
    ScratchWriteBack,
}

/// Words that the GPU stores. Nobody may see them before everything earlier was consumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryWrite<'a> {
    /// Why.
    pub cause: Cause,
    /// Address in bytes.
    pub address: u32,
    /// The words as big-endian memory holds them: byte exchanges are done.
    pub words: &'a [u32],
}

/// A picture is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Its number, from 0.
    pub number: u64,
    /// Front buffer, as the packet says; what is shown is fetch constant 0.
    pub front_buffer: u32,
    /// Width as the packet says.
    pub width: u32,
    /// Height as the packet says.
    pub height: u32,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A draw.
    Draw(Draw<'a>),
    /// A copy out of EDRAM (a resolve).
    Copy(Draw<'a>),
    /// A clear in EDRAM, after its copy.
    Clear(Clear),
    /// The GPU stores words.
    MemoryWrite(MemoryWrite<'a>),
    /// Sample counts are to be stored: eight little-endian words at this address.
    SampleCounts {
        /// RB_SAMPLE_COUNT_ADDR.
        address: u32,
    },
    /// A visibility query begins or ends.
    VisibilityQuery {
        /// Which, 0 to 63.
        id: u8,
        /// It ends.
        end: bool,
    },
    /// An event without data, by its number.
    Initiated {
        /// The event.
        event: u8,
    },
    /// Processors are interrupted.
    Interrupt {
        /// One bit each.
        cpus: u8,
    },
    /// A wait ended: its condition holds, or it was given up.
    Wait {
        /// The condition.
        condition: Condition,
        /// Whether it holds.
        met: bool,
    },
    /// A picture is shown.
    Swap(Swap),
    /// A trace's record of what the processor wrote: for memories that lag behind.
    Upload {
        /// Address in bytes.
        address: u32,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// A trace's record of all of EDRAM.
    Edram(&'a [u8]),
    /// A trace's mark, which its recorder puts behind a swap's packet. It ends nothing: the swap did.
    FrameMark,
}

impl Event<'_> {
    /// Whether a frame ends with it: with an executed swap, in either feed. This is the one rule;
    /// counts, censuses and `--frame` follow it. What comes behind the last swap belongs to a frame
    /// that is not finished: it has a number and is not counted.
    #[inline]
    pub fn ends_frame(&self) -> bool {
        matches!(self, Self::Swap(_))
    }

    /// Whether only a trace has such events.
    pub fn is_of_trace(&self) -> bool {
        matches!(self, Self::Upload { .. } | Self::Edram(_) | Self::FrameMark)
    }

    /// Stores what the event says into `memory`: for consumers that have nothing better to do with
    /// memory writes and uploads. Sample counts, copies and exports are the renderer's.
    pub fn apply(&self, memory: &GuestMemory) -> Result<(), Outside> {
        match self {
            Self::MemoryWrite(write) => memory.write_words(Writer::Gpu, write.address, write.words),
            Self::Upload { address, bytes } => memory.write_bytes(Writer::Cpu, *address, bytes),
            _ => Ok(()),
        }
    }
}

impl State<'_> {
    /// Whether a draw in this state is a copy.
    #[inline]
    pub fn copies(&self) -> bool {
        let mode = RbModecontrol::from_raw(self.registers.get(index::RB_MODECONTROL));
        mode.edram_mode() == EdramMode::Copy
    }

    /// What a copy in this state clears.
    pub fn clear(&self, copy: u64) -> Option<Clear> {
        let word = |register| self.registers.get(register);
        let control = RbCopyControl::from_raw(word(index::RB_COPY_CONTROL));
        let color = control.color_clear_enable();
        let depth = control.depth_clear_enable();
        (color || depth).then(|| Clear {
            copy,
            color: color.then(|| [word(index::RB_COLOR_CLEAR), word(index::RB_COLOR_CLEAR_LO)]),
            depth: depth.then(|| word(index::RB_DEPTH_CLEAR)),
        })
    }
}
