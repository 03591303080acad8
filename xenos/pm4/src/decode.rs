//! Words to packets.
//!
//! Nothing is read beyond the packet's own dwords, nothing is allocated, and a packet that cannot
//! be made tells how many dwords it takes.

#[cfg(test)]
mod tests;

use base_word::{FieldValue, bits};
use xenos_regs::words::{SourceSelect, VgtDmaSize, VgtDrawInitiator, VgtEventInitiator};

use crate::fields::{
    BufferLength, ConstantSelect, ConstantSize, EndianAddress, EventShdInitiator, InterruptCpus,
    LoadAddress, RegisterOperand, RegisterSelect, ShaderAddress, ShaderExtent, ShaderType,
    VizQueryToken, VizToken, WaitFunction,
};
use crate::packet::{Command, Condition, IndexSource, Packet, Payload, Place, RmwOperand};
use crate::{Kind, PacketError, Words, opcode};

/// What a header alone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// The packet's kind.
    pub kind: Kind,
    /// Its dwords, the header included.
    pub len: usize,
    /// Executed only if a bit is in both bin mask and bin selection.
    pub predicated: bool,
}

impl Header {
    /// Takes a header apart.
    #[inline]
    pub const fn parse(header: u32) -> Self {
        let counted = 2 + bits(header, 29, 16) as usize;
        let (kind, len) = match header >> 30 {
            0 if header == 0 => (Kind::NULL, 1),
            0 if header & 0x8000 != 0 => (Kind::TYPE0_ONE_REGISTER, counted),
            0 => (Kind::TYPE0, counted),
            1 => (Kind::TYPE1, 3),
            2 => (Kind::TYPE2, 1),
            _ => (Kind::of_opcode(bits(header, 14, 8) as u8), counted),
        };
        Self { kind, len, predicated: header >> 30 == 3 && header & 1 != 0 }
    }
}

/// The packet at dword `at`, and how many dwords it takes.
#[inline]
pub fn decode(words: Words<'_>, at: usize) -> Result<(Packet<'_>, usize), PacketError> {
    let rest = words.skip(at);
    let Some(header) = rest.get(0) else {
        return Err(PacketError::End { at, len: words.len() });
    };
    let Header { kind, len, .. } = Header::parse(header);
    let Some(body) = rest.slice(1, len - 1) else {
        return Err(PacketError::Truncated { at, kind, header, need: len, have: rest.len() });
    };
    let packet = match header >> 30 {
        0 if header == 0 => Packet::Null,
        0 if header & 0x8000 != 0 => {
            Packet::Type0OneRegister { register: bits(header, 14, 0) as u16, values: body }
        }
        0 => Packet::Type0 { first: bits(header, 14, 0) as u16, values: body },
        1 => Packet::Type1 {
            registers: [bits(header, 10, 0) as u16, bits(header, 21, 11) as u16],
            values: [body.get(0).unwrap_or(0), body.get(1).unwrap_or(0)],
            reserved_22: bits(header, 29, 22) as u8,
        },
        2 => Packet::Type2 { reserved_0: bits(header, 29, 0) },
        _ => match command(header, body) {
            Ok(command) => Packet::Type3(command),
            Err(Short { need }) => {
                return Err(PacketError::Short { at, kind, need, have: body.len() });
            }
        },
    };
    Ok((packet, len))
}

/// The packet that a trace record holds. It is as [`decode`] at 0, but an INDIRECT_BUFFER of which
/// only header and address were recorded has no length.
#[inline]
pub fn decode_recorded(words: Words<'_>) -> Result<(Packet<'_>, usize), PacketError> {
    /// Type 3, two payload dwords, opcode 3F; reserved and predicate bits masked out.
    const BUFFER: u32 = 0xC001_3F00;
    if let [header, address] = words.chunks()
        && u32::from_be_bytes(*header) & !0x80FF == BUFFER
    {
        let header = u32::from_be_bytes(*header);
        let payload =
            Payload::IndirectBuffer { address: u32::from_be_bytes(*address), length: None };
        return Ok((Packet::Type3(command_of(header, payload, Words::EMPTY)), 2));
    }
    decode(words, 0)
}

/// A payload is shorter than its opcode needs.
struct Short {
    need: usize,
}

/// The payload dwords not yet taken.
struct Reader<'a> {
    rest: &'a [[u8; 4]],
    taken: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    fn take<const N: usize>(&mut self) -> Result<[u32; N], Short> {
        let Some((head, rest)) = self.rest.split_first_chunk::<N>() else {
            return Err(Short { need: self.taken + N });
        };
        self.rest = rest;
        self.taken += N;
        Ok(head.map(u32::from_be_bytes))
    }

    #[inline]
    fn rest(&mut self) -> Words<'a> {
        let rest = Words::from_chunks(self.rest);
        self.rest = &[];
        rest
    }
}

#[inline]
fn command_of<'a>(header: u32, payload: Payload<'a>, surplus: Words<'a>) -> Command<'a> {
    Command {
        predicated: header & 1 != 0,
        reserved_1: bits(header, 7, 1) as u8,
        reserved_15: header & 0x8000 != 0,
        payload,
        surplus,
    }
}

#[inline]
fn command(header: u32, body: Words<'_>) -> Result<Command<'_>, Short> {
    let mut reader = Reader { rest: body.chunks(), taken: 0 };
    let payload = payload(bits(header, 14, 8) as u8, &mut reader)?;
    Ok(command_of(header, payload, reader.rest()))
}

#[inline]
fn payload<'a>(code: u8, reader: &mut Reader<'a>) -> Result<Payload<'a>, Short> {
    Ok(match code {
        opcode::NOP => Payload::Nop { content: reader.rest() },
        opcode::REG_RMW => reg_rmw(reader.take()?),
        opcode::DRAW_INDX => {
            let [viz, initiator] = reader.take()?;
            let initiator = VgtDrawInitiator::from_raw(initiator);
            let source = index_source(initiator, reader)?;
            Payload::DrawIndx { viz: VizToken::from_raw(viz), initiator, source }
        }
        opcode::DRAW_INDX_2 => {
            let [initiator] = reader.take()?;
            let initiator = VgtDrawInitiator::from_raw(initiator);
            Payload::DrawIndx2 { initiator, source: index_source(initiator, reader)? }
        }
        opcode::VIZ_QUERY => {
            let [token] = reader.take()?;
            Payload::VizQuery { token: VizQueryToken::from_raw(token) }
        }
        opcode::WAIT_FOR_IDLE => {
            let [value] = reader.take()?;
            Payload::WaitForIdle { value }
        }
        opcode::IM_LOAD => {
            let [source, extent] = reader.take()?;
            Payload::ImLoad {
                source: ShaderAddress::from_raw(source),
                extent: ShaderExtent::from_raw(extent),
            }
        }
        opcode::IM_LOAD_IMMEDIATE => im_load_immediate(reader)?,
        opcode::SET_CONSTANT => {
            let [select] = reader.take()?;
            Payload::SetConstant { select: ConstantSelect::from_raw(select), values: reader.rest() }
        }
        opcode::LOAD_ALU_CONSTANT => {
            let [address, select, size] = reader.take()?;
            Payload::LoadAluConstant {
                address: LoadAddress::from_raw(address),
                select: ConstantSelect::from_raw(select),
                size: ConstantSize::from_raw(size),
            }
        }
        opcode::INDIRECT_BUFFER => {
            let [address, length] = reader.take()?;
            Payload::IndirectBuffer { address, length: Some(BufferLength::from_raw(length)) }
        }
        opcode::INDIRECT_BUFFER_PFD => {
            let [address, length] = reader.take()?;
            Payload::IndirectBufferPfd { address, length: BufferLength::from_raw(length) }
        }
        opcode::INVALIDATE_STATE => {
            let [mask] = reader.take()?;
            Payload::InvalidateState { mask }
        }
        opcode::WAIT_REG_MEM => {
            let [info, poll, reference, mask, wait] = reader.take()?;
            let condition = condition(info, poll, reference, mask);
            Payload::WaitRegMem { condition, reserved_8: info >> 8, wait }
        }
        opcode::MEM_WRITE => {
            let [address] = reader.take()?;
            Payload::MemWrite { address: EndianAddress::from_raw(address), values: reader.rest() }
        }
        opcode::REG_TO_MEM => {
            let [register, address] = reader.take()?;
            Payload::RegToMem { register, address: EndianAddress::from_raw(address) }
        }
        opcode::COND_WRITE => {
            let [info, poll, reference, mask, target, value] = reader.take()?;
            Payload::CondWrite {
                condition: condition(info, poll, reference, mask),
                reserved_9: info >> 9,
                target: place(target, info & 0x100 != 0),
                value,
            }
        }
        opcode::EVENT_WRITE => {
            let [initiator] = reader.take()?;
            Payload::EventWrite { initiator: VgtEventInitiator::from_raw(initiator) }
        }
        opcode::EVENT_WRITE_SHD => {
            let [initiator, address, value] = reader.take()?;
            Payload::EventWriteShd {
                initiator: EventShdInitiator::from_raw(initiator),
                address: EndianAddress::from_raw(address),
                value,
            }
        }
        opcode::EVENT_WRITE_EXT => {
            let [initiator, address] = reader.take()?;
            Payload::EventWriteExt {
                initiator: VgtEventInitiator::from_raw(initiator),
                address: EndianAddress::from_raw(address),
            }
        }
        opcode::EVENT_WRITE_ZPD => {
            let [initiator] = reader.take()?;
            Payload::EventWriteZpd { initiator: VgtEventInitiator::from_raw(initiator) }
        }
        opcode::ME_INIT => Payload::MeInit { parameters: reader.rest() },
        opcode::SET_BIN_MASK => Payload::SetBinMask { mask: halves(reader.take()?) },
        opcode::SET_BIN_SELECT => Payload::SetBinSelect { select: halves(reader.take()?) },
        opcode::INTERRUPT => {
            let [cpus] = reader.take()?;
            Payload::Interrupt { cpus: InterruptCpus::from_raw(cpus) }
        }
        opcode::SET_CONSTANT2 => {
            let [select] = reader.take()?;
            Payload::SetConstant2 {
                select: RegisterSelect::from_raw(select),
                values: reader.rest(),
            }
        }
        opcode::SET_SHADER_CONSTANTS => {
            let [select] = reader.take()?;
            Payload::SetShaderConstants {
                select: RegisterSelect::from_raw(select),
                values: reader.rest(),
            }
        }
        opcode::CONTEXT_UPDATE => {
            let [value] = reader.take()?;
            Payload::ContextUpdate { value }
        }
        opcode::SET_BIN_MASK_LO => {
            let [mask] = reader.take()?;
            Payload::SetBinMaskLo { mask }
        }
        opcode::SET_BIN_MASK_HI => {
            let [mask] = reader.take()?;
            Payload::SetBinMaskHi { mask }
        }
        opcode::SET_BIN_SELECT_LO => {
            let [select] = reader.take()?;
            Payload::SetBinSelectLo { select }
        }
        opcode::SET_BIN_SELECT_HI => {
            let [select] = reader.take()?;
            Payload::SetBinSelectHi { select }
        }
        opcode::XE_SWAP => {
            let [signature, front_buffer, width, height] = reader.take()?;
            Payload::XeSwap { signature, front_buffer, width, height }
        }
        _ if opcode::name(code).is_some() => {
            Payload::NotExecuted { opcode: code, content: reader.rest() }
        }
        _ => Payload::Unknown { opcode: code, content: reader.rest() },
    })
}

fn reg_rmw([info, and, or]: [u32; 3]) -> Payload<'static> {
    let operand = |word, register| {
        if register {
            RmwOperand::Register(RegisterOperand::from_raw(word))
        } else {
            RmwOperand::Value(word)
        }
    };
    Payload::RegRmw {
        register: bits(info, 12, 0) as u16,
        reserved_13: bits(info, 29, 13),
        and: operand(and, info >> 31 != 0),
        or: operand(or, info >> 30 & 1 != 0),
    }
}

#[inline]
fn index_source<'a>(
    initiator: VgtDrawInitiator,
    reader: &mut Reader<'a>,
) -> Result<IndexSource<'a>, Short> {
    Ok(match initiator.source_select() {
        SourceSelect::Dma => {
            let [base, size] = reader.take()?;
            IndexSource::Dma { base, size: VgtDmaSize::from_raw(size) }
        }
        SourceSelect::Immediate => IndexSource::Immediate { indices: reader.rest() },
        SourceSelect::Auto => IndexSource::Auto,
        SourceSelect::Reserved3 => IndexSource::Reserved,
    })
}

fn im_load_immediate<'a>(reader: &mut Reader<'a>) -> Result<Payload<'a>, Short> {
    let [stage, extent] = reader.take()?;
    let extent = ShaderExtent::from_raw(extent);
    let all = reader.rest();
    let code = all.take(extent.size() as usize);
    reader.rest = all.skip(code.len()).chunks();
    Ok(Payload::ImLoadImmediate {
        stage: ShaderType::from_bits(stage),
        reserved_2: stage >> 2,
        extent,
        code,
    })
}

#[inline]
fn condition(info: u32, poll: u32, reference: u32, mask: u32) -> Condition {
    Condition {
        function: WaitFunction::from_bits(info),
        reserved_3: info & 8 != 0,
        reserved_5: bits(info, 7, 5) as u8,
        poll: place(poll, info & 0x10 != 0),
        reference,
        mask,
    }
}

#[inline]
fn place(word: u32, memory: bool) -> Place {
    if memory { Place::Memory(EndianAddress::from_raw(word)) } else { Place::Register(word) }
}

#[inline]
fn halves([high, low]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}
