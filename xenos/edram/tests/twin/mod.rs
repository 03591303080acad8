//! Surface formats a second time, from their definitions, in whole numbers alone.
//!
//! For: holding the library against. A float is taken apart into a whole number times a power of
//! two; a code's value is a quotient of whole numbers; "nearest" is decided by comparing.
//! Not for: speed.
//! Facts: `docs/hardware/xenos-edram.md`, rules F1 to F10.

use std::cmp::Ordering;

use xenos_regs::words::{ColorFormat, DepthFormat};

/// What a component's code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// code / (2^n - 1)
    Unorm(u32),
    /// 8 bits of the gamma curve
    Gamma,
    /// 3 bits of exponent, 7 of mantissa
    Small,
    /// 16 bits, 32 x code / 32767
    Wide,
    /// half without infinity
    Half,
    /// 32 bits
    Float,
    /// 24 bits, a fraction
    Depth,
    /// 24 bits, 4 of exponent, 20 of mantissa
    FloatDepth,
}

/// A component of a format: its code, its word, its lowest bit.
pub(crate) type Place = (Code, usize, u32);

/// Every format with its components, red first.
pub(crate) const FORMATS: [(ColorFormat, &[Place]); 12] = {
    use Code::{Float, Gamma, Half, Small, Unorm, Wide};
    const EIGHT: Code = Unorm(8);
    const TEN: Code = Unorm(10);
    const TWO: Place = (Unorm(2), 0, 30);
    [
        (ColorFormat::Fixed8888, &[(EIGHT, 0, 0), (EIGHT, 0, 8), (EIGHT, 0, 16), (EIGHT, 0, 24)]),
        (ColorFormat::Gamma8888, &[(Gamma, 0, 0), (Gamma, 0, 8), (Gamma, 0, 16), (EIGHT, 0, 24)]),
        (ColorFormat::Fixed2101010, &[(TEN, 0, 0), (TEN, 0, 10), (TEN, 0, 20), TWO]),
        (ColorFormat::Float2101010, &[(Small, 0, 0), (Small, 0, 10), (Small, 0, 20), TWO]),
        (ColorFormat::Fixed1616, &[(Wide, 0, 0), (Wide, 0, 16)]),
        (ColorFormat::Fixed16161616, &[(Wide, 0, 0), (Wide, 0, 16), (Wide, 1, 0), (Wide, 1, 16)]),
        (ColorFormat::Float1616, &[(Half, 0, 0), (Half, 0, 16)]),
        (ColorFormat::Float16161616, &[(Half, 0, 0), (Half, 0, 16), (Half, 1, 0), (Half, 1, 16)]),
        (ColorFormat::Fixed2101010As10, &[(TEN, 0, 0), (TEN, 0, 10), (TEN, 0, 20), TWO]),
        (ColorFormat::Float2101010As16, &[(Small, 0, 0), (Small, 0, 10), (Small, 0, 20), TWO]),
        (ColorFormat::Float32, &[(Float, 0, 0)]),
        (ColorFormat::Float3232, &[(Float, 0, 0), (Float, 1, 0)]),
    ]
};

/// Both depth formats with their codes.
pub(crate) const DEPTHS: [(DepthFormat, Code); 2] =
    [(DepthFormat::D24S8, Code::Depth), (DepthFormat::D24FS8, Code::FloatDepth)];

/// A finite number: significand x 2^power, negated or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    negative: bool,
    significand: u64,
    power: i32,
}

/// A number taken apart, or why it is none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    /// finite
    Finite(Exact),
    /// an infinity; whether negative
    Infinite(bool),
    /// not a number; whether the sign bit is set
    Nan(bool),
}

/// Takes a double apart; a float's value is one of a double's.
pub(crate) fn number(bits: u64) -> Number {
    let negative = bits >> 63 == 1;
    let (exponent, fraction) = ((bits >> 52 & 0x7FF) as i32, bits & 0xF_FFFF_FFFF_FFFF);
    match exponent {
        0x7FF if fraction != 0 => Number::Nan(negative),
        0x7FF => Number::Infinite(negative),
        0 => Number::Finite(Exact { negative, significand: fraction, power: -1074 }),
        _ => {
            let significand = fraction + (1 << 52);
            Number::Finite(Exact { negative, significand, power: exponent - 1075 })
        }
    }
}

/// floor(value x numerator / denominator + 1/2) of a value of at least 0, at most `most`.
fn half_up(value: Exact, numerator: u128, denominator: u128, most: u128) -> u128 {
    // The least n for which value x numerator / denominator < n + 1/2, by bisection.
    let (mut low, mut high) = (0, most);
    while low < high {
        let n = low.midpoint(high);
        // value x 2 x numerator < (2n + 1) x denominator
        let less = times_versus(value, 2 * numerator, (2 * n + 1) * denominator);
        if less == Ordering::Less {
            high = n;
        } else {
            low = n + 1;
        }
    }
    low
}

/// How value x factor stands to a whole number.
fn times_versus(value: Exact, factor: u128, whole: u128) -> Ordering {
    let low = value.significand.trailing_zeros().min(63);
    let product = u128::from(value.significand >> low) * factor;
    let power = value.power + low as i32;
    let width = |number: u128| 128 - number.leading_zeros() as i32;
    if product == 0 || whole == 0 {
        return product.cmp(&whole);
    }
    // Of numbers as wide as each other no shift loses a bit.
    (width(product) + power).cmp(&width(whole)).then_with(|| {
        if power >= 0 { (product << power).cmp(&whole) } else { product.cmp(&(whole << -power)) }
    })
}

/// value x factor, rounded to 24 bits, ties to even.
fn rounded(value: Exact, factor: u64) -> Exact {
    let low = value.significand.trailing_zeros().min(63);
    let (mut product, mut power) = ((value.significand >> low) * factor, value.power + low as i32);
    let mut half = Ordering::Less;
    let mut exact = true;
    while product >= 1 << 24 {
        // What was cut before is less than this bit's half.
        half = match (product % 2, exact) {
            (0, _) => Ordering::Less,
            (_, true) => Ordering::Equal,
            (_, false) => Ordering::Greater,
        };
        exact &= product % 2 == 0;
        (product, power) = (product / 2, power + 1);
    }
    let up = half == Ordering::Greater || (half == Ordering::Equal && product % 2 == 1);
    Exact { significand: product + u64::from(up), power, ..value }
}

/// The value of a code of a small float of `mantissa` bits, times 2^`down`, where `down` makes
/// the lowest code 1.
fn steps(code: u64, mantissa: u32) -> u128 {
    let (exponent, fraction) = (code >> mantissa, u128::from(code & ((1 << mantissa) - 1)));
    if exponent == 0 { fraction } else { (fraction + (1 << mantissa)) << (exponent - 1) }
}

/// The code whose value is nearest, ties to the even one.
fn nearest(value: Exact, mantissa: u32, down: i32, most: u64) -> u64 {
    // The least code whose midpoint to the next is not below the value.
    let (mut low, mut high) = (0, most);
    while low < high {
        let code = low.midpoint(high);
        let middle = steps(code, mantissa) + steps(code + 1, mantissa);
        let raised = Exact { power: value.power + down + 1, ..value };
        match times_versus(raised, 1, middle) {
            Ordering::Less => high = code,
            Ordering::Equal => return code + code % 2,
            Ordering::Greater => low = code + 1,
        }
    }
    low
}

/// The single nearest to top / bottom, ties to even, as bits; `top` below 2^64.
fn single(negative: bool, top: u128, bottom: u128) -> u32 {
    let sign = u32::from(negative) << 31;
    if top == 0 {
        return sign;
    }
    // 2^power x [2^23, 2^24) holds the quotient: power is this or one more.
    let width = |number: u128| 128 - number.leading_zeros() as i32;
    let least = width(top) - width(bottom) - 24;
    let parts =
        |power: i32| if power < 0 { (top << -power, bottom) } else { (top, bottom << power) };
    let (left, right) = parts(least);
    let power = if left / right >= 1 << 24 { least + 1 } else { least };
    let (left, right) = parts(power);
    let mut kept = left / right;
    match (left % right * 2).cmp(&right) {
        Ordering::Greater => kept += 1,
        Ordering::Equal => kept += kept % 2,
        Ordering::Less => {}
    }
    // Carry into 2^24 counts the exponent up by itself.
    let magnitude = (((power + 150) as u32) << 23) + (kept as u32 - (1 << 23));
    sign | magnitude
}

/// The value of a code, as a single's bits.
pub(crate) fn value(code: Code, bits: u32) -> u32 {
    let whole = u128::from(bits);
    match code {
        Code::Unorm(n) => single(false, whole, (1 << n) - 1),
        Code::Gamma => {
            // t = 1024 x 255 x g x s + o, then + trunc(t x s), over 1023; s in 1024ths.
            let (s, o) = match bits {
                0..64 => (1, 0),
                64..96 => (2, -64),
                96..192 => (4, -256),
                _ => (8, -1024),
            };
            let t = i64::from(bits) * s + o;
            single(false, (t + t * s / 1024) as u128, 1023)
        }
        Code::Small => single(false, steps(bits.into(), 7), 1 << 9),
        Code::Wide => {
            let number = i64::from(bits as u16 as i16).max(-32767);
            single(number < 0, u128::from(number.unsigned_abs()) * 32, 32767)
        }
        Code::Half => single(bits >> 15 == 1, steps((bits & 0x7FFF).into(), 10), 1 << 24),
        Code::Float => bits,
        Code::Depth => single(false, whole + (whole >> 23), 1 << 24),
        Code::FloatDepth => single(false, steps(bits.into(), 20), 1 << 34),
    }
}

/// Whether a depth code is the one of a number: not beyond a border to the next code, and on a
/// border even. What [`code_of`] searches, looked at.
pub(crate) fn is_depth_code(code: Code, number: Number, got: u32) -> bool {
    let value = match number {
        Number::Finite(value) if !value.negative => value,
        Number::Infinite(false) => return got == 0xFF_FFFF,
        _ => return got == 0,
    };
    let border = |below: u32| {
        let n = u128::from(below);
        if code == Code::Depth {
            times_versus(value, 2 * ((1 << 24) - 1), 2 * n + 1)
        } else {
            let raised = Exact { power: value.power + 35, ..value };
            times_versus(raised, 1, steps(below.into(), 20) + steps(u64::from(below) + 1, 20))
        }
    };
    let even = got.is_multiple_of(2);
    let above = got == 0
        || match border(got - 1) {
            Ordering::Less => false,
            Ordering::Equal => even,
            Ordering::Greater => true,
        };
    let below = got == 0xFF_FFFF
        || match border(got) {
            Ordering::Less => true,
            Ordering::Equal => even,
            Ordering::Greater => false,
        };
    above && below
}

/// A component's codes in order of value, computed once: what each is, and where it begins.
pub(crate) struct Table {
    code: Code,
    /// Values as singles' bits, by code.
    values: Vec<u32>,
    /// The least positive single, as bits, of each code from 0 up to the greatest.
    starts: Vec<u32>,
}

impl Table {
    /// All codes of `width` bits.
    pub(crate) fn new(kind: Code, width: u32) -> Self {
        let values: Vec<u32> = (0..1 << width).map(|bits| value(kind, bits)).collect();
        // The signed ones' negative codes mirror the positive.
        let most = if matches!(kind, Code::Wide | Code::Half) { 0x7FFF } else { (1 << width) - 1 };
        let start = |n: u32| {
            let (mut low, mut high) =
                (if n == 0 { 0 } else { values[n as usize - 1] }, values[n as usize]);
            while low < high {
                let middle = low.midpoint(high);
                if code(kind, middle) >= n { high = middle } else { low = middle + 1 }
            }
            low
        };
        let starts = (0..=most).map(start).collect();
        Self { code: kind, values, starts }
    }

    /// The kind of the codes.
    pub(crate) fn code(&self) -> Code {
        self.code
    }

    /// The value of a code, as a single's bits.
    pub(crate) fn value(&self, bits: u32) -> u32 {
        self.values[bits as usize]
    }

    /// Where a code begins that these bits choose.
    pub(crate) fn start(&self, bits: u32) -> u32 {
        self.starts[bits as usize % self.starts.len()]
    }

    /// Whether a code is the one of a single, given as bits.
    pub(crate) fn is_code(&self, bits: u32, got: u32) -> bool {
        let (negative, magnitude) = (bits >> 31 == 1, bits & 0x7FFF_FFFF);
        let nan = magnitude > 0x7F80_0000;
        let got = match self.code {
            Code::Half if nan => return got == bits >> 31 << 15 | 0x7FFF,
            _ if nan => return got == 0,
            Code::Half => {
                if got >> 15 != bits >> 31 {
                    return false;
                }
                got & 0x7FFF
            }
            Code::Wide if negative => (got as u16).wrapping_neg().into(),
            _ if negative => return got == 0,
            _ => got,
        };
        let Some(&start) = self.starts.get(got as usize) else { return false };
        start <= magnitude && self.starts.get(got as usize + 1).is_none_or(|&end| magnitude < end)
    }
}

/// The code of a single, given as bits.
pub(crate) fn code(code: Code, bits: u32) -> u32 {
    if code == Code::Float {
        bits
    } else {
        code_of(code, number(f64::from(f32::from_bits(bits)).to_bits()), bits >> 31)
    }
}

/// The code of a number whose sign bit is given.
pub(crate) fn code_of(code: Code, number: Number, sign: u32) -> u32 {
    let one = Exact { negative: false, significand: 1, power: 6 };
    // Infinities are as good as any number beyond every range.
    let beyond = |negative| Exact { negative, power: 60, ..one };
    let (value, nan) = match number {
        Number::Finite(value) => (value, false),
        Number::Infinite(negative) => (beyond(negative), false),
        Number::Nan(negative) => (Exact { negative, significand: 0, power: 0 }, true),
    };
    if value.negative && !matches!(code, Code::Wide | Code::Half) {
        return 0;
    }
    match code {
        Code::Unorm(n) => half_up(value, (1 << n) - 1, 1, (1 << n) - 1) as u32,
        Code::Gamma => {
            // 1023rds as a single: the product's significand cut to 24 bits, ties to even.
            let single = rounded(value, 1023);
            let (mut low, mut high) = (0u128, 1023);
            while low < high {
                let n = (low + high).div_ceil(2);
                if times_versus(single, 1, n) == Ordering::Less { high = n - 1 } else { low = n }
            }
            (match low {
                0..64 => low,
                64..128 => 32 + low / 2,
                128..512 => 64 + low / 4,
                _ => 128 + low / 8,
            }) as u32
        }
        Code::Small => nearest(value, 7, 9, 0x3FF) as u32,
        Code::Wide => {
            let magnitude = half_up(value, 32767, 32, 32767) as i32;
            (if value.negative { -magnitude } else { magnitude }) as u16 as u32
        }
        Code::Half if nan => sign << 15 | 0x7FFF,
        Code::Half => sign << 15 | nearest(value, 10, 24, 0x7FFF) as u32,
        Code::Float => unreachable!("a float's code is its bits"),
        Code::Depth => depth_fraction(value),
        Code::FloatDepth => nearest(value, 20, 34, 0xFF_FFFF) as u32,
    }
}

/// Of the codes n with n / (2^24 - 1) beside the value, the nearer; of two, the even one.
fn depth_fraction(value: Exact) -> u32 {
    const MOST: u128 = (1 << 24) - 1;
    let (mut low, mut high) = (0u128, MOST);
    while low < high {
        let n = low.midpoint(high);
        // value x 2 x (2^24 - 1) against 2n + 1
        match times_versus(value, 2 * MOST, 2 * n + 1) {
            Ordering::Less => high = n,
            Ordering::Equal => return (n + n % 2) as u32,
            Ordering::Greater => low = n + 1,
        }
    }
    low as u32
}
