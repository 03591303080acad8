use super::*;

#[test]
fn singles_have_a_point_bits_or_a_name() {
    assert_eq!(single("1.5"), Ok(0x3FC0_0000));
    assert_eq!(single("-0.0"), Ok(0x8000_0000));
    assert_eq!(single("2^-149"), Ok(1));
    assert_eq!(single("-2^-126"), Ok(0x8080_0000));
    assert_eq!(single("-inf"), Ok(0xFF80_0000));
    assert_eq!(single("-max"), Ok(0xFF7F_FFFF));
    assert_eq!(single("1.0e-3"), Ok(0.001f32.to_bits()));
    for wrong in ["1", "-nan", "2^128", "x.0", "", "-", "-0x1", "2^"] {
        assert!(single(wrong).is_err(), "{wrong}");
    }
    assert_eq!(word("-1"), Ok(u32::MAX));
    assert_eq!(word("1.0"), Ok(0x3F80_0000));
}

#[test]
fn zeros_differ_and_nans_do_not() {
    let exact = Tolerance::Exact;
    assert!(!Want::Bits(0).holds(Some(1 << 31), exact));
    assert!(Want::Nan.holds(Some(0xFFFF_FFFF), exact) && !Want::Nan.holds(Some(0), exact));
    assert!(Want::Unwritten.holds(None, exact) && !Want::Unwritten.holds(Some(0), exact));
    assert!(!Want::Bits(0).holds(None, exact) && Want::Any.holds(None, exact));
}

#[test]
fn tolerances_count_numbers_or_distances() {
    let one = 0x3F80_0000;
    assert!(Tolerance::Ulp(1).holds(one, one + 1) && !Tolerance::Ulp(1).holds(one, one + 2));
    assert!(Tolerance::Ulp(2).holds(1, 0x8000_0001));
    assert!(Tolerance::Absolute(0.5).holds(one, 1.5f32.to_bits()));
    assert!(!Tolerance::Relative(0.01).holds(one, 1.5f32.to_bits()));
    let infinity = f32::INFINITY.to_bits();
    assert!(Tolerance::Relative(0.01).holds(infinity, infinity));
    assert!(!Tolerance::Relative(0.01).holds(infinity, one));
    assert!(!Tolerance::Ulp(u32::MAX).holds(0x7F80_0000, NAN));
}
