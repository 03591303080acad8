//! Things in a scene, and how they are drawn.

use std::io::Write;

use xenos_regs::words::PrimitiveType;

use super::light::{Material, PIXEL};
use crate::heap::floats;
use crate::maths::Matrix;
use crate::mesh::Stored;
use crate::state::Target;
use crate::texture::{Sampling, Texture};
use crate::{Commands, Program, Programs, Stream};

/// How a thing looks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// Lit, with a colour from a texture.
    Lit { texture: Texture, sampling: Sampling, material: u32 },
    /// It shines by itself.
    Glowing { constants: u32 },
}

/// A thing: a shape somewhere. Its matrix lies in memory, where every frame writes a new one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thing {
    pub(super) shape: Stored,
    pub(super) look: Look,
    /// Where its matrix lies.
    pub(super) rows: u32,
    /// It throws a shadow.
    pub(super) shadow: bool,
}

/// Bytes of a thing's matrix: three rows.
const ROWS: usize = 48;

impl Thing {
    /// A thing with room for its matrix.
    pub(super) fn new<W: Write>(stream: &mut Stream<W>, shape: Stored, look: Look) -> Self {
        let rows = stream.heap.allocate(ROWS, 16);
        let shadow = !matches!(look, Look::Glowing { .. });
        Self { shape, look, rows, shadow }
    }

    /// Writes the matrix of this frame.
    pub(super) fn place<W: Write>(&self, stream: &mut Stream<W>, world: Matrix) {
        let rows = world.rows();
        stream.heap.store(self.rows, &floats(rows[..3].as_flattened()));
    }
}

impl Look {
    /// A lit look.
    pub(super) fn lit<W: Write>(
        stream: &mut Stream<W>,
        texture: Texture,
        sampling: Sampling,
        material: &Material,
    ) -> Self {
        let material = stream.constant(&floats(material.constants().as_flattened()));
        Self::Lit { texture, sampling, material }
    }

    /// A look of that colour, which may be brighter than white.
    pub(super) fn glowing<W: Write>(stream: &mut Stream<W>, [r, g, b]: [f32; 3]) -> Self {
        Self::Glowing { constants: stream.constant(&floats(&[r, g, b, 1.0])) }
    }
}

/// A rectangle over everything: three corners in memory, each its place and its coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cover(u32);

impl Cover {
    /// Puts the corners into memory.
    pub(super) fn new<W: Write>(stream: &mut Stream<W>) -> Self {
        let corners = [-1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, -1.0, 1.0, 1.0];
        Self(stream.constant(&floats(&corners)))
    }
}

impl Commands {
    /// Draws over everything, with programs that the packets carry.
    pub(super) fn cover(
        &mut self,
        cover: Cover,
        target: &Target,
        vertex: &Program,
        pixel: &Program,
    ) {
        let half = [-1.0 / target.width as f32, 1.0 / target.height as f32, 0.0, 0.0];
        self.floats(11, &[half]);
        self.programs(Programs::immediate(vertex, pixel));
        self.vertices(0, cover.0, 48);
        self.draw_auto(PrimitiveType::Rectangles, 3);
    }

    /// Draws a thing, its programs being loaded; `bins` that it lies in, if that is known.
    pub(super) fn thing(&mut self, thing: &Thing, bins: Option<u64>) {
        if let Some(bins) = bins {
            self.bin_mask(bins);
        }
        self.load_floats(4, thing.rows, 3);
        match thing.look {
            Look::Lit { texture, sampling, material } => {
                self.texture(1, &texture, sampling);
                self.load_floats(PIXEL + 5, material, 4);
            }
            Look::Glowing { constants } => self.load_floats(PIXEL + 5, constants, 1),
        }
        self.shape(&thing.shape, bins.is_some());
    }

    /// Draws a thing's depth alone.
    pub(super) fn thing_depth(&mut self, thing: &Thing) {
        self.load_floats(4, thing.rows, 3);
        self.shape(&thing.shape, false);
    }

    /// The rows of a view, for vertex programs.
    pub(super) fn view(&mut self, view: Matrix) {
        self.floats(0, &view.rows());
    }

    /// The rows that lead from the world to the shadow map.
    pub(super) fn shadow_rows(&mut self, light: Matrix) {
        let rows = Matrix::texture().after(light).rows();
        self.floats(8, &rows[..3]);
    }
}
