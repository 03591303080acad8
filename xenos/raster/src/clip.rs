//! What of a primitive is left inside planes.
//!
//! For: near and far plane, user planes, and the sides beyond which the fixed-point range ends, in
//! clip space, with the weights of what remains.
//! Not for: the viewport's sides (`screen::View` tests samples), nor which planes apply when.
//! Facts: `docs/hardware/xenos-raster.md`, rules K1 to K6.

use crate::plane::Weights;
use crate::screen::{RANGE, SUBPIXELS, Screen};
use xenos_regs::state::ClipPlanes;

/// A corner in clip space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// x, y, z, w.
    pub position: [f64; 4],
    /// The primitive's vertices' parts in it.
    pub weights: Weights,
    /// The vertex that it is, if no plane has made it.
    pub vertex: Option<usize>,
}

impl Corner {
    /// What of the primitive's vertex `number` reaches the planes.
    pub fn vertex(number: usize, position: [f64; 4], weights: Weights) -> Self {
        Self { position, weights, vertex: Some(number) }
    }

    /// Where the way from an inner corner to an outer one meets a plane, by their distances. Taken
    /// from inside to outside always, so that both triangles of an edge get the same corner.
    fn cut(inner: &Self, outer: &Self, [inside, outside]: [f64; 2]) -> Self {
        let part = inside / (inside - outside);
        let between = |a: f64, b: f64| a + part * (b - a);
        Self {
            position: core::array::from_fn(|n| between(inner.position[n], outer.position[n])),
            weights: core::array::from_fn(|n| between(inner.weights[n], outer.weights[n])),
            vertex: None,
        }
    }
}

/// Inside where the sum of products with a position is not negative.
pub type Plane = [f64; 4];

fn distance(plane: &Plane, corner: &Corner) -> f64 {
    let [x, y, z, w] = corner.position;
    plane[0] * x + plane[1] * y + plane[2] * z + plane[3] * w
}

/// The planes of a draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    /// What is outside of one of these is cut off.
    cutting: Vec<Plane>,
    /// What is wholly outside of one of these is dropped.
    dropping: Vec<Plane>,
    /// Where the fixed-point range ends; applied to what reaches beyond.
    range: [Plane; 4],
}

impl Volume {
    /// Near and far plane, user planes and range. Rules K1, K2 and K4.
    pub fn new(planes: &ClipPlanes, screen: &Screen) -> Self {
        let control = planes.control;
        let near = if control.dx_clip_space_def() { 0.0 } else { 1.0 };
        let mut cutting = vec![[0.0, 0.0, 1.0, near], [0.0, 0.0, -1.0, 1.0]];
        let users = (0..6)
            .filter(|n| control.ucp_ena() >> n & 1 != 0)
            .map(|n: usize| planes.planes[n].map(|bits| f64::from(f32::from_bits(bits))));
        let mut dropping = Vec::new();
        if control.ucp_cull_only_ena() {
            dropping.extend(users);
        } else {
            cutting.extend(users);
        }
        // A pixel less, for what rounding adds.
        let most = (RANGE / SUBPIXELS - 1) as f64;
        let side = |axis: usize, sign: f64| {
            let mut plane = [0.0, 0.0, 0.0, most - sign * screen.offset[axis]];
            plane[axis] = -sign * screen.scale[axis];
            plane
        };
        let range = [side(0, 1.0), side(0, -1.0), side(1, 1.0), side(1, -1.0)];
        Self { cutting, dropping, range }
    }

    /// The planes that cut: the range's first, if something may reach beyond it.
    fn planes(&self, beyond: bool) -> impl Iterator<Item = &Plane> {
        let range = if beyond { &self.range[..] } else { &[] };
        range.iter().chain(&self.cutting)
    }

    /// Whether all corners are outside of one plane, user planes that only drop among them.
    fn outside(&self, corners: &[Corner]) -> bool {
        let all = |plane: &Plane| corners.iter().all(|corner| distance(plane, corner) < 0.0);
        self.cutting.iter().chain(&self.dropping).any(all)
    }

    /// What is left of a triangle: its own corners, a polygon's, or none. `beyond` says that a
    /// corner has no place within the range, or no w above 0.
    pub fn triangle(&self, corners: [Corner; 3], beyond: bool) -> Vec<Corner> {
        if self.outside(&corners) {
            return Vec::new();
        }
        let mut polygon = corners.to_vec();
        for plane in self.planes(beyond) {
            if !polygon.iter().any(|corner| distance(plane, corner) < 0.0) {
                continue;
            }
            let distances: Vec<f64> =
                polygon.iter().map(|corner| distance(plane, corner)).collect();
            let count = polygon.len();
            let mut left = Vec::with_capacity(count + 1);
            for n in 0..count {
                let next = (n + 1) % count;
                let (a, b) = (distances[n], distances[next]);
                if a < 0.0 {
                    if b > 0.0 {
                        left.push(Corner::cut(&polygon[next], &polygon[n], [b, a]));
                    }
                } else {
                    left.push(polygon[n]);
                    if b < 0.0 && a > 0.0 {
                        left.push(Corner::cut(&polygon[n], &polygon[next], [a, b]));
                    }
                }
            }
            polygon = left;
        }
        if polygon.len() < 3 { Vec::new() } else { polygon }
    }

    /// What is left of a line.
    pub fn line(&self, ends: [Corner; 2], beyond: bool) -> Option<[Corner; 2]> {
        if self.outside(&ends) {
            return None;
        }
        let mut ends = ends;
        for plane in self.planes(beyond) {
            let [a, b] = [distance(plane, &ends[0]), distance(plane, &ends[1])];
            match (a < 0.0, b < 0.0) {
                (false, false) => {}
                (true, true) => return None,
                (false, true) => ends[1] = Corner::cut(&ends[0], &ends[1], [a, b]),
                (true, false) => ends[0] = Corner::cut(&ends[1], &ends[0], [b, a]),
            }
        }
        Some(ends)
    }

    /// Whether a point stays: it does whole, or not at all. Rule K6.
    pub fn keeps(&self, point: Corner) -> bool {
        point.position[3] > 0.0 && !self.outside(&[point])
    }
}

#[cfg(test)]
mod tests;
