//! Comparing random programs: what is known beforehand is what comes out.

use xenos_ucode::{
    Change, Comparison, Instruction, Program, Slot, Stage, Verdict, assemble, compare,
};
use xenos_ucodegen::{Options, program};

/// Rows of each program, which stand in order, none of them lost.
fn complete(comparison: &Comparison, a: &Program, b: &Program) {
    let run = |program: &Program| -> Vec<u32> {
        let flow = 0..program.flow.len();
        flow.flat_map(|n| program.run_by(n).map(|(at, ..)| at).collect::<Vec<_>>()).collect()
    };
    let lines = || comparison.lines.iter();
    let rows_a: Vec<u32> = lines().filter_map(|line| line.a.as_ref()?.address).collect();
    let rows_b: Vec<u32> = lines().filter_map(|line| line.b.as_ref()?.address).collect();
    assert_eq!((rows_a, rows_b), (run(a), run(b)));
    for line in lines() {
        assert_eq!(line.change == Change::Changed, !line.fields.is_empty(), "{line:?}");
    }
}

#[test]
fn random_programs_differ_where_they_do() {
    let of = |seed| program(seed, &Options::default());
    for seed in 0..1_000 {
        let (a, other) = (of(seed), of(seed + 1));
        assert_eq!(compare(&a, &a).verdict, Verdict::Identical);
        complete(&compare(&a, &other), &a, &other);

        let mut edited = a.clone();
        let place = seed as usize % a.slots.len();
        let Slot::Used(instruction) = &mut edited.slots[place] else { continue };
        match instruction {
            Instruction::Alu(alu) => alu.vector_clamp ^= true,
            Instruction::VertexFetch(fetch) => fetch.signed ^= true,
            Instruction::TextureFetch(fetch) => fetch.source ^= 1,
        }
        let found = compare(&a, &edited);
        complete(&found, &a, &edited);
        assert_eq!(found.verdict, Verdict::Different);
        let address = Some(a.first_address() + place as u32);
        for line in found.lines.iter().filter(|line| line.change != Change::Same) {
            assert!(line.change == Change::Changed, "{line:?}");
            assert_eq!(line.a.as_ref().unwrap().address, address, "{line:?}");
        }
    }
}

#[test]
fn programs_as_long_as_addresses_reach_are_compared() {
    // Nothing in common but operations.
    let text = |factor: usize| {
        let line = |n: usize| format!("mul r{}, r1, c{}\n", n % 60, n * factor % 128 + factor);
        (0..3_000).map(line).collect::<String>()
    };
    let [a, b] = [7, 101].map(|factor| assemble(Some(Stage::Pixel), &text(factor)).unwrap());
    let found = compare(&a, &b);
    complete(&found, &a, &b);
    assert_eq!(found.verdict, Verdict::Different);
}
