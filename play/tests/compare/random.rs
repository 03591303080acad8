//! Jobs of random programs, and random inputs for any program.

use base_word::FieldValue;
use xenos_eval::Prepared;
use xenos_regs::index;
use xenos_ucode::codes::{FetchOpcode, VectorOpcode};
use xenos_ucode::{
    Alu, Call, ControlFlow, FetchSwizzle, Instruction, LoopEnd, Mask, Program, Slot, Stage,
    VertexFetch,
};
use xenos_ucodegen::{Numbers, Options, program};

use crate::job::{FILE, Job};
use crate::numbers::{Mood, word, words};

/// Where memory of random jobs begins, in dwords, and how much there is.
const MEMORY: (u32, u32) = (0x4000, 1024);
/// The export register that is an address.
const ADDRESS: u8 = 32;

/// A random program. Two of three store where their address constant says; one of three has bits
/// turned or fields changed, so that it may be anything.
pub(crate) fn random_program(seed: u64) -> Program {
    let size = [12, 20, 32][(seed % 3) as usize];
    let mut program = program(seed, &Options { size, ..Options::default() });
    if seed % 3 != 1 {
        for slot in &mut program.slots {
            if let Slot::Used(Instruction::Alu(alu)) = slot
                && alu.export
                && alu.vector_destination == ADDRESS
            {
                let constant = alu.source_3;
                let plain = Alu { export: true, vector_destination: ADDRESS, ..Alu::nop() };
                *alu =
                    Alu { vector_mask: Mask::ALL, source_1: constant, source_2: constant, ..plain };
                (alu.temporary_1, alu.temporary_2) = (false, false);
            }
        }
    }
    if seed % 3 == 2 {
        let mut numbers = Numbers::new(seed);
        let mut words = program.words();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(words.len() as u32) as usize;
            words[at] ^= 1 << numbers.below(32);
        }
        program = Program::decode(program.stage, &words).program;
        disturb(&mut program, &mut numbers);
    }
    program
}

/// Gives some instructions what nobody would write.
fn disturb(program: &mut Program, numbers: &mut Numbers) {
    for slot in &mut program.slots {
        let Slot::Used(instruction) = slot else { continue };
        match instruction {
            Instruction::Alu(alu) if numbers.chance(12) => match numbers.below(4) {
                0 => alu.vector_opcode = VectorOpcode::from_bits(30 + numbers.below(2)),
                1 => alu.scalar_opcode = numbers.code(6),
                2 if alu.export => alu.vector_destination = numbers.below(64) as u8,
                _ => alu.export = !alu.export,
            },
            Instruction::Alu(_) => {}
            Instruction::TextureFetch(fetch) => match numbers.below(8) {
                0 => fetch.opcode = FetchOpcode::from_bits(1 + numbers.below(31)),
                1 => fetch.arbitrary_filter = numbers.code(3),
                2 => fetch.opcode = FetchOpcode::from_bits(16 + numbers.below(4)),
                3 => fetch.use_register_lod = true,
                4 => fetch.use_register_gradients = true,
                5 => {
                    (fetch.use_computed_lod, fetch.destination_swizzle) =
                        (true, FetchSwizzle(numbers.below(1 << 12) as u16));
                }
                _ => {}
            },
            Instruction::VertexFetch(fetch) => match numbers.below(8) {
                0 => *fetch = VertexFetch { constant_index: 31, constant_select: 3, ..*fetch },
                1 => fetch.mini = !fetch.mini,
                2 => fetch.format = numbers.code(6),
                _ => {}
            },
        }
    }
    let count = program.flow.len() as u32;
    let target = numbers.below(count) as u16;
    let Some(at) = program.flow.iter().position(|flow| matches!(flow, ControlFlow::Nop(_))) else {
        return;
    };
    match numbers.below(4) {
        0 => {
            program.flow[at] = ControlFlow::LoopEnd(LoopEnd { target, ..LoopEnd::default() });
        }
        1 => {
            let call = Call { target: at as u16, unconditional: true, ..Call::default() };
            program.flow[at] = ControlFlow::Call(call);
        }
        _ => {}
    }
}

/// Constants that a program moves into the export address.
fn addresses(program: &Program) -> impl Iterator<Item = usize> {
    program.slots.iter().filter_map(|slot| match slot {
        Slot::Used(Instruction::Alu(alu))
            if alu.export
                && alu.vector_destination == ADDRESS
                && alu.vector_opcode == VectorOpcode::Max
                && !alu.temporary_1 =>
        {
            Some(usize::from(alu.source_1))
        }
        _ => None,
    })
}

/// An export address of any format, right most of the time.
fn address(numbers: &mut Numbers) -> [u32; 4] {
    let formats =
        [2, 6, 7, 10, 14, 16, 17, 24, 25, 26, 30, 31, 32, 36, 37, 38, 3, 4, 5, 15, 50, 54, 55];
    let format = if numbers.chance(8) { numbers.below(64) } else { numbers.pick(56, &formats) };
    let number = if numbers.chance(6) { numbers.below(8) } else { numbers.below(4) };
    let endian = if numbers.chance(2) { numbers.below(8) } else { 0 };
    let flags = endian | format << 8 | number << 16 | numbers.below(2) << 19;
    let index = numbers.below(20);
    let mut words = [
        0x4000_0000 | numbers.below(1 << 30),
        0x4B00_0000 | index,
        0x4B00_0000 | flags,
        0x4B00_0000 | (index + numbers.below(8)),
    ];
    if numbers.chance(16) {
        words[numbers.below(4) as usize] ^= 1 << numbers.below(32);
    }
    words
}

/// A random register file.
fn file(numbers: &mut Numbers, mood: Mood) -> Vec<u32> {
    let mut file = vec![0; FILE];
    let mut put = |first: u16, words: &[u32]| {
        file[usize::from(first)..usize::from(first) + words.len()].copy_from_slice(words);
    };
    put(index::SHADER_CONSTANT, &words(numbers, mood, 2048));
    let booleans: Vec<u32> = (0..8).map(|_| numbers.word()).collect();
    put(index::SHADER_CONSTANT_BOOL, &booleans);
    let loops: Vec<u32> = (0..32)
        .map(|_| {
            let count = if numbers.chance(30) { numbers.below(256) } else { numbers.below(4) };
            let start = if numbers.chance(4) { numbers.below(256) } else { numbers.below(12) };
            let step = if numbers.chance(4) { numbers.word() } else { numbers.below(3) };
            count | start << 8 | (step & 0xFF) << 16
        })
        .collect();
    put(index::SHADER_CONSTANT_LOOP, &loops);
    let fetch: Vec<u32> = (0..96)
        .flat_map(|_| {
            let kind = if numbers.chance(8) { numbers.below(4) } else { 3 };
            let base = MEMORY.0 + numbers.below(MEMORY.1);
            [base << 2 | kind, numbers.below(160) << 2 | numbers.below(4)]
        })
        .collect();
    put(index::SHADER_CONSTANT_FETCH, &fetch);
    for (register, base) in [(index::SQ_VS_CONST, 0), (index::SQ_PS_CONST, 256)] {
        let window = match numbers.below(4) {
            // Never written: the usual windows.
            0 => 0,
            1 => numbers.below(512) | numbers.below(512) << 12,
            _ => base | 255 << 12,
        };
        put(register, &[window]);
    }
    put(index::SQ_PROGRAM_CNTL, &[if numbers.chance(8) { 7 << 24 } else { 0 }]);
    file
}

/// Registers of lanes, and which are covered, for job `number`.
fn lanes(job: &mut Job, program: &Program, numbers: &mut Numbers, mood: Mood, units: usize) {
    let count = Prepared::new(program).registers().min(16);
    let lanes = if program.stage == Stage::Pixel { 4 * units } else { units };
    job.lanes = (0..lanes).map(|_| words(numbers, mood, 4 * count)).collect();
    if program.stage == Stage::Pixel {
        job.covered = 0;
        for quad in 0..units {
            // Whole, none, or any.
            let covered = if numbers.chance(2) { 15 } else { numbers.below(16) };
            job.covered |= u64::from(covered) << (4 * quad);
        }
    } else {
        job.covered = xenos_eval::first(lanes);
        for lane in &mut job.lanes {
            // An index that leads to something, most of the time.
            if let Some(x) = lane.first_mut().filter(|_| !numbers.chance(4)) {
                *x = (numbers.below(24) as f32).to_bits();
            }
        }
    }
}

/// Job `number` of a program, of some units. `own` is a register file and memory of its stream.
pub(crate) fn job(
    place: usize,
    name: &str,
    program: &Program,
    number: usize,
    units: usize,
    own: Option<&Job>,
) -> Job {
    // The same whatever else is compared.
    let seed = name
        .bytes()
        .fold(number as u64, |seed, byte| seed * 31 % 0xFFFF_FFFF_FFC5 + u64::from(byte));
    let mut numbers = Numbers::new(seed);
    let mood = Mood::of(number);
    let mut job = Job {
        program: place,
        name: format!("{name}, job {number}"),
        file: own.map_or_else(|| file(&mut numbers, mood), |own| own.file.clone()),
        memory: own.map_or_else(Default::default, |own| own.memory.clone()),
        lanes: Vec::new(),
        covered: 0,
        flow_limit: 600,
    };
    if own.is_none() {
        let (first, count) = MEMORY;
        job.memory = (first..first + count + 160)
            .map(|at| {
                (at, if numbers.chance(2) { numbers.word() } else { word(&mut numbers, mood) })
            })
            .collect();
        for constant in addresses(program) {
            for base in [0, 256] {
                let at = usize::from(index::SHADER_CONSTANT) + 4 * (base + constant);
                job.file[at..at + 4].copy_from_slice(&address(&mut numbers));
            }
        }
    }
    lanes(&mut job, program, &mut numbers, mood, units);
    job
}
