//! The 14 record types and the part of the 16 MiB aperture that each may address.

use std::ops::RangeInclusive;

use serde::Serialize;

/// What a record says was done (`cmd_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[repr(u8)]
pub enum Command {
    /// 32-bit register write.
    WriteRegL = 0,
    /// 16-bit register write.
    WriteRegW = 1,
    /// 32-bit frame-buffer write.
    WriteFbL = 2,
    /// 16-bit frame-buffer write; address bit 1 is the half, the data is in the low 16 bits.
    WriteFbW = 3,
    /// 32-bit texture write.
    WriteTexL = 4,
    /// Command FIFO write (Voodoo 2).
    WriteCmdFifo = 5,
    /// 32-bit register read; the data is the value returned.
    ReadRegL = 6,
    /// 16-bit register read.
    ReadRegW = 7,
    /// 32-bit frame-buffer read.
    ReadFbL = 8,
    /// 16-bit frame-buffer read.
    ReadFbW = 9,
    /// Vertical sync.
    Vsync = 10,
    /// Stands directly before a swapbufferCMD write: the address is the number of pending swaps,
    /// the data the value written next. A player ignores it.
    Swap = 11,
    /// The display mode; the only record of 32 bytes, see [`crate::Config`].
    Config = 12,
    /// End of a frame.
    FrameEnd = 13,
}

impl Command {
    /// All of them, by code.
    pub const ALL: [Self; 14] = [
        Self::WriteRegL,
        Self::WriteRegW,
        Self::WriteFbL,
        Self::WriteFbW,
        Self::WriteTexL,
        Self::WriteCmdFifo,
        Self::ReadRegL,
        Self::ReadRegW,
        Self::ReadFbL,
        Self::ReadFbW,
        Self::Vsync,
        Self::Swap,
        Self::Config,
        Self::FrameEnd,
    ];

    /// First and last address by code. Events use the field for other things.
    const WINDOWS: [(u32, u32); 14] = {
        const REGISTERS: (u32, u32) = (0, 0x3F_FFFF);
        const FRAME_BUFFER: (u32, u32) = (0x40_0000, 0x7F_FFFF);
        const TEXTURES: (u32, u32) = (0x80_0000, 0xFF_FFFF);
        const APERTURE: (u32, u32) = (0, 0xFF_FFFF);
        const ANY: (u32, u32) = (0, u32::MAX);
        [
            REGISTERS,
            REGISTERS,
            FRAME_BUFFER,
            FRAME_BUFFER,
            TEXTURES,
            APERTURE,
            REGISTERS,
            REGISTERS,
            FRAME_BUFFER,
            FRAME_BUFFER,
            ANY,
            ANY,
            ANY,
            ANY,
        ]
    };

    /// The command of a code, if there is one.
    #[inline]
    pub const fn from_code(code: u32) -> Option<Self> {
        if code < 14 { Some(Self::ALL[code as usize]) } else { None }
    }

    /// Its code in the file.
    #[inline]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Its name in the format's description.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WriteRegL => "WRITE_REG_L",
            Self::WriteRegW => "WRITE_REG_W",
            Self::WriteFbL => "WRITE_FB_L",
            Self::WriteFbW => "WRITE_FB_W",
            Self::WriteTexL => "WRITE_TEX_L",
            Self::WriteCmdFifo => "WRITE_CMDFIFO",
            Self::ReadRegL => "READ_REG_L",
            Self::ReadRegW => "READ_REG_W",
            Self::ReadFbL => "READ_FB_L",
            Self::ReadFbW => "READ_FB_W",
            Self::Vsync => "VSYNC",
            Self::Swap => "SWAP",
            Self::Config => "CONFIG",
            Self::FrameEnd => "FRAME_END",
        }
    }

    /// Whether it is an access of the bus; the others are events, which a player may ignore.
    #[inline]
    pub const fn is_access(self) -> bool {
        self.code() < Self::Vsync.code()
    }

    /// Byte offsets in the 16 MiB aperture that its records may have; everything for events.
    pub const fn window(self) -> RangeInclusive<u32> {
        let (first, last) = Self::WINDOWS[self as usize];
        first..=last
    }

    /// Whether `address` lies in the window.
    #[inline]
    pub(crate) const fn may_address(self, address: u32) -> bool {
        let (first, last) = Self::WINDOWS[self as usize];
        address.wrapping_sub(first) <= last - first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_windows() {
        for (code, command) in Command::ALL.into_iter().enumerate() {
            assert_eq!(command.code() as usize, code);
            assert_eq!(Command::from_code(code as u32), Some(command));
            for address in [0, 0x3FFFFF, 0x400000, 0x7FFFFF, 0x800000, 0xFFFFFF, 0x1000000] {
                assert_eq!(command.may_address(address), command.window().contains(&address));
            }
        }
        assert_eq!(Command::from_code(14), None);
        assert!(Command::ReadFbW.is_access() && !Command::Vsync.is_access());
    }
}
