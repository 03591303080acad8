//! Numbers of the ALU: single precision, as the chip's rules bend it.
//!
//! For: one number at a time: flushing, the multiply in which zero wins, sums, comparisons, clamps.
//! Not for: functions beyond the four operations (`transcendental`), nor lanes.
//! Facts: `docs/hardware/xenos-microcode.md`, chapter F. Every result has the same bits on every
//! machine: sums and products are IEEE's single ones, rounded to nearest even (rules F1 and F2), and
//! a NaN that an operation makes is always [`NAN`].
//!
//! Operands are flushed where they are read (rule F3); here denormals are taken as they come.

/// The NaN that operations make: quiet, positive, no payload (rule F5). IEEE leaves its bits to the
/// host.
pub(crate) const NAN: f32 = f32::from_bits(0x7FC0_0000);

const EXPONENT: u32 = 0x7F80_0000;
const SIGN: u32 = 0x8000_0000;

/// All bits, or none: choices by masks are what compilers turn into vector instructions.
#[inline(always)]
fn only_if(condition: bool) -> u32 {
    u32::from(condition).wrapping_neg()
}

/// A denormal becomes the zero of its sign (rule F3).
#[inline(always)]
pub(crate) fn flush(x: f32) -> f32 {
    let bits = x.to_bits();
    f32::from_bits(bits & (SIGN | only_if(bits & EXPONENT != 0)))
}

/// What an operation's result becomes: denormals zeros, every NaN [`NAN`] (rules F4 and F5).
#[inline(always)]
pub(crate) fn settle(x: f32) -> f32 {
    if x.is_nan() { NAN } else { flush(x) }
}

/// Whether a number counts as zero.
#[inline(always)]
fn is_zero(x: f32) -> bool {
    x.to_bits() & EXPONENT == 0
}

/// A sum (rule F6).
#[inline(always)]
pub(crate) fn add(a: f32, b: f32) -> f32 {
    settle(a + b)
}

/// A difference (rule F6).
#[inline(always)]
pub(crate) fn sub(a: f32, b: f32) -> f32 {
    settle(a - b)
}

/// A product; zero times anything, infinities and NaN too, is +0 (rule F7).
#[inline(always)]
pub(crate) fn mul(a: f32, b: f32) -> f32 {
    let zero = is_zero(a) | is_zero(b);
    f32::from_bits(settle(a * b).to_bits() & only_if(!zero))
}

/// A product rounded, then a sum rounded (rule F8).
#[inline(always)]
pub(crate) fn mad(a: f32, b: f32, c: f32) -> f32 {
    add(mul(a, b), c)
}

/// The first unless it is less or one is a NaN, then the second (rule A21).
#[inline(always)]
pub(crate) fn max(a: f32, b: f32) -> f32 {
    if a >= b { a } else { b }
}

/// The first if it is less, else the second (rule A22).
#[inline(always)]
pub(crate) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// 1 or 0.
#[inline(always)]
pub(crate) fn truth(x: bool) -> f32 {
    if x { 1.0 } else { 0.0 }
}

/// Equal; false if one is a NaN (rule F9).
#[inline(always)]
pub(crate) fn eq(a: f32, b: f32) -> bool {
    a == b
}

/// Not equal; true if one is a NaN.
#[inline(always)]
pub(crate) fn ne(a: f32, b: f32) -> bool {
    a != b
}

/// Greater; false if one is a NaN.
#[inline(always)]
pub(crate) fn gt(a: f32, b: f32) -> bool {
    a > b
}

/// Greater or equal; false if one is a NaN.
#[inline(always)]
pub(crate) fn ge(a: f32, b: f32) -> bool {
    a >= b
}

/// Towards zero, the sign kept (rule F10).
#[inline(always)]
pub(crate) fn trunc(x: f32) -> f32 {
    // From 2^23 on every number is whole; below, a sum with it is rounded to a whole number, the
    // difference is exact, and one too many comes off.
    const WHOLE: f32 = 8_388_608.0;
    let x = settle(x);
    let magnitude = abs(x);
    let near = (magnitude + WHOLE) - WHOLE;
    let cut = if near > magnitude { near - 1.0 } else { near };
    if magnitude < WHOLE { cut.copysign(x) } else { x }
}

/// Down (rule F10).
#[inline(always)]
pub(crate) fn floor(x: f32) -> f32 {
    let x = settle(x);
    let cut = trunc(x);
    // A zero keeps its sign: only what was cut goes one down.
    if cut > x { cut - 1.0 } else { cut }
}

/// What is above the floor, 1 included (rule F10).
#[inline(always)]
pub(crate) fn fraction(x: f32) -> f32 {
    sub(x, floor(x))
}

/// Between 0 and 1; a NaN and -0 are +0 (rule F14).
#[inline(always)]
pub(crate) fn clamp(x: f32) -> f32 {
    let x = if x > 0.0 { x } else { 0.0 };
    if x < 1.0 { x } else { 1.0 }
}

/// The sign gone, of NaN too.
#[inline(always)]
pub(crate) fn abs(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & !SIGN)
}

/// The sign turned, of zeros and NaN too.
#[inline(always)]
pub(crate) fn negate(x: f32) -> f32 {
    f32::from_bits(x.to_bits() ^ SIGN)
}

#[cfg(test)]
mod tests;
