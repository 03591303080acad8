use super::*;

fn float(value: f32) -> Number {
    Number::Float(value.to_bits())
}

/// Digest 1.1: 786743.4375, which Glide's snap bias makes of 311.4375.
const SNAPPED: Number = Number::Float(0x4940_1377);

#[test]
fn vertices_wrap_at_16_bits() {
    let hardware = Profile::hardware();
    assert_eq!(vertex(&hardware, Number::Fixed(0x1_8000)), -0x8000);
    assert_eq!(vertex(&hardware, SNAPPED), 0x1377);
    assert_eq!(vertex(&Profile::b86(), SNAPPED), 0x1377);
    assert_eq!(vertex(&hardware, float(-1.99)), -31);
    assert_eq!(vertex(&Profile::b86(), float(1e30)), 0, "0x80000000 cut to 16 bits");
    assert_eq!(vertex(&hardware, float(1e30)), -1, "0xFFFFFFFF cut to 16 bits");
    assert_eq!(vertex(&hardware, float(-1e30)), 0, "-0x100000000 cut to 16 bits");
}

#[test]
fn fixed_colours_are_extended_from_24_bits() {
    let word = Number::Fixed(0xFF80_0001);
    let (hardware, b86) = (Profile::hardware(), Profile::b86());
    assert_eq!(parameter(&hardware, Parameter::R, true, word), -0x7F_FFFF);
    assert_eq!(parameter(&b86, Parameter::A, true, word), 0x80_0001);
    assert_eq!(parameter(&b86, Parameter::A, false, word), -0x7F_FFFF);
    assert_eq!(parameter(&b86, Parameter::Z, true, word), 0xFF80_0001_u32 as i32 as i64);
}

#[test]
fn float_colours() {
    let (hardware, b86) = (Profile::hardware(), Profile::b86());
    // Digest 1.1: -1.5 to fstartR gives 0xFFFFE800.
    assert_eq!(parameter(&hardware, Parameter::R, true, float(-1.5)), -0x1800);
    // 3000 needs 25 bits in 12.12.
    assert_eq!(parameter(&hardware, Parameter::R, true, float(3000.0)), 3000 * 4096 - (1 << 24));
    assert_eq!(parameter(&b86, Parameter::R, true, float(3000.0)), 3000 * 4096);
    assert_eq!(parameter(&b86, Parameter::Z, true, float(f32::NAN)), i32::MIN as i64);
    assert_eq!(parameter(&b86, Parameter::Z, true, float(524288.0)), i32::MIN as i64);
    assert_eq!(parameter(&hardware, Parameter::Z, true, float(f32::NAN)), -1);
    assert_eq!(parameter(&hardware, Parameter::Z, true, float(1e-40)), 0, "subnormal");
}

#[test]
fn coordinates_by_format() {
    let mut profile = Profile::hardware();
    let w = |profile: &Profile, number| parameter(profile, Parameter::W, true, number);
    let s = |profile: &Profile, number| parameter(profile, Parameter::S, true, number);
    // Digest 1.1: fstartW = 81.92 is 0x14_7AE14000, fstartS = 32768 is 0x2_00000000.
    assert_eq!(w(&profile, float(81.92)), 0x7AE1_4000);
    assert_eq!(s(&profile, float(32768.0)), 0);
    profile.stw_format = StwFormat::Wide;
    assert_eq!(w(&profile, float(81.92)), 0x14_7AE1_4000);
    assert_eq!(s(&profile, float(32768.0)), 0x2_0000_0000);
    assert_eq!(s(&profile, Number::Fixed(0x8000_0000)), -0x8000_0000);
    let b86 = Profile::b86();
    assert_eq!(w(&b86, Number::Fixed(0xFFFF_FFFF)), -4);
    assert_eq!(s(&b86, Number::Fixed(1)), 1 << 14);
    assert_eq!(s(&b86, float(-0.5)), -(1 << 31));
    assert_eq!(s(&b86, float(f32::INFINITY)), i64::MIN);
}
