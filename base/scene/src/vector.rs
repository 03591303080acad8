//! Vectors of three.

use std::ops::{Add, Mul, Neg, Sub};

/// A point, direction or colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3 {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Away from the viewer, or to the viewer: as a scene has it.
    pub z: f64,
}

impl Vec3 {
    /// Up.
    pub const UP: Self = Self::new(0.0, 1.0, 0.0);

    /// A vector of its parts.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The scalar product.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The same direction with length 1; a zero vector stays.
    #[must_use]
    pub fn unit(self) -> Self {
        let length = self.dot(self).sqrt();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// As three singles and a fourth.
    pub fn with(self, w: f64) -> [f32; 4] {
        [self.x as f32, self.y as f32, self.z as f32, w as f32]
    }

    /// Turned about the vertical axis, `sin` and `cos` of the angle given.
    #[must_use]
    pub fn about_y(self, (sin, cos): (f64, f64)) -> Self {
        Self::new(self.x * cos + self.z * sin, self.y, self.z * cos - self.x * sin)
    }

    /// Turned about the axis to the right.
    #[must_use]
    pub fn about_x(self, (sin, cos): (f64, f64)) -> Self {
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
