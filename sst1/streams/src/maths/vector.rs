//! Vectors of three.

use std::ops::{Add, Mul, Neg, Sub};

/// A point, direction or colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Vec3 {
    /// To the right.
    pub(crate) x: f64,
    /// Up.
    pub(crate) y: f64,
    /// Away.
    pub(crate) z: f64,
}

impl Vec3 {
    /// A vector of its parts.
    pub(crate) const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The scalar product.
    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    #[must_use]
    pub(crate) fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The same direction with length 1; a zero vector stays.
    #[must_use]
    pub(crate) fn unit(self) -> Self {
        let length = self.dot(self).sqrt();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// Turned about the vertical axis, `sin` and `cos` of the angle given.
    #[must_use]
    pub(crate) fn about_y(self, (sin, cos): (f64, f64)) -> Self {
        Self::new(self.x * cos + self.z * sin, self.y, self.z * cos - self.x * sin)
    }

    /// Turned about the axis to the right.
    #[must_use]
    pub(crate) fn about_x(self, (sin, cos): (f64, f64)) -> Self {
        Self::new(self.x, self.y * cos - self.z * sin, self.y * sin + self.z * cos)
    }
}

impl Add for Vec3 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Mul<f64> for Vec3 {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl Neg for Vec3 {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}
