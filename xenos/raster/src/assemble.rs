//! From a sequence of indices to primitives.
//!
//! For: which vertices make a point, a line, a triangle, a rectangle; restarts; what is left over.
//! Not for: positions. Numbers here are places in the draw's sequence of indices, so that equal
//! indices stay apart and a caller may share or repeat their vertices as it likes.
//! Facts: `docs/hardware/xenos-raster.md`, rules P1 to P8.

use crate::index::Indexed;
use xenos_regs::words::PrimitiveType;

/// What is drawn at once. Numbers are places in the sequence of indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// A square around a vertex.
    Point(u32),
    /// From the first to the second.
    Line([u32; 2]),
    /// A triangle, or part of a larger polygon.
    Triangle([u32; 3]),
    /// Three corners; the fourth follows from their positions.
    Rectangle([u32; 3]),
}

impl Primitive {
    /// The vertices; of points and lines the last is repeated.
    pub const fn vertices(self) -> [u32; 3] {
        match self {
            Self::Point(a) => [a, a, a],
            Self::Line([a, b]) => [a, b, b],
            Self::Triangle(all) | Self::Rectangle(all) => all,
        }
    }
}

/// A primitive type that is not taken apart here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unsupported {
    /// Code 7; nobody knows what the flags say.
    #[error("primitive type {0:?}: triangles with W flags have no model")]
    WithWFlags(PrimitiveType),
    /// Codes 16 to 18 on the tessellation path, else 2D copies.
    #[error("primitive type {0:?}: patches, or 2D copies, are not drawn")]
    Patches(PrimitiveType),
    /// Codes 19 to 22.
    #[error("primitive type {0:?}: 2D forms are not drawn")]
    TwoDimensional(PrimitiveType),
    /// Any other code.
    #[error("primitive type {0:?}: reserved")]
    Reserved(PrimitiveType),
}

/// How a sequence between two restarts is taken apart.
#[derive(Clone, Copy)]
enum Form {
    Nothing,
    Points,
    Lines,
    LineStrip,
    LineLoop,
    Triangles,
    Fan,
    Strip,
    Rectangles,
    Quads,
    QuadStrip,
}

impl Form {
    fn of(kind: PrimitiveType) -> Result<Self, Unsupported> {
        use PrimitiveType as T;
        Ok(match kind {
            T::None => Self::Nothing,
            T::Points => Self::Points,
            T::Lines => Self::Lines,
            T::LineStrip => Self::LineStrip,
            T::LineLoop => Self::LineLoop,
            T::Triangles => Self::Triangles,
            T::TriangleFan | T::Polygon => Self::Fan,
            T::TriangleStrip => Self::Strip,
            T::Rectangles => Self::Rectangles,
            T::Quads => Self::Quads,
            T::QuadStrip => Self::QuadStrip,
            T::TrianglesWithWFlags => return Err(Unsupported::WithWFlags(kind)),
            T::Copy0OrLinePatch | T::Copy1OrTrianglePatch | T::Copy2OrQuadPatch => {
                return Err(Unsupported::Patches(kind));
            }
            T::Copy3 | T::FillRectangles | T::Line2d | T::Triangle2d => {
                return Err(Unsupported::TwoDimensional(kind));
            }
            _ => return Err(Unsupported::Reserved(kind)),
        })
    }
}

/// The primitives of a draw, in order.
///
/// # Errors
/// A type that is not taken apart here, by name.
pub fn primitives(
    kind: PrimitiveType,
    sequence: impl IntoIterator<Item = Indexed>,
) -> Result<Vec<Primitive>, Unsupported> {
    let form = Form::of(kind)?;
    let mut out = Vec::new();
    let mut first = 0;
    let mut end = 0;
    for indexed in sequence {
        if indexed == Indexed::Restart {
            run(form, first, end - first, &mut out);
            first = end + 1;
        }
        end += 1;
    }
    run(form, first, end - first, &mut out);
    Ok(out)
}

/// Takes apart `count` vertices from place `first` on.
fn run(form: Form, first: u32, count: u32, out: &mut Vec<Primitive>) {
    let line = |a: u32, b: u32| Primitive::Line([first + a, first + b]);
    let triangle = |a: u32, b: u32, c: u32| Primitive::Triangle([first + a, first + b, first + c]);
    match form {
        Form::Nothing => {}
        Form::Points => out.extend((0..count).map(|n| Primitive::Point(first + n))),
        Form::Lines => out.extend((0..count / 2).map(|n| line(2 * n, 2 * n + 1))),
        Form::LineStrip => out.extend((1..count).map(|n| line(n - 1, n))),
        Form::LineLoop => {
            out.extend((1..count).map(|n| line(n - 1, n)));
            if count > 1 {
                out.push(line(count - 1, 0));
            }
        }
        Form::Triangles => {
            out.extend((0..count / 3).map(|n| triangle(3 * n, 3 * n + 1, 3 * n + 2)));
        }
        Form::Fan => out.extend((2..count).map(|n| triangle(n - 1, n, 0))),
        Form::Strip => out.extend((2..count).map(|n| match n % 2 {
            0 => triangle(n - 2, n - 1, n),
            _ => triangle(n - 1, n - 2, n),
        })),
        Form::Rectangles => {
            out.extend((0..count / 3).map(|n| {
                let n = first + 3 * n;
                Primitive::Rectangle([n, n + 1, n + 2])
            }));
        }
        Form::Quads => out.extend((0..count / 4).flat_map(|n| {
            let n = 4 * n;
            [triangle(n, n + 1, n + 2), triangle(n, n + 2, n + 3)]
        })),
        Form::QuadStrip => out.extend((0..(count / 2).saturating_sub(1)).flat_map(|n| {
            let n = 2 * n;
            [triangle(n, n + 1, n + 3), triangle(n, n + 3, n + 2)]
        })),
    }
}

#[cfg(test)]
mod tests;
