//! The 64-byte header.

use serde::Serialize;

use crate::bytes::{put_u32, put_u64, u32_at, u64_at};
use crate::{Fault, VoodError};

/// Size of the header.
pub const HEADER_BYTES: usize = 64;
/// The first word: `44 4F 4F 56` on disk.
pub const MAGIC: u32 = 0x564F_4F44;
/// The only version there is.
pub const VERSION: u32 = 1;
/// [`Header::voodoo_type`] of the Voodoo Graphics board.
pub const VOODOO_GRAPHICS: u32 = 1;
/// Largest memory that a header may state, in MiB. The chips address 4 MiB of frame buffer and 4 MiB
/// of textures a TMU; the room above is for successors, and a hostile header still gets little.
pub const MAX_SIZE_MB: u32 = 16;

/// Offset of the number of records, which a writer fills in last.
pub(crate) const ENTRY_COUNT_AT: usize = 44;

/// The header's fields. Those that nothing depends on are kept as found, whatever they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Header {
    /// The board: [`VOODOO_GRAPHICS`], or another number, which a player has to judge.
    pub voodoo_type: u32,
    /// Frame-buffer memory in MiB: a power of two up to [`MAX_SIZE_MB`].
    pub fb_size_mb: u32,
    /// Texture memory of each TMU in MiB: likewise, since addresses wrap at it.
    pub tex_size_mb: u32,
    /// Number of TMUs, 1 to 3.
    pub num_tmus: u32,
    /// Base address of the board; 0 in the shared traces.
    pub pci_base_addr: u32,
    /// No flag is known.
    pub flags: u32,
    /// Clock of the recording processor in Hz, 0 if unknown.
    pub cpu_speed_hz: u64,
    /// Clock of the recording bus in Hz, 0 if unknown.
    pub pci_speed_hz: u32,
    /// Number of records, 0 if unknown.
    pub entry_count: u32,
    /// Reserved.
    pub reserved: [u32; 4],
}

impl Header {
    /// The header of a Voodoo Graphics board; sizes in MiB, unchecked.
    pub const fn new(fb_size_mb: u32, tex_size_mb: u32, num_tmus: u32) -> Self {
        Self {
            voodoo_type: VOODOO_GRAPHICS,
            fb_size_mb,
            tex_size_mb,
            num_tmus,
            pci_base_addr: 0,
            flags: 0,
            cpu_speed_hz: 0,
            pci_speed_hz: 0,
            entry_count: 0,
            reserved: [0; 4],
        }
    }

    /// Reads and checks a header; errors carry the offset of the field.
    pub fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<Self, VoodError> {
        let expect = |at: usize, expected: u32, fault: fn(u32, u32) -> Fault| {
            let found = u32_at(bytes, at);
            if found == expected { Ok(()) } else { Err(malformed(at, fault(expected, found))) }
        };
        expect(0, MAGIC, |expected, found| Fault::Magic { expected, found })?;
        expect(4, VERSION, |expected, found| Fault::Version { expected, found })?;
        let header = Self {
            voodoo_type: u32_at(bytes, 8),
            fb_size_mb: u32_at(bytes, 12),
            tex_size_mb: u32_at(bytes, 16),
            num_tmus: u32_at(bytes, 20),
            pci_base_addr: u32_at(bytes, 24),
            flags: u32_at(bytes, 28),
            cpu_speed_hz: u64_at(bytes, 32),
            pci_speed_hz: u32_at(bytes, 40),
            entry_count: u32_at(bytes, ENTRY_COUNT_AT),
            reserved: [48, 52, 56, 60].map(|at| u32_at(bytes, at)),
        };
        header.check().map_err(|(at, fault)| malformed(at, fault))?;
        Ok(header)
    }

    /// The header as bytes, unchecked.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        put_u32(&mut bytes, 0, MAGIC);
        put_u32(&mut bytes, 4, VERSION);
        put_u32(&mut bytes, 8, self.voodoo_type);
        put_u32(&mut bytes, 12, self.fb_size_mb);
        put_u32(&mut bytes, 16, self.tex_size_mb);
        put_u32(&mut bytes, 20, self.num_tmus);
        put_u32(&mut bytes, 24, self.pci_base_addr);
        put_u32(&mut bytes, 28, self.flags);
        put_u64(&mut bytes, 32, self.cpu_speed_hz);
        put_u32(&mut bytes, 40, self.pci_speed_hz);
        put_u32(&mut bytes, ENTRY_COUNT_AT, self.entry_count);
        for (at, value) in [48, 52, 56, 60].into_iter().zip(self.reserved) {
            put_u32(&mut bytes, at, value);
        }
        bytes
    }

    /// Checks the fields that players allocate by or wrap at; gives the offset of a bad one.
    pub(crate) fn check(&self) -> Result<(), (usize, Fault)> {
        let sizes =
            [(12, "frame buffer", self.fb_size_mb), (16, "texture memory", self.tex_size_mb)];
        for (at, what, found) in sizes {
            if !found.is_power_of_two() || found > MAX_SIZE_MB {
                return Err((at, Fault::SizeMb { what, found }));
            }
        }
        match self.num_tmus {
            1..=3 => Ok(()),
            found => Err((20, Fault::Tmus { found })),
        }
    }
}

fn malformed(at: usize, fault: Fault) -> VoodError {
    VoodError::Malformed { offset: at as u64, record: None, fault }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fault(header: &Header, patch: impl Fn(&mut [u8; 64])) -> (u64, Fault) {
        let mut bytes = header.to_bytes();
        patch(&mut bytes);
        match Header::from_bytes(&bytes) {
            Err(VoodError::Malformed { offset, record: None, fault }) => (offset, fault),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn bad_fields_are_named_with_their_offset() {
        let good = Header::new(4, 4, 1);
        assert_eq!(&good.to_bytes()[..4], b"DOOV");
        assert!(matches!(fault(&good, |b| b[0] = 0), (0, Fault::Magic { .. })));
        assert!(matches!(fault(&good, |b| b[4] = 2), (4, Fault::Version { found: 2, .. })));
        for bad in [0, 3, 32, 255] {
            assert!(matches!(fault(&good, |b| b[12] = bad), (12, Fault::SizeMb { .. })));
            assert!(matches!(fault(&good, |b| b[16] = bad), (16, Fault::SizeMb { .. })));
        }
        assert!(matches!(fault(&good, |b| b[20] = 0), (20, Fault::Tmus { found: 0 })));
        assert!(matches!(fault(&good, |b| b[20] = 4), (20, Fault::Tmus { found: 4 })));
    }

    proptest! {
        #[test]
        fn everything_is_kept(
            sizes in (0u32..5, 0u32..5, 1u32..4),
            rest in any::<([u32; 5], u64, [u32; 4])>(),
        ) {
            let ([voodoo_type, pci_base_addr, flags, pci_speed_hz, entry_count], speed, reserved) =
                rest;
            let header = Header {
                voodoo_type,
                pci_base_addr,
                flags,
                pci_speed_hz,
                entry_count,
                cpu_speed_hz: speed,
                reserved,
                ..Header::new(1 << sizes.0, 1 << sizes.1, sizes.2)
            };
            prop_assert_eq!(Header::from_bytes(&header.to_bytes()).unwrap(), header);
        }
    }
}
