//! What a renderer counts.

use serde::Serialize;

/// Sums since the renderer was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Draws that were drawn.
    pub draws: u64,
    /// Copies out of EDRAM.
    pub copies: u64,
    /// Pictures shown.
    pub swaps: u64,
    /// Vertices that a program ran for.
    pub vertices: u64,
    /// Primitives behind clipping and culling.
    pub primitives: u64,
    /// Pixels with a covered sample.
    pub pixels: u64,
    /// Covered samples.
    pub samples: u64,
    /// Samples that passed depth and stencil.
    pub passed: u64,
    /// Instructions of programs, each times its lanes.
    pub instructions: u64,
    /// Elements that programs stored to memory.
    pub exported: u64,
    /// Bytes that copies stored to memory.
    pub resolved: u64,
}
