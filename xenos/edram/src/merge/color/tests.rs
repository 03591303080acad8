use super::*;
use proptest::prelude::*;
use xenos_regs::words::RbColorInfo;

fn unit(format: u32, bias: i32, blend: u32, constant: [f32; 4], mask: u32) -> ColorUnit {
    let info = RbColorInfo::from_raw(format << 16).with_color_exp_bias(bias);
    let blend = RbBlendcontrol::from_raw(blend);
    ColorUnit::new(&ColorTarget { info, blend, mask }, BlendConstant(constant.map(f32::to_bits)))
}

fn rgba8(r: u32, g: u32, b: u32, a: u32) -> [u32; 2] {
    [r | g << 8 | b << 16 | a << 24, 0]
}

const NO_BLEND: u32 = 0x0001_0001;
/// Source alpha, 1 less source alpha, for both.
const ALPHA: u32 = 0x0706_0706;

#[test]
fn without_blending_the_source_is_stored() {
    let plain = unit(0, 0, NO_BLEND, [0.0; 4], 0xF);
    assert_eq!(plain, ColorUnit::plain(ColorFormat::Fixed8888, 0xF));
    assert!(!plain.blends());
    assert_eq!(plain.merge([1.0, 0.5, -1.0, f32::NAN], [u32::MAX; 2]), [0x0000_80FF, !0]);
    // Bias, then range.
    let bright = unit(0, 1, NO_BLEND, [0.0; 4], 0xF);
    assert_eq!(bright.merge([0.25, 0.5, 0.75, 0.1], [0; 2]), rgba8(128, 255, 255, 51));
    // A NaN of a float target keeps its bits.
    let float = unit(14, 0, NO_BLEND, [0.0; 4], 1);
    let odd = f32::from_bits(0xFFC1_2345);
    assert_eq!(float.merge([odd, 0.0, 0.0, 0.0], [7, 7]), [0xFFC1_2345, 7]);
}

#[test]
fn masks_keep_other_bits() {
    let alpha = unit(2, 0, ALPHA, [0.0; 4], 8);
    assert_eq!(alpha.mask(), [0xC000_0000, 0]);
    let stored = [0x1234_5678, 0x9ABC_DEF0];
    let [low, high] = alpha.merge([1.0; 4], stored);
    assert_eq!((low & 0x3FFF_FFFF, high), (stored[0] & 0x3FFF_FFFF, stored[1]));
    assert_eq!(unit(0, 0, ALPHA, [0.0; 4], 0).merge([1.0; 4], stored), stored);
    // Missing components have no bits.
    assert_eq!(unit(4, 0, NO_BLEND, [0.0; 4], 0xC).merge([1.0; 4], stored), stored);
}

#[test]
fn products_of_fixed_targets_are_clamped() {
    // D x Cc with D = 30 and Cc = 30: 900 is 32 before the source is taken from it.
    let wide = unit(4, 0, 0x0001_0C81, [30.0; 4], 3);
    let stored = ColorUnit::plain(ColorFormat::Fixed1616, 3).merge([30.0; 4], [0; 2]);
    let [r, g, ..] = format::unpack(ColorFormat::Fixed1616, wide.merge([2.0; 4], stored));
    assert_eq!([r, g].map(f32::round), [30.0; 2]);
    // A float target's are not: 900 - 2.
    let float = unit(14, 0, 0x0001_0C81, [30.0; 4], 1);
    let stored = [30.0f32.to_bits(), 0];
    assert_eq!(float.merge([2.0; 4], stored), [898.0f32.to_bits(), 0]);
}

#[test]
fn a_zero_factor_is_not_multiplied() {
    let both_zero = unit(14, 0, 0, [0.0; 4], 1);
    let infinite = [f32::INFINITY.to_bits(), 0];
    assert_eq!(both_zero.merge([f32::NAN; 4], infinite), [0, 0]);
    // Constant colour 0 is a number like others.
    let constant = unit(14, 0, 0x0001_0C01, [0.0; 4], 1);
    assert_eq!(constant.merge([1.0; 4], infinite), [0x7FC0_0000, 0]);
}

#[test]
fn a_missing_alpha_is_one() {
    // S x Ad + D x (1 - Ad).
    let blend = 0x0B0A_0B0A;
    let two = unit(15, 0, blend, [0.0; 4], 3);
    let stored = [5.0f32.to_bits(), 6.0f32.to_bits()];
    let want = [2.0f32.to_bits(), 3.0f32.to_bits()];
    assert_eq!(two.merge([2.0, 3.0, 0.0, 0.0], stored), want);
}

#[test]
fn reserved_codes_are_named_and_stand_for_others() {
    for (reserved, plain) in [(0x0011_0001, 0x0001_0001), (0x0001_00A1, 0x0001_0001)] {
        assert!(crate::merge::is_reserved(RbBlendcontrol::from_raw(reserved)));
        assert!(!crate::merge::is_reserved(RbBlendcontrol::from_raw(plain)));
        let stored = rgba8(10, 20, 30, 40);
        let colour = [0.1, 0.2, 0.3, 0.4];
        let [a, b] = [reserved, plain].map(|blend| unit(0, 0, blend, [0.0; 4], 0xF));
        assert_eq!(a.merge(colour, stored), b.merge(colour, stored));
    }
}

/// The blend equation of one component, straight from the document, and from raw bits.
fn equation(
    bits: u32,
    alpha: bool,
    fixed: Option<(f32, f32)>,
    (s, sa): (f32, f32),
    (d, da): (f32, f32),
    (c, ca): (f32, f32),
) -> f32 {
    let factor = |code: u32| match code {
        4 => s,
        5 => 1.0 - s,
        6 => sa,
        7 => 1.0 - sa,
        8 => d,
        9 => 1.0 - d,
        10 => da,
        11 => 1.0 - da,
        12 => c,
        13 => 1.0 - c,
        14 => ca,
        15 => 1.0 - ca,
        16 if !alpha => sa.min(1.0 - da),
        _ => 1.0,
    };
    let product = |side: f32, code: u32| match (code, fixed) {
        (0, _) => 0.0,
        (_, None) => side * factor(code),
        (_, Some((low, high))) => (side * factor(code)).max(low).min(high),
    };
    let (left, right) = (product(s, bits & 31), product(d, bits >> 8 & 31));
    match bits >> 5 & 7 {
        1 => left - right,
        2 => s.min(d),
        3 => s.max(d),
        4 => right - left,
        _ => left + right,
    }
}

/// The range of products, and the lowest and highest that is blended.
type Range = (Option<(f32, f32)>, f32, f32);

/// Ranges of colour and alpha by the format's code.
fn ranges(format: u32) -> [Range; 2] {
    let unit = (Some((0.0, 1.0)), 0.0, 1.0);
    let wide = (Some((-32.0, 32.0)), -32.0, 32.0);
    let float = (None, f32::MIN, f32::MAX);
    match format {
        0 | 1 | 2 | 10 => [unit, unit],
        3 | 12 => [(None, 0.0, 31.875), unit],
        4 | 5 => [wide, wide],
        _ => [float, float],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn blending_is_the_equation(
        format in prop::sample::select(&[0u32, 1, 2, 3, 4, 5, 6, 7, 10, 12, 14, 15][..]),
        factors in prop::array::uniform4(0..32u32), ops in prop::array::uniform2(0..8u32),
        source in prop::array::uniform4(-40.0..40.0f32), bias in -4..5i32,
        background in prop::array::uniform4(-1.5..40.0f32), small in any::<bool>(),
        constant in prop::array::uniform4(-2.0..2.0f32), mask in 0..16u32,
    ) {
        let scale = if small { 1.0 / 32.0 } else { 1.0 };
        let (source, background) = (source.map(|v| v * scale), background.map(|v| v * scale));
        let color_format = RbColorInfo::from_raw(format << 16).color_format();
        let stored = format::pack(color_format, background);
        let half = |n: usize| factors[2 * n] | ops[n] << 5 | factors[2 * n + 1] << 8;
        let blend = half(0) | half(1) << 16;
        let got = unit(format, bias, blend, constant, mask).merge(source, stored);

        let mut dest = format::unpack(color_format, stored);
        if matches!(format, 4 | 6 | 14 | 15) {
            dest[3] = 1.0;
        }
        let range = |n: usize, value: f32| {
            let (_, low, high) = ranges(format)[usize::from(n == 3)];
            value.max(low).min(high)
        };
        let scaled: [f32; 4] = core::array::from_fn(|n| range(n, source[n] * 2f32.powi(bias)));
        let held: [f32; 4] = core::array::from_fn(|n| range(n, constant[n]));
        let result: [f32; 4] = core::array::from_fn(|n| {
            let (fixed, ..) = ranges(format)[usize::from(n == 3)];
            let pair = |v: [f32; 4]| (v[n], v[3]);
            equation(half(n / 3), n == 3, fixed, pair(scaled), pair(dest), pair(held))
        });
        let packed = format::pack(color_format, result);
        let written = format::component_mask(color_format, mask);
        for n in 0..2 {
            // Zeros of either sign are the same number.
            let zeros = |word: u32| if format >= 14 && word == 1 << 31 { 0 } else { word };
            let zeros16 = |word: u32| {
                let zero = |half: u32| if half == 0x8000 { 0 } else { half };
                if format == 6 || format == 7 {
                    zero(word & 0xFFFF) | zero(word >> 16) << 16
                } else {
                    zeros(word)
                }
            };
            let want = packed[n] & written[n] | stored[n] & !written[n];
            prop_assert_eq!(zeros16(got[n]), zeros16(want), "{:?} {:?}", scaled, dest);
        }
    }

    /// One x source + zero x destination is no blending, whatever is stored.
    #[test]
    fn the_short_way_is_the_long_way(
        format in prop::sample::select(&[0u32, 1, 2, 3, 4, 5, 6, 7, 10, 12, 14, 15][..]),
        source in prop::array::uniform4(any::<u32>()), stored in any::<[u32; 2]>(),
        bias in -32..32i32,
    ) {
        let source = source.map(f32::from_bits);
        let short = unit(format, bias, NO_BLEND, [0.0; 4], 0xF);
        // Alpha takes its source by another name for one, which is no short way.
        let long = unit(format, bias, 0x0010_0001, [0.0; 4], 0xF);
        prop_assert!(long.blends() && !short.blends());
        prop_assert_eq!(short.merge(source, stored), long.merge(source, stored));
    }
}
