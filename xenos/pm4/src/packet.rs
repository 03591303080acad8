//! Packets as types.
//!
//! For: what a packet says, every bit of it in a named place. Not for: what it does.
//! Facts: specification digest `pm4`; documented unless a line says otherwise.

use xenos_regs::index;
use xenos_regs::words::{VgtDmaSize, VgtDrawInitiator, VgtEventInitiator};

use crate::fields::{
    BufferLength, ConstantSelect, ConstantSize, EndianAddress, EventShdInitiator, InterruptCpus,
    LoadAddress, RegisterOperand, RegisterSelect, ShaderAddress, ShaderExtent, ShaderType,
    VizQueryToken, VizToken, WaitFunction,
};
use crate::{Kind, Words, opcode};

/// What XE_SWAP begins with: `SWAP`.
pub const SWAP_SIGNATURE: u32 = 0x5357_4150;

/// One packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packet<'a> {
    /// Writes registers in a row.
    Type0 {
        /// The first register; 15 bits.
        first: u16,
        /// One word a register.
        values: Words<'a>,
    },
    /// Writes one register again and again.
    Type0OneRegister {
        /// The register; 15 bits.
        register: u16,
        /// One word a write.
        values: Words<'a>,
    },
    /// Writes two registers.
    Type1 {
        /// The registers; 11 bits each.
        registers: [u16; 2],
        /// Their words.
        values: [u32; 2],
        /// Header bits 22 to 29.
        reserved_22: u8,
    },
    /// Does nothing.
    Type2 {
        /// Header bits 0 to 29.
        reserved_0: u32,
    },
    /// A dword of zero, which does nothing.
    Null,
    /// A command.
    Type3(Command<'a>),
}

/// A type-3 packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Command<'a> {
    /// Executed only if a bit is in both bin mask and bin selection.
    pub predicated: bool,
    /// Header bits 1 to 7.
    pub reserved_1: u8,
    /// Header bit 15.
    pub reserved_15: bool,
    /// What it says.
    pub payload: Payload<'a>,
    /// Payload dwords beyond what the opcode has a use for.
    pub surplus: Words<'a>,
}

impl<'a> Command<'a> {
    /// An unpredicated packet of this payload.
    pub const fn new(payload: Payload<'a>) -> Self {
        Self {
            predicated: false,
            reserved_1: 0,
            reserved_15: false,
            payload,
            surplus: Words::EMPTY,
        }
    }
}

/// What a type-3 packet says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payload<'a> {
    /// Nothing is done with the dwords.
    Nop {
        /// They may be anything.
        content: Words<'a>,
    },
    /// register = (register & and) | or.
    RegRmw {
        /// The register; 13 bits.
        register: u16,
        /// Bits 13 to 29 of the first dword.
        reserved_13: u32,
        /// What the register is masked with.
        and: RmwOperand,
        /// What is then set.
        or: RmwOperand,
    },
    /// A draw, by a visibility query if need be.
    DrawIndx {
        /// The query.
        viz: VizToken,
        /// What is drawn.
        initiator: VgtDrawInitiator,
        /// Where indices come from.
        source: IndexSource<'a>,
    },
    /// A draw.
    DrawIndx2 {
        /// What is drawn.
        initiator: VgtDrawInitiator,
        /// Where indices come from.
        source: IndexSource<'a>,
    },
    /// A visibility query begins or ends.
    VizQuery {
        /// Which, and which of the two.
        token: VizQueryToken,
    },
    /// Waits until the chip is idle.
    WaitForIdle {
        /// Without a known meaning.
        value: u32,
    },
    /// Loads a program from memory.
    ImLoad {
        /// Stage and place.
        source: ShaderAddress,
        /// Length.
        extent: ShaderExtent,
    },
    /// Loads a program from the packet.
    ImLoadImmediate {
        /// Which stage; 2 bits of the first dword.
        stage: ShaderType,
        /// Bits 2 to 31 of the first dword.
        reserved_2: u32,
        /// Length; may name more dwords than there are, which is a fault of the stream.
        extent: ShaderExtent,
        /// The program: as many dwords as the length names and the packet has.
        code: Words<'a>,
    },
    /// Writes constants or registers.
    SetConstant {
        /// Which.
        select: ConstantSelect,
        /// Their words.
        values: Words<'a>,
    },
    /// Writes constants or registers from memory.
    LoadAluConstant {
        /// Where they lie.
        address: LoadAddress,
        /// Which.
        select: ConstantSelect,
        /// How many.
        size: ConstantSize,
    },
    /// Runs other packets.
    IndirectBuffer {
        /// Where they lie, in bytes.
        address: u32,
        /// How many dwords; traces record the packet without it.
        length: Option<BufferLength>,
    },
    /// Runs other packets, their setup pipelined.
    IndirectBufferPfd {
        /// Where they lie, in bytes.
        address: u32,
        /// How many dwords.
        length: BufferLength,
    },
    /// Makes state stale.
    InvalidateState {
        /// Which.
        mask: u32,
    },
    /// Waits for a condition.
    WaitRegMem {
        /// The condition.
        condition: Condition,
        /// Bits 8 to 31 of the first dword.
        reserved_8: u32,
        /// How long to pause between polls.
        wait: u32,
    },
    /// Stores dwords.
    MemWrite {
        /// Where.
        address: EndianAddress,
        /// What.
        values: Words<'a>,
    },
    /// Stores a register.
    RegToMem {
        /// The register.
        register: u32,
        /// Where.
        address: EndianAddress,
    },
    /// Stores a dword, or writes a register, if a condition holds.
    CondWrite {
        /// The condition.
        condition: Condition,
        /// Bits 9 to 31 of the first dword.
        reserved_9: u32,
        /// What is written.
        target: Place,
        /// The value.
        value: u32,
    },
    /// Starts an event.
    EventWrite {
        /// The event.
        initiator: VgtEventInitiator,
    },
    /// Stores a fence when shading is done.
    EventWriteShd {
        /// The event, and which value is stored.
        initiator: EventShdInitiator,
        /// Where.
        address: EndianAddress,
        /// The value.
        value: u32,
    },
    /// Stores screen extents.
    EventWriteExt {
        /// The event.
        initiator: VgtEventInitiator,
        /// Where.
        address: EndianAddress,
    },
    /// Stores sample counts.
    EventWriteZpd {
        /// The event.
        initiator: VgtEventInitiator,
    },
    /// Starts the command processor.
    MeInit {
        /// Its parameters.
        parameters: Words<'a>,
    },
    /// Sets the bin mask.
    SetBinMask {
        /// All of it; the packet has the high half first.
        mask: u64,
    },
    /// Sets the bin selection.
    SetBinSelect {
        /// All of it; the packet has the high half first.
        select: u64,
    },
    /// Interrupts processors.
    Interrupt {
        /// Which.
        cpus: InterruptCpus,
    },
    /// Writes registers by their index.
    SetConstant2 {
        /// The first.
        select: RegisterSelect,
        /// Their words.
        values: Words<'a>,
    },
    /// Writes registers by their index.
    SetShaderConstants {
        /// The first.
        select: RegisterSelect,
        /// Their words.
        values: Words<'a>,
    },
    /// Renews the context.
    ContextUpdate {
        /// Zero, in all that is known.
        value: u32,
    },
    /// Sets the low half of the bin mask.
    SetBinMaskLo {
        /// The half.
        mask: u32,
    },
    /// Sets the high half of the bin mask.
    SetBinMaskHi {
        /// The half.
        mask: u32,
    },
    /// Sets the low half of the bin selection.
    SetBinSelectLo {
        /// The half.
        select: u32,
    },
    /// Sets the high half of the bin selection.
    SetBinSelectHi {
        /// The half.
        select: u32,
    },
    /// Shows the picture that texture fetch constant 0 describes.
    XeSwap {
        /// [`SWAP_SIGNATURE`], or the packet is not what it seems.
        signature: u32,
        /// Where the front buffer lies.
        front_buffer: u32,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// An opcode with a name, whose payload nobody takes apart; refused when executed.
    NotExecuted {
        /// The opcode.
        opcode: u8,
        /// Its dwords.
        content: Words<'a>,
    },
    /// An opcode without a name; refused when executed.
    Unknown {
        /// The opcode.
        opcode: u8,
        /// Its dwords.
        content: Words<'a>,
    },
}

/// What REG_RMW masks with or sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RmwOperand {
    /// This number.
    Value(u32),
    /// A register's word.
    Register(RegisterOperand),
}

/// Where a draw's indices come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexSource<'a> {
    /// From memory.
    Dma {
        /// Address in bytes.
        base: u32,
        /// How many, and their byte order.
        size: VgtDmaSize,
    },
    /// From the packet.
    Immediate {
        /// The rest of the packet.
        indices: Words<'a>,
    },
    /// Counted from 0.
    Auto,
    /// The reserved code: nobody knows.
    Reserved,
}

/// A register or a dword in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A register, by its index.
    Register(u32),
    /// Memory.
    Memory(EndianAddress),
}

/// What a wait or a conditional write asks: `(value & mask) function reference`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// How it compares.
    pub function: WaitFunction,
    /// Bit 3 of the first dword.
    pub reserved_3: bool,
    /// Bits 5 to 7 of the first dword.
    pub reserved_5: u8,
    /// Where the value is.
    pub poll: Place,
    /// What it is compared with.
    pub reference: u32,
    /// Which of its bits count.
    pub mask: u32,
}

impl Condition {
    /// Whether it holds for a value.
    #[inline]
    pub const fn holds(&self, value: u32) -> bool {
        self.function.holds(value & self.mask, self.reference)
    }
}

/// Where constants go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstantTarget {
    /// ALU constants.
    Alu,
    /// Fetch constants.
    Fetch,
    /// Booleans.
    Bool,
    /// Loop constants.
    Loop,
    /// Registers from 0x2000 on.
    Register,
    /// A code that nobody knows.
    Unknown(u8),
}

impl ConstantTarget {
    /// The register of its first constant.
    #[inline]
    pub const fn base(self) -> Option<u16> {
        match self {
            Self::Alu => Some(index::SHADER_CONSTANT),
            Self::Fetch => Some(index::SHADER_CONSTANT_FETCH),
            Self::Bool => Some(index::SHADER_CONSTANT_BOOL),
            Self::Loop => Some(index::SHADER_CONSTANT_LOOP),
            Self::Register => Some(index::RB_SURFACE_INFO),
            Self::Unknown(_) => None,
        }
    }
}

impl ConstantSelect {
    /// Where they go.
    #[inline]
    pub fn target(self) -> ConstantTarget {
        match self.kind() {
            0 => ConstantTarget::Alu,
            1 => ConstantTarget::Fetch,
            2 => ConstantTarget::Bool,
            3 => ConstantTarget::Loop,
            4 => ConstantTarget::Register,
            other => ConstantTarget::Unknown(other as u8),
        }
    }

    /// The first register written; none if the kind is unknown. It may lie beyond its kind's
    /// range, and what follows it may lie beyond the file.
    #[inline]
    pub fn first_register(self) -> Option<u32> {
        self.target().base().map(|base| u32::from(base) + self.index())
    }
}

impl Packet<'_> {
    /// What the packet is counted by.
    #[inline]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Type0 { .. } => Kind::TYPE0,
            Self::Type0OneRegister { .. } => Kind::TYPE0_ONE_REGISTER,
            Self::Type1 { .. } => Kind::TYPE1,
            Self::Type2 { .. } => Kind::TYPE2,
            Self::Null => Kind::NULL,
            Self::Type3(command) => Kind::of_opcode(command.payload.opcode()),
        }
    }

    /// Whether the packet is executed only if a bit is in both bin mask and bin selection.
    #[inline]
    pub const fn predicated(&self) -> bool {
        matches!(self, Self::Type3(Command { predicated: true, .. }))
    }
}

impl<'a> Packet<'a> {
    /// The registers that the packet writes in a row or one of them again and again, from words
    /// of its own. Type 1 and REG_RMW write otherwise, LOAD_ALU_CONSTANT from memory.
    #[inline]
    pub fn run(&self) -> Option<RegisterRun<'a>> {
        let (first, repeated, values) = match *self {
            Self::Type0 { first, values } => (u32::from(first), false, values),
            Self::Type0OneRegister { register, values } => (u32::from(register), true, values),
            Self::Type3(command) => match command.payload {
                Payload::SetConstant { select, values } => {
                    (select.first_register()?, false, values)
                }
                Payload::SetConstant2 { select, values }
                | Payload::SetShaderConstants { select, values } => {
                    (select.register(), false, values)
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(RegisterRun { first, repeated, values })
    }
}

/// Register writes from consecutive words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterRun<'a> {
    /// The first register, or the only one.
    pub first: u32,
    /// All words go to the first register, else each to the next.
    pub repeated: bool,
    /// The words.
    pub values: Words<'a>,
}

impl<'a> RegisterRun<'a> {
    /// Register and word of each write, in order. Registers may lie beyond the file.
    pub fn writes(self) -> impl Iterator<Item = (u32, u32)> + 'a {
        let step = u32::from(!self.repeated);
        (0..).zip(self.values.iter()).map(move |(n, word)| (self.first + n * step, word))
    }
}

impl Payload<'_> {
    /// The opcode.
    pub const fn opcode(&self) -> u8 {
        match self {
            Self::Nop { .. } => opcode::NOP,
            Self::RegRmw { .. } => opcode::REG_RMW,
            Self::DrawIndx { .. } => opcode::DRAW_INDX,
            Self::DrawIndx2 { .. } => opcode::DRAW_INDX_2,
            Self::VizQuery { .. } => opcode::VIZ_QUERY,
            Self::WaitForIdle { .. } => opcode::WAIT_FOR_IDLE,
            Self::ImLoad { .. } => opcode::IM_LOAD,
            Self::ImLoadImmediate { .. } => opcode::IM_LOAD_IMMEDIATE,
            Self::SetConstant { .. } => opcode::SET_CONSTANT,
            Self::LoadAluConstant { .. } => opcode::LOAD_ALU_CONSTANT,
            Self::IndirectBuffer { .. } => opcode::INDIRECT_BUFFER,
            Self::IndirectBufferPfd { .. } => opcode::INDIRECT_BUFFER_PFD,
            Self::InvalidateState { .. } => opcode::INVALIDATE_STATE,
            Self::WaitRegMem { .. } => opcode::WAIT_REG_MEM,
            Self::MemWrite { .. } => opcode::MEM_WRITE,
            Self::RegToMem { .. } => opcode::REG_TO_MEM,
            Self::CondWrite { .. } => opcode::COND_WRITE,
            Self::EventWrite { .. } => opcode::EVENT_WRITE,
            Self::EventWriteShd { .. } => opcode::EVENT_WRITE_SHD,
            Self::EventWriteExt { .. } => opcode::EVENT_WRITE_EXT,
            Self::EventWriteZpd { .. } => opcode::EVENT_WRITE_ZPD,
            Self::MeInit { .. } => opcode::ME_INIT,
            Self::SetBinMask { .. } => opcode::SET_BIN_MASK,
            Self::SetBinSelect { .. } => opcode::SET_BIN_SELECT,
            Self::Interrupt { .. } => opcode::INTERRUPT,
            Self::SetConstant2 { .. } => opcode::SET_CONSTANT2,
            Self::SetShaderConstants { .. } => opcode::SET_SHADER_CONSTANTS,
            Self::ContextUpdate { .. } => opcode::CONTEXT_UPDATE,
            Self::SetBinMaskLo { .. } => opcode::SET_BIN_MASK_LO,
            Self::SetBinMaskHi { .. } => opcode::SET_BIN_MASK_HI,
            Self::SetBinSelectLo { .. } => opcode::SET_BIN_SELECT_LO,
            Self::SetBinSelectHi { .. } => opcode::SET_BIN_SELECT_HI,
            Self::XeSwap { .. } => opcode::XE_SWAP,
            Self::NotExecuted { opcode, .. } | Self::Unknown { opcode, .. } => *opcode & 0x7F,
        }
    }
}
