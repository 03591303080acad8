//! Every scalar operation on all pairs of interesting numbers, against formulas of doubles.

use base_word::FieldValue;

use super::*;

const NUMBERS: [f32; 20] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    0.75,
    2.0,
    -2.0,
    3.0,
    -3.25,
    100.0,
    1e10,
    -1e10,
    1e-20,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// The result by doubles, the predicate or kill; results of functions are left to their own tests.
fn expected(opcode: ScalarOpcode, a: f32, b: f32, ps: f32) -> Option<(f64, Option<bool>)> {
    use ScalarOpcode as S;
    let (x, y, p) = (f64::from(a), f64::from(b), f64::from(ps));
    let zero_wins = |x: f64, y: f64| if x == 0.0 || y == 0.0 { 0.0 } else { x * y };
    let flag = |holds: bool| f64::from(u8::from(holds));
    let set = |holds: bool| Some((1.0 - flag(holds), Some(holds)));
    let kill = |holds: bool| Some((flag(holds), Some(holds)));
    let plain = |value: f64| Some((value, None));
    match opcode {
        S::Adds | S::Addsc0 | S::Addsc1 => plain(x + y),
        S::AddsPrev => plain(x + p),
        S::Muls | S::Mulsc0 | S::Mulsc1 => plain(zero_wins(x, y)),
        S::MulsPrev => plain(zero_wins(x, p)),
        S::MulsPrev2 => {
            let lowest = f64::from(f32::MIN);
            let refused = p == lowest || !p.is_finite() || !y.is_finite() || y <= 0.0;
            plain(if refused { lowest } else { zero_wins(x, p) })
        }
        S::Maxs | S::MaxAs | S::MaxAsf => plain(if x >= y { x } else { y }),
        S::Mins => plain(if x < y { x } else { y }),
        S::Seqs => plain(flag(x == 0.0)),
        S::Sgts => plain(flag(x > 0.0)),
        S::Sges => plain(flag(x >= 0.0)),
        S::Snes => plain(flag(x != 0.0)),
        S::Frcs => plain(x - libm::floor(x)),
        S::Truncs => plain(libm::trunc(x)),
        S::Floors => plain(libm::floor(x)),
        S::Subs | S::Subsc0 | S::Subsc1 => plain(x - y),
        S::SubsPrev => plain(x - p),
        S::SetpEq => set(x == 0.0),
        S::SetpNe => set(x != 0.0),
        S::SetpGt => set(x > 0.0),
        S::SetpGe => set(x >= 0.0),
        S::SetpInv => Some((
            if x == 1.0 {
                0.0
            } else if x == 0.0 {
                1.0
            } else {
                x
            },
            Some(x == 1.0),
        )),
        S::SetpPop => {
            let counter = f64::from((x - 1.0) as f32);
            Some((if counter <= 0.0 { 0.0 } else { counter }, Some(counter <= 0.0)))
        }
        S::SetpClr => Some((f64::from(f32::MAX), Some(false))),
        S::SetpRstr => Some((if x == 0.0 { 0.0 } else { x }, Some(x == 0.0))),
        S::KillsEq => kill(x == 0.0),
        S::KillsGt => kill(x > 0.0),
        S::KillsGe => kill(x >= 0.0),
        S::KillsNe => kill(x != 0.0),
        S::KillsOne => kill(x == 1.0),
        S::RetainPrev => plain(p),
        _ if !opcode.is_defined() => plain(0.0),
        _ => None,
    }
}

#[test]
fn every_operation_on_every_pair() {
    let mut checked = 0;
    for code in 0..64 {
        let opcode = ScalarOpcode::from_bits(code);
        for a in NUMBERS {
            for b in NUMBERS {
                let ps = NUMBERS[(code as usize + checked) % NUMBERS.len()];
                let mut out = ZEROS;
                let lanes = [[a; LANES], [b; LANES], [ps; LANES]];
                let effect = scalar(opcode, &lanes[0], &lanes[1], &lanes[2], 1 << 3, &mut out);
                let Some((value, flag)) = expected(opcode, a, b, ps) else { continue };
                checked += 1;
                // Sums, products and fractions of these numbers are exact in double precision or far
                // from any middle; the range below the normal numbers is flushed.
                let value = float::flush(value as f32);
                let context = format!("{} {a} {b} {ps}", opcode.mnemonic());
                assert!(
                    out[3] == value || out[3].is_nan() && value.is_nan(),
                    "{context}: {}",
                    out[3]
                );
                match (effect, flag) {
                    (Effect::Predicate(mask) | Effect::Kill(mask), Some(flag)) => {
                        assert_eq!(mask >> 3 & 1 != 0, flag, "{context}");
                    }
                    (Effect::Nothing | Effect::Address(_), None) => {}
                    other => panic!("{context}: {other:?}"),
                }
            }
        }
    }
    assert!(checked > 50 * 400, "{checked}");
}

#[test]
fn functions_run_in_their_lanes_alone() {
    let mut out = [7.0; LANES];
    scalar(ScalarOpcode::Rcp, &[4.0; LANES], &ZEROS, &ZEROS, 0b101, &mut out);
    assert_eq!(out[..4], [0.25, 0.0, 0.25, 0.0]);
}
