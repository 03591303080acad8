//! From vertices to shapes on the surface.

use xenos_raster::{Fate, Indexed, Setup, Shape, Unplaceable, Unsupported, Vertex, primitives};
use xenos_regs::words::{PrimitiveType, VsExportMode};

use crate::vertices::VertexRun;

/// What a draw's primitives are on the surface.
#[derive(Debug, Default)]
pub(crate) struct Geometry {
    /// In the order in which they are drawn; their vertices are those of [`VertexRun::vertices`].
    pub(crate) shapes: Vec<Shape>,
    /// Primitives that are drawn.
    pub(crate) drawn: u64,
    /// Primitives that were dropped although clipping would not drop them: they lie farther out than
    /// can be represented, or have what is not a number where that is said to be kept.
    pub(crate) unplaceable: u64,
}

impl Geometry {
    pub(crate) fn of(
        setup: &Setup,
        kind: PrimitiveType,
        mode: VsExportMode,
        retains: bool,
        vertices: &VertexRun,
    ) -> Result<Self, Unsupported> {
        let sized = matches!(mode, VsExportMode::Sprite | VsExportMode::SpriteKill);
        let kills =
            matches!(mode, VsExportMode::Kill | VsExportMode::SpriteKill | VsExportMode::EdgeKill);
        let sequence = vertices.sequence.iter().map(|vertex| match vertex {
            Some(vertex) => Indexed::Vertex(*vertex),
            None => Indexed::Restart,
        });
        let mut all = Self::default();
        for primitive in primitives(kind, sequence)? {
            // Places in the sequence are never restarts, and its numbers are of vertices there.
            let places = primitive.vertices().map(|place| {
                vertices.sequence.get(place as usize).copied().flatten().unwrap_or_default()
            });
            let corners = places.map(|vertex| {
                vertices.vertices.get(vertex as usize).map_or(Vertex::at([0.0; 4]), |vertex| {
                    Vertex {
                        position: vertex.position,
                        size: sized.then_some(vertex.flags[0]),
                        killed: kills && vertex.flags[2].to_bits() & 0x7FFF_FFFF != 0,
                    }
                })
            });
            let before = all.shapes.len();
            match setup.shapes(primitive, &corners, &mut all.shapes) {
                Fate::Drawn => all.drawn += 1,
                Fate::Unplaceable(Unplaceable::OutOfRange) => all.unplaceable += 1,
                Fate::Unplaceable(Unplaceable::NotFinite) => all.unplaceable += u64::from(retains),
                Fate::Killed | Fate::Clipped | Fate::Culled | Fate::Empty => {}
            }
            let names = primitive.vertices();
            for shape in &mut all.shapes[before..] {
                shape.vertices = shape.vertices.map(|name| {
                    names.iter().position(|other| *other == name).map_or(0, |n| places[n])
                });
            }
        }
        Ok(all)
    }
}
