//! Keys of draws, as text, one file a table or two.
//!
//! For: what docs/census-xenos.md says of each. Not for: when a key is made; `draws` keeps rows.

pub(crate) mod pixel;
pub(crate) mod primitive;
pub(crate) mod raster;
pub(crate) mod surface;
pub(crate) mod texture;
pub(crate) mod unmodelled;
pub(crate) mod vertex;

use xenos_front::Registers;

use crate::registers as reg;

/// What keys of the pixel's side depend on beside registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// `2208[2:0]`.
    pub(crate) mode: u32,
    /// Colours that the pixel program exports, a bit each; none where it takes no part.
    pub(crate) exported: u32,
}

/// Colour and depth are written.
pub(crate) const COLOR_DEPTH: u32 = 4;
/// Depth alone is.
const DEPTH_ONLY: u32 = 5;

impl Bound {
    /// Whether a colour is bound.
    pub(crate) fn color(self, registers: &Registers, number: u32) -> bool {
        let mask = registers.get(reg::COLOR_MASK) >> (4 * number) & 0xF;
        self.mode == COLOR_DEPTH && mask != 0 && self.exported >> number & 1 != 0
    }

    /// Whether the mode knows depth and stencil.
    pub(crate) fn tests(self) -> bool {
        matches!(self.mode, COLOR_DEPTH | DEPTH_ONLY)
    }
}
