//! The 16 MiB PCI aperture: regions, chip field, widths.

use base_word::bits;
use serde::{Deserialize, Serialize};

/// Width of a bus access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Width {
    /// 16 bits; address bit 1 selects the half, data is in the low half of the argument.
    Half,
    /// 32 bits.
    Word,
}

/// One write on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    /// Byte offset in the aperture; bits above 23 are ignored.
    pub offset: u32,
    /// The data; for [`Width::Half`] its low 16 bits.
    pub data: u32,
    /// The width.
    pub width: Width,
}

/// What an aperture offset addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Registers, 0x000000-0x3FFFFF.
    Register,
    /// The linear frame buffer, 0x400000-0x7FFFFF.
    Lfb,
    /// Texture download, 0x800000-0xFFFFFF.
    Texture,
}

impl Region {
    /// The region of an aperture offset: bit 23 is texture, else bit 22 is LFB.
    #[inline]
    pub const fn of(offset: u32) -> Self {
        if offset & 0x80_0000 != 0 {
            Self::Texture
        } else if offset & 0x40_0000 != 0 {
            Self::Lfb
        } else {
            Self::Register
        }
    }
}

/// The chip field of a register address, offset bits 13:10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chips(u32);

impl Chips {
    /// The field of a register offset; 0 selects all.
    #[inline]
    pub const fn of(offset: u32) -> Self {
        let field = bits(offset, 13, 10);
        Self(if field == 0 { 0xF } else { field })
    }

    /// Whether FBI is selected.
    #[inline]
    pub const fn fbi(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether texture unit `tmu` is selected.
    #[inline]
    pub const fn trex(self, tmu: usize) -> bool {
        self.0 >> (tmu + 1) & 1 != 0
    }
}

/// The fields of a texture download address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureAddress {
    /// Texture unit, bits 22:21.
    pub tmu: u32,
    /// Level, bits 20:17.
    pub lod: u32,
    /// Row, bits 16:9.
    pub t: u32,
    /// Bits 8:2 in place (a byte offset, multiple of 4); which of them count depends on the format.
    pub s_bytes: u32,
}

impl TextureAddress {
    /// Takes an aperture offset apart.
    #[inline]
    pub const fn of(offset: u32) -> Self {
        Self {
            tmu: bits(offset, 22, 21),
            lod: bits(offset, 20, 17),
            t: bits(offset, 16, 9),
            s_bytes: offset & 0x1FC,
        }
    }
}
