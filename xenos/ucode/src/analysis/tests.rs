use super::*;
use crate::alu::Alu;
use crate::codes::{Component, RelativeBase, ScalarOpcode, VectorOpcode};
use crate::fetch::{TextureFetch, VertexFetch};
use crate::flow::{Call, CondExec, ControlFlow, Exec, Jump, Plain, PredExec};
use crate::instruction::Instruction;
use crate::pieces::{Sequence, Swizzle};
use crate::program::Slot;

/// A program of one exec that runs everything; `fetches` come first.
fn program(stage: Stage, instructions: &[Instruction]) -> Program {
    let sequence = instructions
        .iter()
        .zip(0..)
        .fold(Sequence::default(), |s, (i, index)| s.with(index, i.is_fetch(), false));
    let count = instructions.len() as u8;
    let exec = Exec { address: 1, count, sequence, ..Exec::default() };
    Program {
        stage,
        flow: vec![ControlFlow::ExecEnd(exec), ControlFlow::Nop(Plain::default())],
        slots: instructions.iter().map(|i| Slot::Used(*i)).collect(),
    }
}

/// `max rTO.mask, rFROM, rFROM`.
fn copy(to: u8, mask: u8, from: u8) -> Alu {
    Alu {
        vector_destination: to,
        vector_mask: Mask(mask),
        source_1: from,
        source_2: from,
        ..Alu::nop()
    }
}

fn color(from: u8) -> Instruction {
    Instruction::Alu(Alu { export: true, ..copy(0, 15, from) })
}

#[test]
fn constants_count_where_an_operation_has_effect() {
    let constants = Alu {
        vector_opcode: VectorOpcode::Mad,
        vector_mask: Mask(1),
        source_1: 10,
        source_2: 20,
        temporary_1: false,
        temporary_2: false,
        later_constants_relative: true,
        relative_base: RelativeBase::Address,
        ..Alu::nop()
    };
    let idle = Alu { vector_mask: Mask(0), ..constants };
    let scalar = Alu {
        scalar_opcode: ScalarOpcode::Mulsc1,
        source_3: 99,
        temporary_3: true,
        swizzle_3: Swizzle(4),
        ..Alu::nop()
    };
    let found = Analysis::of(&program(
        Stage::Pixel,
        &[Instruction::Alu(constants), Instruction::Alu(idle), Instruction::Alu(scalar)],
    ));
    assert_eq!(found.float_constants.absolute, [10, 99].into());
    assert_eq!(found.float_constants.relative, [(20, Index::Address)].into());
    assert!(found.reads_any_constant() && found.reads_address && !found.writes_address);
    assert_eq!(found.temporaries.count, 8, "r7, spread over the scalar operation");

    let only = Analysis::of(&program(Stage::Pixel, &[Instruction::Alu(idle)]));
    assert!(only.float_constants == FloatConstants::default());
}

#[test]
fn inputs_are_read_before_they_are_written() {
    // r2 is written whole, then read; r1.xy is read; r3 is written under the predicate only.
    let half = Alu {
        source_1: 1,
        source_2: 1,
        swizzle_1: Swizzle::of([Component::X, Component::Y, Component::Y, Component::Y]),
        swizzle_2: Swizzle::of([Component::X, Component::Y, Component::Y, Component::Y]),
        ..copy(2, 15, 0)
    };
    let under = Alu { predicated: true, ..copy(3, 15, 2) };
    let found = Analysis::of(&program(
        Stage::Pixel,
        &[Instruction::Alu(half), Instruction::Alu(under), color(2), color(3)],
    ));
    assert_eq!(found.inputs, [(1, Mask(3)), (3, Mask(15))].into());
    assert_eq!(found.exports.colors, [(0, Mask(15))].into());
    assert_eq!(found.predicate, Predicate { sets: 0, instructions: 1, flow: 0 });
}

#[test]
fn nothing_fills_other_registers_of_a_vertex_program() {
    let found = Analysis::of(&program(
        Stage::Vertex,
        &[Instruction::Alu(copy(2, 15, 0)), Instruction::Alu(copy(2, 15, 3)), color(2)],
    ));
    assert_eq!(found.inputs, [(0, Mask(15))].into());
    assert_eq!(found.unwritten, [(3, Mask(15))].into());
}

#[test]
fn a_write_on_one_of_two_ways_leaves_an_input() {
    let jump = Jump { target: 2, boolean: 5, condition: true, ..Jump::default() };
    let write = Exec { address: 2, count: 1, ..Exec::default() };
    let read = Exec { address: 3, count: 1, ..Exec::default() };
    let program = Program {
        stage: Stage::Pixel,
        flow: vec![
            ControlFlow::Jump(jump),
            ControlFlow::Exec(write),
            ControlFlow::ExecEnd(read),
            ControlFlow::Nop(Plain::default()),
        ],
        slots: vec![Slot::Used(Instruction::Alu(copy(4, 15, 5))), Slot::Used(color(4))],
    };
    let found = Analysis::of(&program);
    assert_eq!(found.inputs, [(4, Mask(15)), (5, Mask(15))].into());
    assert_eq!(found.booleans, [5].into());
    assert_eq!(found.control.conditional_jumps, 1);
}

#[test]
fn both_sides_of_a_predicate_are_a_write() {
    let set = Alu { scalar_opcode: ScalarOpcode::SetpNe, temporary_3: true, ..Alu::nop() };
    let yes = Alu { predicated: true, predicate_condition: true, ..copy(6, 15, 1) };
    let no = Alu { predicated: true, predicate_condition: false, ..copy(6, 15, 2) };
    let inputs = |instructions: &[Alu]| {
        let mut list: Vec<Instruction> =
            instructions.iter().copied().map(Instruction::Alu).collect();
        list.push(color(6));
        Analysis::of(&program(Stage::Pixel, &list)).inputs.into_keys().collect::<Vec<u8>>()
    };
    assert_eq!(inputs(&[set, yes, no]), [0, 1, 2]);
    assert_eq!(inputs(&[set, yes, set, no]), [0, 1, 2, 6], "two predicates");
    assert_eq!(inputs(&[set, yes, yes]), [0, 1, 6]);
}

#[test]
fn a_skipped_exec_writes_nothing() {
    let exec = |condition, address| {
        ControlFlow::PredExec(PredExec { condition, address, count: 1, ..PredExec::default() })
    };
    let last = ControlFlow::ExecEnd(Exec { address: 5, count: 1, ..Exec::default() });
    let used = |flow: [ControlFlow; 4]| {
        let slots = [Instruction::Alu(copy(6, 15, 1)), Instruction::Alu(copy(6, 15, 2)), color(6)];
        let slots = [Slot::Unused([0; 3])].into_iter().chain(slots.map(Slot::Used)).collect();
        let program = Program { stage: Stage::Pixel, flow: flow.to_vec(), slots };
        Analysis::of(&program).inputs.into_keys().collect::<Vec<u8>>()
    };
    let nop = ControlFlow::Nop(Plain::default());
    // Addresses 3 and 4 are the copies, 5 the export; the first slot is data.
    assert_eq!(used([exec(true, 3), exec(false, 4), last, nop]), [1, 2]);
    assert_eq!(used([exec(true, 3), exec(true, 4), last, nop]), [1, 2, 6]);
    let boolean = CondExec { address: 3, count: 1, ..CondExec::default() };
    assert_eq!(used([ControlFlow::CondExec(boolean), nop, last, nop]), [1, 6]);
}

#[test]
fn what_a_subroutine_leaves_to_its_caller_is_read_there() {
    let call = Call { target: 2, unconditional: true, ..Call::default() };
    let run = |address| Exec { address, count: 1, ..Exec::default() };
    let program = Program {
        stage: Stage::Pixel,
        flow: vec![
            ControlFlow::Call(call),
            ControlFlow::ExecEnd(run(3)),
            ControlFlow::Exec(run(2)),
            ControlFlow::from_bits(10 << 44),
        ],
        slots: [Instruction::Alu(copy(6, 15, 1)), color(7)].map(Slot::Used).to_vec(),
    };
    let found = Analysis::of(&program);
    assert_eq!(found.inputs.into_keys().collect::<Vec<u8>>(), [1, 7]);
    assert_eq!(found.control.calls, 1);
}

#[test]
fn a_mini_fetch_has_its_full_ones_constant_and_stride() {
    let full = VertexFetch {
        stride: 7,
        format: crate::codes::VertexFormat::F32_32_32Float,
        destination_swizzle: FetchSwizzle::XYZW,
        ..VertexFetch::default()
    }
    .with_constant(95);
    let mini = VertexFetch { mini: true, offset: 3, stride: 1, destination: 2, ..full };
    let found = Analysis::of(&program(
        Stage::Vertex,
        &[Instruction::VertexFetch(full), Instruction::VertexFetch(mini.with_constant(0))],
    ));
    let [a, b] = &found.vertex_fetches[..] else { panic!("{found:?}") };
    assert_eq!((a.constant, a.stride, a.full), (95, 7, None));
    assert_eq!((b.constant, b.stride, b.full, b.offset), (95, 7, Some(1), 3));
    assert_eq!(found.inputs, [(0, Mask(1))].into());
    assert_eq!(found.temporaries.count, 3);
}

#[test]
fn textures_by_slot_dimension_and_overrides() {
    let plain = TextureFetch::plain(FetchOpcode::Fetch, Dimension::D2);
    let cube = TextureFetch {
        dimension: Dimension::Cube,
        constant: 3,
        use_computed_lod: false,
        use_register_lod: true,
        lod_bias: -8,
        ..plain
    };
    let set = TextureFetch::plain(FetchOpcode::SetLod, Dimension::D1);
    let found =
        Analysis::of(&program(Stage::Pixel, &[plain, cube, set].map(Instruction::TextureFetch)));
    assert_eq!(
        found.textures(),
        [(0, [Dimension::D2].into()), (3, [Dimension::Cube].into())].into()
    );
    assert_eq!(found.texture_fetches[0].overrides, Overrides::default());
    let overrides = serde_json::to_string(&found.texture_fetches[1].overrides).unwrap();
    assert_eq!(overrides, r#"{"no_computed_lod":true,"register_lod":true,"lod_bias":-8}"#);
    assert!(found.gradients.implicit && found.gradients.sets_lod && !found.gradients.explicit);
    assert_eq!(found.texture_fetches[2].constant, None);
}

#[test]
fn exports_kill_and_memory() {
    let depth = Alu { export: true, ..copy(61, 1, 0) };
    let address = Alu {
        vector_opcode: VectorOpcode::Mad,
        export: true,
        temporary_3: false,
        source_3: 200,
        ..copy(32, 15, 1)
    };
    let data = Alu { export: true, ..copy(34, 15, 2) };
    let kill = Alu { scalar_opcode: ScalarOpcode::KillsGt, ..Alu::nop() };
    let other = Alu { export: true, ..copy(32, 15, 1) };
    let found = Analysis::of(&program(
        Stage::Pixel,
        &[depth, address, data, kill, other].map(Instruction::Alu),
    ));
    assert!(found.exports.depth && found.kills && found.exports_memory());
    let memory = &found.exports.memory;
    assert_eq!(memory.stream_constants, [200].into());
    assert_eq!((memory.addresses, memory.other_addresses), (2, true));
    assert_eq!(memory.data, [1].into());
}

#[test]
fn what_cannot_be_reached_does_not_count() {
    let mut one = program(Stage::Pixel, &[color(0)]);
    let far = CondExec { boolean: 9, address: 1, count: 1, ..CondExec::default() };
    one.flow[1] = ControlFlow::CondExec(far);
    assert!(Analysis::of(&one).booleans.is_empty());
    let near = PredExec { address: 1, count: 1, ..PredExec::default() };
    one.flow = vec![ControlFlow::PredExec(near), one.flow[0]];
    let found = Analysis::of(&one);
    assert_eq!(found.predicate.flow, 1);
    assert_eq!(found.instructions.alu, 1, "run twice, counted once");
}

#[test]
fn json_comes_back() {
    let found = Analysis::of(&program(Stage::Vertex, &[color(0)]));
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<Analysis>(&text).unwrap(), found);
    assert!(text.starts_with(r#"{"version":1,"stage":"vertex""#));
}
