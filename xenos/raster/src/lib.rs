//! From a Xenos draw's indices and vertices to covered samples, weights and depth.
//!
//! For: index rules, primitive assembly, clipping, viewport, rounding to the grid, facing, coverage
//! of each sample by whole numbers, interpolation weights, depth and its offset, points, lines and
//! rectangles.
//! Not for: memory, vertex or pixel programs, EDRAM. A caller reads indices, runs programs and
//! merges samples.
//!
//! Facts: `docs/hardware/xenos-raster.md`, which states every rule with its source; code names the
//! rule that it follows.
//!
//! The way through: [`IndexRules`] make a sequence of [`Indexed`], [`primitives`] takes it apart,
//! [`Setup::shapes`] turns each [`Primitive`]'s vertices into [`Shape`]s, [`Shape::quads`] walks
//! what they cover in an [`Area`], [`Shape::weights`] with [`interpolate`], and [`Shape::depth`]
//! say what is there. Everything is the same on every machine: coverage by whole numbers, values by
//! single operations on doubles in one order.
#![forbid(unsafe_code)]

mod assemble;
pub mod clip;
mod index;
mod outline;
mod plane;
mod quads;
mod samples;
mod screen;
mod setup;
mod shape;

pub use assemble::{Primitive, Unsupported, primitives};
pub use index::{INDEX_MASK, IndexRules, Indexed, index_16, index_32};
pub use plane::{VERTICES, Weights, interpolate};
pub use quads::{Area, LARGEST, Quad, Quads};
pub use samples::{CENTER, centroids, enabled, full, pattern};
pub use screen::{Grid, Place, Placed, RANGE, SUBPIXELS, Screen, Unplaceable, View};
pub use setup::{Fate, Setup, Vertex};
pub use shape::{Kind, Shape, center, sample};
