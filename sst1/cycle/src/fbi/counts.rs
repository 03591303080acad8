//! What FBI counts, and what it did in a clock.
//!
//! Facts: digest 1.6 for the counts.

/// What FBI counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FbiCounts {
    /// Candidates that the walker looked at.
    pub candidates: u64,
    /// Pixels issued.
    pub issued: u64,
    /// Pixels retired.
    pub retired: u64,
    /// Pixels that waited for reads.
    pub join_alloc: u64,
    /// Of these, those that went on.
    pub join_done: u64,
    /// Pixels that passed, and that failed a test: chroma, depth, alpha.
    pub fates: [u64; 4],
    /// Pixels issued and not retired, over all clocks.
    pub pending_sum: u64,
    /// The most at a time.
    pub pending_max: u64,
    /// Pixels in the join, over all clocks.
    pub join_sum: u64,
    /// The most at a time.
    pub join_max: u64,
}

/// What FBI did in a clock, for attribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Did {
    /// The walker issued a pixel.
    pub issued: bool,
    /// A pixel was dispatched.
    pub dispatched: bool,
    /// The oldest pixel in the join came to it in this clock.
    pub fresh: bool,
    /// A pixel entered the pixel pipe.
    pub entered: bool,
    /// A pixel retired.
    pub retired: bool,
    /// A pixel with its reads done waits for an older one's write.
    pub conflict: bool,
    /// The walker looked at a candidate that is not covered.
    pub missed: bool,
    /// Anything that is not a mere count changed.
    pub moved: bool,
}

impl Did {
    /// Whether pixels moved all the way from the walker to the pipe.
    #[inline]
    pub const fn flowed(self) -> bool {
        self.issued && self.dispatched && self.entered
    }
}
