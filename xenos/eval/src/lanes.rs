//! Sixty-four lanes: a number in each, and sets of them.
//!
//! For: the shape that everything is evaluated in. Lane 4q + k is pixel k of quad q; of a quad, 0 is
//! top left, 1 top right, 2 bottom left, 3 bottom right.
//! Not for: what is computed.

/// Lanes of a vector: 64 vertices, or 16 quads of pixels.
pub const LANES: usize = 64;
/// Lanes of a quad.
pub const QUAD: usize = 4;
/// Quads of a vector.
pub const QUADS: usize = LANES / QUAD;

/// A number in each lane.
pub type Lanes = [f32; LANES];
/// Four components in each lane.
pub type Vector = [Lanes; 4];
/// A set of lanes, bit n for lane n.
pub type LaneMask = u64;

/// Zeros.
pub(crate) const ZEROS: Lanes = [0.0; LANES];
/// Zeros in four components.
pub(crate) const ZERO_VECTOR: Vector = [ZEROS; 4];

/// The lanes of a set, ascending.
pub fn each(mut mask: LaneMask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lane < 64).then_some(lane as usize)
    })
}

/// The set of the first `count` lanes.
pub const fn first(count: usize) -> LaneMask {
    if count >= LANES { LaneMask::MAX } else { (1 << count) - 1 }
}

/// Every lane of every quad of which a lane is in the set.
pub const fn quads_of(mask: LaneMask) -> LaneMask {
    let any = (mask | mask >> 1 | mask >> 2 | mask >> 3) & 0x1111_1111_1111_1111;
    any * 15
}

/// The lanes where something holds of two numbers.
#[inline]
pub(crate) fn holds(a: &Lanes, b: &Lanes, test: impl Fn(f32, f32) -> bool) -> LaneMask {
    let mut mask = 0;
    for (lane, (a, b)) in a.iter().zip(b).enumerate() {
        mask |= u64::from(test(*a, *b)) << lane;
    }
    mask
}

/// A function of one number in each lane.
#[inline]
pub(crate) fn map1(out: &mut Lanes, a: &Lanes, f: impl Fn(f32) -> f32) {
    for (out, a) in out.iter_mut().zip(a) {
        *out = f(*a);
    }
}

/// A function of two numbers in each lane.
#[inline]
pub(crate) fn map2(out: &mut Lanes, a: &Lanes, b: &Lanes, f: impl Fn(f32, f32) -> f32) {
    for (out, (a, b)) in out.iter_mut().zip(a.iter().zip(b)) {
        *out = f(*a, *b);
    }
}

/// A function of three numbers in each lane.
#[inline]
pub(crate) fn map3(
    out: &mut Lanes,
    a: &Lanes,
    b: &Lanes,
    c: &Lanes,
    f: impl Fn(f32, f32, f32) -> f32,
) {
    for (out, (a, (b, c))) in out.iter_mut().zip(a.iter().zip(b.iter().zip(c))) {
        *out = f(*a, *b, *c);
    }
}

/// Takes `value` in the lanes of a set.
#[inline]
pub(crate) fn write(out: &mut Lanes, value: &Lanes, mask: LaneMask) {
    if mask == LaneMask::MAX {
        *out = *value;
        return;
    }
    for (lane, (out, value)) in out.iter_mut().zip(value).enumerate() {
        if mask >> lane & 1 != 0 {
            *out = *value;
        }
    }
}
