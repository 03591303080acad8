//! Single precision as the texture unit has it.
//!
//! For: sums, products, the logarithm, each rounded once, denormals zeros, every NaN the same.
//! Not for: the ALU's multiply in which zero wins; here products are IEEE's.
//! Facts: `docs/hardware/xenos-microcode.md`, rules F2, F3 to F6, F11; chapter S says where they hold.

const NAN: f32 = f32::from_bits(0x7FC0_0000);

/// What an operation's result becomes.
#[inline(always)]
pub(crate) fn settle(x: f32) -> f32 {
    if x.is_nan() {
        NAN
    } else if x.to_bits() & 0x7F80_0000 == 0 {
        f32::from_bits(x.to_bits() & 0x8000_0000)
    } else {
        x
    }
}

#[inline(always)]
pub(crate) fn add(a: f32, b: f32) -> f32 {
    settle(a + b)
}

#[inline(always)]
pub(crate) fn sub(a: f32, b: f32) -> f32 {
    settle(a - b)
}

#[inline(always)]
pub(crate) fn mul(a: f32, b: f32) -> f32 {
    settle(a * b)
}

#[inline(always)]
pub(crate) fn div(a: f32, b: f32) -> f32 {
    settle(a / b)
}

/// Between two numbers; with weight 0 the second is not looked at (rule S8).
#[inline(always)]
pub(crate) fn lerp(a: f32, b: f32, weight: f32) -> f32 {
    add(a, mul(weight, sub(b, a)))
}

/// The binary logarithm, rounded once from double; of 0 minus infinity.
pub(crate) fn log2(x: f32) -> f32 {
    if x == 0.0 { f32::NEG_INFINITY } else { settle(libm::log2(f64::from(x)) as f32) }
}

/// Two to a small power, exactly.
pub(crate) fn power(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent.clamp(-126, 127)) as u32) << 23)
}

/// The square root, rounded once.
pub(crate) fn sqrt(x: f32) -> f32 {
    settle(libm::sqrtf(x))
}

/// Down, as a number.
#[inline(always)]
pub(crate) fn floor(x: f32) -> f32 {
    x.floor()
}
