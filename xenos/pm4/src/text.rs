//! Packets as text.
//!
//! For: people; register writes with names and fields. Not for: reading back.

#[cfg(test)]
mod tests;

use core::fmt::{self, Write};

use base_word::{Word, bits};
use xenos_regs::fetch::{Dimension, FetchType};
use xenos_regs::{Fields, Name, Value, index, texture_fetch_fields, vertex_fetch_fields};

use crate::Words;
use crate::packet::{
    Command, Condition, IndexSource, Packet, Payload, Place, RegisterRun, RmwOperand,
};

/// Writes a packet: one line for itself, one more for each register write or long value.
/// Every line ends with a line feed; all but the first begin with two spaces.
pub fn disassemble(packet: &Packet<'_>, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{}", packet.kind())?;
    match packet {
        Packet::Type0 { .. } | Packet::Type0OneRegister { .. } | Packet::Null => {
            out.write_char('\n')?;
        }
        Packet::Type1 { registers, values, reserved_22 } => {
            nonzero(out, "reserved_22", u32::from(*reserved_22))?;
            out.write_char('\n')?;
            for (register, value) in registers.iter().zip(values) {
                register_line(out, u32::from(*register), *value)?;
            }
        }
        Packet::Type2 { reserved_0 } => {
            nonzero(out, "reserved_0", *reserved_0)?;
            out.write_char('\n')?;
        }
        Packet::Type3(command) => command_lines(command, out)?,
    }
    packet.run().map_or(Ok(()), |run| run_lines(run, out))
}

fn command_lines(command: &Command<'_>, out: &mut dyn Write) -> fmt::Result {
    if command.predicated {
        out.write_str(" predicated")?;
    }
    nonzero(out, "reserved_1", u32::from(command.reserved_1))?;
    nonzero(out, "reserved_15", u32::from(command.reserved_15))?;
    payload_lines(&command.payload, out)?;
    if !command.surplus.is_empty() {
        write!(out, "  surplus")?;
        raw_words(command.surplus, out)?;
    }
    Ok(())
}

fn payload_lines(payload: &Payload<'_>, out: &mut dyn Write) -> fmt::Result {
    match *payload {
        Payload::Nop { content } | Payload::MeInit { parameters: content } => {
            raw_words(content, out)
        }
        Payload::NotExecuted { content, .. } => {
            out.write_str(" (not executed)")?;
            raw_words(content, out)
        }
        Payload::Unknown { content, .. } => {
            out.write_str(" (unknown)")?;
            raw_words(content, out)
        }
        Payload::RegRmw { register, reserved_13, and, or } => {
            write!(out, " {} &= {} |= {}", Name(register.into()), Operand(and), Operand(or))?;
            nonzero(out, "reserved_13", reserved_13)?;
            out.write_char('\n')
        }
        Payload::DrawIndx { viz, initiator, source } => {
            writeln!(out, " {}", fields(viz))?;
            writeln!(out, "  {}", fields(initiator))?;
            index_lines(&source, out)
        }
        Payload::DrawIndx2 { initiator, source } => {
            writeln!(out, "\n  {}", fields(initiator))?;
            index_lines(&source, out)
        }
        Payload::VizQuery { token } => writeln!(out, " {}", fields(token)),
        Payload::WaitForIdle { value } | Payload::ContextUpdate { value } => {
            writeln!(out, " {value:08X}")
        }
        Payload::ImLoad { source, extent } => {
            writeln!(out, " {:?} 0x{:08X} {}", source.stage(), source.address(), fields(extent))
        }
        Payload::ImLoadImmediate { stage, reserved_2, extent, code } => {
            write!(out, " {stage:?} {}", fields(extent))?;
            nonzero(out, "reserved_2", reserved_2)?;
            raw_words(code, out)
        }
        Payload::SetConstant { select, .. } => {
            write!(out, " {:?} {}", select.target(), fields(select))?;
            if let Some(first) = select.first_register() {
                write!(out, " to {first:04X}")?;
            }
            out.write_char('\n')
        }
        Payload::SetConstant2 { select, .. } | Payload::SetShaderConstants { select, .. } => {
            write!(out, " to {:04X}", select.register())?;
            nonzero(out, "reserved_16", select.reserved_16())?;
            out.write_char('\n')
        }
        Payload::LoadAluConstant { address, select, size } => {
            write!(out, " {:?} from 0x{:08X}", select.target(), address.address())?;
            nonzero(out, "reserved_30", address.reserved_30())?;
            write!(out, " {} {}", fields(select), fields(size))?;
            if let Some(first) = select.first_register() {
                write!(out, " to {}", Name(first))?;
            }
            out.write_char('\n')
        }
        Payload::IndirectBuffer { address, length } => {
            write!(out, " 0x{address:08X}")?;
            match length {
                Some(length) => writeln!(out, " {}", fields(length)),
                None => out.write_str(" (length not recorded)\n"),
            }
        }
        Payload::IndirectBufferPfd { address, length } => {
            writeln!(out, " 0x{address:08X} {}", fields(length))
        }
        Payload::InvalidateState { mask } => writeln!(out, " mask={mask:08X}"),
        Payload::WaitRegMem { condition, reserved_8, wait } => {
            condition_text(&condition, out)?;
            write!(out, " wait={wait}")?;
            nonzero(out, "reserved_8", reserved_8)?;
            out.write_char('\n')
        }
        Payload::CondWrite { condition, reserved_9, target, value } => {
            condition_text(&condition, out)?;
            write!(out, ": {} = {value:08X}", At(target))?;
            nonzero(out, "reserved_9", reserved_9)?;
            out.write_char('\n')
        }
        Payload::MemWrite { address, values } => {
            write!(out, " {}", At(Place::Memory(address)))?;
            raw_words(values, out)
        }
        Payload::RegToMem { register, address } => {
            writeln!(out, " {} to {}", Name(register), At(Place::Memory(address)))
        }
        Payload::EventWrite { initiator } | Payload::EventWriteZpd { initiator } => {
            writeln!(out, " {}", fields(initiator))
        }
        Payload::EventWriteShd { initiator, address, value } => {
            let place = At(Place::Memory(address));
            writeln!(out, " {} {place} = {value:08X}", fields(initiator))
        }
        Payload::EventWriteExt { initiator, address } => {
            writeln!(out, " {} {}", fields(initiator), At(Place::Memory(address)))
        }
        Payload::SetBinMask { mask: wide } | Payload::SetBinSelect { select: wide } => {
            writeln!(out, " {wide:016X}")
        }
        Payload::Interrupt { cpus } => writeln!(out, " {}", fields(cpus)),
        Payload::SetBinMaskLo { mask: half }
        | Payload::SetBinMaskHi { mask: half }
        | Payload::SetBinSelectLo { select: half }
        | Payload::SetBinSelectHi { select: half } => writeln!(out, " {half:08X}"),
        Payload::XeSwap { signature, front_buffer, width, height } => {
            if signature != crate::SWAP_SIGNATURE {
                write!(out, " signature={signature:08X}")?;
            }
            writeln!(out, " front_buffer=0x{front_buffer:08X} {width}x{height}")
        }
    }
}

fn index_lines(source: &IndexSource<'_>, out: &mut dyn Write) -> fmt::Result {
    match *source {
        IndexSource::Dma { base, size } => {
            writeln!(out, "  dma_base=0x{base:08X} {}", fields(size))
        }
        IndexSource::Immediate { indices } => {
            out.write_str("  indices")?;
            raw_words(indices, out)
        }
        IndexSource::Auto | IndexSource::Reserved => Ok(()),
    }
}

fn condition_text(condition: &Condition, out: &mut dyn Write) -> fmt::Result {
    let Condition { function, poll, reference, mask, .. } = *condition;
    write!(out, " ({} & {mask:08X}) {function:?} {reference:08X}", At(poll))?;
    nonzero(out, "reserved_3", u32::from(condition.reserved_3))?;
    nonzero(out, "reserved_5", u32::from(condition.reserved_5))
}

/// Register writes, a line each; fetch constants by their type where the run holds it.
fn run_lines(run: RegisterRun<'_>, out: &mut dyn Write) -> fmt::Result {
    for (n, (register, word)) in run.writes().enumerate() {
        match fetch_fields(run, register, n) {
            Some(fields) => {
                writeln!(out, "  {register:04X} {} = {word:08X}  {fields}", Name(register))?;
            }
            None => register_line(out, register, word)?,
        }
    }
    Ok(())
}

fn register_line(out: &mut dyn Write, register: u32, word: u32) -> fmt::Result {
    writeln!(
        out,
        "  {register:04X} {} = {word:08X}  {}",
        Name(register),
        Value { index: register, word }
    )
}

/// The fields of a dword of a fetch constant, if the run also holds the dword with its type.
fn fetch_fields(run: RegisterRun<'_>, register: u32, n: usize) -> Option<Fields> {
    let at =
        register.checked_sub(u32::from(index::SHADER_CONSTANT_FETCH)).filter(|&at| at < 192)?;
    if run.repeated {
        return None;
    }
    let word = run.values.get(n)?;
    let before = |count: u32| run.values.get(n.checked_sub(count as usize)?);
    let is = |word: u32, kind: FetchType| bits(word, 1, 0) == kind as u32;
    let dword = at % 6;
    if before(dword).is_some_and(|first| is(first, FetchType::Texture)) {
        let last = run.values.get(n + 5 - dword as usize);
        let dimension = match last.map_or(1, |word| bits(word, 10, 9)) {
            0 => Dimension::D1,
            1 => Dimension::D2,
            2 => Dimension::D3,
            _ => Dimension::Cube,
        };
        return Some(Fields { fields: texture_fetch_fields(dword, dimension), word });
    }
    let dword = at % 2;
    before(dword)
        .is_some_and(|first| is(first, FetchType::Vertex))
        .then(|| Fields { fields: vertex_fetch_fields(dword), word })
}

fn fields<W: Word>(word: W) -> Fields {
    Fields { fields: W::FIELDS, word: word.raw() }
}

fn nonzero(out: &mut dyn Write, name: &str, value: u32) -> fmt::Result {
    if value == 0 { Ok(()) } else { write!(out, " {name}=0x{value:X}") }
}

/// Dwords, eight a line.
fn raw_words(words: Words<'_>, out: &mut dyn Write) -> fmt::Result {
    write!(out, " [{}]", words.len())?;
    for (n, word) in words.iter().enumerate() {
        let lead = if n % 8 == 0 { "\n    " } else { " " };
        write!(out, "{lead}{word:08X}")?;
    }
    out.write_char('\n')
}

struct Operand(RmwOperand);

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            RmwOperand::Value(value) => write!(f, "{value:08X}"),
            RmwOperand::Register(operand) => {
                Name(operand.register()).fmt(f)?;
                match operand.reserved_13() {
                    0 => Ok(()),
                    reserved => write!(f, " (reserved_13=0x{reserved:X})"),
                }
            }
        }
    }
}

struct At(Place);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Register(register) => Name(register).fmt(f),
            Place::Memory(address) => {
                write!(
                    f,
                    "[0x{:08X} {}]",
                    address.address(),
                    Fields { fields: &crate::EndianAddress::FIELDS[..1], word: address.raw() }
                )
            }
        }
    }
}
