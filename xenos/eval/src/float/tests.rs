//! One number at a time, against formulas that do not use the host's floating point.

use proptest::prelude::*;

use super::*;

/// Any word, those at the edges often.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        prop::sample::select(vec![
            0,
            1,
            0x7F_FFFF,
            0x80_0000,
            0x80_0001,
            0x3EFF_FFFF,
            0x3F00_0000,
            0x3F80_0000,
            0x4B00_0000,
            0x4AFF_FFFF,
            0x7F7F_FFFF,
            0x7F80_0000,
            0x7FC0_0000,
            0x7FA0_0001,
        ])
        .prop_flat_map(|word: u32| prop::sample::select(vec![word, word | 1 << 31])),
        // Exponents that meet.
        (0x3E00_0000..0x4200_0000u32),
    ]
}

fn number(word: u32) -> f32 {
    flush(f32::from_bits(word))
}

/// A finite word as a whole number of 2^-149.
fn whole(x: f32) -> Option<(bool, u32, u32)> {
    let bits = x.to_bits();
    let exponent = bits >> 23 & 0xFF;
    let fraction = bits & 0x7F_FFFF;
    (exponent != 255).then(|| match exponent {
        0 => (bits >> 31 != 0, fraction, 0),
        _ => (bits >> 31 != 0, fraction | 1 << 23, exponent - 1),
    })
}

/// Rounds sign, magnitude and power to nearest even by whole numbers: `magnitude * 2^(power - 149)`,
/// `sticky` meaning a little more.
fn rounded(negative: bool, magnitude: u128, power: i32, sticky: bool) -> f32 {
    let sign = u32::from(negative) << 31;
    if magnitude == 0 {
        return f32::from_bits(sign);
    }
    let bits = 128 - magnitude.leading_zeros() as i32;
    // Bits to drop so that 24 stay, or more for what is below the normal range.
    let drop = (bits - 24).max(-power);
    let (mut kept, power) = if drop <= 0 {
        (magnitude << -drop, power + drop)
    } else {
        let half = 1u128 << (drop - 1).min(126);
        let low = if drop >= 128 { magnitude } else { magnitude & ((1u128 << drop) - 1) };
        let kept = if drop >= 128 { 0 } else { magnitude >> drop };
        let up = low > half || low == half && (sticky || kept & 1 != 0);
        (kept + u128::from(up), power + drop)
    };
    let mut power = power;
    if kept >> 24 != 0 {
        kept >>= 1;
        power += 1;
    }
    if kept >> 23 == 0 {
        // Below the normal range: flushed.
        return f32::from_bits(sign);
    }
    if power + 1 >= 255 {
        return f32::from_bits(sign | 0x7F80_0000);
    }
    f32::from_bits(sign | ((power + 1) as u32) << 23 | kept as u32 & 0x7F_FFFF)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn products_are_rounded_once(a in word(), b in word()) {
        let (x, y) = (number(a), number(b));
        let product = mul(x, y).to_bits();
        if x == 0.0 || y == 0.0 {
            prop_assert_eq!(product, 0);
        } else if let (Some((sx, mx, px)), Some((sy, my, py))) = (whole(x), whole(y)) {
            let power = px as i32 + py as i32 - 149;
            let expected = rounded(sx != sy, u128::from(mx) * u128::from(my), power, false);
            prop_assert_eq!(product, expected.to_bits());
        } else if x.is_nan() || y.is_nan() {
            prop_assert_eq!(product, NAN.to_bits());
        } else {
            prop_assert_eq!(product, 0x7F80_0000 | (a ^ b) & 1 << 31);
        }
    }

    #[test]
    fn sums_are_rounded_once(a in word(), b in word()) {
        let (x, y) = (number(a), number(b));
        let sum = add(x, y).to_bits();
        if let (Some((sx, mx, px)), Some((sy, my, py))) = (whole(x), whole(y)) {
            // Far apart, the smaller one only says on which side of the larger the sum lies.
            let (px, py) = (px as i32, py as i32);
            if (px - py).abs() < 90 {
                let low = px.min(py);
                let signed = |s: bool, m: u32, p: i32| {
                    let m = i128::from(m) << (p - low);
                    if s { -m } else { m }
                };
                let total = signed(sx, mx, px) + signed(sy, my, py);
                let negative = if total == 0 { sx && sy } else { total < 0 };
                let expected = rounded(negative, total.unsigned_abs(), low, false);
                prop_assert_eq!(sum, expected.to_bits());
            } else {
                let larger = if px > py { x } else { y };
                prop_assert_eq!(sum, larger.to_bits());
            }
        } else if x.is_nan() || y.is_nan() || x.is_infinite() && y == -x {
            prop_assert_eq!(sum, NAN.to_bits());
        } else {
            prop_assert_eq!(sum, if x.is_infinite() { x } else { y }.to_bits());
        }
        prop_assert_eq!(sub(x, y).to_bits(), add(x, negate(y)).to_bits());
        prop_assert_eq!(mad(x, y, x).to_bits(), add(mul(x, y), x).to_bits());
    }

    #[test]
    fn wholes_agree_with_doubles(a in word()) {
        let x = number(a);
        if x.is_nan() {
            for f in [floor, trunc, fraction] {
                prop_assert_eq!(f(x).to_bits(), NAN.to_bits());
            }
        } else {
            prop_assert_eq!(floor(x).to_bits(), (libm::floor(f64::from(x)) as f32).to_bits());
            prop_assert_eq!(trunc(x).to_bits(), (libm::trunc(f64::from(x)) as f32).to_bits());
            let fraction = fraction(x);
            prop_assert!(x.is_infinite() && fraction.is_nan() || (0.0..=1.0).contains(&fraction));
        }
    }

    #[test]
    fn selections_hand_bits_on(a in word(), b in word()) {
        let (x, y) = (number(a), number(b));
        let larger = max(x, y).to_bits();
        let smaller = min(x, y).to_bits();
        let unordered = x.is_nan() || y.is_nan();
        prop_assert_eq!(larger, if unordered || x < y { y } else { x }.to_bits());
        prop_assert_eq!(smaller, if unordered || x >= y { y } else { x }.to_bits());
        prop_assert_eq!(eq(x, y) as u8 + gt(x, y) as u8 + gt(y, x) as u8, u8::from(!unordered));
        prop_assert_eq!(ne(x, y), !eq(x, y));
        prop_assert_eq!(ge(x, y), gt(x, y) || eq(x, y));
        let clamped = clamp(x);
        prop_assert!((0.0..=1.0).contains(&clamped) && clamped.is_sign_positive());
        prop_assert_eq!(flush(x).to_bits(), x.to_bits());
        prop_assert_eq!(abs(negate(x)).to_bits(), x.to_bits() & 0x7FFF_FFFF);
    }
}
