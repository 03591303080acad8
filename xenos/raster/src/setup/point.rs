//! Points, and vertices of polygons drawn as points.
//!
//! Facts: `docs/hardware/xenos-raster.md`, rules D1 to D4.

use super::{Fate, Setup, Source, Vertex};
use crate::outline::Outline;
use crate::plane::{Plane, VERTICES};
use crate::screen::{SUBPIXELS, Unplaceable};
use crate::shape::{Kind, Shape};
use xenos_regs::words::{PaSuPointMinmax, PaSuPointSize};

/// Half of a point's width and height, in steps. Rule D2.
pub(super) fn half_sizes(
    size: Option<f32>,
    constant: PaSuPointSize,
    limits: PaSuPointMinmax,
) -> [i64; 2] {
    let Some(size) = size else {
        return [i64::from(constant.width()), i64::from(constant.height())];
    };
    // Diameters, exact: at most 16 bits and a power of two. Compared as whole numbers, as the
    // chip does, so that what is negative or no number gets a size too.
    let diameter = |half: u32| (half as f32 * 2.0 / SUBPIXELS as f32).to_bits() as i32;
    let (least, most) = (diameter(limits.min_size()), diameter(limits.max_size()));
    let clamped = (size.to_bits() as i32).min(most).max(least);
    let half = f64::from(f32::from_bits(clamped as u32)) / 2.0 * SUBPIXELS as f64;
    [half.round_ties_even() as i64; 2]
}

impl Setup {
    /// A point; of a polygon's vertex, `face` is whether it faces back, and the polygon's offset.
    pub(super) fn point(
        &self,
        names: [u32; 3],
        vertex: &Vertex,
        face: Option<(bool, f64)>,
        out: &mut Vec<Shape>,
    ) -> Result<Fate, Unplaceable> {
        let source = Source { position: vertex.exported(), weights: VERTICES[0] };
        let placed = self.screen.place(source.position);
        if let Some(volume) = &self.volume {
            let (corner, beyond) = self.corner(0, &source)?;
            if beyond || !volume.keeps(corner) {
                return Ok(Fate::Clipped);
            }
        }
        let placed = placed?;
        let half = half_sizes(vertex.size, self.point_size, self.point_limits);
        if half.contains(&0) {
            return Ok(Fate::Empty);
        }
        let [x, y] = placed.at;
        let least = [x - half[0], y - half[1]];
        out.push(Shape {
            kind: Kind::Point,
            back: face.is_some_and(|(back, _)| back),
            vertices: names,
            outline: Outline::rectangle(least, [x + half[0], y + half[1]]),
            plane: Plane::point(placed.at),
            z: [placed.z; 3],
            offset: face.map_or_else(|| self.offset(None, 0.0), |(_, offset)| offset),
            square: Some([least, [2 * half[0], 2 * half[1]]]),
        });
        Ok(Fate::Drawn)
    }
}
