//! Shapes as vertices and indices.
//!
//! For: shapes computed from formulas, and their bytes in memory. Vertices are seven dwords: the
//! position as three floats, the normal as four signed fractions of 16 bits, two coordinates as
//! floats.

mod shapes;

use xenos_regs::words::PrimitiveType;

use crate::Commands;
use crate::heap::{Heap, floats};
use crate::maths::Vec3;

/// What fetches a vertex in a program: position to r1, normal to r2, coordinates to r3.
pub(crate) const FETCH: &str = "
    vfetch_full r1.xyz1, r0.x, vf0, DataFormat=FMT_32_32_32_FLOAT, Stride=7, MustBeOne=true
    vfetch_mini r2.xyz0, DataFormat=FMT_16_16_16_16, Offset=3, Signed=true, MustBeOne=true
    vfetch_mini r3.xy01, DataFormat=FMT_32_32_FLOAT, Offset=5, MustBeOne=true
";
/// Bytes of a vertex.
const VERTEX: u32 = 28;

/// A vertex.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    position: Vec3,
    normal: Vec3,
    uv: [f64; 2],
}

/// A shape.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    vertices: Vec<Vertex>,
    triangles: Vec<[u16; 3]>,
}

/// A shape in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    vertices: (u32, u32),
    indices: (u32, u32),
    /// No vertex is farther from the shape's origin.
    pub(crate) radius: f64,
}

impl Mesh {
    /// Puts it into memory.
    pub(crate) fn store(&self, heap: &mut Heap) -> Stored {
        let mut bytes = Vec::new();
        let mut radius: f64 = 0.0;
        for Vertex { position, normal, uv } in &self.vertices {
            let [x, y, z, _] = position.with(0.0);
            bytes.extend(floats(&[x, y, z]));
            let [x, y, z] =
                [normal.x, normal.y, normal.z].map(|v| libm::round(v * 32767.0) as i16 as u16);
            for [low, high] in [[x, y], [z, 0]] {
                bytes.extend((u32::from(high) << 16 | u32::from(low)).to_be_bytes());
            }
            bytes.extend(floats(&uv.map(|value| value as f32)));
            radius = radius.max(position.dot(*position));
        }
        let indices: Vec<u8> =
            self.triangles.as_flattened().iter().flat_map(|index| index.to_be_bytes()).collect();
        let count = self.triangles.len() as u32 * 3;
        Stored {
            vertices: (heap.put(&bytes, 32), bytes.len() as u32),
            indices: (heap.put(&indices, 32), count),
            radius: radius.sqrt(),
        }
    }

    /// Joins rows of `columns` vertices each with the next: two triangles for each four vertices.
    fn join(&mut self, columns: usize) {
        let rows = self.vertices.len() / columns;
        for row in 0..rows.saturating_sub(1) {
            for column in 0..columns - 1 {
                let at = |r: usize, c: usize| ((row + r) * columns + column + c) as u16;
                let [a, b, c, d] = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];
                self.triangles.extend([[a, b, c], [c, b, d]]);
            }
        }
    }

    /// Both shapes.
    #[must_use]
    pub(crate) fn and(mut self, other: &Self) -> Self {
        let base = self.vertices.len() as u16;
        self.vertices.extend_from_slice(&other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|n| n + base)));
        self
    }

    /// Turns every triangle so that its vertices go round as its normals say.
    fn turned(mut self) -> Self {
        for triangle in &mut self.triangles {
            let [a, b, c] = triangle.map(|n| self.vertices[usize::from(n)]);
            let face = (b.position - a.position).cross(c.position - a.position);
            if face.dot(a.normal + b.normal + c.normal) < 0.0 {
                triangle.swap(1, 2);
            }
        }
        self
    }
}

impl Commands {
    /// Draws a shape.
    pub(crate) fn shape(&mut self, shape: &Stored, predicated: bool) {
        let (address, bytes) = shape.vertices;
        debug_assert!(bytes.is_multiple_of(VERTEX), "whole vertices");
        self.vertices(0, address, bytes);
        let (address, count) = shape.indices;
        self.draw_indexed(PrimitiveType::Triangles, address, count, predicated);
    }
}
