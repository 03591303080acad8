//! A vector of lanes: everything that a program changes while it runs.
//!
//! For: registers, predicate, previous result, address register, registers of the texture unit,
//! exports; made ready once and used again for vector after vector.
//! Not for: what is the same for all lanes of a run (`flow`), nor for all of a draw (`constants`).

use xenos_ucode::Target;

use crate::exports::Exports;
use crate::lanes::{LANES, LaneMask, Lanes, Vector, ZERO_VECTOR, ZEROS};
use crate::memory_export::{MemoryExport, Open};

/// Temporaries that a program can name.
pub const REGISTERS: usize = 64;

/// The last full vertex fetch of a lane: what a mini fetch takes over (rule V2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullFetch {
    /// Its fetch constant's number.
    pub constant: u8,
    /// Dwords from the constant's address to the element.
    pub element: i64,
}

/// Registers of the texture unit, a value in each lane.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureRegisters {
    /// The level of detail.
    pub lod: Lanes,
    /// The horizontal gradients of three coordinates.
    pub gradient_h: [Lanes; 3],
    /// The vertical ones.
    pub gradient_v: [Lanes; 3],
    /// Lanes that set the level of detail.
    pub lod_set: LaneMask,
    /// Lanes that set the horizontal gradients.
    pub gradient_h_set: LaneMask,
    /// Lanes that set the vertical ones.
    pub gradient_v_set: LaneMask,
}

impl Default for TextureRegisters {
    fn default() -> Self {
        Self {
            lod: ZEROS,
            gradient_h: [ZEROS; 3],
            gradient_v: [ZEROS; 3],
            lod_set: 0,
            gradient_h_set: 0,
            gradient_v_set: 0,
        }
    }
}

/// A vector of lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The temporaries: register, component, lane.
    pub registers: Box<[Vector; REGISTERS]>,
    /// Lanes that run, pixels outside the primitive among them (they are there for gradients).
    pub active: LaneMask,
    /// Lanes whose results count; a subset of the active ones.
    pub covered: LaneMask,
    /// Lanes killed.
    pub killed: LaneMask,
    /// The predicate.
    pub predicate: LaneMask,
    /// The previous scalar result.
    pub previous: Lanes,
    /// The address register.
    pub address: [i16; LANES],
    /// The texture unit's registers.
    pub texture: Box<TextureRegisters>,
    /// The last full vertex fetch; none before the first.
    pub full_fetch: [Option<FullFetch>; LANES],
    /// What was exported.
    pub exports: Exports,
    /// What is stored to memory, in order.
    pub memory_exports: Vec<MemoryExport>,
    /// A memory export that has begun.
    pub(crate) open: Box<Open>,
}

impl Default for Group {
    fn default() -> Self {
        Self::new()
    }
}

impl Group {
    /// All zeros, no lane active.
    #[expect(clippy::large_stack_arrays, reason = "made once, and moved to the heap at once")]
    pub fn new() -> Self {
        Self {
            registers: Box::new([ZERO_VECTOR; REGISTERS]),
            active: 0,
            covered: 0,
            killed: 0,
            predicate: 0,
            previous: ZEROS,
            address: [0; LANES],
            texture: Box::default(),
            full_fetch: [None; LANES],
            exports: Exports::default(),
            memory_exports: Vec::new(),
            open: Box::default(),
        }
    }

    /// As new, with these lanes active and covered; storage is kept. The first `registers`
    /// temporaries alone are cleared: a program that uses more sees what is left in them.
    pub fn reset(&mut self, active: LaneMask, covered: LaneMask, registers: usize) {
        for register in self.registers.iter_mut().take(registers) {
            *register = ZERO_VECTOR;
        }
        (self.active, self.covered) = (active, covered & active);
        (self.killed, self.predicate) = (0, 0);
        self.previous = ZEROS;
        self.address = [0; LANES];
        *self.texture = TextureRegisters::default();
        self.full_fetch = [None; LANES];
        self.exports.clear();
        self.memory_exports.clear();
        self.open.clear();
    }

    /// Sets a temporary in one lane; nothing happens outside.
    pub fn set(&mut self, register: usize, lane: usize, value: [f32; 4]) {
        let Some(register) = self.registers.get_mut(register) else { return };
        for (component, value) in register.iter_mut().zip(value) {
            if let Some(place) = component.get_mut(lane) {
                *place = value;
            }
        }
    }

    /// A temporary in one lane; zeros outside.
    pub fn get(&self, register: usize, lane: usize) -> [f32; 4] {
        self.registers.get(register).map_or([0.0; 4], |register| {
            register.each_ref().map(|component| component.get(lane).copied().unwrap_or(0.0))
        })
    }

    /// A register by its meaning: a temporary, an exported one, or what a memory export that has begun
    /// holds. `None` for what means nothing.
    pub fn vector(&self, target: Target) -> Option<&Vector> {
        match target {
            Target::Temporary(number) => self.registers.get(usize::from(number)),
            Target::MemoryAddress => Some(&self.open.address),
            Target::MemoryData(number) => self.open.data.get(usize::from(number)),
            target => self.exports.get(target).map(|export| &export.values),
        }
    }

    /// Lanes whose results count: covered and not killed.
    pub const fn alive(&self) -> LaneMask {
        self.covered & !self.killed
    }
}
