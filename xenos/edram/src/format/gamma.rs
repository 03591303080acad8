//! The piecewise-linear gamma curve on 8 bits.
//!
//! For: one component of 8_8_8_8_GAMMA. Not for: textures or the display's ramp.
//! Facts: `docs/hardware/xenos-edram.md`, rule F5.

/// The code of a linear value: 1023rds, rounded to a single and cut, then cut by the piece's
/// slope. Without that rounding the single nearest to 192/1023 would not come back.
#[inline]
pub(super) fn pack_gamma(linear: f32) -> u8 {
    // A NaN is 0 as an integer.
    let parts = (linear.clamp(0.0, 1.0) * 1023.0) as u32;
    let code = match parts {
        0..64 => parts,
        64..128 => 32 + parts / 2,
        128..512 => 64 + parts / 4,
        _ => 128 + parts / 8,
    };
    code as u8
}

/// The linear value of a code: whole 1023rds, the quotient rounded once.
#[inline]
pub(super) fn unpack_gamma(code: u8) -> f32 {
    let code = u32::from(code);
    let (steps, start) = match code {
        0..64 => (1, code),
        64..96 => (2, code * 2 - 64),
        96..192 => (4, code * 4 - 256),
        _ => (8, code * 8 - 1024),
    };
    (start + start * steps / 1024) as f32 / 1023.0
}
