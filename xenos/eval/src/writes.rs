//! What an instruction wrote, for who watches.
//!
//! For: registers and lanes, told from the instruction after it was run, so that a run that nobody
//! watches pays nothing for it.
//! Not for: values: the group holds them afterwards ([`Group::vector`](crate::Group::vector)).
//! Facts: `docs/hardware/xenos-microcode.md`, rules A4, A70 to A74, E2, K3, T2 and V2.

use xenos_ucode::codes::{Change, FetchOpcode, ScalarOpcode};
use xenos_ucode::{Destination, Index, Mask, Target, TextureFetch};

use crate::lanes::LaneMask;
use crate::observer::Step;
use crate::operand::wrapped;
use crate::prepared::{Operation, ReadyAlu};
use crate::report::Seen;

/// Components of a register that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The register; of a temporary with its number as aL made it.
    pub target: Target,
    /// The components.
    pub mask: Mask,
    /// The lanes.
    pub lanes: LaneMask,
}

/// A register of the texture unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureRegister {
    /// The level of detail.
    Lod,
    /// The horizontal gradients.
    GradientH,
    /// The vertical gradients.
    GradientV,
}

/// Everything that an instruction wrote. A value that was there before counts as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writes {
    /// Temporaries and exported registers, memory export's among them.
    pub registers: Vec<Written>,
    /// Lanes whose previous scalar result was written.
    pub previous: LaneMask,
    /// Lanes whose predicate was.
    pub predicate: LaneMask,
    /// Lanes whose address register was.
    pub address: LaneMask,
    /// Lanes that were killed, and had not been before.
    pub killed: LaneMask,
    /// Lanes whose last full vertex fetch this is.
    pub full_fetch: LaneMask,
    /// A register of the texture unit, and lanes that set it.
    pub texture: Option<(TextureRegister, LaneMask)>,
}

impl Step<'_> {
    /// What was written; nothing by a control-flow instruction.
    pub fn writes(&self) -> Writes {
        let mut writes = Writes::default();
        if self.lanes == 0 {
            return writes;
        }
        match self.operation {
            None | Some(Operation::Missing) => {}
            Some(Operation::Alu(alu)) => self.alu(alu, &mut writes),
            Some(Operation::VertexFetch(fetch)) => {
                if !fetch.mini {
                    writes.full_fetch = self.lanes;
                }
                let to = fetched(fetch.destination, fetch.destination_relative);
                self.register(to, fetch.destination_swizzle.mask(), &mut writes);
            }
            Some(Operation::TextureFetch(fetch)) => self.texture(fetch, &mut writes),
        }
        writes
    }

    fn alu(&self, alu: &ReadyAlu, writes: &mut Writes) {
        if alu.scalar != ScalarOpcode::RetainPrev || !alu.scalar_mask.is_empty() {
            writes.previous = self.lanes;
            self.change(alu.scalar.changes(), writes);
        }
        if alu.vector_runs {
            self.change(alu.vector.changes(), writes);
        }
        let vector = Mask(alu.vector_mask.0 | alu.ones.0 | alu.zeros.0);
        self.register(alu.vector_to, vector, writes);
        self.register(alu.scalar_to, alu.scalar_mask, writes);
    }

    fn change(&self, change: Change, writes: &mut Writes) {
        match change {
            Change::Nothing => {}
            Change::Predicate => writes.predicate = self.lanes,
            Change::Address => writes.address = self.lanes,
            // A vertex program kills nobody (rule K4).
            Change::Kill => writes.killed = self.group.killed & !self.killed_before,
        }
    }

    fn texture(&self, fetch: &TextureFetch, writes: &mut Writes) {
        let register = match fetch.opcode {
            FetchOpcode::SetLod => TextureRegister::Lod,
            FetchOpcode::SetGradientH => TextureRegister::GradientH,
            FetchOpcode::SetGradientV => TextureRegister::GradientV,
            _ => {
                let to = fetched(fetch.destination, fetch.destination_relative);
                return self.register(to, fetch.destination_swizzle.mask(), writes);
            }
        };
        writes.texture = Some((register, self.lanes));
    }

    fn register(&self, to: Destination, mask: Mask, writes: &mut Writes) {
        let mut lanes = self.lanes;
        let target = match to.target {
            Target::Undefined(_) => return,
            Target::Temporary(number) if to.index != Index::Static => {
                let number = i32::from(number) + self.loop_index;
                Target::Temporary(wrapped(number, lanes, &mut Seen::default()) as u8)
            }
            Target::MemoryAddress | Target::MemoryData(_) => {
                // Rule K3.
                lanes &= !self.killed_before;
                to.target
            }
            target => target,
        };
        if mask.is_empty() || lanes == 0 {
            return;
        }
        match writes.registers.iter_mut().find(|written| written.target == target) {
            Some(written) => written.mask.0 |= mask.0,
            None => writes.registers.push(Written { target, mask, lanes }),
        }
    }
}

/// The temporary that a fetch writes.
fn fetched(number: u8, relative: bool) -> Destination {
    let index = if relative { Index::Loop } else { Index::Static };
    Destination { target: Target::Temporary(number), index }
}

#[cfg(test)]
mod tests;
