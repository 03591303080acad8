//! What a copy out of EDRAM stores: elements and where they go.
//!
//! For: four numbers, or a word as it is, to the bytes of one element; the element's address.
//! Not for: samples, averages, biases, rectangles; nor number formats other than unsigned
//! fractions, which no implementation of copies looks at.
//! Facts: digest sections 6.4 and 6.5, inferred. Fixed components are held to 0 to 1, scaled, and
//! rounded half up; halves are rounded to even and held to the largest, there being no infinity;
//! floats are kept. A byte order that reaches beyond the element exchanges nothing. Memory exports
//! store the same elements, so the bytes are made where theirs are.

use xenos_eval::Packed;
use xenos_memory::physical;
use xenos_regs::words::{DataFormat, Endian128};

use crate::address::{MACRO_TILE, tiled_2d, tiled_3d};
use crate::format::info;

/// An element of a copy's destination; `None` for a format that a copy cannot store. `swap`
/// exchanges red and blue, so that a format of one component takes blue.
pub fn pack(format: DataFormat, value: [f32; 4], swap: bool, endian: Endian128) -> Option<Packed> {
    if !format.is_copy_destination() {
        return None;
    }
    Packed::of_value(format, 0, swap, endian, value)
}

/// A stored word or two as they are, for depth and for formats alike on both sides: `size` bytes
/// from the lowest bit up.
pub fn pack_raw(bits: u128, size: u8, endian: Endian128) -> Packed {
    Packed::of_bits(bits, size, endian)
}

/// A copy's destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination {
    /// RB_COPY_DEST_BASE: where pixel (0, 0) lies. Often before the texture's start.
    pub base: u32,
    /// Pixels in a row.
    pub pitch: u32,
    /// Rows; only a volume's counts.
    pub height: u32,
    /// A volume's slice, 0 to 7, else a 2D surface.
    pub slice: Option<u32>,
    /// Bytes of an element, a power of two.
    pub bytes: u32,
}

impl Destination {
    /// One for a format's elements.
    pub fn new(base: u32, pitch: u32, height: u32, slice: Option<u32>, format: DataFormat) -> Self {
        Self { base, pitch, height, slice, bytes: info(format).storage.bytes }
    }

    /// The physical address of a pixel's element: pixels count as in the copy's source.
    #[inline]
    pub fn address(&self, x: i32, y: i32) -> u32 {
        let log2 = self.bytes.ilog2();
        let pitch = self.pitch.next_multiple_of(MACRO_TILE);
        let offset = match self.slice {
            Some(slice) => {
                let height = self.height.next_multiple_of(MACRO_TILE);
                tiled_3d(x, y, slice as i32, pitch, height, log2)
            }
            None => tiled_2d(x, y, pitch, log2),
        };
        physical((i64::from(self.base) + offset) as u32)
    }
}

#[cfg(test)]
mod tests;
