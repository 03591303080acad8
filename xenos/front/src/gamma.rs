//! The display's two gamma ramps, as their registers fill them.
//!
//! Facts: specification digest `xenos-hardware` section 1.1 (AMD's M56 display guide): sequential
//! writes go to red, green, blue; component c is stored only if mask bit 2-c is set; after the third
//! the index advances, modulo 256 in the table, in its lower seven bits in the piecewise-linear
//! ramp. Documented.

use xenos_regs::{SideEffect, index};

use crate::Registers;

/// Entries of the table.
pub const TABLE: usize = 256;
/// Entries of the piecewise-linear ramp.
pub const PIECES: usize = 128;

/// Both ramps, and where the next sequential write goes.
#[derive(Debug, PartialEq, Eq)]
pub struct Gamma {
    /// The table: ten bits each, red in bits 20 to 29, green 10 to 19, blue 0 to 9.
    pub table: Box<[u32; TABLE]>,
    /// The pieces: red, green, blue; base in the low half, delta in the high one.
    pub pieces: Box<[[u32; 3]; PIECES]>,
    /// The component that is written next: 0 red, 1 green, 2 blue.
    pub component: u8,
    /// How many times it changed or was loaded.
    pub generation: u64,
}

impl Clone for Gamma {
    fn clone(&self) -> Self {
        let Self { table, pieces, component, generation } = self;
        let (table, pieces) = (table.clone(), pieces.clone());
        Self { table, pieces, component: *component, generation: *generation }
    }

    /// In the place that is there: recorders do it for every word that is written to the ramps.
    fn clone_from(&mut self, from: &Self) {
        self.table.copy_from_slice(&*from.table);
        self.pieces.copy_from_slice(&*from.pieces);
        (self.component, self.generation) = (from.component, from.generation);
    }
}

impl Default for Gamma {
    /// Straight lines, which is what a console starts with (inferred: Xenia's processor does).
    fn default() -> Self {
        let level = |entry: usize| (entry as u32 * 1023 * 2 + 255) / 510;
        let table = std::array::from_fn(|entry| level(entry) * (1 << 20 | 1 << 10 | 1));
        // Bases and deltas have 16 bits, and a piece's delta leads to the next one's base.
        let pieces = std::array::from_fn(|piece| [(1 << 16 | piece as u32) * 512; 3]);
        Self { table: Box::new(table), pieces: Box::new(pieces), component: 0, generation: 0 }
    }
}

/// Bits that a component keeps: the lowest six are wired to 0.
const WIRED: u32 = 0xFFC0;

impl Gamma {
    /// Takes the ramps from a trace: 256 words of the table, then three for each piece.
    pub fn load(&mut self, component: u8, values: impl Iterator<Item = u32>) {
        let mut values = values.fuse();
        for (entry, value) in self.table.iter_mut().zip(values.by_ref()) {
            *entry = value;
        }
        for (entry, value) in self.pieces.as_flattened_mut().iter_mut().zip(values) {
            *entry = value;
        }
        self.component = component % 3;
        self.generation += 1;
    }

    /// A write of `value` to a register of the ramps, already stored in the file. Whether the
    /// register was one of them.
    pub(crate) fn write(
        &mut self,
        effect: SideEffect,
        value: u32,
        registers: &mut Registers,
    ) -> bool {
        let mask = registers.get(index::DC_LUT_WRITE_EN_MASK);
        let at = registers.get(index::DC_LUT_RW_INDEX);
        let enabled = mask >> (2 - self.component) & 1 != 0;
        match effect {
            SideEffect::LutIndex => self.component = 0,
            SideEffect::LutSequential => {
                if enabled {
                    let shift = (2 - self.component) * 10;
                    let entry = &mut self.table[at as usize % TABLE];
                    *entry = *entry & !(0x3FF << shift) | (value & WIRED) >> 6 << shift;
                }
                self.advance(registers, at & !0xFF | at.wrapping_add(1) & 0xFF);
            }
            SideEffect::LutPiecewiseLinear => {
                if enabled {
                    let entry = &mut self.pieces[at as usize % PIECES];
                    entry[usize::from(self.component)] = value & (WIRED << 16 | WIRED);
                }
                self.advance(registers, at & !0x7F | at.wrapping_add(1) & 0x7F);
            }
            SideEffect::Lut30 => {
                let bits = |bit: u32, shift: u32| (mask >> bit & 1) * (0x3FF << shift);
                let stored = bits(0, 0) | bits(1, 10) | bits(2, 20);
                let entry = &mut self.table[at as usize % TABLE];
                *entry = *entry & !stored | value & stored;
                self.component = 2;
                self.advance(registers, at & !0xFF | at.wrapping_add(1) & 0xFF);
            }
            _ => return false,
        }
        self.generation += 1;
        true
    }

    /// To the next component, and after the last one to the next entry.
    fn advance(&mut self, registers: &mut Registers, next: u32) {
        self.component = (self.component + 1) % 3;
        if self.component == 0 {
            registers.write(u32::from(index::DC_LUT_RW_INDEX), next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_in_order_and_the_mask_counts_backwards() {
        let (mut gamma, mut registers) = (Gamma::default(), Registers::new());
        assert_eq!((gamma.table[0], gamma.table[255]), (0, 0x3FFF_FFFF));
        gamma.table[255] = 0;
        gamma.pieces[127] = [0; 3];
        gamma.table[0x80] = 0;
        let index = u32::from(index::DC_LUT_RW_INDEX);
        registers.write(u32::from(index::DC_LUT_WRITE_EN_MASK), 0b101);
        registers.write(index, 255);
        for value in [0xFFFF, 0xFFFF, 0x0040] {
            assert!(gamma.write(SideEffect::LutSequential, value, &mut registers));
        }
        assert_eq!(gamma.table[255], 0x3FF << 20 | 1);
        assert_eq!(registers.get(index as u16), 0);
        registers.write(index, 0xFF);
        gamma.component = 1;
        for value in [1 << 6, 0xABCD_1234] {
            assert!(gamma.write(SideEffect::LutPiecewiseLinear, value, &mut registers));
        }
        assert_eq!(gamma.pieces[127], [0, 0, 0xABC0_1200]);
        assert_eq!(registers.get(index as u16), 0x80, "bit 7 is kept");
        assert!(gamma.write(SideEffect::Lut30, 0x3FFF_FFFF, &mut registers));
        assert_eq!(gamma.table[0x80], 0x3FF0_03FF);
        assert_eq!((registers.get(index as u16), gamma.component), (0x81, 0));
        assert!(gamma.write(SideEffect::LutIndex, 0, &mut registers));
        assert!(!gamma.write(SideEffect::Coherency, 0, &mut registers));
        assert_eq!(gamma.generation, 7);
    }

    #[test]
    fn an_index_of_all_ones_advances_in_its_lower_bits() {
        let index = u32::from(index::DC_LUT_RW_INDEX);
        for (effect, writes, next) in [
            (SideEffect::LutSequential, 3, 0xFFFF_FF00),
            (SideEffect::LutPiecewiseLinear, 3, 0xFFFF_FF80),
            (SideEffect::Lut30, 1, 0xFFFF_FF00),
        ] {
            let (mut gamma, mut registers) = (Gamma::default(), Registers::new());
            registers.write(index, u32::MAX);
            for _ in 0..writes {
                assert!(gamma.write(effect, 0, &mut registers));
            }
            assert_eq!(registers.get(index as u16), next, "{effect:?}");
        }
    }
}
