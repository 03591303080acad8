//! Which accesses are drawing commands.

use sst1_board::{Region, State, Width};
use sst1_regs::{alternate_offset, offset};

/// A drawing command: an access after which the hashes are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// triangleCMD.
    Triangle,
    /// ftriangleCMD.
    FTriangle,
    /// fastfillCMD.
    FastFill,
    /// A write to the linear frame buffer.
    Lfb,
    /// swapbufferCMD.
    Swap,
}

impl Kind {
    /// All.
    pub const ALL: [Self; 5] =
        [Self::Triangle, Self::FTriangle, Self::FastFill, Self::Lfb, Self::Swap];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Triangle => "triangle",
            Self::FTriangle => "ftriangle",
            Self::FastFill => "fastfill",
            Self::Lfb => "lfb",
            Self::Swap => "swap",
        }
    }

    /// The kind of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What a write is in a state. Registers count by their offset alone: whether the address's
    /// chip field reaches the register makes no difference.
    #[inline]
    pub fn of_write(state: &State, at: u32, width: Width) -> Option<Self> {
        match Region::of(at) {
            Region::Lfb => Some(Self::Lfb),
            Region::Texture => None,
            Region::Register if width == Width::Half => None,
            Region::Register => {
                let plain = at & 0x3FC;
                let remapped = at & 1 << 21 != 0 && plain < 0x100;
                let plain = if remapped && state.init.fbi_init3.triangle_remap() {
                    alternate_offset(plain)
                } else {
                    plain
                };
                match plain {
                    offset::TRIANGLE_CMD => Some(Self::Triangle),
                    offset::FTRIANGLE_CMD => Some(Self::FTriangle),
                    offset::FASTFILL_CMD => Some(Self::FastFill),
                    offset::SWAPBUFFER_CMD => Some(Self::Swap),
                    _ => None,
                }
            }
        }
    }
}
