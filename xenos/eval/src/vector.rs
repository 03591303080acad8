//! The thirty vector operations.
//!
//! For: operands in lanes to results in lanes, and what else an operation changes.
//! Not for: operands, masks, clamping, destinations (`alu`).
//! Facts: `docs/hardware/xenos-microcode.md`, rules A20 to A37.

use xenos_ucode::codes::VectorOpcode;

use crate::cube::cube;
use crate::float::{self, add, mul, truth};
use crate::lanes::{LANES, LaneMask, Lanes, Vector, holds, map1, map2, map3};

/// What an operation changes beside its destination, in every lane.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Nothing.
    Nothing,
    /// The predicate becomes this.
    Predicate(LaneMask),
    /// These lanes are killed.
    Kill(LaneMask),
    /// The address register becomes this.
    Address(Box<[i16; LANES]>),
}

/// Components of a mask.
fn masked(mask: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |component| mask >> component & 1 != 0)
}

/// The address register's value: rounded down, -256 to 255; a NaN is -256 (rule A36).
pub(crate) fn address(x: f32) -> i16 {
    // Comparisons with NaN are false, so that it stays at the bottom.
    let floor = float::floor(x);
    if floor >= 255.0 {
        255
    } else if floor >= -256.0 {
        floor as i16
    } else {
        -256
    }
}

/// The address register's value: rounded to nearest, halves up (rule A36).
pub(crate) fn address_rounded(x: f32) -> i16 {
    address(add(x, 0.5))
}

/// Runs an operation for the components of `mask`; `out` keeps its others. Operands that the opcode
/// does not read may hold anything.
pub(crate) fn vector(opcode: VectorOpcode, s: &[Vector; 3], mask: u8, out: &mut Vector) -> Effect {
    use VectorOpcode as V;
    let [s0, s1, s2] = s;
    let one = |out: &mut Vector, f: fn(f32) -> f32| {
        for c in masked(mask) {
            map1(&mut out[c], &s0[c], f);
        }
    };
    match opcode {
        V::Add => pairs(s0, s1, mask, out, add),
        V::Mul => pairs(s0, s1, mask, out, mul),
        V::Max => pairs(s0, s1, mask, out, float::max),
        V::Min => pairs(s0, s1, mask, out, float::min),
        V::Seq => pairs(s0, s1, mask, out, |a, b| truth(float::eq(a, b))),
        V::Sgt => pairs(s0, s1, mask, out, |a, b| truth(float::gt(a, b))),
        V::Sge => pairs(s0, s1, mask, out, |a, b| truth(float::ge(a, b))),
        V::Sne => pairs(s0, s1, mask, out, |a, b| truth(float::ne(a, b))),
        V::Frc => one(out, float::fraction),
        V::Trunc => one(out, float::trunc),
        V::Floor => one(out, float::floor),
        V::Mad => triples(s, mask, out, float::mad),
        V::CndEq => triples(s, mask, out, |a, b, c| if float::eq(a, 0.0) { b } else { c }),
        V::CndGe => triples(s, mask, out, |a, b, c| if float::ge(a, 0.0) { b } else { c }),
        V::CndGt => triples(s, mask, out, |a, b, c| if float::gt(a, 0.0) { b } else { c }),
        V::Dp4 => replicate(&dot(s0, s1, 4), mask, out),
        V::Dp3 => replicate(&dot(s0, s1, 3), mask, out),
        V::Dp2Add => {
            let mut sum = dot(s0, s1, 2);
            let product = sum;
            map2(&mut sum, &product, &s2[0], add);
            replicate(&sum, mask, out);
        }
        V::Cube => cube(s0, mask, out),
        V::Max4 => {
            let mut largest = s0[0];
            for next in &s0[1..] {
                let before = largest;
                map2(&mut largest, &before, next, float::max);
            }
            replicate(&largest, mask, out);
        }
        V::SetpEqPush => return push(s0, s1, mask, out, float::eq),
        V::SetpNePush => return push(s0, s1, mask, out, float::ne),
        V::SetpGtPush => return push(s0, s1, mask, out, float::gt),
        V::SetpGePush => return push(s0, s1, mask, out, float::ge),
        V::KillEq => return kill(s0, s1, mask, out, float::eq),
        V::KillGt => return kill(s0, s1, mask, out, float::gt),
        V::KillGe => return kill(s0, s1, mask, out, float::ge),
        V::KillNe => return kill(s0, s1, mask, out, float::ne),
        V::Dst => {
            for c in masked(mask) {
                match c {
                    0 => out[0] = [1.0; LANES],
                    1 => map2(&mut out[1], &s0[1], &s1[1], mul),
                    2 => out[2] = s0[2],
                    _ => out[3] = s1[3],
                }
            }
        }
        V::MaxA => {
            pairs(s0, s1, mask, out, float::max);
            return Effect::Address(Box::new(s0[3].map(address_rounded)));
        }
        V::Undefined30 | V::Undefined31 => replicate(&[0.0; LANES], mask, out),
    }
    Effect::Nothing
}

#[inline]
fn pairs(s0: &Vector, s1: &Vector, mask: u8, out: &mut Vector, f: impl Fn(f32, f32) -> f32) {
    for c in masked(mask) {
        map2(&mut out[c], &s0[c], &s1[c], &f);
    }
}

#[inline]
fn triples(s: &[Vector; 3], mask: u8, out: &mut Vector, f: impl Fn(f32, f32, f32) -> f32) {
    let [s0, s1, s2] = s;
    for c in masked(mask) {
        map3(&mut out[c], &s0[c], &s1[c], &s2[c], &f);
    }
}

fn replicate(value: &Lanes, mask: u8, out: &mut Vector) {
    for c in masked(mask) {
        out[c] = *value;
    }
}

/// Products summed from x on, each step rounded (rules A27 to A29).
fn dot(s0: &Vector, s1: &Vector, components: usize) -> Lanes {
    let mut sum = [0.0; LANES];
    map2(&mut sum, &s0[0], &s1[0], mul);
    for c in 1..components {
        let before = sum;
        map3(&mut sum, &s0[c], &s1[c], &before, float::mad);
    }
    sum
}

/// Predicate from w; a nesting counter from x, replicated (rule A32).
fn push(
    s0: &Vector,
    s1: &Vector,
    mask: u8,
    out: &mut Vector,
    test: fn(f32, f32) -> bool,
) -> Effect {
    let both = |s0: &Lanes, s1: &Lanes| holds(s0, s1, |a, b| float::eq(a, 0.0) & test(b, 0.0));
    if mask != 0 {
        let agree = both(&s0[0], &s1[0]);
        let mut counter = s0[0].map(|x| add(x, 1.0));
        for (lane, counter) in counter.iter_mut().enumerate() {
            if agree >> lane & 1 != 0 {
                *counter = 0.0;
            }
        }
        replicate(&counter, mask, out);
    }
    Effect::Predicate(both(&s0[3], &s1[3]))
}

/// Lanes of which any component passes; 1 there, else 0 (rule A33).
fn kill(
    s0: &Vector,
    s1: &Vector,
    mask: u8,
    out: &mut Vector,
    test: fn(f32, f32) -> bool,
) -> Effect {
    let killed = s0.iter().zip(s1).fold(0, |killed, (a, b)| killed | holds(a, b, test));
    let mut result = [0.0; LANES];
    for (lane, result) in result.iter_mut().enumerate() {
        *result = truth(killed >> lane & 1 != 0);
    }
    replicate(&result, mask, out);
    Effect::Kill(killed)
}

#[cfg(test)]
mod tests;
