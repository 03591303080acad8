//! Rectangles: the fourth corner, and two halves.
//!
//! Facts: `docs/hardware/xenos-raster.md`, rules R1 to R3.

use super::polygon::{area, fan};
use super::{Fate, Setup, Source, Vertex};
use crate::plane::{VERTICES, Weights};
use crate::screen::Unplaceable;
use crate::shape::Shape;

/// The vertex opposite the longest edge. Rule R1.
pub(super) fn opposite(vertices: &[[f64; 4]; 3]) -> usize {
    let squared = |from: usize, to: usize| {
        let [dx, dy] = [0, 1].map(|axis| vertices[to][axis] - vertices[from][axis]);
        dx * dx + dy * dy
    };
    let (first, second, third) = (squared(0, 1), squared(1, 2), squared(2, 0));
    if second > third && second > first {
        0
    } else if third > first {
        1
    } else {
        2
    }
}

impl Setup {
    pub(super) fn rectangle(
        &self,
        names: [u32; 3],
        vertices: &[Vertex; 3],
        out: &mut Vec<Shape>,
    ) -> Result<Fate, Unplaceable> {
        let positions = [0, 1, 2].map(|n: usize| vertices[n].exported());
        let corner = opposite(&positions);
        let (a, b) = ((corner + 1) % 3, (corner + 2) % 3);
        // a + b - corner, of positions and of all else.
        let signs: Weights = core::array::from_fn(|n| if n == corner { -1.0 } else { 1.0 });
        let fourth = core::array::from_fn(|part| {
            positions[a][part] + positions[b][part] - positions[corner][part]
        });
        let source = |n: usize| Source { position: positions[n], weights: VERTICES[n] };
        let halves = [
            [source(0), source(1), source(2)],
            [Source { position: fourth, weights: signs }, source(b), source(a)],
        ];
        let mut fate = Fate::Clipped;
        for half in &halves {
            let spots = self.clipped(half)?;
            for part in fan(&spots) {
                if area(&part) == 0 {
                    if fate == Fate::Clipped {
                        fate = Fate::Empty;
                    }
                } else {
                    out.push(self.part(names, &part, None));
                    fate = Fate::Drawn;
                }
            }
        }
        Ok(fate)
    }
}
