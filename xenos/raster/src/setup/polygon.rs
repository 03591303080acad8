//! Triangles: clipped, faced, culled, and drawn as what polygon mode says.
//!
//! Facts: `docs/hardware/xenos-raster.md`, rules F1 to F5.

use super::{Fate, Setup, Source, Vertex, steeper};
use crate::outline::{Outline, doubled_area};
use crate::plane::{Plane, VERTICES, Weights};
use crate::screen::{Placed, Unplaceable};
use crate::shape::{Kind, Shape};
use xenos_regs::words::{Face, PolygonMode, PolygonType};

/// A corner on the surface, with its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) placed: Placed,
    pub(super) weights: Weights,
}

/// A convex polygon as triangles around its first corner.
pub(super) fn fan(spots: &[Spot]) -> impl Iterator<Item = [Spot; 3]> {
    (2..spots.len()).map(|n| [spots[0], spots[n - 1], spots[n]])
}

pub(super) fn area(spots: &[Spot; 3]) -> i64 {
    doubled_area(spots.map(|spot| spot.placed.at))
}

/// Starts a polygon that planes have cut at the first corner from which no part of its fan is turned
/// over, if there is one: rounding may have bent it. Rule F4.
fn straightened(mut spots: Vec<Spot>) -> Vec<Spot> {
    for _ in 0..spots.len() {
        let (mut least, mut most) = (0, 0);
        for part in fan(&spots) {
            let area = area(&part);
            (least, most) = (area.min(least), area.max(most));
        }
        if least == 0 || most == 0 {
            break;
        }
        spots.rotate_left(1);
    }
    spots
}

impl Setup {
    /// What clipping leaves of three corners, on the surface; nothing if they are outside.
    pub(super) fn clipped(&self, sources: &[Source; 3]) -> Result<Vec<Spot>, Unplaceable> {
        let Some(volume) = &self.volume else {
            let spot = |source: &Source| {
                let placed = self.screen.place(source.position)?;
                Ok(Spot { placed, weights: source.weights })
            };
            return sources.iter().map(spot).collect();
        };
        let mut beyond = false;
        let mut corner = |number: usize| {
            let (corner, far) = self.corner(number, &sources[number])?;
            beyond |= far;
            Ok::<_, Unplaceable>(corner)
        };
        let corners = [corner(0)?, corner(1)?, corner(2)?];
        let mut spots = Vec::with_capacity(3);
        for corner in volume.triangle(corners, beyond) {
            if let Some(placed) = self.placed(&corner, sources)? {
                spots.push(Spot { placed, weights: corner.weights });
            }
        }
        Ok(straightened(spots))
    }

    pub(super) fn triangle(
        &self,
        names: [u32; 3],
        vertices: &[Vertex; 3],
        out: &mut Vec<Shape>,
    ) -> Result<Fate, Unplaceable> {
        let sources = core::array::from_fn(|n: usize| Source {
            position: vertices[n].exported(),
            weights: VERTICES[n],
        });
        let spots = self.clipped(&sources)?;
        if spots.len() < 3 {
            return Ok(Fate::Clipped);
        }
        let total: i64 = fan(&spots).map(|part| area(&part)).sum();
        if total == 0 {
            return Ok(Fate::Empty);
        }
        let mode = self.raster.mode;
        let back = (mode.face() == Face::Clockwise) != (total > 0);
        if if back { mode.cull_back() } else { mode.cull_front() } {
            return Ok(Fate::Culled);
        }
        // Parts that rounding has turned over cover nothing of their own.
        let parts = fan(&spots).filter(|part| area(part).signum() == total.signum());
        let drawn_as = match (mode.poly_mode(), back) {
            (PolygonMode::Dual, false) => mode.polymode_front_ptype(),
            (PolygonMode::Dual, true) => mode.polymode_back_ptype(),
            _ => PolygonType::Triangles,
        };
        if !matches!(drawn_as, PolygonType::Points | PolygonType::Lines) {
            out.extend(parts.map(|part| self.part(names, &part, Some(back))));
            return Ok(Fate::Drawn);
        }
        let Some(first) = parts.map(|part| self.part(names, &part, Some(back))).next() else {
            return Ok(Fate::Empty);
        };
        let mut fate = Fate::Empty;
        for n in 0..3 {
            let next = (n + 1) % 3;
            let face = Some((back, first.offset));
            let one = if drawn_as == PolygonType::Points {
                let mut vertex = vertices[n];
                vertex.killed = false;
                self.point([names[n]; 3], &vertex, face, out)
            } else {
                let ends = [names[n], names[next], names[next]];
                self.segment(ends, [&vertices[n], &vertices[next]], face, out)
            };
            match one {
                Ok(Fate::Drawn) => fate = Fate::Drawn,
                Ok(_) => {}
                Err(reason) => return Err(reason),
            }
        }
        Ok(fate)
    }

    /// The shape of a triangle with an area; `face` as for `offset`.
    pub(super) fn part(&self, names: [u32; 3], part: &[Spot; 3], face: Option<bool>) -> Shape {
        let placed = part.map(|spot| spot.placed);
        let plane = Plane::triangle(&placed, part.map(|spot| spot.weights));
        let z = placed.map(|placed| placed.z);
        Shape {
            kind: if face.is_some() { Kind::Polygon } else { Kind::Rectangle },
            back: face == Some(true),
            vertices: names,
            outline: Outline::triangle(placed.map(|placed| placed.at)),
            plane,
            z,
            offset: self.offset(face, steeper(plane.gradient(z))),
            square: None,
        }
    }
}
