//! What is counted where two readings of the document were possible. Each test names its rule.

use xenos_ucode::codes::{SignedMode, VertexFormat};
use xenos_ucode::{
    ControlFlow, Exec, FetchSwizzle, Instruction, PredExec, Program, Slot, VertexFetch,
};

use super::*;
use crate::constants::Window;

fn times(run: &Run) -> Vec<(&'static str, u32)> {
    run.report.unspecified().map(|(event, count)| (event.name(), count)).collect()
}

fn evaluate(program: &Program, lanes: LaneMask, constants: &Constants, set: &[[f32; 4]]) -> Run {
    let ready = Prepared::new(program);
    let mut group = Group::new();
    group.reset(lanes, lanes, 64);
    for (lane, value) in set.iter().enumerate() {
        group.set(0, lane, *value);
    }
    let limits = Limits { flow: 100, ..Limits::default() };
    let report = run(&ready, constants, &mut group, &NoMemory, &NoTextures, &mut (), &limits);
    Run { group, report }
}

fn program(stage: Stage, text: &str) -> Program {
    assemble(Some(stage), text).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Rules A74 and A6: a source is read whatever the mask needs; an operand that is not there is +0
/// before it is negated.
#[test]
fn sources_are_read_whole() {
    let mut constants = constants();
    constants.window = Window { base: 256, count: 2 };
    // The x of `dst` needs no source.
    let run = pixels("exece\n dst r1.x___, c9, r0\n", 15, &constants, |_| ());
    assert_eq!(times(&run), [("constant-outside", 1)]);
    let run = pixels("exece\n max r1.x___, -c9, -c9\n", 15, &constants, |_| ());
    assert_eq!(run.x(1)[0].to_bits(), 0x8000_0000);
}

/// Rule A30: the first source is the direction, and the second is held against it bit for bit.
#[test]
fn cube_takes_its_first_source() {
    let cube = "exece\n cube r1, r0.zzxy, r0.yxz";
    let set = |group: &mut Group| group.set(0, 0, [0.5, 0.25, 1.0, 7.0]);
    let run = pixels(&format!("{cube}w\n"), 15, &constants(), set);
    assert_eq!((run.group.get(1, 0), times(&run)), ([-0.25, 0.5, 2.0, 4.0], vec![]));
    let run = pixels("exece\n cube r1, r0.zzxy, r0.xyzz\n", 15, &constants(), set);
    assert_eq!(run.group.get(1, 0), [-0.25, 0.5, 2.0, 4.0]);
    assert_eq!(times(&run), [("cube-operands", 1)]);
    // NaNs that differ do not agree.
    let nan = |group: &mut Group| {
        group.set(0, 0, [f32::from_bits(0x7FC0_0001), 0.0, 0.0, 0.0]);
        group.set(1, 0, [f32::from_bits(0x7FC0_0002), 0.0, 0.0, 0.0]);
    };
    let run = pixels("exece\n cube r2, r0.zzxy, r1.yxzz\n", 15, &constants(), nan);
    assert_eq!(times(&run), [("cube-operands", 1)]);
}

/// Rule C3: what an exec lacks counts once, and is not serialised.
#[test]
fn missing_instructions_count_once() {
    let mut program = program(Stage::Pixel, "exece\n max r1, r0, r0\n");
    let Some(ControlFlow::ExecEnd(Exec { count, .. })) = program.flow.first_mut() else {
        panic!("{program:?}")
    };
    *count = 4;
    let run = evaluate(&program, 15, &constants(), &[]);
    assert_eq!(times(&run), [("instruction-missing", 1)]);
}

/// Rule C13: the bound counts alone where control would have run off as well.
#[test]
fn the_bound_comes_before_the_end() {
    let mut program = program(Stage::Pixel, "exece\n");
    program.flow = vec![ControlFlow::Nop(xenos_ucode::Plain::default()); 100];
    let run = evaluate(&program, 15, &constants(), &[]);
    assert_eq!(times(&run), [("flow-limit", 1)]);
    program.flow.truncate(98);
    let run = evaluate(&program, 15, &constants(), &[]);
    assert_eq!(times(&run), [("program-runs-off", 1)]);
}

/// Rule G8: the end of a program over a voter that fails its predicate counts once.
#[test]
fn ending_over_the_others_counts() {
    let mut program = program(Stage::Pixel, "exec\n setp_ne r2._, r0.x\nexece\nexece\n");
    let end = PredExec { condition: true, ..PredExec::default() };
    program.flow[1] = ControlFlow::PredExecEnd(end);
    let values = |values: [f32; 4]| values.map(|value| [value, 0.0, 0.0, 0.0]);
    let run = evaluate(&program, 15, &constants(), &values([0.0, 0.0, 1.0, 1.0]));
    assert_eq!(times(&run), [("lanes-disagree", 1)]);
    let run = evaluate(&program, 15, &constants(), &values([1.0; 4]));
    assert_eq!(times(&run), []);
}

/// Rule K3: helpers do not count `export-of-killed`; covered lanes do, for eA alone.
#[test]
fn killed_helpers_do_not_count() {
    let text = "
        exec
            kill_eq r1, r0.xxxx, r0.xxxx
            max eA, r0, r0
        exece
    ";
    let all = pixels(text, 15, &constants(), |_| ());
    assert_eq!(times(&all), [("export-of-killed", 1)]);
    let text = "
        exec
            kill_ne r1, r0.xxxx, c1.yyyy
            max eA, r0, r0
        exece
    ";
    let set = |group: &mut Group| group.set(0, 3, [1.0; 4]);
    let helper = pixels(text, 0b0111, &constants(), set);
    assert_eq!((helper.group.killed, times(&helper)), (0b1000, vec![]));
}

/// Rule E9: the last write of eA decides.
#[test]
fn an_address_written_again_is_fresh() {
    let text = |again: &str| {
        format!("exece\n max eA, c1, c1\n serialize max r1, r0, r0\n{again} max eM0, r0, r0\n")
    };
    let run = |again| pixels(&text(again), 15, &constants(), |_| ());
    assert_eq!(times(&run("")), [("export-across-serialize", 1)]);
    assert_eq!(times(&run(" max eA.x___, c1, c1\n")), []);
}

/// Rule T3: opcode 17 uses no LOD register.
#[test]
fn the_computed_level_needs_no_register() {
    let level = |opcode: &str| {
        let text = format!("exece\n {opcode} r1, r0.xy, tf0\n");
        let mut program = program(Stage::Pixel, &text);
        for slot in &mut program.slots {
            if let Slot::Used(Instruction::TextureFetch(fetch)) = slot {
                fetch.use_register_lod = true;
            }
        }
        evaluate(&program, 15, &constants(), &[])
    };
    assert_eq!(times(&level("getCompTexLOD2D")), []);
    assert_eq!(times(&level("tfetch2D")), [("lod-register-unset", 1)]);
}

/// Rule V2: a mini fetch before any full one gives zeros, which a format without zero does not.
#[test]
fn a_mini_fetch_alone_gives_zeros() {
    let fetch = VertexFetch {
        mini: true,
        destination: 1,
        destination_swizzle: FetchSwizzle::XYZW,
        format: VertexFormat::F16_16,
        signed: true,
        signed_mode: SignedMode::NoZero,
        ..VertexFetch::default()
    };
    let mut program = program(Stage::Pixel, "exece\n vfetch_mini r1\n");
    for slot in &mut program.slots {
        *slot = Slot::Used(Instruction::VertexFetch(fetch));
    }
    let run = evaluate(&program, 15, &constants(), &[[1.0; 4]]);
    assert_eq!(run.group.get(1, 0), [0.0; 4]);
    assert_eq!(times(&run), [("mini-without-full", 1)]);
}

/// Rule C15, with a smaller bound: an endless program that stores ends, and what is open is flushed.
#[test]
fn a_run_that_stores_without_end_ends() {
    let text = "L0:\n alloc export = 1\nexec\n max eA, c14, c14\n max eM0, c0, c0\n jmp L0\n";
    let program = program(Stage::Vertex, text);
    let ready = Prepared::new(&program);
    let mut constants = Constants::new(Stage::Vertex);
    let address = [0x4000_0100, 0x4B00_0001, 0x4B07_2602, 0x4B00_0005].map(f32::from_bits);
    constants.set_float(14, address);
    let mut group = Group::new();
    group.reset(1, 1, 64);
    let limits = Limits { elements: 8, ..Limits::default() };
    let report = run(&ready, &constants, &mut group, &NoMemory, &NoTextures, &mut (), &limits);
    assert_eq!(report.times(Unspecified::StoreLimit), 1);
    assert_eq!(report.times(Unspecified::FlowLimit), 0);
    assert_eq!(group.memory_exports.len(), 8);
}
