//! Triangles of known sizes, and where they go.

use crate::Screen;

/// A triangle's shape. Sizes are chosen so that no pixel centre lies on a slanted edge, or so that
/// the left one of two such edges takes as many as the right one gives away: the number of pixels
/// is the area under any usual rule of coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriangleShape {
    /// Half of a rectangle, cut from its upper left to its lower right corner.
    Right {
        /// Columns of the rectangle.
        width: u32,
        /// Its rows.
        height: u32,
    },
    /// Point up, twice as wide as high.
    Isosceles {
        /// Rows.
        height: u32,
    },
}

impl TriangleShape {
    /// A name with its sides.
    pub fn name(self) -> String {
        let [width, height] = self.cell();
        match self {
            Self::Right { .. } => format!("right-{width}x{height}"),
            Self::Isosceles { .. } => format!("isosceles-{width}x{height}"),
        }
    }

    /// Pixels of a triangle, the mean of two where a rectangle's halves differ.
    pub const fn pixels(self) -> u32 {
        match self {
            Self::Right { width, height } => width * height / 2,
            Self::Isosceles { height } => height * height,
        }
    }

    /// Columns and rows that a pair of triangles takes.
    const fn cell(self) -> [u32; 2] {
        match self {
            Self::Right { width, height } => [width, height],
            Self::Isosceles { height } => [2 * height, height],
        }
    }
}

/// How many triangles, in cells from the upper left of the screen, two halves to a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The shape of all.
    pub shape: TriangleShape,
    /// How many.
    pub count: u32,
}

impl Layout {
    /// The corners of every triangle, in drawing order. Cells that the screen has no room for begin
    /// at its upper left again.
    pub fn triangles(self, screen: Screen) -> impl Iterator<Item = [[f64; 2]; 3]> {
        let [width, height] = self.shape.cell();
        let columns = (screen.width / width.max(1)).max(1);
        let rows = (screen.height / height.max(1)).max(1);
        (0..self.count).map(move |n| {
            let (cell, second) = match self.shape {
                TriangleShape::Right { .. } => (n / 2, n % 2 == 1),
                TriangleShape::Isosceles { .. } => (n, false),
            };
            let left = f64::from(cell % columns * width);
            let top = f64::from(cell / columns % rows * height);
            let (right, bottom) = (left + f64::from(width), top + f64::from(height));
            match (self.shape, second) {
                (TriangleShape::Isosceles { .. }, _) => {
                    [[f64::midpoint(left, right), top], [right, bottom], [left, bottom]]
                }
                (_, false) => [[left, top], [right, bottom], [left, bottom]],
                (_, true) => [[left, top], [right, top], [right, bottom]],
            }
        })
    }
}
