//! From a stored index to the number that a vertex program gets.
//!
//! For: byte order, the 24 bits that count, restarts, offset and limits, in the chip's order.
//! Not for: reading memory, nor packets; a caller hands over each stored value.
//! Facts: `docs/hardware/xenos-raster.md`, rules N1 to N4.

use xenos_regs::index;
use xenos_regs::words::{Endian, PaSuScModeCntl, VtxIndex};

/// The bits of an index that count. Rule N2.
pub const INDEX_MASK: u32 = 0xFF_FFFF;

/// A 16-bit index from its two bytes in memory. Rule N1.
pub const fn index_16(stored: [u8; 2], endian: Endian) -> u32 {
    match endian {
        Endian::Swap8In16 | Endian::Swap8In32 => u16::from_be_bytes(stored) as u32,
        Endian::None | Endian::Swap16In32 => u16::from_le_bytes(stored) as u32,
    }
}

/// A 32-bit index from its four bytes in memory, all bits. Rule N1.
pub const fn index_32(stored: [u8; 4], endian: Endian) -> u32 {
    let little = u32::from_le_bytes(stored);
    match endian {
        Endian::None => little,
        Endian::Swap8In16 => little.swap_bytes().rotate_left(16),
        Endian::Swap8In32 => little.swap_bytes(),
        Endian::Swap16In32 => little.rotate_left(16),
    }
}

/// What becomes of a draw's indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexRules {
    /// The index that restarts a primitive, if any does.
    pub reset: Option<u32>,
    /// Added modulo 2^24.
    pub offset: u32,
    /// The least index, after the offset.
    pub least: u32,
    /// The greatest, after the offset.
    pub most: u32,
}

/// What an index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indexed {
    /// A vertex, by the number its program gets.
    Vertex(u32),
    /// The end of one primitive and the start of the next.
    Restart,
}

impl IndexRules {
    /// The rules of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        let indx = |register: u16| VtxIndex::from_raw(read(register)).indx();
        let mode = PaSuScModeCntl::from_raw(read(index::PA_SU_SC_MODE_CNTL));
        Self {
            reset: mode.multi_prim_ib_ena().then(|| indx(index::VGT_MULTI_PRIM_IB_RESET_INDX)),
            offset: indx(index::VGT_INDX_OFFSET),
            least: indx(index::VGT_MIN_VTX_INDX),
            most: indx(index::VGT_MAX_VTX_INDX),
        }
    }

    /// What one index is: as [`index_16`] or [`index_32`] gives it, or its number for an automatic
    /// one. Rules N2 to N4.
    pub fn indexed(&self, raw: u32) -> Indexed {
        let cut = raw & INDEX_MASK;
        if self.reset == Some(cut) {
            return Indexed::Restart;
        }
        Indexed::Vertex((cut.wrapping_add(self.offset) & INDEX_MASK).min(self.most).max(self.least))
    }
}

#[cfg(test)]
mod tests;
