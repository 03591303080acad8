//! Packets in a row.
//!
//! For: what a program puts into the ring or into a buffer of its own, packet by packet.
//! Not for: what a group of registers is good for; `state` knows.

use std::sync::Arc;

use base_word::FieldValue;
use xenos_pm4::{
    BufferLength, Command, Condition, ConstantSelect, ConstantSize, EncodeError, EndianAddress,
    IndexSource, LoadAddress, Packet, Payload, Place, SWAP_SIGNATURE, ShaderAddress, ShaderExtent,
    ShaderType, VizToken, WaitFunction, Words, encode,
};
use xenos_regs::index;
use xenos_regs::words::{
    Endian, Event, IndexSize, PrimitiveType, SourceSelect, VgtDmaSize, VgtDrawInitiator,
    VgtEventInitiator,
};
use xenos_ucode::Stage;

use crate::heap::big_endian;
use crate::program::Program;

/// One thing in a list of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A packet's words.
    Packet(Vec<u32>),
    /// A buffer is run.
    Call(Arc<Buffer>),
}

/// Packets that lie in memory and can be run again and again.
#[derive(Debug, PartialEq, Eq)]
pub struct Buffer {
    pub(crate) address: u32,
    pub(crate) words: u32,
    pub(crate) items: Vec<Item>,
}

/// A list of packets.
#[derive(Debug, Default)]
pub struct Commands {
    pub(crate) items: Vec<Item>,
    pub(crate) error: Option<EncodeError>,
}

/// Which constants SET_CONSTANT and LOAD_ALU_CONSTANT write, by their code.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
enum Constants {
    Alu = 0,
    Fetch = 1,
    Loop = 3,
    Register = 4,
}

fn select(kind: Constants, first: u32) -> ConstantSelect {
    ConstantSelect::default().with_kind(kind as u32).with_index(first)
}

impl Commands {
    /// Appends a packet.
    pub fn packet(&mut self, packet: &Packet<'_>) {
        let mut words = Vec::new();
        match encode(packet, &mut words) {
            Ok(()) => self.items.push(Item::Packet(words)),
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
    }

    /// Appends a command.
    pub fn command(&mut self, payload: Payload<'_>) {
        self.packet(&Packet::Type3(Command::new(payload)));
    }

    /// Appends another list.
    pub fn append(&mut self, other: Self) {
        self.items.extend(other.items);
        if let Some(error) = other.error {
            self.error.get_or_insert(error);
        }
    }

    /// Runs a buffer.
    pub fn call(&mut self, buffer: &Arc<Buffer>) {
        self.items.push(Item::Call(Arc::clone(buffer)));
    }

    fn constants(&mut self, kind: Constants, first: u32, values: &[u32]) {
        let bytes = big_endian(values);
        let (select, values) = (select(kind, first), Words::new(&bytes));
        self.command(Payload::SetConstant { select, values });
    }

    /// Writes registers in a row: from 0x2000 on by SET_CONSTANT, below by a type-0 packet.
    pub fn register(&mut self, first: u16, values: &[u32]) {
        if let Some(offset) = first.checked_sub(index::RB_SURFACE_INFO) {
            self.constants(Constants::Register, u32::from(offset), values);
        } else {
            let bytes = big_endian(values);
            self.packet(&Packet::Type0 { first, values: Words::new(&bytes) });
        }
    }

    /// Writes float constants from number `first` on, four floats each. Pixel programs see theirs
    /// from 256 on.
    pub fn floats(&mut self, first: u32, values: &[[f32; 4]]) {
        let words: Vec<u32> = values.as_flattened().iter().map(|value| value.to_bits()).collect();
        self.constants(Constants::Alu, first * 4, &words);
    }

    /// Writes float constants from memory.
    pub fn load_floats(&mut self, first: u32, address: u32, vectors: u32) {
        self.command(Payload::LoadAluConstant {
            address: LoadAddress::default().with_address(address),
            select: select(Constants::Alu, first * 4),
            size: ConstantSize::default().with_size(vectors * 4),
        });
    }

    /// Writes a loop constant.
    pub fn loop_constant(&mut self, number: u32, count: u8, start: u8, step: i8) {
        let word = u32::from(count) | u32::from(start) << 8 | u32::from(step.cast_unsigned()) << 16;
        self.constants(Constants::Loop, number, &[word]);
    }

    /// Writes fetch constants from a register of 0x4800 and up.
    pub fn fetch(&mut self, dword: u32, values: &[u32]) {
        self.constants(Constants::Fetch, dword, values);
    }

    /// Binds vertex data to the constant that programs call `vf` with that number.
    pub fn vertices(&mut self, vf: u32, address: u32, bytes: u32) {
        use xenos_regs::fetch::{FetchType, VertexFetch0, VertexFetch1};
        let d0 =
            VertexFetch0::default().with_fetch_type(FetchType::Vertex).with_address(address >> 2);
        let d1 = VertexFetch1::default().with_endian(Endian::Swap8In32).with_size(bytes / 4);
        self.fetch((95 - vf.min(95)) * 2, &[d0.raw(), d1.raw()]);
    }

    /// Loads a program from where it lies in memory.
    pub fn load(&mut self, program: &Program) {
        let stage = match program.stage {
            Stage::Vertex => ShaderType::Vertex,
            Stage::Pixel => ShaderType::Pixel,
        };
        self.command(Payload::ImLoad {
            source: ShaderAddress::default().with_stage(stage).with_dword(program.address >> 2),
            extent: ShaderExtent::default().with_size(program.words.len() as u32),
        });
    }

    /// Loads a program from the packet itself.
    pub fn load_immediate(&mut self, program: &Program) {
        let stage = match program.stage {
            Stage::Vertex => ShaderType::Vertex,
            Stage::Pixel => ShaderType::Pixel,
        };
        let bytes = big_endian(&program.words);
        self.command(Payload::ImLoadImmediate {
            stage,
            reserved_2: 0,
            extent: ShaderExtent::default().with_size(program.words.len() as u32),
            code: Words::new(&bytes),
        });
    }

    /// Draws vertices counted from 0.
    pub fn draw_auto(&mut self, primitive: PrimitiveType, count: u32) {
        let initiator = VgtDrawInitiator::default()
            .with_prim_type(primitive)
            .with_source_select(SourceSelect::Auto)
            .with_num_indices(count);
        self.command(Payload::DrawIndx2 { initiator, source: IndexSource::Auto });
    }

    /// Draws by 16-bit indices in memory, big-endian; `predicated`: only if a selected bin is in
    /// the mask.
    pub fn draw_indexed(
        &mut self,
        primitive: PrimitiveType,
        address: u32,
        count: u32,
        predicated: bool,
    ) {
        let initiator = VgtDrawInitiator::default()
            .with_prim_type(primitive)
            .with_source_select(SourceSelect::Dma)
            .with_index_size(IndexSize::Bits16)
            .with_num_indices(count);
        let size = VgtDmaSize::default().with_num_words(count).with_swap_mode(Endian::Swap8In16);
        let source = IndexSource::Dma { base: address, size };
        let payload = Payload::DrawIndx { viz: VizToken::default(), initiator, source };
        self.packet(&Packet::Type3(Command { predicated, ..Command::new(payload) }));
    }

    /// The bins that what follows lies in.
    pub fn bin_mask(&mut self, mask: u64) {
        self.command(Payload::SetBinMask { mask });
    }

    /// The bins that are drawn.
    pub fn bin_select(&mut self, select: u64) {
        self.command(Payload::SetBinSelect { select });
    }

    /// Starts an event.
    pub fn event(&mut self, event: Event) {
        let initiator = VgtEventInitiator::from_raw(event.to_bits());
        self.command(Payload::EventWrite { initiator });
    }

    /// Has the screen extent of what was drawn stored, 12 bytes.
    pub fn store_extents(&mut self, address: u32) {
        let initiator = VgtEventInitiator::from_raw(Event::ScreenExtRpt.to_bits());
        let address =
            EndianAddress::default().with_endian(Endian::Swap8In16).with_dword(address >> 2);
        self.command(Payload::EventWriteExt { initiator, address });
    }

    /// Makes textures see what copies stored, and waits until that is so.
    pub fn flush(&mut self) {
        // The copy's destination, the vertex cache and the texture cache.
        self.register(index::COHER_STATUS_HOST, &[1 << 8 | 1 << 24 | 1 << 25]);
        let condition = Condition {
            function: WaitFunction::Equal,
            reserved_3: false,
            reserved_5: 0,
            poll: Place::Register(u32::from(index::COHER_STATUS_HOST)),
            reference: 0,
            mask: 1 << 31,
        };
        self.command(Payload::WaitRegMem { condition, reserved_8: 0, wait: 1 });
    }

    /// Runs a buffer; what the ring holds is [`Self::call`]'s to say.
    pub(crate) fn call_words(buffer: &Buffer) -> Result<Vec<u32>, EncodeError> {
        let length = BufferLength::default().with_dwords(buffer.words);
        let payload = Payload::IndirectBuffer { address: buffer.address, length: Some(length) };
        let mut words = Vec::new();
        encode(&Packet::Type3(Command::new(payload)), &mut words)?;
        Ok(words)
    }

    /// Shows a texture of that size: its six dwords go to slot 0, then the swap, then fill, as the
    /// console's library writes it, which reserves 64 dwords.
    pub fn swap(&mut self, texture: [u32; 6], front_buffer: u32, width: u32, height: u32) {
        let bytes = big_endian(&texture);
        let first = index::SHADER_CONSTANT_FETCH;
        self.packet(&Packet::Type0 { first, values: Words::new(&bytes) });
        self.command(Payload::XeSwap { signature: SWAP_SIGNATURE, front_buffer, width, height });
        self.packet(&Packet::Type2 { reserved_0: 0 });
    }
}

impl Item {
    /// Dwords in the ring or buffer.
    pub(crate) fn words(&self) -> u32 {
        match self {
            Self::Packet(words) => words.len() as u32,
            Self::Call(_) => 3,
        }
    }
}
