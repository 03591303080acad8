//! Random typed packets of every type and opcode.

use base_word::FieldValue;
use xenos_regs::words::{VgtDmaSize, VgtDrawInitiator, VgtEventInitiator};

use crate::*;

/// Random packets whose dwords lie in a pool of random bytes.
pub(crate) struct Generator<'a> {
    state: u64,
    pool: &'a [[u8; 4]],
}

/// Bytes for [`Generator`] to point into.
pub(crate) fn pool(seed: u64) -> Vec<[u8; 4]> {
    let mut state = seed | 1;
    (0..1 << 14).map(|_| (step(&mut state) as u32).to_be_bytes()).collect()
}

fn step(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
}

impl<'a> Generator<'a> {
    pub(crate) fn new(seed: u64, pool: &'a [[u8; 4]]) -> Self {
        Self { state: seed | 1, pool }
    }

    fn word(&mut self) -> u32 {
        step(&mut self.state) as u32
    }

    fn bits(&mut self, width: u32) -> u32 {
        self.word() & base_word::mask(width)
    }

    fn flag(&mut self) -> bool {
        self.bits(1) != 0
    }

    /// From `least` to `most` dwords, few as a rule.
    fn words(&mut self, least: usize, most: usize) -> Words<'a> {
        let span = if self.bits(8) == 0 { most } else { most.min(least + 40) };
        let count = least + self.word() as usize % (span - least + 1);
        let first = self.word() as usize % (self.pool.len() - count + 1);
        Words::from_chunks(&self.pool[first..first + count])
    }

    /// A packet of `kind`.
    pub(crate) fn packet(&mut self, kind: Kind) -> Packet<'a> {
        const MOST: usize = 1 << 14;
        match kind {
            Kind::TYPE0 => loop {
                let (first, values) = (self.bits(15) as u16, self.words(1, MOST));
                if first != 0 || values.len() > 1 {
                    return Packet::Type0 { first, values };
                }
            },
            Kind::TYPE0_ONE_REGISTER => Packet::Type0OneRegister {
                register: self.bits(15) as u16,
                values: self.words(1, MOST),
            },
            Kind::TYPE1 => Packet::Type1 {
                registers: [self.bits(11) as u16, self.bits(11) as u16],
                values: [self.word(), self.word()],
                reserved_22: self.bits(8) as u8,
            },
            Kind::TYPE2 => Packet::Type2 { reserved_0: self.bits(30) },
            Kind::NULL => Packet::Null,
            _ => {
                let code = kind.opcode().expect("types are above");
                let payload = self.payload(code);
                let takes_all = super::takes_all(&payload);
                Packet::Type3(Command {
                    predicated: self.flag(),
                    reserved_1: self.bits(7) as u8,
                    reserved_15: self.flag(),
                    payload,
                    surplus: if takes_all || self.flag() {
                        Words::EMPTY
                    } else {
                        self.words(0, 99)
                    },
                })
            }
        }
    }

    fn payload(&mut self, code: u8) -> Payload<'a> {
        const MOST: usize = (1 << 14) - 1;
        match code {
            opcode::NOP => Payload::Nop { content: self.words(1, MOST) },
            opcode::REG_RMW => Payload::RegRmw {
                register: self.bits(13) as u16,
                reserved_13: self.bits(17),
                and: self.operand(),
                or: self.operand(),
            },
            opcode::DRAW_INDX => {
                let viz = VizToken::from_raw(self.word());
                let initiator = VgtDrawInitiator::from_raw(self.word());
                Payload::DrawIndx { viz, initiator, source: self.indices(initiator) }
            }
            opcode::DRAW_INDX_2 => {
                let initiator = VgtDrawInitiator::from_raw(self.word());
                Payload::DrawIndx2 { initiator, source: self.indices(initiator) }
            }
            opcode::VIZ_QUERY => Payload::VizQuery { token: VizQueryToken::from_raw(self.word()) },
            opcode::WAIT_FOR_IDLE => Payload::WaitForIdle { value: self.word() },
            opcode::IM_LOAD => Payload::ImLoad {
                source: ShaderAddress::from_raw(self.word()),
                extent: ShaderExtent::from_raw(self.word()),
            },
            opcode::IM_LOAD_IMMEDIATE => {
                let code = self.words(0, MOST - 1);
                let longer = if self.bits(4) == 0 { self.bits(10) } else { 0 };
                let size = code.len() as u32 + longer;
                Payload::ImLoadImmediate {
                    stage: ShaderType::from_bits(self.word()),
                    reserved_2: self.bits(30),
                    extent: ShaderExtent::from_raw(self.word()).with_size(size),
                    code,
                }
            }
            opcode::SET_CONSTANT => Payload::SetConstant {
                select: ConstantSelect::from_raw(self.word()),
                values: self.words(0, MOST),
            },
            opcode::LOAD_ALU_CONSTANT => Payload::LoadAluConstant {
                address: LoadAddress::from_raw(self.word()),
                select: ConstantSelect::from_raw(self.word()),
                size: ConstantSize::from_raw(self.word()),
            },
            opcode::INDIRECT_BUFFER => {
                let length = self.flag().then(|| BufferLength::from_raw(self.word()));
                Payload::IndirectBuffer { address: self.word(), length }
            }
            opcode::INDIRECT_BUFFER_PFD => Payload::IndirectBufferPfd {
                address: self.word(),
                length: BufferLength::from_raw(self.word()),
            },
            opcode::INVALIDATE_STATE => Payload::InvalidateState { mask: self.word() },
            opcode::WAIT_REG_MEM => Payload::WaitRegMem {
                condition: self.condition(),
                reserved_8: self.bits(24),
                wait: self.word(),
            },
            opcode::MEM_WRITE => {
                Payload::MemWrite { address: self.address(), values: self.words(0, MOST) }
            }
            opcode::REG_TO_MEM => {
                Payload::RegToMem { register: self.word(), address: self.address() }
            }
            opcode::COND_WRITE => Payload::CondWrite {
                condition: self.condition(),
                reserved_9: self.bits(23),
                target: self.place(),
                value: self.word(),
            },
            opcode::EVENT_WRITE => Payload::EventWrite { initiator: self.event() },
            opcode::EVENT_WRITE_SHD => Payload::EventWriteShd {
                initiator: EventShdInitiator::from_raw(self.word()),
                address: self.address(),
                value: self.word(),
            },
            opcode::EVENT_WRITE_EXT => {
                Payload::EventWriteExt { initiator: self.event(), address: self.address() }
            }
            opcode::EVENT_WRITE_ZPD => Payload::EventWriteZpd { initiator: self.event() },
            opcode::ME_INIT => Payload::MeInit { parameters: self.words(1, MOST) },
            opcode::SET_BIN_MASK => Payload::SetBinMask { mask: self.wide() },
            opcode::SET_BIN_SELECT => Payload::SetBinSelect { select: self.wide() },
            opcode::INTERRUPT => Payload::Interrupt { cpus: InterruptCpus::from_raw(self.word()) },
            opcode::SET_CONSTANT2 => Payload::SetConstant2 {
                select: RegisterSelect::from_raw(self.word()),
                values: self.words(0, MOST),
            },
            opcode::SET_SHADER_CONSTANTS => Payload::SetShaderConstants {
                select: RegisterSelect::from_raw(self.word()),
                values: self.words(0, MOST),
            },
            opcode::CONTEXT_UPDATE => Payload::ContextUpdate { value: self.word() },
            opcode::SET_BIN_MASK_LO => Payload::SetBinMaskLo { mask: self.word() },
            opcode::SET_BIN_MASK_HI => Payload::SetBinMaskHi { mask: self.word() },
            opcode::SET_BIN_SELECT_LO => Payload::SetBinSelectLo { select: self.word() },
            opcode::SET_BIN_SELECT_HI => Payload::SetBinSelectHi { select: self.word() },
            opcode::XE_SWAP => Payload::XeSwap {
                signature: if self.flag() { SWAP_SIGNATURE } else { self.word() },
                front_buffer: self.word(),
                width: self.word(),
                height: self.word(),
            },
            _ if opcode::name(code).is_some() => {
                Payload::NotExecuted { opcode: code, content: self.words(1, MOST) }
            }
            _ => Payload::Unknown { opcode: code, content: self.words(1, MOST) },
        }
    }

    fn operand(&mut self) -> RmwOperand {
        if self.flag() {
            RmwOperand::Register(RegisterOperand::from_raw(self.word()))
        } else {
            RmwOperand::Value(self.word())
        }
    }

    fn indices(&mut self, initiator: VgtDrawInitiator) -> IndexSource<'a> {
        use xenos_regs::words::SourceSelect;
        match initiator.source_select() {
            SourceSelect::Dma => {
                IndexSource::Dma { base: self.word(), size: VgtDmaSize::from_raw(self.word()) }
            }
            SourceSelect::Immediate => IndexSource::Immediate { indices: self.words(0, 500) },
            SourceSelect::Auto => IndexSource::Auto,
            SourceSelect::Reserved3 => IndexSource::Reserved,
        }
    }

    fn condition(&mut self) -> Condition {
        Condition {
            function: WaitFunction::from_bits(self.word()),
            reserved_3: self.flag(),
            reserved_5: self.bits(3) as u8,
            poll: self.place(),
            reference: self.word(),
            mask: self.word(),
        }
    }

    fn place(&mut self) -> Place {
        if self.flag() { Place::Memory(self.address()) } else { Place::Register(self.word()) }
    }

    fn address(&mut self) -> EndianAddress {
        EndianAddress::from_raw(self.word())
    }

    fn event(&mut self) -> VgtEventInitiator {
        VgtEventInitiator::from_raw(self.word())
    }

    fn wide(&mut self) -> u64 {
        u64::from(self.word()) << 32 | u64::from(self.word())
    }
}
