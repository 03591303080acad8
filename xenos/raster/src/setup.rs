//! From a primitive's vertices to shapes.
//!
//! For: one draw's state, and what it makes of a primitive: killed vertices, clipping, facing and
//! culling, polygon mode and offset, points' sizes, lines' widths, rectangles' fourth corners.
//! Not for: running vertex programs, nor pixels.
//! Facts: `docs/hardware/xenos-raster.md`, all chapters.

mod line;
mod point;
mod polygon;
mod rectangle;

use crate::assemble::Primitive;
use crate::clip::{Corner, Volume};
use crate::plane::Weights;
use crate::quads::Area;
use crate::screen::{Placed, Screen, Unplaceable, View};
use crate::shape::Shape;
use xenos_regs::index;
use xenos_regs::state::{ClipPlanes, Raster, Rectangle};
use xenos_regs::words::{MsaaSamples, PaSuLineCntl, PaSuPointMinmax, PaSuPointSize};

/// What a vertex program exports that decides where something is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Export 62.
    pub position: [f32; 4],
    /// Export 63's x, where SQ_PROGRAM_CNTL says that there is one.
    pub size: Option<f32>,
    /// Whether bits 0 to 30 of export 63's z are not 0, where there is one.
    pub killed: bool,
}

impl Vertex {
    /// A vertex with a position alone.
    pub const fn at(position: [f32; 4]) -> Self {
        Self { position, size: None, killed: false }
    }

    fn exported(&self) -> [f64; 4] {
        self.position.map(f64::from)
    }
}

/// What became of a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It has shapes, which may still cover nothing.
    Drawn,
    /// Its vertices were killed. Rule K5.
    Killed,
    /// It is outside of a plane. Rules K1, K2 and K6.
    Clipped,
    /// It faces where faces are dropped. Rule F2.
    Culled,
    /// It has no area, length or size. Rule F3.
    Empty,
    /// It cannot be represented. Rule S6.
    Unplaceable(Unplaceable),
}

/// The state of a draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    screen: Screen,
    /// Planes, where clipping is enabled.
    volume: Option<Volume>,
    /// What the viewport's sides leave, where clipping is enabled.
    view: Option<View>,
    planes: ClipPlanes,
    raster: Raster,
    point_size: PaSuPointSize,
    point_limits: PaSuPointMinmax,
    line: PaSuLineCntl,
}

/// A vertex, or a rectangle's fourth corner, with its parts.
#[derive(Clone, Copy, Debug)]
struct Source {
    position: [f64; 4],
    weights: Weights,
}

impl Setup {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        let screen = Screen::gather(&read);
        let planes = ClipPlanes::gather(&read);
        let clips = !planes.control.clip_disable();
        let guard =
            [index::PA_CL_GB_HORZ_CLIP_ADJ, index::PA_CL_GB_VERT_CLIP_ADJ].map(|register| {
                let value = f64::from(f32::from_bits(read(register)));
                if value.is_finite() && value >= 1.0 { value } else { 1.0 }
            });
        Self {
            volume: clips.then(|| Volume::new(&planes, &screen)),
            view: clips.then(|| screen.view(guard)),
            planes,
            screen,
            raster: Raster::gather(&read),
            point_size: PaSuPointSize::from_raw(read(index::PA_SU_POINT_SIZE)),
            point_limits: PaSuPointMinmax::from_raw(read(index::PA_SU_POINT_MINMAX)),
            line: PaSuLineCntl::from_raw(read(index::PA_SU_LINE_CNTL)),
        }
    }

    /// Moves everything by so many pixels before it is rounded to the grid.
    pub fn shift(&mut self, pixels: [f64; 2]) {
        self.screen.offset[0] += pixels[0];
        self.screen.offset[1] += pixels[1];
    }

    /// Where the draw may cover samples: the scissors' rectangle, the pitch of RB_SURFACE_INFO.
    pub fn area(&self, scissor: Rectangle, pitch: u32, samples: MsaaSamples) -> Area {
        Area::new(scissor, pitch, self.view, samples)
    }

    /// What the viewport's sides leave, where clipping is enabled.
    pub const fn view(&self) -> Option<View> {
        self.view
    }

    /// Adds a primitive's shapes, in the order in which they are drawn. `vertices` are those that
    /// [`Primitive::vertices`] names.
    pub fn shapes(
        &self,
        primitive: Primitive,
        vertices: &[Vertex; 3],
        out: &mut Vec<Shape>,
    ) -> Fate {
        let used = match primitive {
            Primitive::Point(_) => 1,
            Primitive::Line(_) => 2,
            Primitive::Triangle(_) | Primitive::Rectangle(_) => 3,
        };
        if self.killed(&vertices[..used]) {
            return Fate::Killed;
        }
        let before = out.len();
        let names = primitive.vertices();
        let result = match primitive {
            Primitive::Point(_) => self.point(names, &vertices[0], None, out),
            Primitive::Line(_) => self.line(names, [&vertices[0], &vertices[1]], out),
            Primitive::Triangle(_) => self.triangle(names, vertices, out),
            Primitive::Rectangle(_) => self.rectangle(names, vertices, out),
        };
        result.unwrap_or_else(|reason| {
            out.truncate(before);
            Fate::Unplaceable(reason)
        })
    }

    /// Rule K5.
    fn killed(&self, vertices: &[Vertex]) -> bool {
        if self.planes.control.vtx_kill_or() {
            vertices.iter().any(|vertex| vertex.killed)
        } else {
            vertices.iter().all(|vertex| vertex.killed)
        }
    }

    /// A vertex as planes meet it, and whether it is beyond what has a place.
    fn corner(&self, number: usize, source: &Source) -> Result<(Corner, bool), Unplaceable> {
        let clip = self.screen.clip_space(source.position)?;
        let beyond = clip[3] <= 0.0 || self.screen.place(source.position).is_err();
        Ok((Corner::vertex(number, clip, source.weights), beyond))
    }

    /// The place of what planes have left; none where w is 0. What no plane has made is placed as
    /// the vertex that it is.
    fn placed(&self, corner: &Corner, sources: &[Source]) -> Result<Option<Placed>, Unplaceable> {
        if let Some(source) = corner.vertex.and_then(|number| sources.get(number))
            && let Ok(placed) = self.screen.place(source.position)
        {
            return Ok(Some(placed));
        }
        if corner.position[3] > 0.0 {
            self.screen.project(corner.position).map(Some)
        } else {
            Ok(None)
        }
    }

    /// What is added to depth: `face` is whether a polygon faces back, none where there is no
    /// face; `slope` the steeper of depth's two slopes a pixel. Rule Z2.
    fn offset(&self, face: Option<bool>, slope: f64) -> f64 {
        let mode = self.raster.mode;
        let (enabled, pair) = match face {
            None => (mode.poly_offset_para_enable(), 0),
            Some(false) => (mode.poly_offset_front_enable(), 0),
            Some(true) => (mode.poly_offset_back_enable(), 2),
        };
        if !enabled {
            return 0.0;
        }
        let value = |n: usize| f64::from(f32::from_bits(self.raster.offsets[pair + n]));
        value(0) / 16.0 * slope + value(1)
    }
}

/// The steeper of two slopes.
fn steeper(gradient: [f64; 2]) -> f64 {
    gradient[0].abs().max(gradient[1].abs())
}

#[cfg(test)]
mod tests;
