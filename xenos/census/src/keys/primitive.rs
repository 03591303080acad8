//! Primitives and indices.

use xenos_front::{Draw, Indices, Registers};
use xenos_regs::words::{Endian, OutputPath, PrimitiveType, SourceSelect};

use crate::names::{named, yes};
use crate::registers as reg;

/// What the key is made of, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PrimitiveKey(u32);

/// Bits of the initiator that count: primitive, source, index size.
const INITIATOR: u32 = 0x8FF;
const RESET: u32 = 1 << 12;
const CONDITIONAL: u32 = 1 << 13;

impl PrimitiveKey {
    /// Of a draw.
    #[inline]
    pub(crate) fn of(draw: &Draw<'_>, registers: &Registers) -> Self {
        let initiator = draw.initiator.raw() & INITIATOR;
        let endian = match draw.indices {
            Indices::Memory { size, .. } => size.raw() >> 30,
            Indices::Auto | Indices::Immediate(_) => 0,
        };
        let reset = (registers.get(reg::SC_MODE_CNTL) >> 21 & 1) * RESET;
        let conditional = u32::from(draw.query.is_some()) * CONDITIONAL;
        let path = registers.get(reg::OUTPUT_PATH) & 3;
        Self(initiator | endian << 14 | reset | conditional | path << 16)
    }

    /// The primitive's code.
    #[inline]
    pub(crate) fn primitive(self) -> u32 {
        self.0 & 0x3F
    }

    fn source(self) -> u32 {
        self.0 >> 6 & 3
    }

    fn path(self) -> u32 {
        self.0 >> 16 & 3
    }

    /// The key.
    pub(crate) fn text(self) -> String {
        let (code, source, path) = (self.primitive(), self.source(), self.path());
        let auto = source == 2;
        let index = match self.0 & 0x800 {
            _ if auto => "none",
            0 => "16",
            _ => "32",
        };
        format!(
            "primitive={} source={} index={index} endian={} reset={} path={}",
            named::<PrimitiveType>(code),
            named::<SourceSelect>(source),
            named::<Endian>(self.0 >> 14 & 3),
            yes(self.0 & RESET != 0 && !auto),
            named::<OutputPath>(path),
        )
    }

    /// The side effects that follow from it.
    pub(crate) fn effects(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.path() == 1, "effect=tessellation"),
            (self.source() == 1, "effect=immediate-indices"),
            (self.0 & CONDITIONAL != 0, "effect=conditional-draw"),
        ];
        all.into_iter().filter(|(there, _)| *there).map(|(_, key)| key)
    }
}
