use super::*;
use crate::alu::Alu;
use crate::fetch::VertexFetch;
use crate::flow::{Call, CondExec, Exec, Jump, LoopEnd, LoopStart, Plain};
use crate::part::Reserved;
use crate::pieces::Sequence;

fn nop() -> ControlFlow {
    ControlFlow::Nop(Plain::default())
}

fn end(address: u16, count: u8) -> ControlFlow {
    ControlFlow::ExecEnd(Exec { address, count, ..Exec::default() })
}

/// Words of control flow and `instructions` that do nothing.
fn words(flow: &[ControlFlow], instructions: usize) -> Vec<u32> {
    let slots = vec![Slot::Used(Instruction::Alu(Alu::nop())); instructions];
    Program { stage: Stage::Vertex, flow: flow.to_vec(), slots }.words()
}

fn findings(flow: &[ControlFlow], instructions: usize) -> Vec<Finding> {
    Program::decode(Stage::Vertex, &words(flow, instructions)).findings
}

#[test]
fn what_a_load_names_too_much_is_cut_off() {
    let own = words(&[end(1, 2), nop()], 2);
    let mut loaded = own.clone();
    loaded.extend([0xDEAD_BEEF; 27]);
    let decoded = Program::decode(Stage::Vertex, &loaded);
    assert_eq!(decoded.findings, []);
    assert_eq!(decoded.program.words(), own);
    assert_eq!(decoded.program.dwords(), 9);
    assert_eq!(decoded.program.bytes().count(), 36);
}

#[test]
fn unreachable_execs_do_not_lengthen_a_program() {
    let behind = ControlFlow::Exec(Exec { address: 1, count: 6, ..Exec::default() });
    let loaded = words(&[end(1, 1), behind], 9);
    assert_eq!(extent(&loaded), Extent { flow: 2, slots: 2 });
    assert_eq!(extent(&loaded).dwords(), 6);
}

#[test]
fn what_is_not_reached_and_outside_is_named() {
    let behind = ControlFlow::Exec(Exec { address: 1, count: 6, ..Exec::default() });
    let loaded = words(&[end(1, 1), behind], 9);
    let decoded = Program::decode(Stage::Vertex, &loaded);
    let found = Finding::UnreachedExec { flow: 1, address: 2, available: 2 };
    assert_eq!(decoded.findings, std::slice::from_ref(&found));
    assert!(found.is_unreached());
    assert_eq!(
        found.to_string(),
        "flow 0.1 is not reached, and runs instruction 2, outside the program"
    );
    // The normal form is what the listing gives back.
    let listing = crate::disassemble(&decoded.program);
    assert!(listing.contains("5 more, outside the program"), "{listing}");
    assert_eq!(crate::assemble(None, &listing), Ok(decoded.program.normalized()));
    let all = ControlFlow::Exec(Exec { address: 7, count: 2, ..Exec::default() });
    let decoded = Program::decode(Stage::Vertex, &words(&[end(1, 1), all], 9));
    assert_eq!(decoded.findings, [Finding::UnreachedExec { flow: 1, address: 7, available: 2 }]);
    let listing = crate::disassemble(&decoded.program);
    assert_eq!(crate::assemble(None, &listing), Ok(decoded.program.normalized()));
    let jump = ControlFlow::Jump(crate::Jump { target: 9, ..Default::default() });
    let found = Finding::UnreachedTarget { flow: 1, target: 9, available: 2 };
    assert_eq!(findings(&[end(1, 1), jump], 1), std::slice::from_ref(&found));
    assert_eq!(
        found.to_string(),
        "flow 0.1 is not reached, and goes to flow 4.1; the last is flow 0.1"
    );
}

#[test]
fn data_between_instructions_is_kept() {
    let exec = ControlFlow::Exec(Exec { address: 1, count: 1, ..Exec::default() });
    let mut loaded = words(&[exec, end(3, 1)], 3);
    loaded[6..9].copy_from_slice(&[1, 2, 3]);
    let decoded = Program::decode(Stage::Pixel, &loaded);
    assert_eq!(decoded.program.slots[1], Slot::Unused([1, 2, 3]));
    assert_eq!(decoded.program.words(), loaded);
    assert_eq!(decoded.program.normalized().slots[1], Slot::Unused([0; 3]));
}

#[test]
fn an_empty_end_that_points_back_does_not_end_the_control_flow() {
    let last = words(&[nop(), nop(), end(0, 0), nop()], 0);
    assert_eq!(extent(&last), Extent { flow: 4, slots: 2 });
}

#[test]
fn no_words_are_an_empty_program() {
    for words in [&[][..], &[1, 2]] {
        let decoded = Program::decode(Stage::Pixel, words);
        assert_eq!(decoded.findings, [Finding::NoControlFlow { dwords: words.len() }]);
        assert!(decoded.program.words().is_empty());
        assert_eq!(crate::disassemble(&decoded.program), "");
    }
}

#[test]
fn execs_that_reach_too_far_are_named() {
    assert_eq!(
        findings(&[end(1, 3), nop()], 2),
        [Finding::Truncated { flow: 0, address: 3, available: 3 }]
    );
    let inside = findings(&[nop(), nop(), end(1, 2), nop()], 1);
    assert!(inside.contains(&Finding::InsideControlFlow { flow: 2, address: 1 }), "{inside:?}");
    assert!(findings(&[end(1, 7), nop()], 7).contains(&Finding::Count { flow: 0, count: 7 }));
}

#[test]
fn jumps_into_nowhere_and_no_end_are_named() {
    let jump = ControlFlow::Jump(Jump { target: 40, unconditional: true, ..Jump::default() });
    assert_eq!(
        findings(&[jump, nop()], 0),
        [Finding::Target { flow: 0, target: 40, available: 2 }, Finding::NoEnd]
    );
    assert_eq!(findings(&[nop(), nop()], 0), [Finding::RunsOff { flow: 1 }, Finding::NoEnd]);
    let own = ControlFlow::Jump(Jump { target: 0, unconditional: true, ..Jump::default() });
    assert_eq!(findings(&[own, nop()], 0), [Finding::NoEnd]);
}

#[test]
fn halves_of_loops_are_named() {
    let start = LoopStart { target: 2, constant: 1, ..LoopStart::default() };
    let ends = LoopEnd { target: 1, constant: 2, ..LoopEnd::default() };
    assert_eq!(
        findings(&[ControlFlow::LoopStart(start), ControlFlow::LoopEnd(ends), end(2, 0), nop()], 0),
        [Finding::Loop { flow: 0 }, Finding::Loop { flow: 1 }]
    );
}

#[test]
fn five_loops_are_too_many() {
    let mut flow = Vec::new();
    for at in 0..5 {
        let target = 10 - at;
        flow.push(ControlFlow::LoopStart(LoopStart { target, ..LoopStart::default() }));
    }
    for at in (0..5).rev() {
        flow.push(ControlFlow::LoopEnd(LoopEnd { target: at + 1, ..LoopEnd::default() }));
    }
    flow.extend([end(6, 0), nop()]);
    assert_eq!(findings(&flow, 0), [Finding::LoopDepth { flow: 4, depth: 5 }]);
}

#[test]
fn recursion_is_named_and_ends() {
    let call = ControlFlow::Call(Call { target: 0, unconditional: true, ..Call::default() });
    assert_eq!(findings(&[call, end(1, 0)], 0), [Finding::CallDepth { flow: 0 }]);
}

#[test]
fn a_slot_of_two_kinds_is_kept_as_the_first_sees_it() {
    let fetch = Exec {
        address: 1,
        count: 1,
        sequence: Sequence::default().with(0, true, false),
        ..Exec::default()
    };
    let decoded = Program::decode(Stage::Vertex, &words(&[end(1, 1), ControlFlow::Exec(fetch)], 1));
    assert_eq!(decoded.findings, [Finding::Kind { flow: 1, address: 1 }]);
    let program = decoded.program;
    assert!(matches!(program.slots[0], Slot::Used(Instruction::Alu(_))));
    assert!(program.instruction(1, true).is_some_and(|other| other.is_fetch()));
    assert_eq!(program.instruction(2, true), None);
    assert_eq!(program.normalized().slots, program.slots, "it has two meanings to keep");
}

#[test]
fn undefined_codes_and_reserved_bits_are_named() {
    let exec =
        CondExec { address: 1, count: 3, sequence: Sequence(0b01_01_00), ..CondExec::default() };
    let fetch = VertexFetch {
        constant_index: 31,
        constant_select: 3,
        destination_swizzle: crate::FetchSwizzle(0o6000),
        reserved_54: Reserved(2),
        mini: true,
        ..VertexFetch::default()
    };
    let mut texture = crate::TextureFetch::plain(
        crate::codes::FetchOpcode::Undefined9,
        crate::codes::Dimension::D2,
    );
    texture.reserved_73 = Reserved(1);
    let alu = Alu {
        vector_opcode: crate::codes::VectorOpcode::Undefined30,
        scalar_opcode: crate::codes::ScalarOpcode::Undefined41,
        export: true,
        vector_destination: 20,
        ..Alu::default()
    };
    let program = Program {
        stage: Stage::Vertex,
        flow: vec![ControlFlow::CondExecEnd(exec), end(1, 0)],
        slots: [
            Instruction::Alu(alu),
            Instruction::VertexFetch(fetch),
            Instruction::TextureFetch(texture),
        ]
        .map(Slot::Used)
        .to_vec(),
    };
    let decoded = Program::decode(Stage::Vertex, &program.words());
    assert_eq!(decoded.program, program);
    let texts: Vec<String> = decoded.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "instruction 1: vector opcode 30 is undefined",
            "instruction 1: scalar opcode 41 is undefined",
            "instruction 1: export register 20 is undefined",
            "instruction 2: reserved_54 is 0x2",
            "instruction 2: vertex format 0 is undefined",
            "instruction 2: vertex fetch constant 96, at most 95",
            "instruction 2: destination swizzle 0o6000 has the undefined code 6",
            "instruction 3: reserved_73 is 0x1",
            "instruction 3: fetch opcode 9 is undefined",
            "instruction 2: a mini fetch, and no full fetch before it",
        ]
    );
}
