//! Memory export: what lanes store into guest memory.
//!
//! For: gathering eA and eM0 to eM4 of each lane, checking the address, and handing on typed
//! records in order.
//! Not for: storing.
//! Facts: `docs/hardware/xenos-microcode.md`, rules E5 to E10.

mod pack;

use base_word::FieldValue;
use xenos_regs::words::{DataFormat, Endian128};

pub use pack::Packed;

use crate::lanes::{LaneMask, Vector, ZERO_VECTOR, ZEROS, each, write};
use crate::report::{Seen, Unspecified};

/// Data registers of an export.
pub const ELEMENTS: usize = 5;

/// Where and how an export stores: the address register eA, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportAddress {
    /// Address of element 0, in dwords.
    pub base: u32,
    /// The element that eM0 is.
    pub index: u32,
    /// Elements there are.
    pub count: u32,
    /// Byte order.
    pub endian: Endian128,
    /// The elements' format.
    pub format: DataFormat,
    /// How numbers lie in it: 0 unsigned fraction, 1 signed fraction, 2 unsigned integer, 3 signed
    /// integer, 7 float.
    pub number: u8,
    /// Red and blue are exchanged.
    pub swap: bool,
}

impl ExportAddress {
    /// Decodes eA. `None` if one of the four bit patterns is missing that every right address has:
    /// then nothing is stored.
    pub fn decode(address: [f32; 4]) -> Option<Self> {
        let [x, y, z, w] = address.map(f32::to_bits);
        let right = x >> 30 == 1 && y >> 23 == 0x96 && z >> 20 == 0x4B0 && w >> 23 == 0x96;
        right.then(|| Self {
            base: x & 0x3FFF_FFFF,
            index: y & 0x7F_FFFF,
            count: w & 0x7F_FFFF,
            endian: Endian128::from_bits(z),
            format: DataFormat::from_bits(z >> 8),
            number: (z >> 16 & 7) as u8,
            swap: z >> 19 & 1 != 0,
        })
    }
}

/// An element that a lane stores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryExport {
    /// The lane.
    pub lane: usize,
    /// Which of eM0 to eM4 it is.
    pub register: u8,
    /// Where and how.
    pub address: ExportAddress,
    /// The element's number: the address's index and the register's number.
    pub element: u32,
    /// The value.
    pub value: [f32; 4],
    /// Its bytes, as memory will hold them.
    pub packed: Packed,
}

impl MemoryExport {
    /// Where its first byte goes (rule E7).
    pub fn byte_address(&self) -> u32 {
        let offset = u32::from(self.packed.size).wrapping_mul(self.element);
        (self.address.base << 2).wrapping_add(offset)
    }
}

/// What lanes have written of exports and not stored yet (rule E5).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Open {
    pub(crate) address: Vector,
    pub(crate) address_written: LaneMask,
    pub(crate) data: [Vector; ELEMENTS],
    pub(crate) data_written: [LaneMask; ELEMENTS],
    /// Lanes that wrote the address last before a serialised instruction, or by it (rule E9).
    pub(crate) stale: LaneMask,
    /// Lanes that would have written after they were killed (rule K3).
    pub(crate) late: LaneMask,
}

impl Default for Open {
    fn default() -> Self {
        Self {
            address: ZERO_VECTOR,
            address_written: 0,
            data: [ZERO_VECTOR; ELEMENTS],
            data_written: [0; ELEMENTS],
            stale: 0,
            late: 0,
        }
    }
}

impl Open {
    /// Nothing has begun.
    pub(crate) fn clear(&mut self) {
        if self.written() | self.late != 0 {
            *self = Self::default();
        }
    }

    /// Lanes that have anything written.
    pub(crate) fn written(&self) -> LaneMask {
        self.data_written.iter().fold(self.address_written, |any, written| any | written)
    }

    /// A serialised instruction was run in these lanes.
    pub(crate) fn serialized(&mut self, lanes: LaneMask) {
        self.stale |= self.address_written & lanes;
    }

    /// Stores what covered lanes have open and closes it in all lanes of `lanes` (rule E6).
    pub(crate) fn flush(
        &mut self,
        lanes: LaneMask,
        covered: LaneMask,
        out: &mut Vec<MemoryExport>,
        seen: &mut Seen,
    ) {
        let written = self.written() & lanes;
        for lane in each(written & covered & self.address_written) {
            let at = |vector: &Vector| vector.each_ref().map(|lanes| lanes[lane]);
            let Some(address) = ExportAddress::decode(at(&self.address)) else { continue };
            for (register, data) in self.data.iter().enumerate() {
                let element = address.index + register as u32;
                if self.data_written[register] >> lane & 1 == 0 || element >= address.count {
                    continue;
                }
                let (register, value) = (register as u8, at(data));
                let Some((packed, odd)) = pack::pack(&address, value) else {
                    seen.note(Unspecified::ExportFormat, 1 << lane);
                    continue;
                };
                seen.note_if(odd.number, Unspecified::ExportNumberFormat, 1 << lane);
                seen.note_if(odd.endian, Unspecified::ExportEndian, 1 << lane);
                out.push(MemoryExport { lane, register, address, element, value, packed });
            }
        }
        if written != 0 {
            write_vector(&mut self.address, self.address_written & lanes);
            for (data, data_written) in self.data.iter_mut().zip(&mut self.data_written) {
                write_vector(data, *data_written & lanes);
                *data_written &= !lanes;
            }
        }
        self.address_written &= !lanes;
        self.stale &= !lanes;
        self.late &= !lanes;
    }
}

/// Zeros in these lanes.
fn write_vector(vector: &mut Vector, lanes: LaneMask) {
    if lanes != 0 {
        for component in vector {
            write(component, &ZEROS, lanes);
        }
    }
}

#[cfg(test)]
mod tests;
