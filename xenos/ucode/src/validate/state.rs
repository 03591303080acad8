//! What may not have been written yet, on the way to an instruction.

use super::{Remarks, Rule};
use crate::alu::{Alu, Index, Operand, ScalarSources, Target};
use crate::analysis::{reads, writes};
use crate::codes::{AllocKind, Change, FetchOpcode, ScalarOpcode};
use crate::instruction::Instruction;
use crate::pieces::Mask;
use crate::program::{Program, Stage};

/// Things that a program writes before it reads them.
pub(super) const PREDICATE: u8 = 1;
const ADDRESS: u8 = 2;
const PREVIOUS: u8 = 4;
const FULL_FETCH: u8 = 8;
const LOD: u8 = 16;
const GRADIENT_H: u8 = 32;
const GRADIENT_V: u8 = 64;
const EXPORT_ADDRESS: u8 = 128;

/// What is possible on some path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    /// What may be unwritten.
    pub(super) unset: u8,
    /// Components of temporaries that may be unwritten, four bits a register.
    pub(super) temporaries: [u64; 4],
    /// What the last alloc may be for, a bit a kind.
    pub(super) rooms: u8,
    /// How many loops may be around, a bit a number; the sixth stands for more.
    pub(super) depths: u8,
}

const fn room(kind: AllocKind) -> u8 {
    1 << kind.code()
}

/// Bits of a register's components.
fn place(register: u8, mask: u8) -> (usize, u64) {
    (usize::from(register & 63) / 16, u64::from(mask & 15) << (register % 16 * 4))
}

impl State {
    /// Nothing is possible: no path leads there.
    pub(super) const NEVER: Self = Self { unset: 0, temporaries: [0; 4], rooms: 0, depths: 0 };

    /// Where a program begins.
    pub(super) const fn start(stage: Stage) -> Self {
        let inputs = match stage {
            // The index; what else may be in r0 and r1 is not said.
            Stage::Vertex => 1,
            // Any may be an interpolator.
            Stage::Pixel => u64::MAX,
        };
        Self {
            unset: u8::MAX,
            temporaries: [!inputs, u64::MAX, u64::MAX, u64::MAX],
            rooms: room(AllocKind::None),
            depths: 1,
        }
    }

    /// Adds what is possible on another path, and says whether that is new.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        let before = *self;
        self.unset |= other.unset;
        self.rooms |= other.rooms;
        self.depths |= other.depths;
        self.temporaries.iter_mut().zip(other.temporaries).for_each(|(own, new)| *own |= new);
        *self != before
    }

    pub(super) fn alloc(&mut self, kind: AllocKind) {
        self.rooms = room(kind);
        self.unset |= EXPORT_ADDRESS;
    }

    /// Goes past an instruction; with `remarks`, says what it misses.
    pub(super) fn step(
        &mut self,
        program: &Program,
        instruction: &Instruction,
        mut check: Option<&mut Check<'_>>,
    ) {
        if let Some(check) = check.as_deref_mut() {
            check.common(self, instruction);
        }
        match instruction {
            Instruction::Alu(alu) => {
                if let Some(check) = check {
                    check.alu(self, program.stage, alu);
                }
                self.alu(program.stage, alu);
            }
            Instruction::VertexFetch(fetch) => {
                if let Some(check) = check
                    && fetch.mini
                    && self.unset & FULL_FETCH != 0
                {
                    check.at(Rule::MiniFetch, "no full fetch may be before it");
                }
                if !fetch.mini {
                    self.unset &= !FULL_FETCH;
                }
            }
            Instruction::TextureFetch(fetch) => {
                if let Some(check) = check
                    && !fetch.opcode.is_set()
                {
                    if fetch.use_register_lod && self.unset & LOD != 0 {
                        check.at(Rule::LodUnset, fetch.opcode.name());
                    }
                    if fetch.use_register_gradients && self.unset & (GRADIENT_H | GRADIENT_V) != 0 {
                        check.at(Rule::GradientsUnset, fetch.opcode.name());
                    }
                }
                self.unset &= !match fetch.opcode {
                    FetchOpcode::SetLod => LOD,
                    FetchOpcode::SetGradientH => GRADIENT_H,
                    FetchOpcode::SetGradientV => GRADIENT_V,
                    _ => 0,
                };
            }
        }
        if instruction.predicate().is_none() {
            for (register, mask) in writes(program, instruction) {
                let (word, bits) = place(register, mask.0);
                self.temporaries[word] &= !bits;
            }
        }
    }

    fn alu(&mut self, stage: Stage, alu: &Alu) {
        for changes in [alu.vector_opcode.changes(), alu.scalar_opcode.changes()] {
            self.unset &= !match changes {
                Change::Predicate => PREDICATE,
                Change::Address => ADDRESS,
                Change::Nothing | Change::Kill => 0,
            };
        }
        if alu.scalar_opcode != ScalarOpcode::RetainPrev {
            self.unset &= !PREVIOUS;
        }
        if alu.export && alu.vector_target(stage).target == Target::MemoryAddress {
            self.unset &= !EXPORT_ADDRESS;
        }
    }
}

/// Says what an instruction misses.
pub(super) struct Check<'a> {
    pub(super) address: u32,
    /// Registers that are read before they are written on some path, predicates looked at.
    pub(super) inputs: &'a std::collections::BTreeMap<u8, Mask>,
    pub(super) remarks: &'a mut Remarks,
}

impl Check<'_> {
    fn at(&mut self, rule: Rule, text: impl Into<String>) {
        self.remarks.at(rule, self.address, text);
    }

    /// What any instruction may miss.
    fn common(&mut self, state: &State, instruction: &Instruction) {
        if instruction.predicate().is_some() && state.unset & PREDICATE != 0 {
            self.at(Rule::PredicateUnset, "it is predicated");
        }
        for (register, mask) in reads(instruction) {
            let (word, bits) = place(register, mask);
            let unset = (state.temporaries[word] & bits) >> (register % 16 * 4);
            let input = self.inputs.get(&register).copied().unwrap_or_default();
            let missing = Mask(unset as u8 & input.0);
            if !missing.is_empty() {
                self.at(Rule::TemporaryUnset, format!("r{register}.{missing}"));
            }
        }
        let writes_by_loop = match instruction {
            Instruction::Alu(alu) => {
                !alu.export && (alu.vector_destination_relative || alu.scalar_destination_relative)
            }
            Instruction::VertexFetch(fetch) => {
                fetch.destination_relative || fetch.source_relative && !fetch.mini
            }
            Instruction::TextureFetch(fetch) => {
                fetch.source_relative || fetch.destination_relative && !fetch.opcode.is_set()
            }
        };
        let reads_loop = match instruction {
            Instruction::Alu(alu) => {
                operands(alu).iter().any(|operand| operand.index == Index::Loop)
            }
            _ => false,
        };
        if (writes_by_loop || reads_loop) && state.depths & 1 != 0 {
            self.at(Rule::LoopRegisterUnset, "no loop may be around it");
        }
    }

    fn alu(&mut self, state: &State, stage: Stage, alu: &Alu) {
        if state.unset & ADDRESS != 0 && operands(alu).iter().any(|o| o.index == Index::Address) {
            self.at(Rule::AddressUnset, "a constant is relative to a0");
        }
        let keeps = alu.scalar_opcode == ScalarOpcode::RetainPrev
            && (alu.scalar_mask.0 == 0 || alu.export && alu.scalar_written().is_empty());
        if state.unset & PREVIOUS != 0 && alu.scalar_opcode.reads_previous() && !keeps {
            self.at(Rule::PreviousUnset, alu.scalar_opcode.mnemonic());
        }
        if alu.export {
            self.export(state, alu.vector_target(stage).target);
        }
    }

    fn export(&mut self, state: &State, target: Target) {
        let wanted = match target {
            Target::Position | Target::PointSize => AllocKind::Position,
            Target::Interpolator(_) | Target::Color(_) | Target::Depth => AllocKind::Parameters,
            Target::MemoryAddress | Target::MemoryData(_) => AllocKind::Memory,
            Target::Temporary(_) | Target::Undefined(_) => return,
        };
        let others = state.rooms & !room(wanted);
        if state.rooms == others {
            self.at(Rule::NoExportRoom, format!("{target:?}"));
        } else if others != 0 {
            self.at(Rule::SomeExportRoom, format!("{target:?}"));
        }
        if matches!(target, Target::MemoryData(_)) && state.unset & EXPORT_ADDRESS != 0 {
            self.at(Rule::DataWithoutAddress, format!("{target:?}"));
        }
    }
}

/// All operands that an operation names.
fn operands(alu: &Alu) -> Vec<Operand> {
    let mut operands: Vec<Operand> = alu.vector_operands().collect();
    match alu.scalar_operands() {
        ScalarSources::None => {}
        ScalarSources::One(source, _) | ScalarSources::Two(source, ..) => operands.push(source),
        ScalarSources::Apart((constant, _), (temporary, _)) => {
            operands.extend([constant, temporary]);
        }
    }
    operands
}
