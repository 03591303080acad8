//! Lines, and edges of polygons drawn as lines.
//!
//! Facts: `docs/hardware/xenos-raster.md`, rules L1 to L4.

use super::{Fate, Setup, Source, Vertex, steeper};
use crate::outline::Outline;
use crate::plane::{Plane, VERTICES};
use crate::screen::Unplaceable;
use crate::shape::{Kind, Shape};

/// Half a pixel, in steps: half the width of lines where the register has 0. Rule L3.
const DEFAULT_HALF_WIDTH: i64 = 8;

impl Setup {
    pub(super) fn line(
        &self,
        names: [u32; 3],
        vertices: [&Vertex; 2],
        out: &mut Vec<Shape>,
    ) -> Result<Fate, Unplaceable> {
        self.segment(names, vertices, None, out)
    }

    /// A line; of a polygon's edge, `face` is whether it faces back, and the polygon's offset.
    pub(super) fn segment(
        &self,
        names: [u32; 3],
        vertices: [&Vertex; 2],
        face: Option<(bool, f64)>,
        out: &mut Vec<Shape>,
    ) -> Result<Fate, Unplaceable> {
        let sources = [0, 1]
            .map(|n: usize| Source { position: vertices[n].exported(), weights: VERTICES[n] });
        let (ends, weights) = match &self.volume {
            None => {
                let [first, second] = sources.map(|source| self.screen.place(source.position));
                ([first?, second?], [VERTICES[0], VERTICES[1]])
            }
            Some(volume) => {
                let (first, first_beyond) = self.corner(0, &sources[0])?;
                let (second, second_beyond) = self.corner(1, &sources[1])?;
                let Some(ends) = volume.line([first, second], first_beyond || second_beyond) else {
                    return Ok(Fate::Clipped);
                };
                let placed = [self.placed(&ends[0], &sources)?, self.placed(&ends[1], &sources)?];
                let [Some(first), Some(second)] = placed else { return Ok(Fate::Clipped) };
                ([first, second], ends.map(|end| end.weights))
            }
        };
        let places = ends.map(|end| end.at);
        if places[0] == places[1] {
            return Ok(Fate::Empty);
        }
        let half_width = match i64::from(self.line.width()) {
            0 => DEFAULT_HALF_WIDTH,
            other => other,
        };
        let plane = Plane::line(&ends, weights);
        let z = [ends[0].z, ends[1].z, ends[1].z];
        let offset = match face {
            Some((_, offset)) => offset,
            None => self.offset(None, steeper(plane.gradient(z))),
        };
        out.push(Shape {
            kind: Kind::Line,
            back: face.is_some_and(|(back, _)| back),
            vertices: names,
            outline: Outline::line(places, half_width),
            plane,
            z,
            offset,
            square: None,
        });
        Ok(Fate::Drawn)
    }
}
