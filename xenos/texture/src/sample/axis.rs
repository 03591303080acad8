//! One axis: a coordinate to one or two texels and a weight.
//!
//! Facts: rules S3 to S5.

use xenos_regs::fetch::ClampMode;

use super::plan::{Kind, Plan};
use crate::arithmetic::{add, div, floor, mul, sub};

/// Texels along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Taps {
    /// The first and, with a weight, the second; `None` is the border.
    pub(super) at: [Option<u32>; 2],
    /// The second's.
    pub(super) weight: f32,
}

impl Taps {
    /// The only texel of an axis that is not used.
    pub(super) const ONE: Self = Self { at: [Some(0), None], weight: 0.0 };
}

/// Where a coordinate lies, in texels of a level.
pub(super) fn place(plan: &Plan<'_>, axis: usize, level: u32, coordinate: f32) -> f32 {
    let size = plan.size_at(level, axis) as f32;
    let u = if plan.kind == Kind::Cube {
        mul(sub(coordinate, 1.0), size)
    } else if axis == 2 && plan.kind == Kind::Stacked {
        if plan.normalized { mul(coordinate, size) } else { coordinate }
    } else if plan.normalized {
        mul(coordinate, size)
    } else if level == 0 {
        coordinate
    } else {
        div(mul(coordinate, size), plan.size[axis] as f32)
    };
    let u = add(u, plan.offsets[axis]);
    if u.is_nan() { 0.0 } else { u.clamp(-8_388_608.0, 8_388_607.0) }
}

/// The texels at a place.
pub(super) fn taps(place: f32, size: u32, mode: ClampMode, linear: bool) -> Taps {
    let size = size as i32;
    let u = match mode {
        ClampMode::ClampToHalfway => place.clamp(0.0, size as f32),
        ClampMode::MirrorOnceToHalfway => place.abs().clamp(0.0, size as f32),
        _ => place,
    };
    if !linear {
        let mut at = floor(u) as i32;
        if matches!(mode, ClampMode::ClampToHalfway | ClampMode::MirrorOnceToHalfway) {
            at = at.clamp(0, size - 1);
        }
        return Taps { at: [clamped(at, size, mode), None], weight: 0.0 };
    }
    let t = sub(u, 0.5);
    let first = floor(t);
    let at = first as i32;
    Taps { at: [clamped(at, size, mode), clamped(at + 1, size, mode)], weight: sub(t, first) }
}

/// A texel's number inside the level, or the border.
fn clamped(at: i32, size: i32, mode: ClampMode) -> Option<u32> {
    let held = |at: i32| at.clamp(0, size - 1);
    let inside = |at: i32| (0..size).contains(&at).then_some(at);
    // -1 is the mirror's 0.
    let mirrored = |at: i32| if at < 0 { -1 - at } else { at };
    let at = match mode {
        ClampMode::Repeat => Some(at.rem_euclid(size)),
        ClampMode::Mirror => {
            let at = at.rem_euclid(2 * size);
            Some(if at < size { at } else { 2 * size - 1 - at })
        }
        ClampMode::ClampToLast => Some(held(at)),
        ClampMode::MirrorOnceToLast => Some(held(mirrored(at))),
        ClampMode::ClampToBorder | ClampMode::ClampToHalfway => inside(at),
        ClampMode::MirrorOnceToBorder | ClampMode::MirrorOnceToHalfway => inside(mirrored(at)),
    };
    at.map(|at| at as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(place: f32, mode: ClampMode) -> Option<u32> {
        taps(place, 4, mode, false).at[0]
    }

    #[test]
    fn point_filter_by_mode() {
        let places = [-5.5, -0.5, 0.0, 3.99, 4.0, 9.5];
        let cases: [(ClampMode, [Option<u32>; 6]); 8] = [
            (ClampMode::Repeat, [2, 3, 0, 3, 0, 1].map(Some)),
            (ClampMode::Mirror, [2, 0, 0, 3, 3, 1].map(Some)),
            (ClampMode::ClampToLast, [0, 0, 0, 3, 3, 3].map(Some)),
            (ClampMode::MirrorOnceToLast, [3, 0, 0, 3, 3, 3].map(Some)),
            (ClampMode::ClampToHalfway, [0, 0, 0, 3, 3, 3].map(Some)),
            (ClampMode::MirrorOnceToHalfway, [3, 0, 0, 3, 3, 3].map(Some)),
            (ClampMode::ClampToBorder, [None, None, Some(0), Some(3), None, None]),
            (ClampMode::MirrorOnceToBorder, [None, Some(0), Some(0), Some(3), None, None]),
        ];
        for (mode, expected) in cases {
            assert_eq!(places.map(|place| point(place, mode)), expected, "{mode:?}");
        }
    }

    #[test]
    fn linear_filter_at_edges() {
        let at = |place, mode| {
            let taps = taps(place, 4, mode, true);
            (taps.at, taps.weight)
        };
        assert_eq!(at(2.0, ClampMode::Repeat), ([Some(1), Some(2)], 0.5));
        assert_eq!(at(0.25, ClampMode::Repeat), ([Some(3), Some(0)], 0.75));
        assert_eq!(at(0.25, ClampMode::Mirror), ([Some(0), Some(0)], 0.75));
        assert_eq!(at(0.25, ClampMode::ClampToBorder), ([None, Some(0)], 0.75));
        // Halfway: never more than half of the border.
        assert_eq!(at(-7.0, ClampMode::ClampToHalfway), ([None, Some(0)], 0.5));
        assert_eq!(at(7.0, ClampMode::ClampToHalfway), ([Some(3), None], 0.5));
        assert_eq!(at(-0.25, ClampMode::MirrorOnceToHalfway), ([Some(0), Some(0)], 0.75));
        assert_eq!(at(-7.0, ClampMode::MirrorOnceToHalfway), ([Some(3), None], 0.5));
        // A texel's centre is that texel alone.
        assert_eq!(at(2.5, ClampMode::ClampToLast), ([Some(2), Some(3)], 0.0));
    }
}
