use super::*;
use xenos_regs::words::DepthFormat;

fn red(format: ColorFormat, value: f32) -> u32 {
    pack(format, [value, 0.0, 0.0, 0.0])[0]
}

/// Check values of the document.
#[test]
fn check_values() {
    let small = [0.001, 0.0625, 0.25, 0.5, 1.0, 2.0, 3.3, 31.875]
        .map(|value| red(ColorFormat::Float2101010, value));
    assert_eq!(small, [0x001, 0x020, 0x080, 0x100, 0x180, 0x200, 0x253, 0x3FF]);
    let depth = [1e-5, 0.25, 0.5, 1.0, 1.5].map(|value| pack_depth(DepthFormat::D24FS8, value));
    assert_eq!(depth, [0x029F17, 0xD00000, 0xE00000, 0xF00000, 0xF80000]);
    let linear = [32, 64, 80, 96, 128, 192, 200, 250, 254]
        .map(|code| unpack(ColorFormat::Gamma8888, [code, 0])[0] * 1023.0);
    assert_eq!(linear, [32.0, 64.0, 96.0, 128.0, 257.0, 516.0, 580.0, 983.0, 1015.0]);
    let gamma = [0.05, 0.1, 0.2, 0.5, 0.9].map(|value| red(ColorFormat::Gamma8888, value));
    assert_eq!(gamma, [51, 83, 115, 191, 243]);
}

#[test]
fn codes_of_the_gamma_curve_come_back() {
    for code in 0..256 {
        let value = unpack(ColorFormat::Gamma8888, [code, 0])[0];
        assert_eq!(red(ColorFormat::Gamma8888, value), code);
    }
}

#[test]
fn what_is_out_of_range_is_the_nearest_end() {
    use ColorFormat::{Fixed1616, Fixed8888, Float32, Float1616, Float2101010};
    let ends =
        |format| [f32::NAN, f32::NEG_INFINITY, -0.0, f32::INFINITY].map(|value| red(format, value));
    assert_eq!(ends(Fixed8888), [0, 0, 0, 0xFF]);
    assert_eq!(ends(Float2101010), [0, 0, 0, 0x3FF]);
    assert_eq!(ends(Fixed1616), [0, 0x8001, 0, 0x7FFF]);
    // A half has no infinity, and no NaN.
    assert_eq!(ends(Float1616), [0x7FFF, 0xFFFF, 0x8000, 0x7FFF]);
    assert_eq!(unpack(Float1616, [0xFFFF_7C00, 0])[..2], [65536.0, -131008.0]);
    assert_eq!(red(Float1616, 131_007.99), 0x7FFF);
    assert_eq!(ends(Float32)[1..], [0xFF80_0000, 0x8000_0000, 0x7F80_0000]);
    assert_eq!(unpack(Fixed1616, [0x8000_8001, 0])[..2], [-32.0, -32.0]);
}

#[test]
fn depth_has_ends_and_no_lost_codes() {
    for format in [DepthFormat::D24S8, DepthFormat::D24FS8] {
        let ends = [f64::NAN, f64::NEG_INFINITY, -0.0, 5e-324, f64::INFINITY];
        assert_eq!(ends.map(|depth| pack_depth(format, depth)), [0, 0, 0, 0, 0xFF_FFFF]);
    }
    assert_eq!(pack_depth(DepthFormat::D24FS8, 1.999_999), 0xFF_FFFF);
    assert_eq!(unpack_depth(DepthFormat::D24FS8, 0xFF_FFFF), 2.0 - 1.0 / 1_048_576.0);
    assert_eq!(unpack_depth(DepthFormat::D24S8, 0xFF_FFFF), 1.0);
    // The one number that lies between two codes; either way of rounding a half gives this.
    assert_eq!(pack_depth(DepthFormat::D24S8, 0.5), 0x80_0000);
    assert_eq!([f64::NAN, -1.0, 0.25, 1.5].map(limit_depth), [0.0, 0.0, 0.25, 1.0]);
}

#[test]
fn reserved_formats_have_nothing() {
    use ColorFormat::{Reserved8, Reserved9, Reserved11, Reserved13};
    for format in [Reserved8, Reserved9, Reserved11, Reserved13] {
        assert!(!is_defined(format) && !is_64(format));
        assert_eq!(component_mask(format, 0xF), [0; 2]);
        assert_eq!(pack(format, [1.0; 4]), [0; 2]);
        assert_eq!(unpack(format, [!0; 2]), [0.0; 4]);
    }
}

#[test]
fn clamping_is_the_range_before_blending() {
    let odd = [f32::NAN, -40.0, 40.0, 2.0];
    assert_eq!(clamp(ColorFormat::Fixed2101010, odd), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(clamp(ColorFormat::Float2101010As16, odd), [0.0, 0.0, 31.875, 1.0]);
    assert_eq!(clamp(ColorFormat::Fixed1616, odd), [0.0, -32.0, 32.0, 2.0]);
    let float = clamp(ColorFormat::Float16161616, odd);
    assert!(float[0].is_nan());
    assert_eq!(float[1..], odd[1..]);
}
