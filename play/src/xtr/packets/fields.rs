//! What a packet says, by fields: those of its words, and its operands under names of their own.

use base_word::Word;
use xenos_pm4::{Condition, IndexSource, Packet, Payload, Place};

use crate::xtr::fields::{FieldRow, FieldValueRow, fields_of, name};

/// The fields of a packet; register writes and words without a meaning are not among them.
pub(super) fn fields(packet: &Packet<'_>) -> Vec<FieldRow> {
    let Packet::Type3(command) = packet else { return Vec::new() };
    match command.payload {
        Payload::DrawIndx { viz, initiator, source } => {
            [of(viz), of(initiator), indices(&source)].concat()
        }
        Payload::DrawIndx2 { initiator, source } => [of(initiator), indices(&source)].concat(),
        Payload::VizQuery { token } => of(token),
        Payload::ImLoad { source, extent } => [
            vec![named("stage", name(source.stage())), number("address", source.address())],
            of(extent),
        ]
        .concat(),
        Payload::ImLoadImmediate { stage, extent, .. } => {
            [vec![named("stage", name(stage))], of(extent)].concat()
        }
        Payload::SetConstant { select, .. } => first(select.first_register()),
        Payload::SetConstant2 { select, .. } | Payload::SetShaderConstants { select, .. } => {
            first(Some(select.register()))
        }
        Payload::LoadAluConstant { address, select, size } => [
            vec![number("address", address.address())],
            first(select.first_register()),
            vec![number("dwords", size.size())],
        ]
        .concat(),
        Payload::IndirectBuffer { address, length } => {
            [vec![number("address", address)], length.map_or_else(Vec::new, of)].concat()
        }
        Payload::IndirectBufferPfd { address, length } => {
            [vec![number("address", address)], of(length)].concat()
        }
        Payload::InvalidateState { mask } => vec![number("mask", mask)],
        Payload::WaitRegMem { condition, wait, .. } => {
            [self::condition(&condition), vec![number("wait", wait)]].concat()
        }
        Payload::CondWrite { condition, target, value, .. } => {
            let names = ["target_register", "target_address"];
            [self::condition(&condition), vec![place(names, target), number("value", value)]]
                .concat()
        }
        Payload::MemWrite { address, .. } => store(address),
        Payload::RegRmw { register, .. } => vec![number("register", register.into())],
        Payload::RegToMem { register, address } => {
            [vec![number("register", register)], store(address)].concat()
        }
        Payload::EventWrite { initiator } | Payload::EventWriteZpd { initiator } => of(initiator),
        Payload::EventWriteShd { initiator, address, value } => {
            [of(initiator), store(address), vec![number("value", value)]].concat()
        }
        Payload::EventWriteExt { initiator, address } => [of(initiator), store(address)].concat(),
        Payload::Interrupt { cpus } => of(cpus),
        Payload::XeSwap { signature, front_buffer, width, height } => vec![
            number("signature", signature),
            number("front_buffer", front_buffer),
            number("width", width),
            number("height", height),
        ],
        Payload::SetBinMask { mask: wide } | Payload::SetBinSelect { select: wide } => {
            vec![number("high", (wide >> 32) as u32), number("low", wide as u32)]
        }
        Payload::SetBinMaskLo { mask: value }
        | Payload::SetBinMaskHi { mask: value }
        | Payload::SetBinSelectLo { select: value }
        | Payload::SetBinSelectHi { select: value }
        | Payload::WaitForIdle { value }
        | Payload::ContextUpdate { value } => vec![number("value", value)],
        Payload::Nop { .. }
        | Payload::MeInit { .. }
        | Payload::NotExecuted { .. }
        | Payload::Unknown { .. } => Vec::new(),
    }
}

fn of<W: Word>(word: W) -> Vec<FieldRow> {
    fields_of(W::FIELDS, word.raw())
}

fn number(name: &'static str, number: u32) -> FieldRow {
    FieldRow { name, value: FieldValueRow::Number(number.into()) }
}

fn named(name: &'static str, value: &'static str) -> FieldRow {
    FieldRow { name, value: FieldValueRow::Name(value) }
}

fn first(register: Option<u32>) -> Vec<FieldRow> {
    register.map(|register| number("register", register)).into_iter().collect()
}

fn store(address: xenos_pm4::EndianAddress) -> Vec<FieldRow> {
    vec![number("address", address.address()), named("endian", name(address.endian()))]
}

fn place([register, memory]: [&'static str; 2], place: Place) -> FieldRow {
    match place {
        Place::Register(number) => self::number(register, number),
        Place::Memory(address) => number(memory, address.address()),
    }
}

fn condition(condition: &Condition) -> Vec<FieldRow> {
    vec![
        named("function", name(condition.function)),
        place(["poll_register", "poll_address"], condition.poll),
        number("mask", condition.mask),
        number("reference", condition.reference),
    ]
}

fn indices(source: &IndexSource<'_>) -> Vec<FieldRow> {
    match *source {
        IndexSource::Dma { base, size } => [vec![number("dma_base", base)], of(size)].concat(),
        IndexSource::Immediate { .. } | IndexSource::Auto | IndexSource::Reserved => Vec::new(),
    }
}
