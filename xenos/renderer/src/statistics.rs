//! What a renderer counts.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Sums since the renderer was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

impl AddAssign for Statistics {
    /// Sums of a part of a stream and of the part behind it; what a file claims may be anything, so
    /// that they saturate.
    fn add_assign(&mut self, behind: Self) {
        let Self {
            draws,
            copies,
            swaps,
            vertices,
            primitives,
            pixels,
            samples,
            passed,
            instructions,
            exported,
            resolved,
        } = behind;
        self.draws = self.draws.saturating_add(draws);
        self.copies = self.copies.saturating_add(copies);
        self.swaps = self.swaps.saturating_add(swaps);
        self.vertices = self.vertices.saturating_add(vertices);
        self.primitives = self.primitives.saturating_add(primitives);
        self.pixels = self.pixels.saturating_add(pixels);
        self.samples = self.samples.saturating_add(samples);
        self.passed = self.passed.saturating_add(passed);
        self.instructions = self.instructions.saturating_add(instructions);
        self.exported = self.exported.saturating_add(exported);
        self.resolved = self.resolved.saturating_add(resolved);
    }
}
