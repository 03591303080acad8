//! Random triangles: what they carry, and the register writes for it.

use sst1_regs::{offset, register_at};

use super::geometry::Outline;
use super::rng::Rng;

/// Parameters in register order: name only for the reader.
const R: usize = 0;
const Z: usize = 3;
const S: usize = 5;
const T: usize = 6;
const W: usize = 7;

/// How an address is formed besides its register: alternate map and byte order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Addressing {
    /// fbiInit3\[0\] is set.
    pub(super) remap: bool,
    /// fbiInit0\[3\] is set.
    pub(super) swizzle: bool,
}

impl Addressing {
    /// Offset and data of a register write, chip field `chips`, in one of the ways that there are.
    pub(super) fn form(self, rng: &mut Rng, at: u32, chips: u32, data: u32) -> (u32, u32) {
        let mut at = at;
        let mut data = data;
        let mut high = chips << 10;
        let alternate = register_at(at).and_then(|register| register.alternate);
        // Bit 21 means another register to those that take part in the alternate map, and another
        // byte order to all.
        let moved = self.remap && alternate.is_some();
        let plain = !self.remap || at >= 0x100;
        if rng.chance(40) && (moved || self.swizzle && plain) {
            high |= 1 << 21;
            at = if moved { alternate.unwrap_or(at) } else { at };
            if self.swizzle {
                data = data.swap_bytes();
            }
        }
        if rng.one_in(40) {
            high |= rng.below(128) << 14;
        }
        (high | at, data)
    }
}

/// Start values and gradients of one triangle in registers' units (colours 0 to 255, depth, S and
/// T over W, one over W), in register order.
struct Drawn {
    slots: [[f64; 8]; 3],
}

fn drawn(rng: &mut Rng, flat_color: Option<u32>) -> Drawn {
    let mut slots = [[0.0; 8]; 3];
    let flat = rng.chance(20);
    for n in [R, 1, 2, 4] {
        let start = if rng.chance(90) { rng.real(0.0, 256.0) } else { rng.real(-300.0, 600.0) };
        let slope = rng.pick(&[0.0, 1.0, 8.0, 30.0]);
        slots[0][n] = start;
        for step in [1, 2] {
            slots[step][n] = if flat { 0.0 } else { rng.real(-slope, slope) };
        }
    }
    if let Some(color) = flat_color {
        for (n, shift) in [(R, 16), (1, 8), (2, 0)] {
            slots[0][n] = f64::from(color >> shift & 0xFF);
            (slots[1][n], slots[2][n]) = (0.0, 0.0);
        }
    }
    slots[0][Z] = if rng.chance(85) { rng.real(0.0, 65536.0) } else { rng.real(-3e5, 3e5) };
    let slope = rng.pick(&[0.0, 10.0, 2000.0]);
    for step in [1, 2] {
        slots[step][Z] = rng.real(-slope, slope);
    }

    let w = power_of_two(rng.between(-14, 0)) * rng.real(0.5, 1.0);
    let w = if rng.one_in(25) { -w } else { w };
    // Up to a change of sign within a triangle.
    let bend = rng.pick(&[0.0, 0.001, 0.01, 0.05]);
    slots[0][W] = w;
    for step in [1, 2] {
        slots[step][W] = w * rng.real(-bend, bend);
    }
    let divided = if rng.chance(75) { w } else { 1.0 };
    let density = power_of_two(rng.between(-5, 4));
    for n in [S, T] {
        slots[0][n] = rng.real(-300.0, 600.0) * divided;
        for step in [1, 2] {
            slots[step][n] = rng.real(-density, density) * divided;
        }
    }
    Drawn { slots }
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent.clamp(-60, 60)) as u64) << 52)
}

const FRACTION: [u32; 8] = [12, 12, 12, 12, 12, 18, 18, 30];

/// The register writes of a triangle, command included. Gradients of single parameters are
/// sometimes anything at all, parameters sometimes left as they are, units sometimes apart.
pub(super) fn triangle(
    rng: &mut Rng,
    outline: &Outline,
    units: u32,
    flat_color: Option<u32>,
    addressing: Addressing,
) -> Vec<(u32, u32)> {
    let mut writes = Vec::with_capacity(40);
    let floats = rng.pick(&[0, 0, 100, 100, 50]);
    let mut put = |rng: &mut Rng, at: u32, chips: u32, fixed: u32, float: u32| {
        let (at, data) = if rng.chance(floats) { (at + 0x80, float) } else { (at, fixed) };
        writes.push(addressing.form(rng, at, chips, data));
    };
    let high = rng.word();
    for (at, coordinate) in
        (offset::VERTEX_AX..).step_by(4).zip(outline.vertices.as_flattened().iter())
    {
        // The upper half of a fixed vertex does not count.
        let fixed = (*coordinate as u32 & 0xFFFF) | (high & 0xFFFF_0000);
        // Between two sixteenths, where conversions truncate.
        let between =
            f64::from(*coordinate) + if rng.chance(50) { rng.real(-1.0, 1.0) } else { 0.0 };
        let float = if outline.strange && rng.one_in(6) {
            strange_float(rng)
        } else {
            ((between / 16.0) as f32).to_bits()
        };
        put(rng, at, 0, fixed, float);
    }
    let all = rng.chance(85);
    let values = drawn(rng, flat_color);
    for (slot, numbers) in
        [offset::START_R, offset::DRDX, offset::DRDY].into_iter().zip(values.slots)
    {
        for (n, (number, fraction)) in numbers.into_iter().zip(FRACTION).enumerate() {
            if !all && rng.chance(40) {
                continue;
            }
            let at = slot + 4 * n as u32;
            let exact = (number * f64::from(1u32 << fraction)).floor();
            let (fixed, float) = if rng.one_in(70) {
                (rng.wild(), strange_float(rng))
            } else {
                (exact as i64 as u32, (number as f32).to_bits())
            };
            let chips = if rng.one_in(40) { rng.below(16) } else { 0 };
            put(rng, at, chips, fixed, float);
            if n >= S && units > 1 && rng.one_in(6) {
                // One unit goes its own way.
                let chips = 2 << rng.below(units);
                let other = number * rng.real(0.5, 1.5);
                let fixed = (other * f64::from(1u32 << fraction)).floor() as i64 as u32;
                put(rng, at, chips, fixed, (other as f32).to_bits());
            }
        }
    }
    let command = u32::from(outline.negative) << 31 | (rng.word() >> 1);
    let chips = if rng.one_in(25) { rng.below(16) } else { 0 };
    let at = if rng.chance(50) { offset::TRIANGLE_CMD } else { offset::FTRIANGLE_CMD };
    writes.push(addressing.form(rng, at, chips, command));
    writes
}

/// A single that conversions may trip over: not a number, infinite, denormal, huge, or any bits.
fn strange_float(rng: &mut Rng) -> u32 {
    const STRANGE: [u32; 14] = [
        0x7FC0_0000, // not a number
        0x7F80_0000, // infinities
        0xFF80_0000,
        0x0000_0001, // the smallest denormal
        0x807F_FFFF, // the largest negative denormal
        0x8000_0000, // -0
        0x4F00_0000, // 2^31
        0xCF00_0000,
        0x5F00_0000, // 2^63
        0x7F7F_FFFF, // the largest
        0x3F7F_FFFF, // just below 1
        0x44FF_FFF0, // 2047.9
        0xC500_0000, // -2048
        0x0080_0000, // the smallest normal
    ];
    match rng.below(3) {
        0 => rng.pick(&STRANGE),
        // Every exponent alike.
        1 => rng.word(),
        // The exponents around which fixed point overflows.
        _ => (rng.word() & 0x807F_FFFF) | (100 + rng.below(70)) << 23,
    }
}
