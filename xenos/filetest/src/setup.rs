//! What an executor is given: a program and everything that it runs on.

use std::collections::BTreeMap;
use std::sync::Arc;

use xenos_memory::{GuestMemory, Writer};
use xenos_regs::{FILE_WORDS, index};
use xenos_ucode::{Program, Stage};

use crate::inputs::Inputs;
use crate::spot::LANES;
use crate::texture::Textures;

/// Components by lane, of one register.
pub type Register = [[u32; LANES as usize]; 4];

/// What an executor runs.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program, with its stage.
    pub program: Program,
    /// Lanes of the group; lane 4q + k is pixel k of quad q.
    pub lanes: u32,
    /// Lanes that run.
    pub active: u64,
    /// Lanes of the primitive; the other active ones are helpers.
    pub covered: u64,
    /// Temporaries at the start, as bits.
    pub temporaries: Vec<Register>,
    /// The predicate at the start.
    pub predicate: u64,
    /// What the rasteriser hands to a pixel program, in the temporaries' place; if the case says.
    pub inputs: Option<Inputs>,
    /// The register file, constants among it.
    pub registers: Vec<u32>,
    /// Memory.
    pub memory: Memory,
    /// What texture fetches get.
    pub textures: Textures,
    /// Control-flow instructions that a unit runs at most.
    pub limit: u64,
}

/// Guest memory in dwords, as big-endian memory read as big-endian numbers.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    words: BTreeMap<u32, u32>,
    guest: Option<Arc<GuestMemory>>,
}

impl Memory {
    /// The dword at an address in dwords.
    pub fn dword(&self, address: u32) -> u32 {
        match &self.guest {
            Some(guest) => guest.read_word(address.wrapping_mul(4)).unwrap_or(0),
            None => self.words.get(&address).copied().unwrap_or(0),
        }
    }

    /// Stores a dword.
    pub fn set(&mut self, address: u32, word: u32) {
        match &self.guest {
            // What lies outside is not there afterwards either.
            Some(guest) => drop(guest.write_words(Writer::Cpu, address.wrapping_mul(4), &[word])),
            None => drop(self.words.insert(address, word)),
        }
    }

    /// The same memory for a command processor; from now on both see it.
    pub(crate) fn guest(&mut self) -> Arc<GuestMemory> {
        if let Some(guest) = &self.guest {
            return Arc::clone(guest);
        }
        let guest = Arc::new(GuestMemory::new());
        self.guest = Some(Arc::clone(&guest));
        for (address, word) in std::mem::take(&mut self.words) {
            self.set(address, word);
        }
        guest
    }
}

impl Setup {
    /// A program with nothing set.
    pub(crate) fn new(program: Program, lanes: u32) -> Self {
        let active = u64::MAX >> (LANES - lanes.clamp(1, LANES));
        Self {
            program,
            lanes,
            active,
            covered: active,
            temporaries: vec![[[0; LANES as usize]; 4]; 64],
            predicate: 0,
            inputs: None,
            registers: vec![0; FILE_WORDS],
            memory: Memory::default(),
            textures: Textures::default(),
            limit: 1 << 20,
        }
    }

    /// The register with a stage's window of float constants.
    pub(crate) fn window(stage: Stage) -> u16 {
        match stage {
            Stage::Vertex => index::SQ_VS_CONST,
            Stage::Pixel => index::SQ_PS_CONST,
        }
    }

    /// Sets a word of the register file; nothing happens outside.
    pub(crate) fn set_register(&mut self, register: u32, word: u32) {
        if let Some(place) = self.registers.get_mut(register as usize) {
            *place = word;
        }
    }

    /// A word of the register file; 0 outside.
    pub fn register(&self, register: u32) -> u32 {
        self.registers.get(register as usize).copied().unwrap_or(0)
    }

    /// A texture fetch constant, 0 to 31.
    pub fn texture_constant(&self, number: u32) -> [u32; 6] {
        let first = u32::from(index::SHADER_CONSTANT_FETCH) + number * 6;
        std::array::from_fn(|word| self.register(first + word as u32))
    }
}
