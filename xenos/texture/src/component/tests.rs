use super::*;

#[test]
fn fixed_codes_of_every_width_to_16_bits() {
    for bits in 1..=16_u32 {
        for code in 0..1_u32 << bits {
            let all = f64::from((1_u32 << bits) - 1);
            assert_eq!(fixed(code, bits, Reading::UNSIGNED), (f64::from(code) / all) as f32);
            let integer = Reading { signed: false, integer: true };
            assert_eq!(fixed(code, bits, integer), code as f32);
            let value = if code >> (bits - 1) != 0 {
                i64::from(code) - (1_i64 << bits)
            } else {
                i64::from(code)
            };
            let integer = Reading { signed: true, integer: true };
            assert_eq!(fixed(code, bits, integer), value as f32);
            if bits > 1 {
                let half = f64::from((1_u32 << (bits - 1)) - 1);
                let expected = (value as f64 / half).max(-1.0) as f32;
                assert_eq!(fixed(code, bits, Reading::SIGNED), expected, "{code} of {bits}");
            }
        }
    }
}

#[test]
fn fixed_codes_of_32_bits() {
    assert_eq!(fixed(u32::MAX, 32, Reading::UNSIGNED), 1.0);
    assert_eq!(fixed(1 << 31, 32, Reading::UNSIGNED), 0.5);
    assert_eq!(fixed(1 << 31, 32, Reading::SIGNED), -1.0);
    assert_eq!(fixed(0x4000_0000, 32, Reading::SIGNED), 0.5);
    assert_eq!(fixed(u32::MAX, 32, Reading { signed: true, integer: true }), -1.0);
}

#[test]
fn all_halves() {
    for code in 0..=u16::MAX {
        let (exponent, mantissa) = (i32::from(code >> 10 & 31), f64::from(code & 0x3FF));
        let magnitude = if exponent == 0 {
            mantissa * 2_f64.powi(-24)
        } else {
            (1.0 + mantissa / 1024.0) * 2_f64.powi(exponent - 15)
        };
        let expected = if code >= 0x8000 { -magnitude } else { magnitude } as f32;
        assert_eq!(half(code).to_bits(), expected.to_bits(), "{code:#06x}");
    }
    assert_eq!(half(0x7C00), 65536.0);
    assert_eq!(half(0x7FFF), 131_008.0);
}

#[test]
fn all_depths() {
    for code in 0..1_u32 << 24 {
        let fraction = f64::from(code) / 16_777_215.0;
        let got = depth_24(code);
        assert!((f64::from(got) - fraction).abs() < 2_f64.powi(-24), "{code:#x}");
        let exponent = (code >> 20) as i32;
        let mantissa = f64::from(code & 0xF_FFFF) / f64::from(1 << 20);
        let expected = if exponent == 0 {
            mantissa * 2_f64.powi(-14)
        } else {
            (1.0 + mantissa) * 2_f64.powi(exponent - 15)
        };
        assert_eq!(f64::from(depth_20e4(code)), expected, "{code:#x}");
    }
    assert_eq!((depth_24(0), depth_24(0xFF_FFFF)), (0.0, 1.0));
    assert_eq!(depth_20e4(0xF0_0000), 1.0);
}
