//! What is left of a primitive on the surface: where it covers, and what it is there.
//!
//! For: quads, weights, depth and point coordinates of one shape. A primitive has none, one, or
//! several shapes that share no sample (rule C6).
//! Not for: making it (`setup`).
//! Facts: `docs/hardware/xenos-raster.md`, rules C5, D1 to D3, I5 and Z1.

use core::ops::Range;

use crate::outline::Outline;
use crate::plane::{Plane, Weights, blend};
use crate::quads::{Area, Quads};
use crate::samples::{CENTER, full, pattern};
use crate::screen::{Place, SUBPIXELS};
use xenos_regs::words::MsaaSamples;

/// What a shape is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A triangle, or a part of one.
    Polygon,
    /// One of a rectangle's halves.
    Rectangle,
    /// A line.
    Line,
    /// A point.
    Point,
}

/// A convex part of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// What it is drawn as.
    pub kind: Kind,
    /// It belongs to a polygon that faces back; else it faces front, or has no face.
    pub back: bool,
    /// The primitive's vertices, as the primitive names them; weights are theirs.
    pub vertices: [u32; 3],
    pub(crate) outline: Outline,
    pub(crate) plane: Plane,
    /// Depth at each corner, and what is added everywhere.
    pub(crate) z: [f64; 3],
    pub(crate) offset: f64,
    /// A point's top left corner and its size, in steps.
    pub(crate) square: Option<[Place; 2]>,
}

impl Shape {
    /// The quads with covered samples in these rows of an area.
    ///
    /// Rows may be any; with bands that start at even rows no quad is met twice.
    pub fn quads(&self, area: &Area, rows: &Range<i32>) -> Quads {
        Quads::new(&self.outline, area, rows)
    }

    /// Whether a place is covered.
    pub fn covers(&self, at: Place) -> bool {
        self.outline.contains(at)
    }

    /// Depth at a place, polygon offset included. Rules Z1 and Z2.
    pub fn depth(&self, at: Place) -> f64 {
        blend(self.plane.linear(at), self.z) + self.offset
    }

    /// The parts that the primitive's vertices have at a place, for [`crate::interpolate`].
    pub fn weights(&self, at: Place) -> Weights {
        self.plane.weights(at)
    }

    /// Where in a point a place is: 0, 0 top left to 1, 1; beyond that outside of it. Rule D3.
    pub fn point_coordinates(&self, at: Place) -> [f32; 2] {
        match self.square {
            None => [0.0; 2],
            Some([least, size]) => {
                [0, 1].map(|axis| ((at[axis] - least[axis]) as f64 / size[axis] as f64) as f32)
            }
        }
    }

    /// Where a pixel's interpolators are taken that want the centroid: `mask` is the pixel's of a
    /// quad. Rule I5.
    pub fn centroid(&self, pixel: [u32; 2], mask: u8, samples: MsaaSamples) -> Place {
        let middle = center(pixel);
        if mask == 0 || mask == full(samples) || self.covers(middle) {
            return middle;
        }
        sample(pixel, samples, mask.trailing_zeros() as usize)
    }
}

/// The middle of a pixel.
pub fn center([x, y]: [u32; 2]) -> Place {
    [x, y].map(|part| i64::from(part) * SUBPIXELS + CENTER)
}

/// The place of a pixel's sample; a number that it has not is its first.
pub fn sample(pixel: [u32; 2], samples: MsaaSamples, number: usize) -> Place {
    let pattern = pattern(samples);
    let [x, y] = pattern.get(number).copied().unwrap_or(pattern[0]);
    [i64::from(pixel[0]) * SUBPIXELS + x, i64::from(pixel[1]) * SUBPIXELS + y]
}
