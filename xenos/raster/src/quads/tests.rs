use super::*;
use crate::outline::doubled_area;
use crate::screen::Place;
use proptest::prelude::*;
use std::collections::BTreeMap;

const PATTERNS: [MsaaSamples; 3] = [MsaaSamples::X1, MsaaSamples::X2, MsaaSamples::X4];

fn area(width: i32, height: i32, samples: MsaaSamples) -> Area {
    let scissor = Rectangle { left: 0, top: 0, right: width, bottom: height };
    Area::new(scissor, LARGEST as u32, None, samples)
}

/// All covered samples, as (x, y, sample); each once.
fn covered(outline: &Outline, area: &Area, rows: Range<i32>) -> BTreeMap<(u32, u32, usize), u32> {
    let mut all = BTreeMap::new();
    let mut before = None;
    for quad in Quads::new(outline, area, &rows) {
        assert_eq!((quad.x % 2, quad.y % 2), (0, 0));
        assert!(quad.masks.iter().any(|mask| *mask != 0));
        assert!(before < Some((quad.y, quad.x)), "in order");
        before = Some((quad.y, quad.x));
        for (number, mask) in quad.masks.into_iter().enumerate() {
            let [x, y] = quad.pixel(number);
            for sample in (0..8).filter(|sample| mask >> sample & 1 != 0) {
                *all.entry((x, y, sample)).or_insert(0) += 1;
            }
        }
    }
    all
}

/// The samples of an area for which `inside` holds, one by one.
fn one_by_one(area: &Area, inside: impl Fn(Place) -> bool) -> BTreeMap<(u32, u32, usize), u32> {
    let mut all = BTreeMap::new();
    let pixels = area.pixels;
    for y in pixels.top..pixels.bottom {
        for x in pixels.left..pixels.right {
            for (number, [dx, dy]) in pattern(area.samples).iter().enumerate() {
                let at = [i64::from(x) * 16 + dx, i64::from(y) * 16 + dy];
                let seen = area.view.is_none_or(|view| {
                    at[0] >= view.left
                        && at[0] < view.right
                        && at[1] >= view.top
                        && at[1] < view.bottom
                });
                if seen && inside(at) {
                    all.insert((x as u32, y as u32, number), 1);
                }
            }
        }
    }
    all
}

/// Whether a place is in a triangle, by the rule's words: strictly inside, or on an edge that is
/// horizontal with the triangle below it, or not horizontal with the triangle to its right.
fn in_triangle(corners: [Place; 3], at: Place) -> bool {
    let wide = |place: Place| place.map(i128::from);
    let p = wide(at);
    (0..3).all(|n| {
        let [a, b, c] = [corners[n], corners[(n + 1) % 3], corners[(n + 2) % 3]].map(wide);
        let turn = |q: [i128; 2]| (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]);
        let (here, there) = (turn(p), turn(c));
        if here != 0 {
            return here.signum() == there.signum();
        }
        if a[1] == b[1] {
            return c[1] > a[1];
        }
        // The edge's x at the third corner's row, as a fraction of a positive denominator.
        let (numerator, denominator) =
            (a[0] * (b[1] - a[1]) + (c[1] - a[1]) * (b[0] - a[0]), b[1] - a[1]);
        c[0] * denominator * denominator.signum() > numerator * denominator.signum()
    })
}

fn place(limit: i64) -> impl Strategy<Value = Place> {
    // Whole pixels and centres are common, so that edges meet samples.
    let step = prop_oneof![
        -limit..limit,
        (-limit / 16..limit / 16).prop_map(|pixel| pixel * 16),
        (-limit / 16..limit / 16).prop_map(|pixel| pixel * 16 + 8),
        (-limit / 2..limit / 2).prop_map(|half| half * 2),
    ];
    [step.clone(), step]
}

fn samples() -> impl Strategy<Value = MsaaSamples> {
    prop::sample::select(&PATTERNS[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn triangles_cover_what_the_rule_says(
        a in place(700), b in place(700), c in place(700), samples in samples(),
    ) {
        let corners = [a, b, c];
        prop_assume!(doubled_area(corners) != 0);
        let area = area(37, 31, samples);
        let outline = Outline::triangle(corners);
        let expected = one_by_one(&area, |at| in_triangle(corners, at));
        prop_assert_eq!(covered(&outline, &area, area.rows()), expected);
    }

    #[test]
    fn large_triangles_too(
        corners in prop::array::uniform3([-(1i64 << 24)..=1 << 24, -(1i64 << 24)..=1 << 24]),
        through in place(500), samples in samples(),
    ) {
        // One corner near, so that some edges pass.
        for corners in [corners, [through, corners[1], corners[2]]] {
            prop_assume!(doubled_area(corners) != 0);
            let area = area(21, 24, samples);
            let outline = Outline::triangle(corners);
            let expected = one_by_one(&area, |at| in_triangle(corners, at));
            prop_assert_eq!(covered(&outline, &area, area.rows()), expected);
        }
    }

    /// A square cut by random inner points into a fan of triangles with shared edges.
    #[test]
    fn triangles_that_share_edges_cover_each_sample_once(
        inner in [1i64..600, 1i64..600], top in 1i64..600, right in 1i64..600,
        bottom in 1i64..600, left in 1i64..600, samples in samples(), turned in any::<u32>(),
    ) {
        let rim = [[0, 0], [top, 0], [600, 0], [600, right], [600, 600], [bottom, 600], [0, 600], [0, left]];
        let area = area(40, 40, samples);
        let mut counts = BTreeMap::new();
        for n in 0..8 {
            let mut corners = [rim[n], rim[(n + 1) % 8], inner];
            corners.rotate_left(turned as usize >> n & 1);
            if turned >> (8 + n) & 1 != 0 {
                corners.reverse();
            }
            if doubled_area(corners) != 0 {
                for (sample, count) in covered(&Outline::triangle(corners), &area, area.rows()) {
                    *counts.entry(sample).or_insert(0) += count;
                }
            }
        }
        let expected = one_by_one(&area, |at| at[0] < 600 && at[1] < 600);
        prop_assert_eq!(counts, expected);
    }

    #[test]
    fn rectangles_are_half_open(
        least in place(700), size in [1i64..500, 1i64..500], samples in samples(),
    ) {
        let beyond = [least[0] + size[0], least[1] + size[1]];
        let area = area(33, 33, samples);
        let expected = one_by_one(&area, |at| {
            (0..2).all(|axis| at[axis] >= least[axis] && at[axis] < beyond[axis])
        });
        prop_assert_eq!(covered(&Outline::rectangle(least, beyond), &area, area.rows()), expected);
    }

    /// Against the line's definition with fractions, in both directions and along both axes.
    #[test]
    fn lines_cover_their_width_from_start_to_before_end(
        a in place(500), b in place(500), half in 1i64..40, samples in samples(),
    ) {
        prop_assume!(a != b);
        let area = area(33, 33, samples);
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let axis = usize::from(dx.abs() < dy.abs());
        let (length, rise) = if axis == 0 { (dx, dy) } else { (dy, dx) };
        let expected = one_by_one(&area, |at| {
            let along = (at[axis] - a[axis]) * length.signum();
            if along < 0 || along >= length.abs() {
                return false;
            }
            // Distance across, times the length.
            let across = (at[1 - axis] - a[1 - axis]) * length.abs() - rise * along;
            let edge = half * length.abs();
            // Of the two long sides the left or top one is inside; the side at less y, or less x,
            // is unless the line's slope makes it a right one.
            let normal = if axis == 0 { -rise * length.signum() } else { 1 };
            let lower_inside = normal >= 0;
            if lower_inside { across >= -edge && across < edge } else { across > -edge && across <= edge }
        });
        prop_assert_eq!(covered(&Outline::line([a, b], half), &area, area.rows()), expected);
    }

    #[test]
    fn bands_and_views_are_cuts_of_the_whole(
        corners in prop::array::uniform3(place(700)), samples in samples(),
        cuts in prop::collection::vec(-4i32..40, 0..5),
        scissor in [0i32..30, 0i32..30, 0i32..45, 0i32..45],
        view in prop::option::of([place(700), place(700)]),
    ) {
        prop_assume!(doubled_area(corners) != 0);
        let [left, top, right, bottom] = scissor;
        let view = view.map(|[a, b]| View { left: a[0], top: a[1], right: b[0], bottom: b[1] });
        let area = Area::new(Rectangle { left, top, right, bottom }, 40, view, samples);
        let outline = Outline::triangle(corners);
        let expected = one_by_one(&area, |at| in_triangle(corners, at));
        prop_assert_eq!(covered(&outline, &area, area.rows()), expected.clone());
        let mut cuts = cuts;
        cuts.extend([i32::MIN, i32::MAX]);
        cuts.sort_unstable();
        let mut union = BTreeMap::new();
        for band in cuts.windows(2) {
            for (sample, count) in covered(&outline, &area, band[0]..band[1]) {
                *union.entry(sample).or_insert(0) += count;
            }
        }
        prop_assert_eq!(union, expected);
    }
}

#[test]
fn empty_and_absurd_areas_have_no_quads() {
    let outline = Outline::triangle([[0, 0], [1000, 0], [0, 1000]]);
    let huge = Rectangle { left: i32::MIN, top: i32::MIN, right: i32::MAX, bottom: i32::MAX };
    let none = Rectangle { left: 5, top: 5, right: 5, bottom: 9 };
    let crossed = Rectangle { left: 50, top: 50, right: 5, bottom: 9 };
    let samples = MsaaSamples::X4;
    for rectangle in [none, crossed] {
        let area = Area::new(rectangle, 64, None, samples);
        assert_eq!(Quads::new(&outline, &area, &area.rows()).count(), 0);
    }
    let area = Area::new(huge, u32::MAX, None, samples);
    assert_eq!(area.pixels(), Rectangle { left: 0, top: 0, right: LARGEST, bottom: LARGEST });
    assert_eq!(Quads::new(&outline, &Area::new(huge, 0, None, samples), &area.rows()).count(), 0);
    let crossed = Range { start: i32::MAX, end: i32::MIN };
    assert_eq!(Quads::new(&outline, &area, &crossed).count(), 0);
    assert_ne!(Quads::new(&outline, &area, &(i32::MIN..i32::MAX)).count(), 0);
}

#[test]
fn a_pixel_s_centre_decides_with_one_sample() {
    // From (1, 1) to (3, 2), as two triangles.
    let area = area(8, 8, MsaaSamples::X1);
    let [a, b, c, d] = [[16, 16], [48, 16], [48, 32], [16, 32]];
    let mut all = covered(&Outline::triangle([a, b, c]), &area, area.rows());
    let other = covered(&Outline::triangle([a, c, d]), &area, area.rows());
    assert!(other.keys().all(|key| !all.contains_key(key)));
    all.extend(other);
    assert_eq!(all.keys().copied().collect::<Vec<_>>(), [(1, 1, 0), (2, 1, 0)]);
}

#[test]
fn quads_that_a_sliver_misses_are_counted() {
    // A sixteenth of a pixel high, between two rows of centres.
    let area = area(8192, 8, MsaaSamples::X1);
    let mut quads = Quads::new(&Outline::rectangle([0, 1], [8192 * 16, 2]), &area, &area.rows());
    assert_eq!(quads.by_ref().count(), 0);
    assert!(quads.missed() >= 4096);
    let mut quads = Quads::new(&Outline::rectangle([0, 0], [128, 128]), &area, &area.rows());
    assert_eq!((quads.by_ref().count(), quads.missed()), (16, 0));
}
