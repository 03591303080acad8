//! Triangle set-up: from three vertices to start values and gradients.
//!
//! For: what a driver computes for the card, in double precision. Not for: clipping; vertices must
//! fit 12.4 coordinates.
//!
//! Facts: digest sections 4.2, 5.2 and 9.3: vertices are sorted by row, values start at vertex A,
//! bit 31 of the command is the sign of the area, and the edge AC is the left one where it is
//! clear. The start values are those of vertex A itself, so fbzColorPath\[26\] has to be set.

mod registers;

pub use registers::{Form, Parts};

use std::array::from_fn;

/// Where a vertex stands on the screen and what it carries.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vertex {
    /// Columns from the left edge.
    pub x: f64,
    /// Rows from the top edge (or the bottom one).
    pub y: f64,
    /// What is iterated.
    pub values: Values,
}

/// What is iterated over a triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Values {
    /// Red, green, blue and alpha, 0 to 255.
    pub rgba: [f64; 4],
    /// Depth, 0 to 65,535.
    pub z: f64,
    /// One over W: above 0, up to 1 (3.99 at most).
    pub w: f64,
    /// S and T over W for each texture unit; S and T count texels of a map 256 wide.
    pub st: [[f64; 2]; 3],
}

impl Values {
    /// Values for a vertex at distance `distance` (at least 1), which divides all coordinates.
    pub fn at_distance(distance: f64, rgba: [f64; 4], z: f64, st: [[f64; 2]; 3]) -> Self {
        let w = 1.0 / distance;
        Self { rgba, z, w, st: st.map(|pair| pair.map(|coordinate| coordinate * w)) }
    }

    /// Combines the values of three vertices, one by one.
    fn combine(of: [&Self; 3], f: impl Fn([f64; 3]) -> f64) -> Self {
        let [a, b, c] = of;
        Self {
            rgba: from_fn(|n| f([a.rgba[n], b.rgba[n], c.rgba[n]])),
            z: f([a.z, b.z, c.z]),
            w: f([a.w, b.w, c.w]),
            st: from_fn(|u| from_fn(|n| f([a.st[u][n], b.st[u][n], c.st[u][n]]))),
        }
    }
}

/// A triangle as the registers take it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// Vertices A, B and C as x, y, each a multiple of 1/16.
    pub vertices: [[f64; 2]; 3],
    /// Bit 31 of the command.
    pub negative: bool,
    /// Values at vertex A.
    pub start: Values,
    /// Their change per column.
    pub dx: Values,
    /// Their change per row.
    pub dy: Values,
}

impl Setup {
    /// Sets a triangle up; `None` where it has no area.
    pub fn of(vertices: [Vertex; 3]) -> Option<Self> {
        let mut sorted = vertices.map(|v| Vertex { x: snap(v.x), y: snap(v.y), ..v });
        sorted.sort_by(|a, b| a.y.total_cmp(&b.y));
        let [a, b, c] = sorted;
        let (bx, by, cx, cy) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y);
        let area = bx * cy - cx * by;
        if area == 0.0 || !area.is_finite() {
            return None;
        }
        let of = [&a.values, &b.values, &c.values];
        Some(Self {
            vertices: sorted.map(|v| [v.x, v.y]),
            negative: area < 0.0,
            start: a.values,
            dx: Values::combine(of, |[a, b, c]| ((b - a) * cy - (c - a) * by) / area),
            dy: Values::combine(of, |[a, b, c]| ((c - a) * bx - (b - a) * cx) / area),
        })
    }
}

/// The nearest multiple of 1/16, as the registers hold it: gradients of the vertex that is really
/// drawn fit the neighbouring triangles.
fn snap(coordinate: f64) -> f64 {
    (coordinate * 16.0 + 0.5).floor() / 16.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(x: f64, y: f64, red: f64) -> Vertex {
        Vertex { x, y, values: Values { rgba: [red, 0.0, 0.0, 0.0], ..Values::default() } }
    }

    #[test]
    fn sorted_and_with_the_gradients_of_a_plane() {
        // Red = 10 + 2x + 3y.
        let red = |x: f64, y: f64| vertex(x, y, 10.0 + 2.0 * x + 3.0 * y);
        let setup = Setup::of([red(10.0, 5.0), red(0.0, 10.0), red(0.0, 0.0)]).unwrap();
        assert_eq!(setup.vertices, [[0.0, 0.0], [10.0, 5.0], [0.0, 10.0]]);
        assert!(!setup.negative, "B lies to the right of AC");
        assert_eq!((setup.start.rgba[0], setup.dx.rgba[0], setup.dy.rgba[0]), (10.0, 2.0, 3.0));
        let mirrored = Setup::of([red(-10.0, 5.0), red(0.0, 10.0), red(0.0, 0.0)]).unwrap();
        assert!(mirrored.negative);
        assert_eq!((mirrored.dx.rgba[0], mirrored.dy.rgba[0]), (2.0, 3.0));
    }

    #[test]
    fn no_area_no_triangle() {
        assert!(Setup::of([vertex(1.0, 1.0, 0.0); 3]).is_none());
        assert!(Setup::of([vertex(f64::NAN, 1.0, 0.0); 3]).is_none());
        assert_eq!([1.04, -1.04].map(|c| (snap(c) * 16.0) as i32), [17, -17]);
    }
}
