//! What is said to be written: exactly for some programs, and for random ones that nothing else changes.

use proptest::prelude::*;
use xenos_ucode::{Stage, assemble};
use xenos_ucodegen::{Options, program};

use super::*;
use crate::lanes::{Vector, each};
use crate::texture::NoTextures;
use crate::vertex_fetch::NoMemory;
use crate::{Constants, Executed, Group, Limits, Observer, Prepared, REGISTERS, inputs, run};

/// Keeps what each instruction wrote.
struct All(Vec<Writes>);

impl Observer for All {
    fn step(&mut self, step: &Step<'_>) {
        if matches!(step.what, Executed::Instruction { .. }) {
            self.0.push(step.writes());
        } else {
            assert_eq!(step.writes(), Writes::default());
        }
    }
}

fn quad(text: &str, set: impl Fn(&mut Group)) -> Vec<Writes> {
    let program = assemble(None, text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let ready = Prepared::new(&program);
    let mut group = Group::new();
    inputs::pixels(&mut group, 64, 0xF, &[], None);
    set(&mut group);
    let constants = Constants::new(Stage::Pixel);
    let mut all = All(Vec::new());
    let limits = Limits::default();
    run(&ready, &constants, &mut group, &NoMemory, &NoTextures, &mut all, &limits);
    all.0
}

fn written(target: Target, mask: u8, lanes: LaneMask) -> Written {
    Written { target, mask: Mask(mask), lanes }
}

#[test]
fn each_kind_of_write_is_named() {
    let text = "ps
        max r1.xy, r0, r0
      + adds r2.w, r0.xy
        setp_gt r3._, r0.x
        (p0) maxa r4, r0, r0
        kills_gt r5._, r0.x
        setTexLOD r0.x
        alloc colors
        max oC0.x__1, r0, r0
      + adds oC0._y__, r0.xy
        alloc export = 1
        mad eA, r0, r0, c0
        max eM1.x, r0, r0
        nop";
    // Lanes 1 and 3 have a positive r0.x.
    let all = quad(text, |group| {
        group.set(0, 1, [2.0; 4]);
        group.set(0, 3, [1.0; 4]);
    });
    let nothing = Writes::default();
    let temporary = Target::Temporary;
    let expected = [
        Writes {
            registers: vec![written(temporary(1), 3, 0xF), written(temporary(2), 8, 0xF)],
            previous: 0xF,
            ..nothing.clone()
        },
        Writes { previous: 0xF, predicate: 0xF, ..nothing.clone() },
        Writes {
            registers: vec![written(temporary(4), 15, 0b1010)],
            address: 0b1010,
            ..nothing.clone()
        },
        Writes { previous: 0xF, killed: 0b1010, ..nothing.clone() },
        Writes { texture: Some((TextureRegister::Lod, 0xF)), ..nothing.clone() },
        Writes {
            registers: vec![written(Target::Color(0), 0b1011, 0xF)],
            previous: 0xF,
            ..nothing.clone()
        },
        // Those that were killed write no memory.
        Writes { registers: vec![written(Target::MemoryAddress, 15, 0b0101)], ..nothing.clone() },
        Writes { registers: vec![written(Target::MemoryData(1), 1, 0b0101)], ..nothing.clone() },
        nothing,
    ];
    assert_eq!(all, expected);
}

#[test]
fn relative_numbers_are_those_that_the_loop_makes() {
    let text = "ps
        loop i0
            max r[62+aL].x, r0, r0
        endloop i0";
    let program = assemble(None, text).unwrap();
    let mut constants = Constants::new(Stage::Pixel);
    constants.loops[0] = 3 | 1 << 16;
    let mut group = Group::new();
    inputs::pixels(&mut group, 64, 0xF, &[], None);
    let mut all = All(Vec::new());
    let (ready, limits) = (Prepared::new(&program), Limits::default());
    run(&ready, &constants, &mut group, &NoMemory, &NoTextures, &mut all, &limits);
    let numbers: Vec<Target> = all.0.iter().map(|writes| writes.registers[0].target).collect();
    assert_eq!(numbers, [62, 63, 0].map(Target::Temporary));
}

/// Holds each step's group against the one before: what changed must have been said.
struct Checks {
    before: Group,
    steps: u32,
}

fn changed(before: &Vector, after: &Vector) -> [LaneMask; 4] {
    std::array::from_fn(|at| {
        let pairs = before[at].iter().zip(&after[at]).enumerate();
        pairs.fold(0, |mask, (lane, (a, b))| mask | u64::from(a.to_bits() != b.to_bits()) << lane)
    })
}

const EXPORTS: [Target; 8] = [
    Target::Position,
    Target::PointSize,
    Target::Depth,
    Target::Color(0),
    Target::Interpolator(0),
    Target::MemoryAddress,
    Target::MemoryData(0),
    Target::MemoryData(4),
];

impl Observer for Checks {
    fn step(&mut self, step: &Step<'_>) {
        let (before, after) = (&self.before, step.group);
        if let Executed::Instruction { instruction, .. } = step.what {
            self.steps += 1;
            let writes = step.writes();
            let temporaries = (0..REGISTERS as u8).map(Target::Temporary);
            for target in temporaries.chain(EXPORTS) {
                let [old, new] = [before, after].map(|group| group.vector(target).unwrap());
                let said = writes.registers.iter().find(|written| written.target == target);
                for (at, lanes) in (0..).zip(changed(old, new)) {
                    let may = said.filter(|said| said.mask.has(at)).map_or(0, |said| said.lanes);
                    assert_eq!(lanes & !may, 0, "{target:?}.{at} by {instruction:?}");
                }
            }
            let previous = changed(&[before.previous; 4], &[after.previous; 4])[0];
            assert_eq!(previous & !writes.previous, 0, "ps by {instruction:?}");
            let predicate = before.predicate ^ after.predicate;
            assert_eq!(predicate & !writes.predicate, 0, "p0 by {instruction:?}");
            assert_eq!(before.killed ^ after.killed, writes.killed, "kill by {instruction:?}");
            for lane in each(!writes.address) {
                assert_eq!(before.address[lane], after.address[lane], "a0 by {instruction:?}");
            }
            for lane in each(!writes.full_fetch) {
                assert_eq!(before.full_fetch[lane], after.full_fetch[lane], "{instruction:?}");
            }
            if writes.texture.is_none() {
                assert_eq!(before.texture.lod_set, after.texture.lod_set, "{instruction:?}");
                assert_eq!(before.texture.gradient_h_set, after.texture.gradient_h_set);
                assert_eq!(before.texture.gradient_v_set, after.texture.gradient_v_set);
            }
        }
        self.before = step.group.clone();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn nothing_changes_that_is_not_said(seed: u64) {
        let program = program(seed, &Options::default());
        let ready = Prepared::new(&program);
        let constants = {
            let mut constants = Constants::new(program.stage);
            for (number, value) in constants.float.iter_mut().enumerate() {
                *value = [number as f32, -1.5, 0.25, number as f32 * 0.5];
            }
            constants.loops = [2 | 3 << 8 | 1 << 16; 32];
            constants
        };
        let mut group = Group::new();
        match program.stage {
            Stage::Vertex => inputs::vertices(&mut group, 64, &[0, 1, 2, 3, 4]),
            Stage::Pixel => {
                inputs::pixels(&mut group, 64, 0x7, &[], None);
            }
        }
        for register in 0..16 {
            for lane in 0..4 {
                let value = (register * 4 + lane) as f32;
                group.set(register, lane, [value - 8.0, 1.0, 0.0, -value]);
            }
        }
        let mut checks = Checks { before: group.clone(), steps: 0 };
        let limits = Limits { flow: 400, elements: 400 };
        run(&ready, &constants, &mut group, &NoMemory, &NoTextures, &mut checks, &limits);
    }
}
