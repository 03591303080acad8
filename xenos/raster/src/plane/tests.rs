#![expect(clippy::float_cmp, reason = "exact values are the subject")]

use super::*;
use proptest::prelude::*;

fn placed(at: Place, w: f64) -> Placed {
    Placed { at, z: 0.0, reciprocal: 1.0 / w }
}

fn corners() -> impl Strategy<Value = [Place; 3]> {
    prop::array::uniform3([-2000i64..2000, -2000i64..2000])
        .prop_filter("an area", |corners| doubled_area(*corners) != 0)
}

proptest! {
    #[test]
    fn weights_sum_to_one_and_meet_the_corners(
        corners in corners(), w in prop::array::uniform3(0.01f64..100.0),
        at in [-2000i64..2000, -2000i64..2000],
    ) {
        let all = [0, 1, 2].map(|n| placed(corners[n], w[n]));
        let plane = Plane::triangle(&all, VERTICES);
        for (n, corner) in corners.into_iter().enumerate() {
            prop_assert_eq!(plane.weights(corner), VERTICES[n]);
            prop_assert_eq!(plane.linear(corner), VERTICES[n]);
        }
        let sum: f64 = plane.linear(at).into_iter().sum();
        prop_assert!((sum - 1.0).abs() < 1e-9 * plane.linear(at).iter().fold(1.0, |most, part| part.abs().max(most)));
    }

    /// Any place, any w: a value that all vertices share comes out as it is.
    #[test]
    fn constants_are_exact(
        corners in corners(), w in prop::array::uniform3(0.01f64..100.0),
        at in [-2000i64..2000, -2000i64..2000], value in -1e30f32..1e30,
    ) {
        let all = [0, 1, 2].map(|n| placed(corners[n], w[n]));
        let weights = Plane::triangle(&all, VERTICES).weights(at);
        prop_assert_eq!(interpolate(weights, [value; 3]).to_bits(), value.to_bits());
    }

    /// Without perspective a linear function of the place, with few bits, comes out as it is.
    #[test]
    fn linear_functions_are_exact(
        corners in corners(), at in [-2000i64..2000, -2000i64..2000],
        (a, b, c) in (-50i64..50, -50i64..50, -5000i64..5000),
    ) {
        let value = |at: Place| (a * at[0] + b * at[1] + c) as f32 / 64.0;
        let plane = Plane::triangle(&corners.map(|corner| placed(corner, 3.0)), VERTICES);
        prop_assert_eq!(interpolate(plane.weights(at), corners.map(value)), value(at));
        let gradient = plane.gradient(corners.map(|corner| f64::from(value(corner))));
        for (axis, slope) in [a, b].into_iter().enumerate() {
            prop_assert!((gradient[axis] - slope as f64 / 4.0).abs() < 1e-6);
        }
    }

    /// Values over w are linear over the surface, and 1/w is: the weights' definition.
    #[test]
    fn perspective_weights_are_homogeneous(
        corners in corners(), w in prop::array::uniform3(0.5f64..4.0),
        inner in [0.05f64..0.9, 0.05f64..0.9], values in prop::array::uniform3(-8.0f64..8.0),
    ) {
        // A place near the triangle's inside.
        let part = [inner[0], inner[1] * (1.0 - inner[0])];
        let at = [0, 1].map(|axis| {
            let [a, b, c] = corners.map(|corner| corner[axis] as f64);
            (a + part[0] * (b - a) + part[1] * (c - a)).round() as i64
        });
        let all = [0, 1, 2].map(|n| placed(corners[n], w[n]));
        let plane = Plane::triangle(&all, VERTICES);
        let linear = plane.linear(at);
        prop_assume!(linear.iter().all(|weight| *weight >= 0.0));
        let mean = |f: &dyn Fn(usize) -> f64| -> f64 { (0..3).map(|n| linear[n] * f(n)).sum() };
        let expected = mean(&|n| values[n] / w[n]) / mean(&|n| 1.0 / w[n]);
        prop_assert!((blend(plane.weights(at), values) - expected).abs() < 1e-9);
    }

    #[test]
    fn lines_go_from_end_to_end(
        a in [-2000i64..2000, -2000i64..2000], b in [-2000i64..2000, -2000i64..2000],
        w in [0.5f64..4.0, 0.5f64..4.0], value in -1e30f32..1e30,
    ) {
        prop_assume!(a != b);
        let plane = Plane::line(&[placed(a, w[0]), placed(b, w[1])], [VERTICES[0], VERTICES[1]]);
        prop_assert_eq!(plane.weights(a), VERTICES[0]);
        prop_assert_eq!(plane.weights(b), VERTICES[1]);
        let middle = [a[0] + b[0], a[1] + b[1]].map(|sum| sum.div_euclid(2));
        prop_assert_eq!(interpolate(plane.weights(middle), [value, value, value]), value);
    }
}

#[test]
fn without_a_usable_w_weights_are_linear() {
    let corners = [[0, 0], [64, 0], [0, 64]];
    for reciprocals in [[0.0; 3], [f64::INFINITY, 1.0, 1.0], [f64::NAN; 3], [f64::NAN, 0.0, 1.0]] {
        let mut n = 0;
        let all = corners.map(|at| {
            n += 1;
            Placed { at, z: 0.0, reciprocal: reciprocals[n - 1] }
        });
        assert_eq!(Plane::triangle(&all, VERTICES).weights([16, 32]), [0.25, 0.25, 0.5]);
    }
}

#[test]
fn clipped_corners_stand_for_parts_of_vertices() {
    let corners = [[0, 0], [64, 0], [0, 64]].map(|at| placed(at, 1.0));
    let parts = [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5]];
    let plane = Plane::triangle(&corners, parts);
    assert_eq!(plane.weights([32, 0]), [0.75, 0.25, 0.0]);
    assert_eq!(plane.linear([32, 0]), [0.5, 0.5, 0.0]);
}
