//! Programs as large as addresses allow, and built to be slow: everything ends, and soon.

use std::time::{Duration, Instant};

use xenos_ucode::{
    Alu, Analysis, Call, ControlFlow, Exec, Graph, Instruction, Jump, LoopEnd, LoopStart, Mask,
    PredExec, Program, Slot, Stage, assemble, disassemble, validate,
};

/// Control-flow instructions that addresses of 12 bits allow.
const MOST: u16 = 2 * 0xFFF;

/// Far more than any of these takes, and far less than a hang.
const LIMIT: Duration = Duration::from_secs(20);

fn ends(name: &str, flow: Vec<ControlFlow>) {
    let instruction = |register: u8| {
        Slot::Used(Instruction::Alu(Alu {
            vector_destination: register,
            vector_mask: Mask::ALL,
            source_1: register + 1,
            source_2: register + 2,
            ..Alu::nop()
        }))
    };
    let program = Program { stage: Stage::Pixel, flow, slots: (0..7).map(instruction).collect() };
    let start = Instant::now();
    let decoded = Program::decode(Stage::Pixel, &program.words());
    let _ = Graph::of(&decoded.program);
    let _ = Analysis::of(&decoded.program);
    let remarks = validate(&decoded.program).len();
    let text = disassemble(&decoded.program);
    let assembled = assemble(None, &text).is_ok();
    let _ = decoded.program.normalized();
    let took = start.elapsed();
    let findings = decoded.findings.len();
    println!("{name}: {findings} findings, {remarks} remarks, assembled {assembled}, {took:?}");
    assert!(took < LIMIT, "{name} took {took:?}");
}

fn run() -> Exec {
    Exec { address: 0xFFF, count: 6, ..Exec::default() }
}

#[test]
fn jumps() {
    let to = |target| ControlFlow::Jump(Jump { target, condition: true, ..Jump::default() });
    ends("all to the first", (0..MOST).map(|_| to(0)).collect());
    ends("all to the next", (0..MOST).map(|at| to(at + 1)).collect());
    ends("all to the other end", (0..MOST).map(|at| to(MOST - 1 - at)).collect());
}

#[test]
fn loops() {
    let start = |target| ControlFlow::LoopStart(LoopStart { target, ..LoopStart::default() });
    let end = |target| ControlFlow::LoopEnd(LoopEnd { target, ..LoopEnd::default() });
    ends("starts alone", (0..MOST).map(|_| start(MOST - 1)).collect());
    let nested =
        (0..MOST / 2).map(|at| start(MOST - at)).chain((0..MOST / 2).rev().map(|at| end(at + 1)));
    ends("one in another", nested.collect());
    ends("ends of one", (0..MOST).map(|at| if at == 0 { start(9) } else { end(1) }).collect());
}

#[test]
fn calls_and_returns() {
    let call = |target| ControlFlow::Call(Call { target, condition: true, ..Call::default() });
    ends("each calls the next", (0..MOST).map(|at| call(at + 1)).collect());
    let back = ControlFlow::from_bits(10 << 44);
    ends(
        "calls and returns",
        (0..MOST).map(|at| if at % 2 == 0 { call(1) } else { back }).collect(),
    );
}

#[test]
fn execs() {
    let exec = ControlFlow::Exec(run());
    ends("all run the same", (0..MOST).map(|_| exec).collect());
    let condition = |at| at % 2 == 0;
    let pred = |at| {
        let (address, count) = (0xFFF, 7);
        let exec = PredExec { address, count, condition: condition(at), ..PredExec::default() };
        ControlFlow::PredExec(exec)
    };
    let jump =
        |at| ControlFlow::Jump(Jump { target: MOST - at, predicated: true, ..Jump::default() });
    ends(
        "execs and jumps",
        (0..MOST).map(|at| if at % 3 == 0 { jump(at) } else { pred(at) }).collect(),
    );
    let flow = |at| ControlFlow::Exec(Exec { address: at / 4, ..run() });
    ends("all run control flow", (0..MOST).map(flow).collect());
}
