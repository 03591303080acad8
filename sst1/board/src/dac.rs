//! The DAC, as far as drivers look at it: a clock chip of the ICS5342 kind.
//!
//! Facts: digest section 1.1. Register select 4 sets the write index, 5 writes data, 7 sets the
//! read index; a read command latches a value that fbiInit2 returns while initEnable\[2\] is set.

use serde::{Deserialize, Serialize};
use sst1_regs::words::DacData;

/// The DAC's clock registers and read latch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dac {
    pll: [u8; 16],
    write_index: u8,
    read_index: u8,
    latch: u8,
}

impl Default for Dac {
    fn default() -> Self {
        // Drivers recognise the chip by these three power-on values.
        let mut pll = [0; 16];
        pll[0x1] = 0x55;
        pll[0x7] = 0x71;
        pll[0xB] = 0x79;
        Self { pll, write_index: 0, read_index: 0, latch: 0 }
    }
}

impl Dac {
    /// A write to dacData.
    pub fn write(&mut self, word: DacData) {
        let data = word.data() as u8;
        match (word.read(), word.register()) {
            (true, 5) => self.latch = self.pll[usize::from(self.read_index)],
            (true, _) => self.latch = 0,
            (false, 4) => self.write_index = data & 0xF,
            (false, 5) => self.pll[usize::from(self.write_index)] = data,
            (false, 7) => self.read_index = data & 0xF,
            (false, _) => {}
        }
    }

    /// The value of the last read command.
    pub fn latch(&self) -> u8 {
        self.latch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_recognises_the_chip() {
        let mut dac = Dac::default();
        for (index, expected) in [(0x1, 0x55), (0x7, 0x71), (0xB, 0x79)] {
            dac.write(DacData::from_raw(0x700 | index));
            dac.write(DacData::from_raw(0xD00));
            assert_eq!(dac.latch(), expected);
        }
    }
}
