//! Packets to words.

#[cfg(test)]
mod generate;
#[cfg(test)]
mod tests;

use base_word::FieldValue;
use xenos_regs::words::SourceSelect;

use crate::fields::{BufferLength, EndianAddress, RegisterOperand};
use crate::packet::{Command, Condition, IndexSource, Packet, Payload, Place, RmwOperand};
use crate::{EncodeError, Kind, Words, opcode};

/// Most dwords that a header can count.
const MOST: usize = 1 << 14;

/// Appends the packet's dwords; decoding them gives an equal packet. On an error nothing is
/// appended.
///
/// An INDIRECT_BUFFER without a length is written as traces record it.
pub fn encode(packet: &Packet<'_>, out: &mut Vec<u32>) -> Result<(), EncodeError> {
    let start = out.len();
    let result = append(packet, out);
    if result.is_err() {
        out.truncate(start);
    }
    result
}

fn append(packet: &Packet<'_>, out: &mut Vec<u32>) -> Result<(), EncodeError> {
    let kind = packet.kind();
    let fits = |field, value: u32, bits: u32| {
        if value >> bits == 0 {
            Ok(value)
        } else {
            Err(EncodeError::Field { kind, field, value, bits })
        }
    };
    match packet {
        Packet::Type0 { first, values } => {
            let header = counted(kind, values.len())? | fits("register", u32::from(*first), 15)?;
            if header == 0 {
                return Err(EncodeError::RegisterZero);
            }
            out.push(header);
            out.extend(values.iter());
        }
        Packet::Type0OneRegister { register, values } => {
            let register = fits("register", u32::from(*register), 15)?;
            out.push(counted(kind, values.len())? | 1 << 15 | register);
            out.extend(values.iter());
        }
        Packet::Type1 { registers, values, reserved_22 } => {
            let first = fits("register", u32::from(registers[0]), 11)?;
            let second = fits("register", u32::from(registers[1]), 11)?;
            out.push(1 << 30 | u32::from(*reserved_22) << 22 | second << 11 | first);
            out.extend(values);
        }
        Packet::Type2 { reserved_0 } => out.push(2 << 30 | fits("reserved bits", *reserved_0, 30)?),
        Packet::Null => out.push(0),
        Packet::Type3(command) => {
            let Command { predicated, reserved_1, reserved_15, payload, surplus } = command;
            if !surplus.is_empty() && takes_all(payload) {
                return Err(EncodeError::Surplus { kind, count: surplus.len() });
            }
            let place = out.len();
            out.push(0);
            write_payload(kind, payload, out)?;
            out.extend(surplus.iter());
            let count = match payload {
                Payload::IndirectBuffer { length: None, .. } => 2,
                _ => out.len() - place - 1,
            };
            out[place] = 3 << 30
                | counted(kind, count)?
                | u32::from(*reserved_15) << 15
                | u32::from(payload.opcode()) << 8
                | fits("reserved bits", u32::from(*reserved_1), 7)? << 1
                | u32::from(*predicated);
        }
    }
    Ok(())
}

/// Whether decoding leaves nothing of the packet's dwords to `surplus`.
fn takes_all(payload: &Payload<'_>) -> bool {
    match payload {
        Payload::Nop { .. }
        | Payload::MeInit { .. }
        | Payload::SetConstant { .. }
        | Payload::SetConstant2 { .. }
        | Payload::SetShaderConstants { .. }
        | Payload::MemWrite { .. }
        | Payload::NotExecuted { .. }
        | Payload::Unknown { .. }
        | Payload::IndirectBuffer { length: None, .. } => true,
        Payload::DrawIndx { source, .. } | Payload::DrawIndx2 { source, .. } => {
            matches!(source, IndexSource::Immediate { .. })
        }
        Payload::ImLoadImmediate { extent, code, .. } => code.len() < extent.size() as usize,
        _ => false,
    }
}

fn counted(kind: Kind, count: usize) -> Result<u32, EncodeError> {
    if (1..=MOST).contains(&count) {
        Ok((count as u32 - 1) << 16)
    } else {
        Err(EncodeError::Count { kind, count })
    }
}

fn write_payload(kind: Kind, payload: &Payload<'_>, out: &mut Vec<u32>) -> Result<(), EncodeError> {
    let fits = |field, value: u32, bits: u32| {
        if bits >= 32 || value >> bits == 0 {
            Ok(value)
        } else {
            Err(EncodeError::Field { kind, field, value, bits })
        }
    };
    let with_rest = |out: &mut Vec<u32>, first: u32, rest: Words<'_>| {
        out.push(first);
        out.extend(rest.iter());
    };
    match *payload {
        Payload::Nop { content } | Payload::MeInit { parameters: content } => {
            out.extend(content.iter());
        }
        Payload::NotExecuted { opcode, content } => {
            if opcode::name(opcode).is_none() || opcode::is_typed(opcode) || opcode > 0x7F {
                return Err(EncodeError::Opcode { opcode });
            }
            out.extend(content.iter());
        }
        Payload::Unknown { opcode, content } => {
            if opcode::name(opcode).is_some() || opcode > 0x7F {
                return Err(EncodeError::Opcode { opcode });
            }
            out.extend(content.iter());
        }
        Payload::RegRmw { register, reserved_13, and, or } => {
            let operand = |operand| match operand {
                RmwOperand::Value(value) => (value, 0),
                RmwOperand::Register(word) => (RegisterOperand::raw(word), 1),
            };
            let ((and, and_flag), (or, or_flag)) = (operand(and), operand(or));
            let info = fits("register", u32::from(register), 13)?
                | fits("reserved bits", reserved_13, 17)? << 13
                | or_flag << 30
                | and_flag << 31;
            out.extend([info, and, or]);
        }
        Payload::DrawIndx { viz, initiator, source } => {
            out.extend([viz.raw(), initiator.raw()]);
            write_indices(kind, initiator.source_select(), &source, out)?;
        }
        Payload::DrawIndx2 { initiator, source } => {
            out.push(initiator.raw());
            write_indices(kind, initiator.source_select(), &source, out)?;
        }
        Payload::VizQuery { token } => out.push(token.raw()),
        Payload::WaitForIdle { value }
        | Payload::ContextUpdate { value }
        | Payload::InvalidateState { mask: value }
        | Payload::SetBinMaskLo { mask: value }
        | Payload::SetBinMaskHi { mask: value }
        | Payload::SetBinSelectLo { select: value }
        | Payload::SetBinSelectHi { select: value } => out.push(value),
        Payload::ImLoad { source, extent } => out.extend([source.raw(), extent.raw()]),
        Payload::ImLoadImmediate { stage, reserved_2, extent, code } => {
            if code.len() > extent.size() as usize {
                let (value, bits) = (code.len() as u32, 16);
                return Err(EncodeError::Field {
                    kind,
                    field: "code beyond its length",
                    value,
                    bits,
                });
            }
            out.push(stage.to_bits() | fits("reserved bits", reserved_2, 30)? << 2);
            with_rest(out, extent.raw(), code);
        }
        Payload::SetConstant { select, values } => with_rest(out, select.raw(), values),
        Payload::SetConstant2 { select, values }
        | Payload::SetShaderConstants { select, values } => with_rest(out, select.raw(), values),
        Payload::LoadAluConstant { address, select, size } => {
            out.extend([address.raw(), select.raw(), size.raw()]);
        }
        Payload::IndirectBuffer { address, length } => {
            out.push(address);
            out.extend(length.map(BufferLength::raw));
        }
        Payload::IndirectBufferPfd { address, length } => out.extend([address, length.raw()]),
        Payload::WaitRegMem { condition, reserved_8, wait } => {
            let info = fits("reserved bits", reserved_8, 24)? << 8;
            write_condition(kind, &condition, info, out)?;
            out.push(wait);
        }
        Payload::CondWrite { condition, reserved_9, target, value } => {
            let (target, memory) = place(target);
            let info = fits("reserved bits", reserved_9, 23)? << 9 | memory << 8;
            write_condition(kind, &condition, info, out)?;
            out.extend([target, value]);
        }
        Payload::MemWrite { address, values } => with_rest(out, address.raw(), values),
        Payload::RegToMem { register, address } => out.extend([register, address.raw()]),
        Payload::EventWrite { initiator } | Payload::EventWriteZpd { initiator } => {
            out.push(initiator.raw());
        }
        Payload::EventWriteShd { initiator, address, value } => {
            out.extend([initiator.raw(), address.raw(), value]);
        }
        Payload::EventWriteExt { initiator, address } => {
            out.extend([initiator.raw(), address.raw()]);
        }
        Payload::SetBinMask { mask: wide } | Payload::SetBinSelect { select: wide } => {
            out.extend([(wide >> 32) as u32, wide as u32]);
        }
        Payload::Interrupt { cpus } => out.push(cpus.raw()),
        Payload::XeSwap { signature, front_buffer, width, height } => {
            out.extend([signature, front_buffer, width, height]);
        }
    }
    Ok(())
}

fn write_indices(
    kind: Kind,
    select: SourceSelect,
    source: &IndexSource<'_>,
    out: &mut Vec<u32>,
) -> Result<(), EncodeError> {
    match (select, *source) {
        (SourceSelect::Dma, IndexSource::Dma { base, size }) => out.extend([base, size.raw()]),
        (SourceSelect::Immediate, IndexSource::Immediate { indices }) => out.extend(indices.iter()),
        (SourceSelect::Auto, IndexSource::Auto)
        | (SourceSelect::Reserved3, IndexSource::Reserved) => {}
        _ => {
            let (value, bits) = (select.to_bits(), 2);
            return Err(EncodeError::Field {
                kind,
                field: "another index source than",
                value,
                bits,
            });
        }
    }
    Ok(())
}

fn write_condition(
    kind: Kind,
    condition: &Condition,
    info: u32,
    out: &mut Vec<u32>,
) -> Result<(), EncodeError> {
    let (poll, memory) = place(condition.poll);
    let reserved_5 = u32::from(condition.reserved_5);
    if reserved_5 >> 3 != 0 {
        let field = "reserved bits";
        return Err(EncodeError::Field { kind, field, value: reserved_5, bits: 3 });
    }
    let info = info
        | condition.function.to_bits()
        | u32::from(condition.reserved_3) << 3
        | memory << 4
        | reserved_5 << 5;
    out.extend([info, poll, condition.reference, condition.mask]);
    Ok(())
}

fn place(place: Place) -> (u32, u32) {
    match place {
        Place::Register(register) => (register, 0),
        Place::Memory(address) => (EndianAddress::raw(address), 1),
    }
}
