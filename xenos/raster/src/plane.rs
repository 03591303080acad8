//! Weights of a shape's vertices at any place.
//!
//! For: barycentric numbers from whole numerators, perspective, the weights of clipped corners,
//! and values made of them. Not for: which places are covered.
//! Facts: `docs/hardware/xenos-raster.md`, rules I1 to I3 and I6.

use crate::outline::{doubled_area, major_x};
use crate::screen::{Place, Placed};

/// Of each of a primitive's three vertices.
pub type Weights = [f64; 3];

/// The weights of three vertices themselves.
pub const VERTICES: [Weights; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Linear weights of three corners over the surface, and what makes them the primitive's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plane {
    origin: Place,
    /// Numerators of the second and third corner's weights, a step to the right and a step down.
    slopes: [[i64; 2]; 2],
    denominator: i64,
    /// 1/w of each corner; equal ones need no correction.
    reciprocals: Option<[f64; 3]>,
    /// The primitive's weights at each corner, where corners are not the vertices themselves.
    corners: Option<[Weights; 3]>,
}

impl Plane {
    /// Of a triangle, not of area 0.
    pub(crate) fn triangle(corners: &[Placed; 3], weights: [Weights; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| corner.at);
        let [ab, ac] = [b, c].map(|to| [to[0] - a[0], to[1] - a[1]]);
        Self {
            origin: a,
            slopes: [[ac[1], -ac[0]], [-ab[1], ab[0]]],
            denominator: doubled_area([a, b, c]),
            reciprocals: reciprocals(corners.map(|corner| corner.reciprocal)),
            corners: (weights != VERTICES).then_some(weights),
        }
    }

    /// Of a line, not of length 0: weights follow from the way along its major axis.
    pub(crate) fn line(ends: &[Placed; 2], weights: [Weights; 2]) -> Self {
        let [a, b] = ends.map(|end| end.at);
        let axis = usize::from(!major_x([a, b]));
        let mut along = [0, 0];
        along[axis] = (b[axis] - a[axis]).signum();
        let [first, second] = ends.map(|end| end.reciprocal);
        Self {
            origin: a,
            slopes: [along, [0, 0]],
            denominator: (b[axis] - a[axis]).abs(),
            reciprocals: reciprocals([first, second, second]),
            corners: (weights != [VERTICES[0], VERTICES[1]])
                .then_some([weights[0], weights[1], weights[1]]),
        }
    }

    /// Of a point: the first vertex everywhere.
    pub(crate) const fn point(at: Place) -> Self {
        let slopes = [[0, 0]; 2];
        Self { origin: at, slopes, denominator: 1, reciprocals: None, corners: None }
    }

    /// Numerators of the corners' weights at a place.
    fn numerators(&self, at: Place) -> [f64; 3] {
        let from = [at[0] - self.origin[0], at[1] - self.origin[1]];
        let [second, third] = self.slopes.map(|slope| slope[0] * from[0] + slope[1] * from[1]);
        // Below 2^53, so that all are exact.
        [self.denominator - second - third, second, third].map(|value| value as f64)
    }

    /// The corners' weights, linear over the surface. Rule I1.
    pub(crate) fn linear(&self, at: Place) -> Weights {
        self.numerators(at).map(|numerator| numerator / self.denominator as f64)
    }

    /// The primitive's vertices' weights, corrected for perspective. Rules I2 and I3.
    pub(crate) fn weights(&self, at: Place) -> Weights {
        let mut weights = None;
        if let Some(reciprocals) = self.reciprocals {
            let [a, b, c] = self.numerators(at);
            let parts = [a * reciprocals[0], b * reciprocals[1], c * reciprocals[2]];
            let sum = parts[0] + parts[1] + parts[2];
            if sum.is_finite() && sum != 0.0 {
                weights = Some(parts.map(|part| part / sum));
            }
        }
        let weights = weights.unwrap_or_else(|| self.linear(at));
        match self.corners {
            None => weights,
            Some(corners) => core::array::from_fn(|vertex| {
                let [a, b, c] = corners.map(|corner| corner[vertex]);
                blend(weights, [a, b, c])
            }),
        }
    }

    /// How much a linear value of the corners changes a pixel, to the right and down.
    pub(crate) fn gradient(&self, values: [f64; 3]) -> [f64; 2] {
        let steps = crate::screen::SUBPIXELS as f64 / self.denominator as f64;
        let [second, third] = [values[1] - values[0], values[2] - values[0]];
        [0, 1].map(|axis| {
            let [a, b] = self.slopes.map(|slope| slope[axis] as f64);
            (a * second + b * third) * steps
        })
    }
}

/// Nothing to correct if all are equal.
fn reciprocals(all: [f64; 3]) -> Option<[f64; 3]> {
    let bits = all.map(f64::to_bits);
    (bits[0] != bits[1] || bits[0] != bits[2]).then_some(all)
}

/// A value between three. Exact where they are equal. Rule I6.
pub(crate) fn blend(weights: Weights, values: [f64; 3]) -> f64 {
    values[0] + weights[1] * (values[1] - values[0]) + weights[2] * (values[2] - values[0])
}

/// A component of an interpolator from its three vertices' values, rounded once. Rule I6.
pub fn interpolate(weights: Weights, values: [f32; 3]) -> f32 {
    blend(weights, values.map(f64::from)) as f32
}

#[cfg(test)]
mod tests;
