//! Operands: from register or constant to numbers in lanes.
//!
//! For: relative numbers, swizzles, flushing, absolute values, negation, in this order.
//! Not for: what operations do with them.
//! Facts: `docs/hardware/xenos-microcode.md`, rules A3 to A9 and F3.

use xenos_ucode::{Index, Register};

use crate::constants::Constants;
use crate::float;
use crate::group::{Group, REGISTERS};
use crate::lanes::{LANES, LaneMask, Lanes, Vector, ZEROS, each};
use crate::prepared::{ScalarSource, Source};
use crate::report::{Seen, Unspecified};

/// A temporary's number, modulo 64 (rule A4).
pub(crate) fn wrapped(number: i32, lanes: LaneMask, seen: &mut Seen) -> usize {
    let wrapped = number & (REGISTERS as i32 - 1);
    seen.note_if(wrapped != number, Unspecified::TemporaryWrapped, lanes);
    wrapped as usize
}

/// What operands are read from.
pub(crate) struct Reading<'a> {
    pub(crate) group: &'a Group,
    pub(crate) constants: &'a Constants,
    /// The loop register.
    pub(crate) loop_index: i32,
    /// Lanes that read; others may get anything.
    pub(crate) lanes: LaneMask,
}

impl Reading<'_> {
    /// The positions of a source that are read.
    pub(crate) fn vector(&self, source: &Source, out: &mut Vector, seen: &mut Seen) {
        let Some(reads) = source.reads else { return };
        if reads == 0 {
            // Events do not hang on what the result needs (rule A74).
            self.component(source, source.swizzle[0], &mut out[0], seen);
        }
        for (position, out) in out.iter_mut().enumerate() {
            if reads >> position & 1 != 0 {
                self.component(source, source.swizzle[position], out, seen);
            }
        }
    }

    /// A scalar operand.
    pub(crate) fn scalar(&self, scalar: Option<&ScalarSource>, seen: &mut Seen) -> Lanes {
        let mut out = ZEROS;
        if let Some(scalar) = scalar {
            self.component(&scalar.source, scalar.component, &mut out, seen);
        }
        out
    }

    fn component(&self, source: &Source, component: u8, out: &mut Lanes, seen: &mut Seen) {
        let component = usize::from(component & 3);
        match source.register {
            Register::Temporary(number) => {
                let number = match source.index {
                    Index::Static => i32::from(number),
                    _ => i32::from(number) + self.loop_index,
                };
                *out = self.group.registers[wrapped(number, self.lanes, seen)][component];
            }
            Register::Constant(number) => {
                self.constant(i32::from(number), source.index, component, out, seen);
            }
        }
        for value in out.iter_mut() {
            *value = float::flush(*value);
        }
        if source.absolute {
            for value in out.iter_mut() {
                *value = float::abs(*value);
            }
        }
        if source.negate {
            for value in out.iter_mut() {
                *value = float::negate(*value);
            }
        }
    }

    fn constant(
        &self,
        number: i32,
        index: Index,
        component: usize,
        out: &mut Lanes,
        seen: &mut Seen,
    ) {
        let offset = match index {
            Index::Static => 0,
            Index::Loop => self.loop_index,
            Index::Address => {
                *out = ZEROS;
                let mut outside = 0;
                for lane in each(self.lanes) {
                    let number = number + i32::from(self.group.address[lane]);
                    match self.constants.float(number) {
                        Some(constant) => out[lane] = constant[component],
                        None => outside |= 1 << lane,
                    }
                }
                seen.note(Unspecified::ConstantOutside, outside);
                return;
            }
        };
        let constant = self.constants.float(number + offset);
        seen.note_if(constant.is_none(), Unspecified::ConstantOutside, self.lanes);
        *out = [constant.map_or(0.0, |constant| constant[component]); LANES];
    }
}
