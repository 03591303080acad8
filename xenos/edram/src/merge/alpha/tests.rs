use super::*;

const FUNCTIONS: [Compare; 8] = [
    Compare::Never,
    Compare::Less,
    Compare::Equal,
    Compare::LessEqual,
    Compare::Greater,
    Compare::NotEqual,
    Compare::GreaterEqual,
    Compare::Always,
];

#[test]
fn functions_are_bits_of_less_equal_greater() {
    for (code, function) in FUNCTIONS.into_iter().enumerate() {
        assert_eq!(function as usize, code);
        for (bit, alpha) in [(0, 0.25), (1, 0.5), (2, 0.75)] {
            assert_eq!(alpha_test(function, 0.5, alpha), code >> bit & 1 == 1, "{function:?}");
        }
        let with_nan = matches!(function, Compare::NotEqual | Compare::Always);
        assert_eq!(alpha_test(function, 0.5, f32::NAN), with_nan);
        assert_eq!(alpha_test(function, f32::NAN, 0.5), with_nan);
    }
}

fn control(offsets: [u32; 4]) -> RbColorcontrol {
    let [a, b, c, d] = offsets;
    RbColorcontrol::from_raw(0x10 | a << 24 | b << 26 | c << 28 | d << 30)
}

#[test]
fn off_covers_all() {
    let off = RbColorcontrol::from_raw(0xFF00_0000);
    let masks = [MsaaSamples::X1, MsaaSamples::X2, MsaaSamples::X4]
        .map(|samples| alpha_to_mask(off, samples, 0, 0, f32::NAN));
    assert_eq!(masks, [1, 3, 0xF]);
}

#[test]
fn thresholds_and_offsets() {
    let count =
        |offsets, samples, x, y, alpha| alpha_to_mask(control(offsets), samples, x, y, alpha);
    let none = [0; 4];
    assert_eq!(count(none, MsaaSamples::X1, 0, 0, 0.99), 0);
    assert_eq!(count(none, MsaaSamples::X1, 0, 0, 1.0), 1);
    assert_eq!(count(none, MsaaSamples::X2, 0, 0, 0.5), 1);
    assert_eq!(count(none, MsaaSamples::X2, 0, 0, 1.0), 3);
    let four = [0.2, 0.25, 0.5, 0.75, 1.0].map(|a| count(none, MsaaSamples::X4, 0, 0, a));
    assert_eq!(four, [0, 2, 6, 7, 15]);
    // A step is a quarter, an eighth, a sixteenth.
    let offsets = [3, 1, 0, 2];
    assert_eq!(count(offsets, MsaaSamples::X1, 0, 0, 0.25), 1);
    assert_eq!(count(offsets, MsaaSamples::X1, 0, 1, 0.75), 1);
    assert_eq!(count(offsets, MsaaSamples::X1, 1, 0, 0.75), 0);
    assert_eq!(count(offsets, MsaaSamples::X2, 1, 1, 0.25), 1);
    assert_eq!(count(offsets, MsaaSamples::X4, 0, 0, 0.0625), 2);
    assert_eq!(count(offsets, MsaaSamples::X4, 0, 1, 0.9375), 15);
    assert_eq!(count([3; 4], MsaaSamples::X4, 5, 9, f32::NAN), 0);
}
