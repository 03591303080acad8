//! The scalar operations.
//!
//! For: two numbers and the previous result to a result in each lane, and what else changes.
//! Not for: operands, masks, clamping, destinations, nor keeping the previous result (`alu`).
//! Facts: `docs/hardware/xenos-microcode.md`, rules A40 to A65.

use xenos_ucode::codes::ScalarOpcode;

use crate::float::{self, add, mul, sub, truth};
use crate::lanes::{LANES, LaneMask, Lanes, ZEROS, each, holds, map1, map2};
use crate::transcendental as functions;
use crate::vector::{Effect, address, address_rounded};

/// Runs an operation. Operands that the opcode does not have may hold anything. Functions are
/// computed in `lanes` alone, everything else everywhere.
pub(crate) fn scalar(
    opcode: ScalarOpcode,
    a: &Lanes,
    b: &Lanes,
    previous: &Lanes,
    lanes: LaneMask,
    out: &mut Lanes,
) -> Effect {
    use ScalarOpcode as S;
    let ps = previous;
    let function = |out: &mut Lanes, f: &dyn Fn(f32) -> f32| {
        *out = ZEROS;
        for lane in each(lanes) {
            out[lane] = f(a[lane]);
        }
    };
    match opcode {
        S::Adds | S::Addsc0 | S::Addsc1 => map2(out, a, b, add),
        S::AddsPrev => map2(out, a, ps, add),
        S::Muls | S::Mulsc0 | S::Mulsc1 => map2(out, a, b, mul),
        S::MulsPrev => map2(out, a, ps, mul),
        S::MulsPrev2 => guarded(a, b, ps, out),
        S::Maxs => map2(out, a, b, float::max),
        S::Mins => map2(out, a, b, float::min),
        S::Seqs => map1(out, a, |a| truth(float::eq(a, 0.0))),
        S::Sgts => map1(out, a, |a| truth(float::gt(a, 0.0))),
        S::Sges => map1(out, a, |a| truth(float::ge(a, 0.0))),
        S::Snes => map1(out, a, |a| truth(float::ne(a, 0.0))),
        S::Frcs => map1(out, a, float::fraction),
        S::Truncs => map1(out, a, float::trunc),
        S::Floors => map1(out, a, float::floor),
        S::Exp => function(out, &functions::exp2),
        S::LogC => function(out, &|a| functions::raised(functions::log2(a))),
        S::Log => function(out, &functions::log2),
        S::RcpC => function(out, &|a| functions::finite(functions::rcp(a))),
        S::RcpF => function(out, &|a| functions::vanishing(functions::rcp(a))),
        S::Rcp => function(out, &functions::rcp),
        S::RsqC => function(out, &|a| functions::finite(functions::rsq(a))),
        S::RsqF => function(out, &|a| functions::vanishing(functions::rsq(a))),
        S::Rsq => function(out, &functions::rsq),
        S::MaxAs => {
            map2(out, a, b, float::max);
            return Effect::Address(Box::new(a.map(address_rounded)));
        }
        S::MaxAsf => {
            map2(out, a, b, float::max);
            return Effect::Address(Box::new(a.map(address)));
        }
        S::Subs | S::Subsc0 | S::Subsc1 => map2(out, a, b, sub),
        S::SubsPrev => map2(out, a, ps, sub),
        S::SetpEq => return set(a, out, float::eq),
        S::SetpNe => return set(a, out, float::ne),
        S::SetpGt => return set(a, out, float::gt),
        S::SetpGe => return set(a, out, float::ge),
        S::SetpInv => {
            let one = holds(a, &[1.0; LANES], float::eq);
            map1(out, a, |a| match a {
                _ if float::eq(a, 1.0) => 0.0,
                _ if float::eq(a, 0.0) => 1.0,
                _ => a,
            });
            return Effect::Predicate(one);
        }
        S::SetpPop => {
            let mut counter = ZEROS;
            map1(&mut counter, a, |a| add(a, -1.0));
            let out_of_it = holds(&counter, &ZEROS, |counter, zero| counter <= zero);
            map1(out, &counter, |counter| if counter <= 0.0 { 0.0 } else { counter });
            return Effect::Predicate(out_of_it);
        }
        S::SetpClr => {
            *out = [f32::MAX; LANES];
            return Effect::Predicate(0);
        }
        S::SetpRstr => {
            map1(out, a, |a| if float::eq(a, 0.0) { 0.0 } else { a });
            return Effect::Predicate(holds(a, &ZEROS, float::eq));
        }
        S::KillsEq => return kill(a, &ZEROS, out, float::eq),
        S::KillsGt => return kill(a, &ZEROS, out, float::gt),
        S::KillsGe => return kill(a, &ZEROS, out, float::ge),
        S::KillsNe => return kill(a, &ZEROS, out, float::ne),
        S::KillsOne => return kill(a, &[1.0; LANES], out, float::eq),
        S::Sqrt => function(out, &functions::sqrt),
        S::Sin => function(out, &functions::sin),
        S::Cos => function(out, &functions::cos),
        S::RetainPrev => *out = *ps,
        _ => *out = ZEROS,
    }
    Effect::Nothing
}

/// A product with the previous result, unless that or the guard `b` is out of bounds (rule A42).
fn guarded(a: &Lanes, b: &Lanes, ps: &Lanes, out: &mut Lanes) {
    for (lane, out) in out.iter_mut().enumerate() {
        let (b, ps) = (b[lane], ps[lane]);
        let refused = ps <= -f32::MAX || !ps.is_finite() || !b.is_finite() || b <= 0.0;
        *out = if refused { -f32::MAX } else { mul(a[lane], ps) };
    }
}

/// The predicate from a comparison with 0; 0 where it holds, else 1 (rule A52).
fn set(a: &Lanes, out: &mut Lanes, test: fn(f32, f32) -> bool) -> Effect {
    map1(out, a, |a| truth(!test(a, 0.0)));
    Effect::Predicate(holds(a, &ZEROS, test))
}

/// Kills where a comparison holds; 1 there, else 0 (rules A57 and A58).
fn kill(a: &Lanes, with: &Lanes, out: &mut Lanes, test: fn(f32, f32) -> bool) -> Effect {
    map2(out, a, with, |a, with| truth(test(a, with)));
    Effect::Kill(holds(a, with, test))
}

#[cfg(test)]
mod tests;
