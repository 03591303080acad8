//! Looking at each instruction once.

use super::{Analysis, Overrides, TextureFetchUse, VertexFetchUse, inputs};
use crate::alu::{Alu, Index, Operand, Register, ScalarSources, Target};
use crate::codes::{
    AnisotropyFilter, Change, FetchOpcode, SampleLocation, TextureFilter, VectorOpcode,
};
use crate::fetch::{TextureFetch, VertexFetch};
use crate::flow::{Condition, ControlFlow};
use crate::graph::Graph;
use crate::instruction::Instruction;
use crate::pieces::Swizzle;
use crate::program::{Program, Stage};

pub(super) fn gather(program: &Program, graph: &Graph, out: &mut Analysis) {
    let mut full = None;
    let mut seen = std::collections::BTreeSet::new();
    for (flow, number) in program.flow.iter().zip(0u32..) {
        if !graph.reaches(number) {
            continue;
        }
        control(flow, out);
        for (address, serialized, instruction) in program.run_by(number as usize) {
            if let Instruction::VertexFetch(fetch) = instruction
                && !fetch.mini
            {
                full = Some((address, fetch));
            }
            // Subroutines may share instructions; each counts once.
            if !seen.insert((address, instruction.is_fetch())) {
                continue;
            }
            out.instructions.serialized += u32::from(serialized);
            registers(program, &instruction, out);
            out.predicate.instructions += u32::from(instruction.predicate().is_some());
            match &instruction {
                Instruction::Alu(alu) => self::alu(program.stage, alu, out),
                Instruction::VertexFetch(fetch) => vertex(address, fetch, full, out),
                Instruction::TextureFetch(fetch) => texture(program.stage, address, fetch, out),
            }
        }
    }
    out.vertex_fetches.sort_by_key(|fetch| fetch.address);
    out.texture_fetches.sort_by_key(|fetch| fetch.address);
    let reached = graph.loops.iter().filter(|found| graph.reaches(found.start));
    for found in reached {
        out.control.loops += 1;
        out.control.loop_depth = out.control.loop_depth.max(found.depth + 1);
    }
}

fn control(flow: &ControlFlow, out: &mut Analysis) {
    let condition = flow.condition();
    if let Condition::Boolean { constant, .. } = condition {
        out.booleans.insert(constant);
    }
    let breaks = matches!(flow, ControlFlow::LoopEnd(end) if end.predicated_break);
    out.predicate.flow += u32::from(breaks || matches!(condition, Condition::Predicate { .. }));
    out.loop_constants.extend(flow.loop_constant());
    let conditional = condition != Condition::Always;
    match flow {
        ControlFlow::Jump(_) if conditional => out.control.conditional_jumps += 1,
        ControlFlow::Jump(_) => out.control.jumps += 1,
        ControlFlow::Call(_) => out.control.calls += 1,
        _ if conditional => out.control.conditional_execs += 1,
        _ => {}
    }
}

/// Temporaries that are named, and aL in their numbers.
fn registers(program: &Program, instruction: &Instruction, out: &mut Analysis) {
    let read = inputs::reads(instruction).into_iter().map(|(number, _)| number);
    let written = inputs::writes(program, instruction)
        .into_iter()
        .filter(|(_, mask)| !mask.is_empty())
        .map(|(number, _)| number);
    for number in read.chain(written) {
        out.temporaries.count = out.temporaries.count.max((number & 63) + 1);
    }
    let (reads, writes) = match instruction {
        Instruction::Alu(alu) => (
            false,
            !alu.export
                && (alu.vector_destination_relative && !alu.vector_mask.is_empty()
                    || alu.scalar_destination_relative && !alu.scalar_mask.is_empty()),
        ),
        Instruction::VertexFetch(fetch) => {
            (fetch.source_relative && !fetch.mini, fetch.destination_relative)
        }
        Instruction::TextureFetch(fetch) => {
            (fetch.source_relative, fetch.destination_relative && !fetch.opcode.is_set())
        }
    };
    out.temporaries.relative_reads |= reads;
    out.temporaries.relative_writes |= writes;
    out.reads_loop_register |= reads || writes;
}

fn operand(source: Operand, out: &mut Analysis) {
    out.reads_address |= source.index == Index::Address;
    out.reads_loop_register |= source.index == Index::Loop;
    match (source.register, source.index) {
        (Register::Constant(number), Index::Static) => {
            out.float_constants.absolute.insert(number);
        }
        (Register::Constant(number), index) => {
            out.float_constants.relative.insert((number, index));
        }
        (Register::Temporary(_), Index::Static) => {}
        (Register::Temporary(_), _) => out.temporaries.relative_reads = true,
    }
}

fn alu(stage: Stage, alu: &Alu, out: &mut Analysis) {
    out.instructions.alu += 1;
    if alu.vector_has_effect() {
        alu.vector_operands().for_each(|source| operand(source, out));
    }
    match alu.scalar_operands() {
        ScalarSources::None => {}
        ScalarSources::One(source, _) | ScalarSources::Two(source, _, _) => {
            operand(source, out);
        }
        ScalarSources::Apart((constant, _), (temporary, _)) => {
            operand(constant, out);
            operand(temporary, out);
        }
    }
    let changes = [alu.vector_opcode.changes(), alu.scalar_opcode.changes()];
    let changed = |change| changes.contains(&change);
    out.kills |= changed(Change::Kill);
    out.writes_address |= changed(Change::Address);
    out.predicate.sets += u32::from(changed(Change::Predicate));
    if alu.export {
        export(stage, alu, out);
    }
}

fn export(stage: Stage, alu: &Alu, out: &mut Analysis) {
    let written = alu.written();
    if written.is_empty() {
        return;
    }
    let exports = &mut out.exports;
    match alu.vector_target(stage).target {
        Target::Interpolator(number) => {
            exports.interpolators.entry(number).or_default().0 |= written.0;
        }
        Target::Color(number) => exports.colors.entry(number).or_default().0 |= written.0,
        Target::Position => exports.position.0 |= written.0,
        Target::PointSize => exports.point_size.0 |= written.0,
        Target::Depth => exports.depth |= written.has(0),
        Target::MemoryData(number) => {
            exports.memory.data.insert(number);
        }
        Target::MemoryAddress => {
            exports.memory.addresses += 1;
            match stream_constant(alu) {
                Some(constant) => {
                    exports.memory.stream_constants.insert(constant);
                }
                None => exports.memory.other_addresses = true,
            }
        }
        Target::Undefined(number) => {
            exports.undefined.insert(number);
        }
        Target::Temporary(_) => {}
    }
}

/// The constant that holds the stream, if the address is made as the console's compiler makes it.
fn stream_constant(alu: &Alu) -> Option<u8> {
    let addend = alu.source(3);
    let plain = alu.vector_opcode == VectorOpcode::Mad
        && alu.vector_written().0 == 15
        && !alu.vector_clamp
        && addend.index == Index::Static
        && addend.swizzle == Swizzle(0)
        && !addend.negate
        && !addend.absolute;
    match addend.register {
        Register::Constant(number) if plain => Some(number),
        _ => None,
    }
}

fn vertex(address: u32, fetch: &VertexFetch, full: Option<(u32, VertexFetch)>, out: &mut Analysis) {
    out.instructions.vertex_fetch += 1;
    let whole = full.filter(|_| fetch.mini).map_or(*fetch, |(_, full)| full);
    out.vertex_fetches.push(VertexFetchUse {
        address,
        full: full.filter(|_| fetch.mini).map(|(address, _)| address),
        constant: whole.constant(),
        format: fetch.format,
        offset: fetch.offset,
        stride: whole.stride,
        signed: fetch.signed,
        integer: fetch.integer,
        signed_mode: fetch.signed_mode,
        exponent: fetch.exponent,
        rounded: whole.index_rounded,
        destination: fetch.destination_swizzle,
        predicated: fetch.predicated,
    });
}

fn texture(stage: Stage, address: u32, fetch: &TextureFetch, out: &mut Analysis) {
    out.instructions.texture_fetch += 1;
    let gradients = &mut out.gradients;
    match fetch.opcode {
        FetchOpcode::Gradients | FetchOpcode::ComputedLod => gradients.explicit = true,
        FetchOpcode::SetLod => gradients.sets_lod = true,
        FetchOpcode::SetGradientH | FetchOpcode::SetGradientV => gradients.sets_registers = true,
        _ => {
            gradients.implicit |=
                stage == Stage::Pixel && fetch.use_computed_lod && !fetch.use_register_gradients;
        }
    }
    let set = fetch.opcode.is_set();
    out.texture_fetches.push(TextureFetchUse {
        address,
        opcode: fetch.opcode,
        constant: (!set).then_some(fetch.constant),
        dimension: (!set).then_some(fetch.dimension),
        destination: fetch.destination_swizzle,
        overrides: if set { Overrides::default() } else { overrides(fetch) },
        predicated: fetch.predicated,
    });
}

fn overrides(fetch: &TextureFetch) -> Overrides {
    let filter = |filter| Some(filter).filter(|filter| *filter != TextureFilter::Keep);
    Overrides {
        mag_filter: filter(fetch.mag_filter),
        min_filter: filter(fetch.min_filter),
        mip_filter: filter(fetch.mip_filter),
        anisotropy: Some(fetch.anisotropy).filter(|limit| *limit != AnisotropyFilter::Keep),
        volume_mag_filter: filter(fetch.volume_mag_filter),
        volume_min_filter: filter(fetch.volume_min_filter),
        sample_location: Some(fetch.sample_location)
            .filter(|location| *location != SampleLocation::Centroid),
        unnormalized: fetch.unnormalized,
        fetches_invalid: !fetch.fetch_valid_only,
        no_computed_lod: !fetch.use_computed_lod,
        register_lod: fetch.use_register_lod,
        register_gradients: fetch.use_register_gradients,
        lod_bias: fetch.lod_bias,
        offset: [fetch.offset_x, fetch.offset_y, fetch.offset_z],
    }
}
