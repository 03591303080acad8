use super::*;

/// Red 31 over green 63, then selectors 0 1 2 3 in the first row and 3 everywhere else.
const OPAQUE: [u8; 8] = [0x00, 0xF8, 0xE0, 0x07, 0b11_10_01_00, 0xFF, 0xFF, 0xFF];

#[test]
fn four_colours_where_the_first_is_greater() {
    assert_eq!(dxt1(&OPAQUE, 0), [255, 0, 0, 255]);
    assert_eq!(dxt1(&OPAQUE, 1), [0, 255, 0, 255]);
    assert_eq!(dxt1(&OPAQUE, 2), [170, 85, 0, 255]);
    assert_eq!(dxt1(&OPAQUE, 3), [85, 170, 0, 255]);
    assert_eq!(dxt1(&OPAQUE, 15), [85, 170, 0, 255]);
}

#[test]
fn three_colours_and_nothing_where_it_is_not() {
    let block = [0xE0, 0x07, 0x00, 0xF8, 0b11_10_01_00, 0, 0, 0];
    assert_eq!(dxt1(&block, 0), [0, 255, 0, 255]);
    assert_eq!(dxt1(&block, 1), [255, 0, 0, 255]);
    assert_eq!(dxt1(&block, 2), [127, 127, 0, 255]);
    assert_eq!(dxt1(&block, 3), [0, 0, 0, 0]);
    // The colour half of the wider formats has four always.
    assert_eq!(color(&block, 3), [170, 85, 0]);
    let equal = [0x34, 0x12, 0x34, 0x12, 0b11_10_01_00, 0, 0, 0];
    assert_eq!(dxt1(&equal, 3), [0; 4]);
}

#[test]
fn ends_are_widened_by_their_own_upper_bits() {
    // Red 1, green 1, blue 1.
    let block = [0x21, 0x08, 0, 0, 0, 0, 0, 0];
    assert_eq!(dxt1(&block, 0), [8, 4, 8, 255]);
    // Red 16, green 32, blue 16.
    let block = [0x10, 0x84, 0, 0, 0, 0, 0, 0];
    assert_eq!(dxt1(&block, 0), [132, 130, 132, 255]);
}

#[test]
fn explicit_alpha_is_four_bits_a_texel() {
    let block = [0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE];
    for texel in 0..16 {
        assert_eq!(explicit(&block, texel), texel as u32);
    }
}

#[test]
fn interpolated_alpha_has_eight_or_six_steps() {
    // Codes 0 to 7, twice: three bits each.
    let codes = (0..16_u64).fold(0, |all, texel| all | (texel % 8) << (3 * texel));
    let [a, b, c, d, e, f, ..] = codes.to_le_bytes();
    let eight = [255, 0, a, b, c, d, e, f];
    let expected = [255, 0, 218, 182, 145, 109, 72, 36];
    for texel in 0..16 {
        assert_eq!(interpolated(&eight, texel), expected[texel % 8], "{texel}");
    }
    let six = [0, 255, a, b, c, d, e, f];
    let expected = [0, 255, 51, 102, 153, 204, 0, 255];
    for texel in 0..16 {
        assert_eq!(interpolated(&six, texel), expected[texel % 8], "{texel}");
    }
}

#[test]
fn ctx1_has_two_components_and_thirds_always() {
    let block = [10, 20, 40, 80, 0b11_10_01_00, 0, 0, 0];
    assert_eq!(ctx1(&block, 0), [20, 10]);
    assert_eq!(ctx1(&block, 1), [80, 40]);
    assert_eq!(ctx1(&block, 2), [40, 20]);
    assert_eq!(ctx1(&block, 3), [60, 30]);
}
