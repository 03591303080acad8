//! Packet scripts: lines to packets, and packets through the command processor.
//!
//! Not for: what a draw draws; `scene` hands a renderer in.
//! Facts: none; packets are `xenos-pm4`'s, what they do is `xenos-front`'s.

use std::sync::Arc;

use base_filetest::{Line, ParseError};
use base_word::FieldValue;
use xenos_front::{Direct, Event, Ignore, LiveFeed, Outcome, Sink};
use xenos_memory::{GuestMemory, Writer};
use xenos_pm4::{
    BufferLength, Command, ConstantSelect, ConstantSize, EndianAddress, IndexSource, LoadAddress,
    Packet, Payload, RegisterSelect, RmwOperand, SWAP_SIGNATURE, ShaderExtent, ShaderType, Words,
    encode, to_bytes,
};
use xenos_regs::words::{PrimitiveType, SourceSelect, VgtDrawInitiator, VgtEventInitiator};
use xenos_ucode::{Program, Stage};

use crate::setup::Setup;
use crate::state::{Bits, fields};
use crate::value::word;

/// Where the ring lies, in bytes, and how many words it has.
const RING: (u32, u32) = (0x1FF0_0000, 16);
/// Where packets lie, in bytes.
const BUFFER: u32 = 0x1FF1_0000;
/// Words of packets, which end where memory does.
const BUFFER_WORDS: usize = (0x2000_0000 - BUFFER as usize) / 4;
/// Packets that a script may run, those of packets it stores counted.
const MOST: u64 = 100_000;

/// One line of a script.
#[derive(Clone, Debug)]
pub enum PacketLine {
    /// Values for a register and those behind it.
    Values(u16, Vec<u32>),
    /// Fields of a register; whether what is not named stays.
    Fields(u16, bool, Vec<Bits>),
    /// Values for one register.
    One(u16, Vec<u32>),
    /// Two registers.
    Two([u16; 2], [u32; 2]),
    /// SET_CONSTANT: kind, first dword, values.
    SetConstant(u32, u32, Vec<u32>),
    /// SET_CONSTANT2: register, values.
    SetConstant2(u32, Vec<u32>),
    /// SET_SHADER_CONSTANTS: register, values.
    SetShaderConstants(u32, Vec<u32>),
    /// LOAD_ALU_CONSTANT: address in dwords, kind, first dword, count.
    LoadConstant(u32, u32, u32, u32),
    /// IM_LOAD_IMMEDIATE of the case's program.
    LoadProgram,
    /// MEM_WRITE: address in dwords, values.
    MemWrite(u32, Vec<u32>),
    /// REG_RMW: register, and, or.
    RegRmw(u16, u32, u32),
    /// Dwords as they are.
    Raw(Vec<u32>),
    /// DRAW_INDX_2: primitive and number of indices, which count from 0.
    Draw(PrimitiveType, u32),
    /// EVENT_WRITE_ZPD.
    CountSamples,
    /// XE_SWAP: width and height.
    Swap(u32, u32),
}

fn register(text: &str) -> Result<u16, String> {
    xenos_regs::by_name(text).ok_or_else(|| format!("no register is called `{text}`"))
}

fn primitive(text: &str) -> Result<PrimitiveType, String> {
    let known = PrimitiveType::VALUES.iter().find(|value| value.name == text);
    let known = known.ok_or_else(|| format!("no primitive is called `{text}`"))?;
    Ok(PrimitiveType::from_bits(known.code))
}

fn kind(text: &str) -> Result<u32, String> {
    ["alu", "fetch", "boolean", "loop", "register"]
        .iter()
        .position(|kind| *kind == text)
        .map(|kind| kind as u32)
        .ok_or_else(|| format!("`{text}` is not alu, fetch, boolean, loop or register"))
}

fn values(line: &mut Line<'_>) -> Result<Vec<u32>, ParseError> {
    line.need("=")?;
    let mut all = Vec::new();
    while !line.done() {
        all.push(line.parsed("a value", word)?);
    }
    if all.is_empty() { Err(line.fail("a value is missing")) } else { Ok(all) }
}

impl PacketLine {
    /// Takes a line.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let packet = match line.peek().unwrap_or_default() {
            "one" => {
                line.need("one")?;
                Self::One(line.parsed("a register", register)?, values(line)?)
            }
            "two" => {
                line.need("two")?;
                let mut pair = || {
                    let register = line.parsed("a register", register)?;
                    line.need("=")?;
                    Ok((register, line.parsed("a value", word)?))
                };
                let ((a, first), (b, second)) = (pair()?, pair()?);
                Self::Two([a, b], [first, second])
            }
            "set_constant" => {
                line.need("set_constant")?;
                let kind = line.parsed("a kind", kind)?;
                Self::SetConstant(kind, line.up_to("an offset", 0x7FF)?, values(line)?)
            }
            "set_constant2" => {
                line.need("set_constant2")?;
                Self::SetConstant2(line.up_to("a register", 0xFFFF)?, values(line)?)
            }
            "set_shader_constants" => {
                line.need("set_shader_constants")?;
                Self::SetShaderConstants(line.up_to("a register", 0xFFFF)?, values(line)?)
            }
            "load_alu_constant" => {
                line.need("load_alu_constant")?;
                let address = line.up_to("an address in dwords", 0x7FF_FFFF)?;
                let kind = line.parsed("a kind", kind)?;
                let offset = line.up_to("an offset", 0x7FF)?;
                Self::LoadConstant(address, kind, offset, line.up_to("a count", 0xFFF)?)
            }
            "load_program" => {
                line.need("load_program")?;
                Self::LoadProgram
            }
            "mem_write" => {
                line.need("mem_write")?;
                Self::MemWrite(line.up_to("an address in dwords", 0x7FF_FFFF)?, values(line)?)
            }
            "reg_rmw" => {
                line.need("reg_rmw")?;
                let register = line.parsed("a register", register)?;
                line.need("and")?;
                let and = line.parsed("a value", word)?;
                line.need("or")?;
                Self::RegRmw(register, and, line.parsed("a value", word)?)
            }
            "words" => {
                line.need("words")?;
                Self::Raw(values(line)?)
            }
            "draw" => {
                line.need("draw")?;
                let primitive = line.parsed("a primitive", primitive)?;
                Self::Draw(primitive, line.up_to("a number of indices", 0xFFFF)?)
            }
            "count_samples" => {
                line.need("count_samples")?;
                Self::CountSamples
            }
            "swap" => {
                line.need("swap")?;
                Self::Swap(line.up_to("a width", 8192)?, line.up_to("a height", 8192)?)
            }
            _ => {
                let register = line.parsed("a register or a packet", register)?;
                if line.peek() == Some("=") {
                    Self::Values(register, values(line)?)
                } else {
                    let with = line.eat("with");
                    let row = xenos_regs::register_at(u32::from(register));
                    let known = row.map_or(&[][..], |row| row.fields());
                    let find = |name: &str| {
                        known.iter().find(|field| field.name == name).map(|field| (0, field))
                    };
                    Self::Fields(register, with, fields(line, find)?)
                }
            }
        };
        line.end()?;
        Ok(packet)
    }

    /// Words that it holds, its own two counted.
    pub(crate) fn words(&self) -> usize {
        let held = match self {
            Self::Values(_, values)
            | Self::One(_, values)
            | Self::SetConstant(_, _, values)
            | Self::SetConstant2(_, values)
            | Self::SetShaderConstants(_, values)
            | Self::MemWrite(_, values)
            | Self::Raw(values) => values.len(),
            Self::Fields(_, _, bits) => bits.len(),
            Self::Two(..)
            | Self::LoadConstant(..)
            | Self::LoadProgram
            | Self::RegRmw(..)
            | Self::Draw(..)
            | Self::CountSamples
            | Self::Swap(..) => 2,
        };
        held + 2
    }

    /// The packet's kind, as claims name it.
    fn kind(&self) -> &'static str {
        match self {
            Self::Values(..) | Self::Fields(..) => "type0",
            Self::One(..) => "type0_one_register",
            Self::Two(..) => "type1",
            Self::SetConstant(..) => "SET_CONSTANT",
            Self::SetConstant2(..) => "SET_CONSTANT2",
            Self::SetShaderConstants(..) => "SET_SHADER_CONSTANTS",
            Self::LoadConstant(..) => "LOAD_ALU_CONSTANT",
            Self::LoadProgram => "IM_LOAD_IMMEDIATE",
            Self::MemWrite(..) => "MEM_WRITE",
            Self::RegRmw(..) => "REG_RMW",
            Self::Raw(_) => "words",
            Self::Draw(..) => "DRAW_INDX_2",
            Self::CountSamples => "EVENT_WRITE_ZPD",
            Self::Swap(..) => "XE_SWAP",
        }
    }

    /// Whether only a renderer does something with it.
    pub(crate) fn renders(&self) -> bool {
        matches!(self, Self::Draw(..) | Self::CountSamples | Self::Swap(..))
    }

    /// Appends the packet. `registers` is what was written so far.
    pub(crate) fn append(
        &self,
        registers: &mut [u32],
        program: &Program,
        out: &mut Vec<u32>,
    ) -> Result<(), String> {
        let mut bytes = Vec::new();
        let mut keep = |words: &[u32]| bytes = to_bytes(words);
        let mut put = |first: u16, values: &[u32]| {
            let places = registers.iter_mut().skip(usize::from(first));
            for (place, value) in places.zip(values) {
                *place = *value;
            }
        };
        let payload = match self {
            Self::Raw(words) => {
                out.extend(words);
                return Ok(());
            }
            Self::Fields(register, with, bits) => {
                let before = registers.get(usize::from(*register)).copied().unwrap_or(0);
                let value = bits
                    .iter()
                    .fold(if *with { before } else { 0 }, |word, b| word & !b.mask | b.value);
                return Self::Values(*register, vec![value]).append(registers, program, out);
            }
            Self::Values(first, values) => {
                put(*first, values);
                keep(values);
                let packet = Packet::Type0 { first: *first, values: Words::new(&bytes) };
                return encode(&packet, out).map_err(|error| error.to_string());
            }
            Self::One(register, values) => {
                put(*register, values.last().map_or(&[][..], std::slice::from_ref));
                keep(values);
                let (register, values) = (*register, Words::new(&bytes));
                let packet = Packet::Type0OneRegister { register, values };
                return encode(&packet, out).map_err(|error| error.to_string());
            }
            Self::Two(pair, values) => {
                let packet = Packet::Type1 { registers: *pair, values: *values, reserved_22: 0 };
                for (register, value) in pair.iter().zip(values) {
                    put(*register, &[*value]);
                }
                return encode(&packet, out).map_err(|error| error.to_string());
            }
            Self::SetConstant(kind, offset, values) => {
                keep(values);
                let select = ConstantSelect::default().with_kind(*kind).with_index(*offset);
                Payload::SetConstant { select, values: Words::new(&bytes) }
            }
            Self::SetConstant2(register, values) => {
                keep(values);
                let select = RegisterSelect::default().with_register(*register);
                Payload::SetConstant2 { select, values: Words::new(&bytes) }
            }
            Self::SetShaderConstants(register, values) => {
                keep(values);
                let select = RegisterSelect::default().with_register(*register);
                Payload::SetShaderConstants { select, values: Words::new(&bytes) }
            }
            Self::LoadConstant(address, kind, offset, count) => Payload::LoadAluConstant {
                address: LoadAddress::default().with_address(address * 4),
                select: ConstantSelect::default().with_kind(*kind).with_index(*offset),
                size: ConstantSize::default().with_size(*count),
            },
            Self::LoadProgram => return load(program, out),
            Self::MemWrite(address, values) => {
                keep(values);
                // Byte order 2: big-endian memory gives the words back.
                let address = EndianAddress::from_raw(address << 2 | 2);
                Payload::MemWrite { address, values: Words::new(&bytes) }
            }
            Self::RegRmw(register, and, or) => Payload::RegRmw {
                register: *register,
                reserved_13: 0,
                and: RmwOperand::Value(*and),
                or: RmwOperand::Value(*or),
            },
            Self::Draw(primitive, count) => Payload::DrawIndx2 {
                initiator: VgtDrawInitiator::default()
                    .with_prim_type(*primitive)
                    .with_source_select(SourceSelect::Auto)
                    .with_num_indices(*count),
                source: IndexSource::Auto,
            },
            Self::CountSamples => {
                Payload::EventWriteZpd { initiator: VgtEventInitiator::default() }
            }
            Self::Swap(width, height) => Payload::XeSwap {
                signature: SWAP_SIGNATURE,
                front_buffer: 0,
                width: *width,
                height: *height,
            },
        };
        append(payload, out)
    }
}

fn append(payload: Payload<'_>, out: &mut Vec<u32>) -> Result<(), String> {
    let command = Command::new(payload);
    encode(&Packet::Type3(command), out).map_err(|error| error.to_string())
}

/// Appends a program's IM_LOAD_IMMEDIATE.
pub(crate) fn load(program: &Program, out: &mut Vec<u32>) -> Result<(), String> {
    let words = program.words();
    let code = to_bytes(&words);
    let payload = Payload::ImLoadImmediate {
        stage: match program.stage {
            Stage::Vertex => ShaderType::Vertex,
            Stage::Pixel => ShaderType::Pixel,
        },
        reserved_2: 0,
        extent: ShaderExtent::default().with_size(words.len() as u32),
        code: Words::new(&code),
    };
    append(payload, out)
}

/// Runs a script over the state so far.
pub(crate) fn run(
    setup: &mut Setup,
    lines: &[PacketLine],
    omit: Option<&str>,
) -> Result<(), String> {
    let mut words = Vec::new();
    let mut registers = setup.registers.clone();
    for line in lines.iter().filter(|line| omit != Some(line.kind())) {
        line.append(&mut registers, &setup.program, &mut words)?;
    }
    if words.is_empty() {
        return Ok(());
    }
    let memory = setup.memory.guest();
    let feed = execute(&memory, &setup.registers, None, &words, &mut Ignore)?;
    let state = feed.processor().state();
    setup.registers.copy_from_slice(state.registers.words());
    let stage = setup.program.stage;
    let loaded = match stage {
        Stage::Vertex => state.vertex_shader,
        Stage::Pixel => state.pixel_shader,
    };
    if let Some(shader) = loaded {
        setup.program = Program::decode(stage, shader.words()).program;
    }
    Ok(())
}

/// Executes packets: from these registers, with this image of EDRAM, for `sink`.
pub(crate) fn execute<S: Sink + ?Sized>(
    memory: &Arc<GuestMemory>,
    registers: &[u32],
    edram: Option<&[u8]>,
    words: &[u32],
    sink: &mut S,
) -> Result<LiveFeed, String> {
    if words.len() > BUFFER_WORDS {
        return Err(format!("the packets have more than {BUFFER_WORDS} words"));
    }
    let store = |address, words: &[u32]| {
        memory.write_words(Writer::Cpu, address, words).map_err(|error| error.to_string())
    };
    store(BUFFER, words)?;
    let mut call = Vec::new();
    let length = Some(BufferLength::default().with_dwords(words.len() as u32));
    append(Payload::IndirectBuffer { address: BUFFER, length }, &mut call)?;
    store(RING.0, &call)?;
    let mut feed = LiveFeed::new(Arc::clone(memory));
    let mut sink = Direct { memory, inner: sink };
    for (register, word) in (0u32..).zip(registers).filter(|(_, word)| **word != 0) {
        feed.write_register(register, *word, &mut sink);
    }
    if let Some(edram) = edram {
        sink.event(&feed.processor().state(), &Event::Edram(edram));
    }
    feed.set_ring(RING.0, RING.1);
    feed.set_write_pointer(call.len() as u32);
    if !matches!(feed.run(MOST, &mut sink), Outcome::Idle) {
        return Err("the packets do not come to an end".to_owned());
    }
    if let Some(row) = feed.processor().refusals().rows().next() {
        return Err(format!("a packet is refused: {}", row.id));
    }
    Ok(feed)
}
