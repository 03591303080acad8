//! From a coordinate to texels and weights: rules S3 to S5 and S8.
//!
//! Not for: which level, and what a texel holds.
//! Facts: chapter S of `docs/hardware/xenos-microcode.md`.

use xenos_regs::fetch::ClampMode;

/// Zero instead of a denormal.
pub(super) fn flush(value: f32) -> f32 {
    if value.is_subnormal() { f32::from_bits(value.to_bits() & 1 << 31) } else { value }
}

/// Where on an axis a texel lies; none is the border.
type Place = Option<u32>;

/// Two texels of an axis, and the second one's weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    /// The first.
    pub(super) low: Place,
    /// The second.
    pub(super) high: Place,
    /// The second one's weight; 0 if only the first counts.
    pub(super) weight: f32,
}

impl Pair {
    /// One texel alone.
    pub(super) const fn only(at: u32) -> Self {
        Self { low: Some(at), high: Some(at), weight: 0.0 }
    }

    /// Rules S4 and S5: the texels at `u` on an axis of `size`.
    pub(super) fn of(u: f32, size: u32, mode: ClampMode, linear: bool) -> Self {
        let u = if u.is_nan() { 0.0 } else { u.clamp(-8_388_608.0, 8_388_607.0) };
        let end = size as f32;
        let u = match mode {
            ClampMode::ClampToHalfway => u.clamp(0.0, end),
            ClampMode::MirrorOnceToHalfway => u.abs().clamp(0.0, end),
            _ => u,
        };
        let place = |index: f32| clamped(index as i64, i64::from(size), mode, linear);
        if !linear {
            return Self { low: place(u.floor()), high: None, weight: 0.0 };
        }
        let t = u - 0.5;
        let first = t.floor();
        Self { low: place(first), high: place(first + 1.0), weight: flush(t - first) }
    }
}

/// Rule S5.
fn clamped(index: i64, size: i64, mode: ClampMode, linear: bool) -> Place {
    let held = |index: i64| index.clamp(0, size - 1);
    let inside = |index: i64| (0..size).contains(&index).then_some(index);
    let once = if index < 0 { -1 - index } else { index };
    let index = match mode {
        ClampMode::Repeat => Some(index.rem_euclid(size)),
        ClampMode::Mirror => {
            let turn = index.rem_euclid(2 * size);
            Some(if turn < size { turn } else { 2 * size - 1 - turn })
        }
        ClampMode::ClampToLast => Some(held(index)),
        ClampMode::MirrorOnceToLast => Some(held(once)),
        ClampMode::ClampToHalfway | ClampMode::MirrorOnceToHalfway if !linear => Some(held(index)),
        ClampMode::ClampToHalfway | ClampMode::ClampToBorder => inside(index),
        ClampMode::MirrorOnceToHalfway | ClampMode::MirrorOnceToBorder => inside(once),
    };
    index.and_then(|index| u32::try_from(index).ok())
}

/// Rule S8: between two values; a weight of 0 asks for the first alone.
pub(super) fn lerp(
    weight: f32,
    first: impl FnOnce() -> [f32; 4],
    second: impl FnOnce() -> [f32; 4],
) -> [f32; 4] {
    let first = first();
    if weight == 0.0 {
        return first;
    }
    let second = second();
    [0, 1, 2, 3].map(|at: usize| {
        let step = flush(weight * flush(second[at] - first[at]));
        flush(first[at] + step)
    })
}

/// Rule S8: along x, then y, then z. `texel` gets a place, or none for the border.
pub(super) fn filter(
    [x, y, z]: [Pair; 3],
    texel: &mut dyn FnMut(Option<[u32; 3]>) -> [f32; 4],
) -> [f32; 4] {
    let texel = std::cell::RefCell::new(texel);
    let at = |x: Place, y: Place, z: Place| {
        let place = x.zip(y).zip(z).map(|((x, y), z)| [x, y, z]);
        (*texel.borrow_mut())(place)
    };
    let row = |y: Place, z: Place| lerp(x.weight, || at(x.low, y, z), || at(x.high, y, z));
    let plane = |z: Place| lerp(y.weight, || row(y.low, z), || row(y.high, z));
    lerp(z.weight, || plane(z.low), || plane(z.high))
}

#[cfg(test)]
mod tests;
