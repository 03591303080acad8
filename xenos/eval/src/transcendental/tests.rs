//! Functions against arithmetic of another kind.

use super::*;

/// The reciprocal root that lies nearest, by whole numbers: `m * m * x` against a power of two.
fn exact_rsq(mantissa: u32, odd: bool) -> f32 {
    // x = mantissa * 2^-23 (times 2 if odd), in [1, 4); its root's reciprocal r is in (1/2, 1].
    let x = u128::from(mantissa) << u32::from(odd);
    let guess = (1.0 / (f64::from(mantissa) * f64::from(1 + u32::from(odd)) / 8_388_608.0).sqrt())
        * 16_777_216.0;
    let mut r = guess.round() as u128;
    // The middle above r and below it, as odd numbers of halves: (2r + 1)^2 x against 2^(2 * 25 + 23).
    let below = |halves: u128| halves * halves * x < 1 << 73;
    while below(2 * r + 1) {
        r += 1;
    }
    while !below(2 * r - 1) {
        r -= 1;
    }
    r as f32 / 16_777_216.0
}

#[test]
fn reciprocal_roots_are_the_nearest() {
    // Every seventh mantissa of both parities of the exponent; other exponents scale exactly.
    for odd in [false, true] {
        for mantissa in (0x80_0000..0x100_0000u32).step_by(7).chain([0xBA18E3]) {
            let x = mantissa as f32 / 8_388_608.0 * if odd { 2.0 } else { 1.0 };
            assert_eq!(rsq(x), exact_rsq(mantissa, odd), "{x}");
        }
    }
}

#[test]
fn powers_and_logarithms_of_powers_are_exact() {
    for exponent in -126..=127 {
        let power = f32::from_bits(((exponent + 127) as u32) << 23);
        assert_eq!(exp2(exponent as f32), power);
        assert_eq!(log2(power), exponent as f32);
        assert_eq!(rcp(power), if exponent == 127 { 0.0 } else { 1.0 / power });
    }
}

#[test]
fn clamping_forms_change_infinities_alone() {
    for bits in [0, 1 << 31, 0x3F80_0000, 0xFF7F_FFFF, 0x7F7F_FFFF, 0x0080_0000] {
        let x = f32::from_bits(bits);
        for form in [finite, vanishing, raised] {
            assert_eq!(form(x).to_bits(), bits);
        }
    }
    assert_eq!(finite(f32::NEG_INFINITY), f32::MIN);
    assert_eq!(vanishing(f32::NEG_INFINITY).to_bits(), 1 << 31);
    assert_eq!(raised(f32::NEG_INFINITY), f32::MIN);
    assert_eq!(raised(f32::INFINITY), f32::INFINITY);
}
