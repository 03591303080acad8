//! Words that decide together, as keys without don't-care bits.
//!
//! For: comparing states. Two states whose normalised forms are equal do the same; the other way
//! round is the aim, not a promise. Not for: doing it.
//!
//! Each struct is gathered from registers, keeps the words as they are, and drops what cannot
//! matter in `normalized()`. A single word's trait method drops its reserved bits only.
//! Facts: specification digest `xenos-hardware` sections 1 and 4 to 6.

mod alpha;
mod copy;
mod depth_stencil;
mod setup;
mod target;
mod viewport;

pub use alpha::AlphaTest;
pub use copy::EdramCopy;
pub use depth_stencil::DepthStencil;
pub use setup::{ClipPlanes, Interpolators, Raster};
pub use target::{BlendConstant, ColorTarget, ColorTargets};
pub use viewport::{Rectangle, Scissors, Viewport};
