//! PCI configuration space. Facts: digest sections 4.6 and 6.4.

use base_word::with_bits;
use serde::{Deserialize, Serialize};
use sst1_regs::words::InitEnable;

use crate::Width;

/// The board's 256 bytes of configuration space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigSpace {
    /// Memory enable, bit 1 of the command register.
    pub memory_enable: bool,
    /// The top byte of the base address.
    pub base: u8,
    /// Interrupt line, set by the BIOS.
    pub interrupt_line: u8,
    /// initEnable.
    pub init_enable: InitEnable,
    /// busSnoop0 and busSnoop1, write only.
    pub bus_snoop: [u32; 2],
}

impl Default for ConfigSpace {
    fn default() -> Self {
        Self {
            memory_enable: false,
            base: 0xFF,
            interrupt_line: 5,
            init_enable: InitEnable::default(),
            bus_snoop: [0; 2],
        }
    }
}

impl ConfigSpace {
    /// The word at `offset`, whose two low bits are ignored. `status` is what cfgStatus shows.
    pub fn read(&self, offset: u32, status: u32) -> u32 {
        match offset & 0xFC {
            0x00 => 0x0001_121A,
            0x04 => u32::from(self.memory_enable) << 1,
            0x08 => 0x0400_0002,
            0x10 => u32::from(self.base) << 24,
            0x3C => 0x0000_0100 | u32::from(self.interrupt_line),
            0x40 => self.init_enable.raw(),
            0x4C => status,
            _ => 0,
        }
    }

    /// Stores `data` at `offset`; read-only bits keep their value.
    pub fn write(&mut self, offset: u32, data: u32, width: Width) {
        let merge = |old: u32| match width {
            Width::Word => data,
            Width::Half => {
                let low = (offset & 2) * 8;
                with_bits(old, low + 15, low, data)
            }
        };
        match offset & 0xFC {
            0x04 => self.memory_enable = merge(u32::from(self.memory_enable) << 1) & 2 != 0,
            0x10 => self.base = (merge(u32::from(self.base) << 24) >> 24) as u8,
            0x3C => self.interrupt_line = merge(u32::from(self.interrupt_line)) as u8,
            0x40 => self.init_enable = InitEnable::from_raw(merge(self.init_enable.raw())),
            0x44 => self.bus_snoop[0] = merge(self.bus_snoop[0]),
            0x48 => self.bus_snoop[1] = merge(self.bus_snoop[1]),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bios_finds_and_sizes_the_card() {
        let mut pci = ConfigSpace::default();
        assert_eq!(pci.read(0x00, 0), 0x0001_121A);
        pci.write(0x10, 0xFFFF_FFFF, Width::Word);
        assert_eq!(pci.read(0x10, 0), 0xFF00_0000);
        pci.write(0x12, 0xE000, Width::Half);
        assert_eq!(pci.read(0x10, 0), 0xE000_0000);
        pci.write(0x04, 0xFFFF_FFFF, Width::Word);
        assert_eq!(pci.read(0x04, 0), 2);
        pci.write(0x00, 0, Width::Word);
        assert_eq!(pci.read(0x00, 0), 0x0001_121A);
    }
}
