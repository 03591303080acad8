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
    /// Sums of a part of a stream and of the part behind it.
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
        self.draws += draws;
        self.copies += copies;
        self.swaps += swaps;
        self.vertices += vertices;
        self.primitives += primitives;
        self.pixels += pixels;
        self.samples += samples;
        self.passed += passed;
        self.instructions += instructions;
        self.exported += exported;
        self.resolved += resolved;
    }
}
