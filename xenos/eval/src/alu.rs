//! An ALU instruction: both halves, from operands to registers and exports.
//!
//! For: the order of reading, computing, side effects and writing.
//! Not for: what the operations compute (`vector`, `scalar`).
//! Facts: `docs/hardware/xenos-microcode.md`, rules A1, A10 and A70 to A74.

use xenos_ucode::codes::{ScalarOpcode, VectorOpcode};
use xenos_ucode::{Destination, Index, Mask, Stage, Target};

use crate::constants::Constants;
use crate::cube;
use crate::float;
use crate::group::Group;
use crate::lanes::{LANES, LaneMask, Lanes, Vector, ZERO_VECTOR, ZEROS, each, write};
use crate::operand::{Reading, wrapped};
use crate::prepared::ReadyAlu;
use crate::report::{Seen, Unspecified};
use crate::scalar::scalar;
use crate::vector::{Effect, vector};

/// Room for operands and results, used again by every instruction.
#[derive(Debug)]
pub(crate) struct Scratch {
    sources: [Vector; 3],
    vector: Vector,
    scalar: Lanes,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { sources: [ZERO_VECTOR; 3], vector: ZERO_VECTOR, scalar: ZEROS }
    }
}

/// Where an instruction runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) stage: Stage,
    pub(crate) loop_index: i32,
    /// Lanes that it has effect in.
    pub(crate) lanes: LaneMask,
}

/// Runs an instruction.
pub(crate) fn run(
    alu: &ReadyAlu,
    place: Place,
    constants: &Constants,
    group: &mut Group,
    scratch: &mut Scratch,
    seen: &mut Seen,
) {
    let Place { loop_index, lanes, .. } = place;
    let reading = Reading { group, constants, loop_index, lanes };
    // Both halves read before either writes (rule A1); a half without effect reads nothing (A74).
    let mut effects = [Effect::Nothing, Effect::Nothing];
    if alu.vector_runs {
        for (source, out) in alu.sources.iter().zip(&mut scratch.sources) {
            reading.vector(source, out, seen);
        }
    }
    let scalar_runs = alu.scalar != ScalarOpcode::RetainPrev || !alu.scalar_mask.is_empty();
    if scalar_runs {
        let a = reading.scalar(alu.a.as_ref(), seen);
        let b = reading.scalar(alu.b.as_ref(), seen);
        let previous = &group.previous;
        effects[1] = scalar(alu.scalar, &a, &b, previous, lanes, &mut scratch.scalar);
        seen.note_if(!alu.scalar.is_defined(), Unspecified::ScalarOpcode, lanes);
    }
    if alu.vector_runs {
        let mask = alu.vector_mask.0;
        effects[0] = vector(alu.vector, &scratch.sources, mask, &mut scratch.vector);
        seen.note_if(!alu.vector.is_defined(), Unspecified::VectorOpcode, lanes);
        if alu.vector == VectorOpcode::Cube {
            let [s0, s1, _] = &scratch.sources;
            seen.note(Unspecified::CubeOperands, cube::disagree(s0, s1, lanes));
        }
    }
    let killed = group.killed;
    change(&effects, place, group, seen);
    if scalar_runs {
        write(&mut group.previous, &scratch.scalar, lanes);
    }
    let lanes = memory_lanes(alu, lanes, killed, group, seen);
    results(alu, Place { lanes, ..place }, group, scratch, seen);
}

/// Side effects, the vector half's first (rule A70).
fn change(effects: &[Effect; 2], place: Place, group: &mut Group, seen: &mut Seen) {
    let lanes = place.lanes;
    let both = matches!(
        effects,
        [Effect::Predicate(_), Effect::Predicate(_)] | [Effect::Address(_), Effect::Address(_)]
    );
    seen.note_if(both, Unspecified::BothHalvesSet, lanes);
    for effect in effects {
        match effect {
            Effect::Nothing => {}
            Effect::Predicate(to) => group.predicate = group.predicate & !lanes | to & lanes,
            // Rules K1 and K4.
            Effect::Kill(killed) => match place.stage {
                Stage::Pixel => group.killed |= killed & lanes,
                Stage::Vertex => seen.note(Unspecified::VertexKill, killed & lanes),
            },
            Effect::Address(to) => {
                for lane in each(lanes) {
                    group.address[lane] = to[lane];
                }
            }
        }
    }
}

/// The lanes that write: of a memory export not those that were killed before (rule K3).
fn memory_lanes(
    alu: &ReadyAlu,
    lanes: LaneMask,
    killed: LaneMask,
    group: &mut Group,
    seen: &mut Seen,
) -> LaneMask {
    let data = matches!(alu.vector_to.target, Target::MemoryData(_));
    if !data && alu.vector_to.target != Target::MemoryAddress || alu.writes().is_empty() {
        return lanes;
    }
    let open = &mut *group.open;
    open.late |= lanes & killed;
    let lanes = lanes & !killed;
    // Rule E9.
    seen.note_if(data, Unspecified::ExportAcrossSerialize, lanes & open.stale);
    lanes
}

/// Clamps and writes results, the vector's first (rules A71 to A73).
fn results(
    alu: &ReadyAlu,
    place: Place,
    group: &mut Group,
    scratch: &mut Scratch,
    seen: &mut Seen,
) {
    let Scratch { vector, scalar, .. } = scratch;
    if alu.vector_clamp {
        for component in components(alu.vector_mask) {
            clamp(&mut vector[component]);
        }
    }
    if alu.scalar_clamp && !alu.scalar_mask.is_empty() {
        clamp(scalar);
    }
    if let Some((registers, written)) = place_of(alu.vector_to, alu.vector_mask, place, group, seen)
    {
        for component in components(alu.vector_mask) {
            write(&mut registers[component], &vector[component], place.lanes);
        }
        note(written, alu.vector_mask, place.lanes);
    }
    if let Some((registers, written)) = place_of(alu.scalar_to, alu.scalar_mask, place, group, seen)
    {
        for component in components(alu.scalar_mask) {
            write(&mut registers[component], scalar, place.lanes);
        }
        note(written, alu.scalar_mask, place.lanes);
    }
    for (mask, value) in [(alu.ones, 1.0), (alu.zeros, 0.0)] {
        if let Some((registers, written)) = place_of(alu.vector_to, mask, place, group, seen) {
            for component in components(mask) {
                write(&mut registers[component], &[value; LANES], place.lanes);
            }
            note(written, mask, place.lanes);
        }
    }
}

/// How a register keeps which lanes wrote it.
enum Written<'a> {
    /// It does not.
    Not,
    /// By component.
    Components(&'a mut [LaneMask; 4]),
    /// As a whole.
    Whole(&'a mut LaneMask),
}

fn note(written: Written<'_>, mask: Mask, lanes: LaneMask) {
    match written {
        Written::Not => {}
        Written::Components(all) => components(mask).for_each(|at| all[at] |= lanes),
        Written::Whole(all) => *all |= lanes,
    }
}

/// The register that a result goes to; none if nothing is to be written.
fn place_of<'g>(
    to: Destination,
    mask: Mask,
    place: Place,
    group: &'g mut Group,
    seen: &mut Seen,
) -> Option<(&'g mut Vector, Written<'g>)> {
    if mask.is_empty() {
        return None;
    }
    match to.target {
        Target::Temporary(number) => {
            let offset = if to.index == Index::Static { 0 } else { place.loop_index };
            let number = wrapped(i32::from(number) + offset, place.lanes, seen);
            Some((&mut group.registers[number], Written::Not))
        }
        Target::MemoryAddress => {
            let open = &mut *group.open;
            // The last write counts (rule E9).
            open.stale &= !place.lanes;
            Some((&mut open.address, Written::Whole(&mut open.address_written)))
        }
        Target::MemoryData(number) => {
            let open = &mut *group.open;
            let written = open.data_written.get_mut(usize::from(number))?;
            Some((open.data.get_mut(usize::from(number))?, Written::Whole(written)))
        }
        Target::Undefined(_) => {
            seen.note(Unspecified::UndefinedExport, place.lanes);
            None
        }
        target => {
            let export = group.exports.get_mut(target)?;
            Some((&mut export.values, Written::Components(&mut export.written)))
        }
    }
}

fn components(mask: Mask) -> impl Iterator<Item = usize> {
    (0..4).filter(move |component| mask.0 >> component & 1 != 0)
}

fn clamp(lanes: &mut Lanes) {
    for value in lanes {
        *value = float::clamp(*value);
    }
}
