//! Numbers as people write them.

/// An integer: decimal, `0x` or `0b`, underscores allowed, a sign in front of a decimal. Negative
/// numbers are two's complement words.
pub fn integer(text: &str) -> Result<u32, String> {
    let plain = text.replace('_', "");
    let parsed = if let Some(digits) = plain.strip_prefix("0x") {
        u32::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = plain.strip_prefix("0b") {
        u32::from_str_radix(digits, 2).ok()
    } else if plain.starts_with('-') {
        plain.parse::<i32>().ok().map(|value| value as u32)
    } else {
        plain.parse::<u32>().ok()
    };
    parsed.ok_or_else(|| format!("`{text}` is no integer of 32 bits"))
}

/// A number with a point, in fixed point with `fraction` fraction bits. It has to be exact.
pub fn fixed(text: &str, fraction: u32) -> Result<u32, String> {
    let value: f64 = text.parse().map_err(|_| format!("`{text}` is no number with a point"))?;
    let scaled = value * f64::from(fraction).exp2();
    let fits = (-2_147_483_648.0..=4_294_967_295.0).contains(&scaled);
    if !fits || scaled.fract() != 0.0 {
        return Err(format!("`{text}` is not exact with {fraction} fraction bits in 32 bits"));
    }
    Ok(scaled as i64 as u32)
}

/// The bits of an IEEE single: a number with a point, `inf`, `-inf` or `nan`.
pub fn single(text: &str) -> Result<u32, String> {
    match text {
        "inf" => Ok(f32::INFINITY.to_bits()),
        "-inf" => Ok(f32::NEG_INFINITY.to_bits()),
        "nan" => Ok(f32::NAN.to_bits()),
        _ if text.contains('.') => text
            .parse::<f32>()
            .map(f32::to_bits)
            .map_err(|_| format!("`{text}` is no number with a point")),
        _ => Err(format!("`{text}` is no number with a point")),
    }
}

/// Bytes with an optional `K` or `M` behind the number.
pub fn size(text: &str) -> Result<u32, String> {
    let (digits, unit) = match text.chars().last() {
        Some('K') => (&text[..text.len() - 1], 1 << 10),
        Some('M') => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    integer(digits)?.checked_mul(unit).ok_or_else(|| format!("`{text}` is too much"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_three_bases_and_a_sign() {
        assert_eq!(integer("0xFFFF_0000"), Ok(0xFFFF_0000));
        assert_eq!(integer("0b101"), Ok(5));
        assert_eq!(integer("-1"), Ok(u32::MAX));
        assert!(integer("4294967296").is_err());
        assert!(integer("1.0").is_err());
    }

    #[test]
    fn fixed_point_is_exact_or_refused() {
        assert_eq!(fixed("1.5", 4), Ok(24));
        assert_eq!(fixed("-0.0625", 4), Ok(u32::MAX));
        assert!(fixed("0.1", 12).is_err());
        assert!(fixed("1048576.0", 12).is_err());
    }

    #[test]
    fn singles_have_a_point_and_sizes_a_unit() {
        assert_eq!(single("1.0"), Ok(0x3F80_0000));
        assert_eq!(single("-inf"), Ok(0xFF80_0000));
        assert!(single("1").is_err());
        assert_eq!(size("4M"), Ok(4 << 20));
        assert!(size("5000M").is_err());
    }
}
