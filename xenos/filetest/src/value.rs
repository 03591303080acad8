//! Values of lanes and words, as inputs and as expectations.
//!
//! Facts: the values of `docs/filetests-xenos.md`.

use std::fmt;

use base_filetest::{Line, ParseError, number};

/// The NaN that `nan` is as an input: rule F5's.
const NAN: u32 = 0x7FC0_0000;

/// Ulp that a tolerance has at most: an eighth of the value, as in [`RELATIVE`].
const ULP: u32 = 1 << 20;
/// The largest absolute tolerance: sin and cos of large numbers (rule F12) lie so far apart.
const ABSOLUTE: f64 = 2.0;
/// The largest relative tolerance.
const RELATIVE: f64 = 0.125;

/// The bits of a single: with a point, as bits, as a power of two, or by name.
pub(crate) fn single(text: &str) -> Result<u32, String> {
    let (sign, plain) = text.strip_prefix('-').map_or((0, text), |rest| (1 << 31, rest));
    let magnitude = match plain {
        "nan" if sign == 0 => NAN,
        "inf" => f32::INFINITY.to_bits(),
        "max" => f32::MAX.to_bits(),
        _ if plain.starts_with("0x") && sign == 0 => number::integer(plain)?,
        _ if plain.starts_with("2^") => power(plain)?,
        _ if plain.contains('.') && plain.starts_with(|c: char| c.is_ascii_digit()) => {
            let value = plain.parse::<f32>();
            value.map(f32::to_bits).map_err(|_| format!("`{text}` is no number with a point"))?
        }
        _ => return Err(format!("`{text}`: a value has a point, or 0x and its bits")),
    };
    Ok(magnitude | sign)
}

/// 2^N, from the smallest denormal to the largest power.
fn power(text: &str) -> Result<u32, String> {
    let exponent = text.strip_prefix("2^").and_then(|digits| digits.parse::<i32>().ok());
    match exponent {
        Some(e @ -126..=127) => Ok(((e + 127) as u32) << 23),
        Some(e @ -149..=-127) => Ok(1 << (e + 149)),
        _ => Err(format!("`{text}` is no power of two from 2^-149 to 2^127")),
    }
}

/// A word of memory or of a register: a single, or an integer.
pub(crate) fn word(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '_') {
        return number::integer(text);
    }
    if text.starts_with("0b") { number::integer(text) } else { single(text) }
}

/// What a value is expected to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// These bits.
    Bits(u32),
    /// Any NaN.
    Nan,
    /// Anything.
    Any,
    /// Nothing was written.
    Unwritten,
}

impl Want {
    /// Reads an expected value of a lane.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        Self::with(text, single)
    }

    /// Reads an expected word.
    pub(crate) fn read_word(text: &str) -> Result<Self, String> {
        Self::with(text, word)
    }

    fn with(text: &str, bits: impl Fn(&str) -> Result<u32, String>) -> Result<Self, String> {
        match text {
            "nan" => Ok(Self::Nan),
            "_" => Ok(Self::Any),
            "none" => Ok(Self::Unwritten),
            _ => bits(text).map(Self::Bits),
        }
    }

    /// Whether `found` is it; `None` is what was not written.
    pub(crate) fn holds(self, found: Option<u32>, within: Tolerance) -> bool {
        match (self, found) {
            (Self::Any, _) | (Self::Unwritten, None) => true,
            (Self::Nan, Some(bits)) => f32::from_bits(bits).is_nan(),
            (Self::Bits(bits), Some(found)) => within.holds(bits, found),
            (Self::Unwritten, Some(_)) | (Self::Nan | Self::Bits(_), None) => false,
        }
    }
}

/// How far from an expected value one may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Not at all.
    Exact,
    /// So many numbers away.
    Ulp(u32),
    /// By so much.
    Absolute(f64),
    /// By so much of the expected value.
    Relative(f64),
}

/// Bits as a number that grows with the value; both zeros are 0.
fn ordered(bits: u32) -> i64 {
    let magnitude = i64::from(bits & 0x7FFF_FFFF);
    if bits >> 31 == 0 { magnitude } else { -magnitude }
}

impl Tolerance {
    /// Takes what stands behind `within`, if it is near enough to tell values apart.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let distance = |most: f64| {
            move |text: &str| match f64::from(f32::from_bits(single(text)?)) {
                value if (0.0..=most).contains(&value) => Ok(value),
                _ => Err(format!("`{text}` is no distance of at most {most}")),
            }
        };
        if line.eat("abs") {
            return line.parsed("a distance", distance(ABSOLUTE)).map(Self::Absolute);
        }
        if line.eat("rel") {
            return line.parsed("a distance", distance(RELATIVE)).map(Self::Relative);
        }
        let count = line.up_to("a number of ulp, `abs` or `rel`", ULP)?;
        line.need("ulp")?;
        Ok(Self::Ulp(count))
    }

    fn holds(self, bits: u32, found: u32) -> bool {
        if bits == found {
            return true;
        }
        let (wanted, got) = (f32::from_bits(bits), f32::from_bits(found));
        if wanted.is_nan() || got.is_nan() {
            return false;
        }
        let distance = (f64::from(wanted) - f64::from(got)).abs();
        match self {
            Self::Exact => false,
            Self::Ulp(count) => (ordered(bits) - ordered(found)).abs() <= i64::from(count),
            Self::Absolute(most) => distance <= most,
            // Every number lies within any part of infinity.
            Self::Relative(_) if wanted.is_infinite() => false,
            Self::Relative(most) => distance <= most * f64::from(wanted).abs(),
        }
    }
}

/// A found value as messages show it.
pub(crate) struct Shown(pub(crate) Option<u32>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bits) => write!(f, "{:?} ({bits:#010x})", f32::from_bits(bits)),
            None => f.write_str("none"),
        }
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits(bits) => Shown(Some(*bits)).fmt(f),
            Self::Nan => f.write_str("nan"),
            Self::Any => f.write_str("_"),
            Self::Unwritten => f.write_str("none"),
        }
    }
}

#[cfg(test)]
mod tests;
