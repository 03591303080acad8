//! The linear frame buffer from the program's side.
//!
//! Facts: digest section 4.1: 1,024 pixels a line, 2 or 4 bytes a pixel by the write format.

use sst1_board::Width;

use crate::Bus;

/// Start of the LFB in the aperture.
const LFB: u32 = 0x40_0000;

/// Aperture offset of a pixel in a 16-bit format.
pub(crate) const fn pixel16(x: u32, y: u32) -> u32 {
    LFB + ((y & 1023) << 11) + ((x & 1023) << 1)
}

/// Aperture offset of a pixel in a 32-bit format; rows beyond 1,023 wrap.
pub(crate) const fn pixel32(x: u32, y: u32) -> u32 {
    LFB + ((y & 1023) << 12) + ((x & 1023) << 2)
}

impl Bus<'_> {
    /// Two pixels of a 16-bit format at an even column, the left one in the low half.
    pub fn lfb_pair(&mut self, x: u32, y: u32, left: u16, right: u16) {
        let data = u32::from(right) << 16 | u32::from(left);
        self.write(pixel16(x, y) & !3, data, Width::Word);
    }

    /// One pixel of a 16-bit format, as a 16-bit access.
    pub fn lfb_half(&mut self, x: u32, y: u32, pixel: u16) {
        self.write(pixel16(x, y), u32::from(pixel), Width::Half);
    }

    /// One pixel of a 32-bit format.
    pub fn lfb_word(&mut self, x: u32, y: u32, pixel: u32) {
        self.write(pixel32(x, y), pixel, Width::Word);
    }

    /// Reads the two words at an even column.
    pub fn lfb_read_pair(&mut self, x: u32, y: u32) {
        self.read(pixel16(x, y) & !3, Width::Word);
    }

    /// Reads the word at a column, as a 16-bit access.
    pub fn lfb_read_half(&mut self, x: u32, y: u32) {
        self.read(pixel16(x, y), Width::Half);
    }
}
