//! Matrices of four rows, as vertex programs take the products of rows and vectors.

use super::{Vec3, turn};

/// Four rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix([[f64; 4]; 4]);

impl Matrix {
    /// What changes nothing.
    pub(crate) const IDENTITY: Self = Self::scale(1.0, 1.0, 1.0);

    /// Stretched along the axes.
    pub(crate) const fn scale(x: f64, y: f64, z: f64) -> Self {
        Self([[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0], [0.0, 0.0, 0.0, 1.0]])
    }

    /// Moved.
    pub(crate) fn translation(to: Vec3) -> Self {
        let mut matrix = Self::IDENTITY;
        matrix.0[0][3] = to.x;
        matrix.0[1][3] = to.y;
        matrix.0[2][3] = to.z;
        matrix
    }

    /// Turned about the vertical axis.
    pub(crate) fn about_y(turns: f64) -> Self {
        let (sin, cos) = turn(turns);
        Self([
            [cos, 0.0, sin, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [-sin, 0.0, cos, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ])
    }

    /// Turned about the axis to the right.
    pub(crate) fn about_x(turns: f64) -> Self {
        let (sin, cos) = turn(turns);
        Self([
            [1.0, 0.0, 0.0, 0.0],
            [0.0, cos, -sin, 0.0],
            [0.0, sin, cos, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ])
    }

    /// From the world to a viewer at `eye` who looks along `ahead`.
    pub(crate) fn view(eye: Vec3, ahead: Vec3, up: Vec3) -> Self {
        let back = -ahead.unit();
        let right = up.cross(back).unit();
        let up = back.cross(right);
        Self::looking(eye, right, up, back)
    }

    /// From the world to a viewer at `eye` by its three axes; `back` is behind.
    pub(crate) fn looking(eye: Vec3, right: Vec3, up: Vec3, back: Vec3) -> Self {
        let row = |axis: Vec3| [axis.x, axis.y, axis.z, -axis.dot(eye)];
        Self([row(right), row(up), row(back), [0.0, 0.0, 0.0, 1.0]])
    }

    /// A perspective: `slope` is half the picture's height at distance 1; depth 0 at `near`, 1 at
    /// `far`.
    pub(crate) fn perspective(slope: f64, aspect: f64, near: f64, far: f64) -> Self {
        let depth = far / (near - far);
        Self([
            [1.0 / (slope * aspect), 0.0, 0.0, 0.0],
            [0.0, 1.0 / slope, 0.0, 0.0],
            [0.0, 0.0, depth, depth * near],
            [0.0, 0.0, -1.0, 0.0],
        ])
    }

    /// A parallel projection of a square of half a side `half`; depth 0 at `near`, 1 at `far`.
    pub(crate) fn parallel(half: f64, near: f64, far: f64) -> Self {
        let depth = 1.0 / (near - far);
        Self([
            [1.0 / half, 0.0, 0.0, 0.0],
            [0.0, 1.0 / half, 0.0, 0.0],
            [0.0, 0.0, depth, depth * near],
            [0.0, 0.0, 0.0, 1.0],
        ])
    }

    /// From clip space to a texture's coordinates; depth stays.
    pub(crate) fn texture() -> Self {
        Self([
            [0.5, 0.0, 0.0, 0.5],
            [0.0, -0.5, 0.0, 0.5],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ])
    }

    /// This after `first`.
    #[must_use]
    pub(crate) fn after(self, first: Self) -> Self {
        let at = |row: usize, column: usize| -> f64 {
            (0..4).map(|n| self.0[row][n] * first.0[n][column]).sum()
        };
        Self(std::array::from_fn(|row| std::array::from_fn(|column| at(row, column))))
    }

    /// A point's place, as four coordinates.
    pub(crate) fn apply(self, point: Vec3) -> [f64; 4] {
        self.0.map(|row| row[0] * point.x + row[1] * point.y + row[2] * point.z + row[3])
    }

    /// A row as floats.
    pub(crate) fn row(self, n: usize) -> [f32; 4] {
        self.0[n].map(|value| value as f32)
    }

    /// The rows as floats.
    pub(crate) fn rows(self) -> [[f32; 4]; 4] {
        std::array::from_fn(|n| self.row(n))
    }
}
