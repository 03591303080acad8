//! Instructions a second of the evaluator, one thread: by kind, and of whole programs.
//!
//! `cargo bench -p xenos-eval` runs stretches of one kind of instruction; with arguments, the programs
//! in these files (SHA1.vs.bin or SHA1.ps.bin, as `afterimage shaders` writes them) with every
//! register 0.7 and constants of 1.

use std::path::Path;
use std::time::{Duration, Instant};

use xenos_eval::{Constants, Group, Limits, NoMemory, NoTextures, Prepared, Report, first, run};
use xenos_ucode::{Program, Stage, assemble};

/// Each figure is of this long at least.
const TIME: Duration = Duration::from_millis(400);

/// Stretches of one kind: the name, and an instruction.
const KINDS: &[(&str, &str)] = &[
    ("mov (max)", "max r1, r0, r0"),
    ("add", "add r1, r0, r2"),
    ("mul", "mul r1, r0, r2"),
    ("mad", "mad r1, r0, r2, c3"),
    ("dp4", "dp4 r1, r0, c3"),
    ("floor", "floor r1, r0"),
    ("cube", "cube r1, r0.zzxy, r0.yxzz"),
    ("muls", "muls r1.x___, r0.xy"),
    ("mul + adds", "mul r1, r0, r2\n + adds r3.x___, r0.xy"),
    ("rcp", "rcp r1.x___, r0.x"),
    ("rsq", "rsq r1.x___, r0.x"),
    ("exp", "exp r1.x___, r0.x"),
    ("log", "log r1.x___, r0.x"),
    ("sin", "sin r1.x___, r0.x"),
    ("constant by a0", "mul r1, r0, c[3+a0]"),
    ("mul, predicated", "(p0) mul r1, r0, r2"),
];

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!("{:28} {:>12} {:>14}", "", "M instr./s", "M lane instr./s");
    for (name, instruction) in KINDS.iter().filter(|_| files.is_empty()) {
        let text = format!("{}\n mul oC0, r1, r1\n", vec![*instruction; 96].join("\n"));
        let program = assemble(Some(Stage::Pixel), &text).expect("a program");
        measure(name, &program);
    }
    for file in &files {
        let words = std::fs::read(file).expect("a file");
        let words: Vec<u32> = words
            .chunks_exact(4)
            .map(|b| b.iter().fold(0, |w, b| w << 8 | u32::from(*b)))
            .collect();
        let stage = if file.contains(".vs.") { Stage::Vertex } else { Stage::Pixel };
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        measure(name.get(..20).unwrap_or(&name), &Program::decode(stage, &words).program);
    }
}

fn measure(name: &str, program: &Program) {
    let ready = Prepared::new(program);
    let mut constants = Constants::new(program.stage);
    for constant in constants.float.iter_mut() {
        *constant = [1.0; 4];
    }
    constants.loops = [4; 32];
    let (mut group, limits) = (Group::new(), Limits::default());
    let mut total = Report::default();
    let start = Instant::now();
    while start.elapsed() < TIME {
        group.reset(first(64), first(64), 0);
        for register in group.registers.iter_mut() {
            *register = [[0.7; 64]; 4];
        }
        group.predicate = 0x5555_5555_5555_5555;
        total.add(&run(&ready, &constants, &mut group, &NoMemory, &NoTextures, &mut (), &limits));
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = |count: u64| count as f64 / seconds / 1e6;
    println!("{name:28} {:12.2} {:14.1}", rate(total.instructions), rate(total.lane_instructions));
}
