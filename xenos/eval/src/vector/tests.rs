//! Operations against formulas written apart from them.

use proptest::prelude::*;

use super::*;
use crate::lanes::{LANES, ZERO_VECTOR};

/// Numbers at edges, and those that nest, compare and round in interesting ways.
const NUMBERS: [f32; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -3.25,
    8_388_609.0,
    f32::MAX,
    f32::MIN_POSITIVE,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

fn numbers() -> impl Strategy<Value = Vector> {
    prop::array::uniform4(prop::array::uniform32(prop::sample::select(NUMBERS.to_vec())))
        .prop_map(|components| components.map(|half| std::array::from_fn(|lane| half[lane % 32])))
}

fn compare(code: u32, a: f32, b: f32) -> bool {
    match code {
        0 => a == b,
        1 => a != b,
        2 => a > b,
        _ => a >= b,
    }
}

proptest! {
    #[test]
    fn counters_and_kills(s0 in numbers(), s1 in numbers(), mask in 0..16u8) {
        let sources = [s0, s1, ZERO_VECTOR];
        let pushes =
            [VectorOpcode::SetpEqPush, VectorOpcode::SetpNePush, VectorOpcode::SetpGtPush, VectorOpcode::SetpGePush];
        let kills = [VectorOpcode::KillEq, VectorOpcode::KillNe, VectorOpcode::KillGt, VectorOpcode::KillGe];
        for code in 0..4u32 {
            let mut out = [[9.0; LANES]; 4];
            let effect = vector(pushes[code as usize], &sources, mask, &mut out);
            let Effect::Predicate(predicate) = effect else { panic!("{effect:?}") };
            for lane in 0..LANES {
                let p0 = s0[3][lane] == 0.0 && compare(code, s1[3][lane], 0.0);
                prop_assert_eq!(predicate >> lane & 1 != 0, p0);
                let zero = s0[0][lane] == 0.0 && compare(code, s1[0][lane], 0.0);
                let counter = if zero { 0.0 } else { float::add(s0[0][lane], 1.0) };
                for (at, component) in out.iter().enumerate() {
                    let expected = if mask >> at & 1 != 0 { counter } else { 9.0 };
                    prop_assert_eq!(component[lane].to_bits(), expected.to_bits());
                }
            }
            let mut out = [[9.0; LANES]; 4];
            let effect = vector(kills[code as usize], &sources, mask, &mut out);
            let Effect::Kill(killed) = effect else { panic!("{effect:?}") };
            for lane in 0..LANES {
                let any = (0..4).any(|at| compare(code, s0[at][lane], s1[at][lane]));
                prop_assert_eq!(killed >> lane & 1 != 0, any);
                for (at, component) in out.iter().enumerate() {
                    let expected = if mask >> at & 1 == 0 { 9.0 } else { f32::from(u8::from(any)) };
                    prop_assert_eq!(component[lane].to_bits(), expected.to_bits());
                }
            }
        }
    }

    /// Components that the mask leaves out stay, and a lane's result is the same beside whatever
    /// lanes.
    #[test]
    fn lanes_are_independent(
        s in prop::array::uniform3(numbers()), mask in 0..16u8, code in 0..32u32, lane in 0..LANES,
    ) {
        let opcode = <VectorOpcode as base_word::FieldValue>::from_bits(code);
        let mut out = [[9.0; LANES]; 4];
        vector(opcode, &s, mask, &mut out);
        let alone = s.map(|source| source.map(|component| [component[lane]; LANES]));
        let mut alone_out = [[9.0; LANES]; 4];
        vector(opcode, &alone, mask, &mut alone_out);
        for (at, (component, alone)) in out.iter().zip(&alone_out).enumerate() {
            prop_assert_eq!(component[lane].to_bits(), alone[63].to_bits());
            prop_assert!(mask >> at & 1 != 0 || component.iter().all(|value| *value == 9.0));
        }
    }
}

#[test]
fn the_distance_vector_and_its_sources() {
    let s0: Vector = [[2.0; LANES], [3.0; LANES], [5.0; LANES], [7.0; LANES]];
    let s1: Vector = [[11.0; LANES], [13.0; LANES], [17.0; LANES], [19.0; LANES]];
    let mut out = ZERO_VECTOR;
    assert_eq!(vector(VectorOpcode::Dst, &[s0, s1, s0], 15, &mut out), Effect::Nothing);
    assert_eq!(out.each_ref().map(|component| component[40]), [1.0, 39.0, 5.0, 19.0]);
    let effect = vector(VectorOpcode::MaxA, &[s0, s1, s0], 1, &mut out);
    assert_eq!(effect, Effect::Address(Box::new([7; LANES])));
    assert_eq!(out[0][0], 11.0);
}
