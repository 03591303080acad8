//! The gamma curve, which has four straight pieces.
//!
//! For: encoded to linear as a texture with the gamma sign is read, linear to encoded as a colour
//! surface stores.
//! Not for: the display's ramp.
//! Facts: digest section 3.7; inferred from code, the exact rounding too.

/// Encoded to linear, both 0 to 1; what is outside is held, NaN is 0.
pub fn to_linear(encoded: f32) -> f32 {
    let g = unit(encoded);
    let (slope, offset) = if g < 96.0 / 255.0 {
        if g < 64.0 / 255.0 { (1.0, 0.0) } else { (2.0, -64.0) }
    } else if g < 192.0 / 255.0 {
        (4.0, -256.0)
    } else {
        (8.0, -1024.0)
    };
    // The product with 255 gives back every code exactly; those with powers of two are exact.
    let t = g * 255.0 * slope + offset;
    (t + (t * slope / 1024.0).trunc()) / 1023.0
}

/// Linear to encoded, both 0 to 1; what is outside is held, NaN is 0.
pub fn to_gamma(linear: f32) -> f32 {
    let l = unit(linear);
    let (factor, offset) = if l < 128.0 / 1023.0 {
        if l < 64.0 / 1023.0 { (1023.0, 0.0) } else { (1023.0 / 2.0, 32.0) }
    } else if l < 512.0 / 1023.0 {
        (1023.0 / 4.0, 64.0)
    } else {
        (1023.0 / 8.0, 128.0)
    };
    (l * factor).trunc() / 255.0 + offset / 255.0
}

fn unit(x: f32) -> f32 {
    if x > 0.0 { x.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_of_the_digest() {
        let linear = [
            (32, 32),
            (64, 64),
            (80, 96),
            (96, 128),
            (128, 257),
            (192, 516),
            (200, 580),
            (250, 983),
            (254, 1015),
        ];
        for (code, expected) in linear {
            assert_eq!(to_linear(code as f32 / 255.0) * 1023.0, expected as f32, "{code}");
        }
        for (linear, expected) in [(0.05, 51), (0.1, 83), (0.2, 115), (0.5, 191), (0.9, 243)] {
            assert_eq!((to_gamma(linear) * 255.0).round() as i32, expected, "{linear}");
        }
    }

    #[test]
    fn every_code_survives() {
        for code in 0..=255_u32 {
            let t = match code {
                0..64 => code,
                64..96 => 2 * code - 64,
                96..192 => 4 * code - 256,
                _ => 8 * code - 1024,
            };
            let slope = [1, 2, 4, 8]
                [usize::from(code >= 64) + usize::from(code >= 96) + usize::from(code >= 192)];
            let expected = (t + t * slope / 1024) as f32 / 1023.0;
            let linear = to_linear(code as f32 / 255.0);
            assert_eq!(linear, expected, "{code}");
            assert_eq!((to_gamma(linear) * 255.0).round() as u32, code);
        }
        assert_eq!((to_linear(f32::NAN), to_gamma(-1.0)), (0.0, 0.0));
        assert_eq!((to_linear(7.0), to_gamma(7.0)), (1.0, 1.0));
    }
}
