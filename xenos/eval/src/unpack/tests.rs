//! Every code of every width, against doubles; halves against their definition.

use super::*;

fn layout(format: VertexFormat) -> Layout {
    let mode = SignedMode::ClampMinusOne;
    Layout { format, signed: false, integer: false, mode, exponent: 0 }
}

#[test]
fn every_code_of_every_width() {
    let formats = [
        (VertexFormat::F8_8_8_8, 8, 0, 0),
        (VertexFormat::F8_8_8_8, 8, 24, 3),
        (VertexFormat::F2_10_10_10, 10, 20, 2),
        (VertexFormat::F2_10_10_10, 2, 30, 3),
        (VertexFormat::F10_11_11, 11, 11, 1),
        (VertexFormat::F10_11_11, 10, 22, 2),
        (VertexFormat::F11_11_10, 11, 21, 2),
        (VertexFormat::F16_16, 16, 16, 1),
    ];
    for (format, width, shift, component) in formats {
        for raw in 0..1u32 << width {
            let get = |signed, integer, mode| {
                let layout = Layout { signed, integer, mode, ..layout(format) };
                unpack(layout, [raw << shift, 0, 0, 0])[component]
            };
            let (clamp, no_zero) = (SignedMode::ClampMinusOne, SignedMode::NoZero);
            let whole = f64::from((1u32 << width) - 1);
            let signed = f64::from((raw << (32 - width)) as i32 >> (32 - width));
            assert_eq!(get(false, true, clamp), raw as f32);
            assert_eq!(get(true, true, no_zero), signed as f32);
            assert_eq!(get(false, false, no_zero), (f64::from(raw) / whole) as f32);
            let half = f64::from((1u32 << (width - 1)) - 1);
            assert_eq!(get(true, false, clamp), (signed / half).max(-1.0) as f32);
            assert_eq!(get(true, false, no_zero), ((2.0 * signed + 1.0) / whole) as f32);
        }
    }
}

#[test]
fn every_half() {
    for bits in 0..=u16::MAX {
        let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3FF));
        let magnitude = match exponent {
            0 => fraction * libm::exp2(-24.0),
            _ => (1.0 + fraction / 1024.0) * libm::exp2(f64::from(exponent - 15)),
        };
        let expected = (if bits >> 15 != 0 { -magnitude } else { magnitude }) as f32;
        let got = unpack(layout(VertexFormat::F16_16Float), [u32::from(bits) << 16, 0, 0, 0]);
        assert_eq!(got.map(f32::to_bits), [0.0, expected, 0.0, 0.0].map(f32::to_bits));
    }
}

#[test]
fn words_arrive_as_they_are_without_an_exponent() {
    let words = [0x7FA0_0001, 1, 0x8000_0001, 0xFF80_0000];
    let plain = layout(VertexFormat::F32_32_32_32Float);
    assert_eq!(unpack(plain, words).map(f32::to_bits), words);
    let scaled = Layout { exponent: 1, ..plain };
    let bits = unpack(scaled, words).map(f32::to_bits);
    assert_eq!(bits, [0x7FC0_0000, 0, 1 << 31, 0xFF80_0000]);
    assert_eq!(unpack(layout(VertexFormat::Undefined0), words), [0.0; 4]);
}
