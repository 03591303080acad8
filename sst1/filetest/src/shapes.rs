//! Triangles that cover given pixels exactly, under every rule of coverage.
//!
//! Facts: digest sections 5.1 and 9.3. Pixel centres are at half pixels, left and top edges belong
//! to a triangle, right and bottom edges do not, A is the top vertex and C the bottom one. No edge
//! here passes a centre by less than half a pixel, except the shared diagonal of a rectangle, which
//! gives each centre on it to one triangle.

/// Sixteenths a pixel.
const ONE: i32 = 16;

/// A triangle in 12.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// x and y of A, B and C.
    pub vertices: [[i32; 2]; 3],
    /// Bit 31 of triangleCMD.
    pub negative: bool,
}

/// `count` pixels of one row. A's pixel is the first.
pub(crate) fn span(x: u32, y: u32, count: u32) -> Triangle {
    let (x, y, count) = (x as i32 * ONE, y as i32 * ONE, count as i32 * ONE);
    // At the centre's row the edge AB is half way to B.
    Triangle { vertices: [[x, y], [x + 2 * count, y + ONE], [x, y + ONE]], negative: false }
}

/// The pixels from the first corner up to but excluding the second. A's pixel is the top left one
/// of the first triangle and lies to the right of the rectangle in the second: for flat colours.
pub(crate) fn rectangle(x0: u32, y0: u32, x1: u32, y1: u32) -> [Triangle; 2] {
    let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|v| v as i32 * ONE);
    [
        Triangle { vertices: [[x0, y0], [x1, y0], [x0, y1]], negative: false },
        Triangle { vertices: [[x1, y0], [x0, y1], [x1, y1]], negative: true },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_ends_half_a_pixel_behind_its_last_centre() {
        let span = span(3, 5, 2);
        assert_eq!(span.vertices, [[48, 80], [112, 96], [48, 96]]);
        // Half way down, AB stands at (48 + 112) / 2 = 80: pixel 5, of which only 3 and 4 are left.
        assert_eq!(i32::midpoint(span.vertices[0][0], span.vertices[1][0]), 80);
    }
}
